"""The table of Colour Collect: a board of discs, a pawn that slides from one to the next, what both players own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame

from sim.view.collexion.places import places
from sim.view.colour_collect import phrases
from sim.view.colour_collect.board import board, trail
from sim.view.colour_collect.grid import on_square
from sim.view.colour_collect.laying import laying
from sim.view.colour_collect.result import result_of
from sim.view.colour_collect.rounds import Finished, finished
from sim.view.colour_collect.rules import PARTS
from sim.view.colour_collect.situation import Situation
from sim.view.items import Rgba, Scene, Shade, Silhouette, Sprite, Viewport
from sim.view.reasons import reason_told
from sim.view.screens.rules import Rules
from sim.view.screens.sheet import Result
from sim.view.screens.table import Flight, Table
from sim.view.seats import level_told
from sim.view.words import _

if TYPE_CHECKING:
    from sim.bots import Advice
    from sim.rules.colour_collect import ColourCollect
    from sim.rules.colour_collect.ending import RoundEnd
    from sim.rules.moves import Move
    from sim.session import Session
    from sim.view.stage import Stage

_ARROWS = {pygame.K_UP: "up", pygame.K_DOWN: "down", pygame.K_LEFT: "left", pygame.K_RIGHT: "right"}
_ENTER = pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE
_REPEATS = 0.4  # s: a key that is pressed again sooner, and never let go, is held down
_SLIDES = 0.36  # s for the pawn to get to its disc
_LOOKS = 3.0  # s for a round that only bots have played to be looked at
_LIFT = 1.07


class ColourCollectTable(Table):
    """A match of Colour Collect in progress."""

    def __init__(self, stage: Stage, session: Session) -> None:
        super().__init__(stage, session)
        self._seen = sum(self.state.rounds)
        self._ended_at: float | None = None
        self._down: tuple[int, float] | None = None

    @property
    def state(self) -> ColourCollect:
        """The match as it stands."""
        state: ColourCollect = self.session.state  # type: ignore[assignment]
        return state

    # Between two rounds

    @property
    def pausing(self) -> bool:
        """Whether a round has just ended, and its end is still shown: the next one lies ready beneath."""
        return sum(self.state.rounds) > self._seen and self._laid_anew

    @property
    def _laid_anew(self) -> bool:
        """Whether discs were laid after the last move."""
        results = [len(state.luck.results) for state in self.session.states[-2:]]
        return results[-1] > results[0]

    @property
    def ending(self) -> RoundEnd | None:
        """How the round ended that is still shown; None within a round and at the end of the match."""
        if not self.pausing:
            return None
        before: ColourCollect = self.session.states[-2]  # type: ignore[assignment]
        return before.round_end(self.session.moves[-1])

    @property
    def own_turn(self) -> bool:
        """Whether a human has to move."""
        return super().own_turn and not self.pausing

    def play(self, move: Move) -> None:
        """Play a move of whoever is to move; after the last one of a round the keys are at what goes on."""
        super().play(move)
        if self.pausing:
            self.focus = "next"

    def next_round(self) -> None:
        """Clear the board and show the discs as they are laid anew."""
        self._end_flights()
        before = self.scene
        self._seen = sum(self.state.rounds)
        self.focus = self._ended_at = None
        self.stage.sounds.play("slide")
        self.changed()
        if self.stage.pace:
            self._flights = tuple(laying(before, self.scene, self.stage.look, self.flight))
            self.changed()

    def tick(self) -> None:
        """Let bots move and things fly; where no human plays, go on to the next round after a while."""
        if self.pausing and not self.watched and not any(seat.human for seat in self.session.seats):
            if self._ended_at is None:
                self._ended_at = self.stage.now
            if self.stage.now >= self._ended_at + _LOOKS * self.stage.pace:
                self.next_round()
        super().tick()

    # What is shown

    def steps(self) -> Mapping[str, Move]:
        """Return what can be chosen: discs on the board, and the same by their ways."""
        if not self.own_turn:
            return {}
        discs = {f"disc-{x}-{y}": move for move, (x, y) in self._goals().items()}
        return discs | {f"way-{move}": move for move in self._goals() if move[0] != "pawn"}

    def _goals(self) -> dict[Move, tuple[int, int]]:
        return {move: self.state.target(move) for move in self.state.legal}

    def situation(self) -> Situation:
        """Return all that the board shows."""
        session, state, end = self.session, self.state, self.ending
        now = state if end is None else end
        headline, detail = self._prompt()
        over = self._over
        goals = {} if over else self._goals()
        return Situation(
            names=self.names,
            roles=tuple(level_told(seat.kind) for seat in session.seats),
            board=now.board,
            pawn=now.pawn,
            discs=now.discs,
            out=self._out(),
            rounds=state.rounds,
            needed=state.setup.best_of // 2 + 1,
            moving=None if over else state.to_move,
            match=(phrases.match_told(state.setup.variant, state.setup.best_of), self._progress()),
            past=self._past(),
            won=(over.winner, over.colour) if over else None,
            steps=self.steps(),
            ways={str(move): goal for move, goal in goals.items() if move[0] != "pawn"},
            headline=headline,
            detail=detail,
            log=self._log(),
            seed=state.luck.seed,
            buttons=("next", "look-back") if self.pausing else ("sheet", "look-back") if state.outcome else (),
            may_undo=session.undone is not None,
        )

    def board(self) -> Scene:
        """Return the scene of the match as it stands."""
        return board(self.situation(), self.stage.size, self.stage.look)

    @property
    def _over(self) -> Finished | None:
        """The round that has just ended, or that the match has ended with."""
        rounds = finished(self.session) if self.pausing or self.state.outcome is not None else ()
        return rounds[-1] if rounds else None

    def _out(self) -> tuple[tuple[str, ...], ...]:
        if not self.pausing:
            return self.state.out
        before: ColourCollect = self.session.states[-2]  # type: ignore[assignment]
        return before.out

    def _progress(self) -> str:
        state = self.state
        if state.outcome is not None and not self.pausing:
            return _("The match is over")
        return _("Round {number}").format(number=sum(state.rounds) + (not self.pausing))

    def _prompt(self) -> tuple[str, str]:
        state, names, over = self.state, self.names, self._over
        if self.pausing and over is not None:
            headline = phrases.round_won(names[over.winner], over.number + 1)
            return headline, phrases.why_won(over.colour, names[1 - over.winner])
        if state.outcome is not None:
            return phrases.winners_told(names, state.outcome.winners), _("Esc: what next?")
        name = names[state.to_move]
        if self.own_turn:
            return phrases.prompt(name, names[1 - state.to_move], state.pawn is None, len(state.legal))
        return _("{name} is thinking").format(name=name), ""

    def _past(self) -> tuple[tuple[str, str], ...]:
        return tuple((self.names[each.winner], each.colour) for each in finished(self.session))

    def _log(self) -> tuple[str, ...]:
        """Return the last moves in words, and who has won a round."""
        session, names = self.session, self.names
        ends = {each.last: each for each in finished(session)}
        told = []
        first = max(0, len(session.moves) - 24)
        for ply, move in list(enumerate(session.moves))[first:]:
            before: ColourCollect = session.states[ply]  # type: ignore[assignment]
            colour = before.board[before.target(move)]
            told.append(phrases.move_told(move, names[before.to_move], names[1 - before.to_move], colour))
            if ply + 1 in ends:
                each = ends[ply + 1]
                told.append(phrases.round_won(names[each.winner], each.number + 1))
        return tuple(told)

    def tell_move(self, move: Move, earlier: Session) -> str:
        """Return in words a move that was played."""
        before: ColourCollect = earlier.state  # type: ignore[assignment]
        names, seat = self.names, before.to_move
        return phrases.move_told(move, names[seat], names[1 - seat], before.board[before.target(move)])

    # Pointer and focus

    def lifts(self, sprite: Sprite) -> bool:
        """Discs that can be chosen lift themselves."""
        return sprite.tag.startswith("disc-")

    def live(self) -> tuple[Sprite, ...]:
        """Return what flies, the disc that is pointed at with the way to it, and the hint."""
        shown: list[Sprite] = []
        scene = self.scene
        pointed = self.focus if self.by_keys else self.hover
        if pointed is not None and pointed in scene and pointed.startswith(("disc-", "way-")):
            shown += self._pointed_at(scene[pointed], scene)
        if self.hint is not None:
            shown += self._hinted(scene, told=any(sprite.tag == "bubble" for sprite in shown))
        return (*shown, *super().live())

    def _pointed_at(self, sprite: Sprite, scene: Scene) -> Iterator[Sprite]:
        move = self.steps().get(sprite.tag)
        if move is None:
            if self.own_turn and sprite.tag.startswith("disc-"):
                yield from self._bubble(self.stage.look.warn, self._why_not())
            return
        x, y = self.state.target(move)
        tag = f"disc-{x}-{y}"
        if self.state.pawn is not None:
            yield trail("trail", self.state.pawn, (x, y), self.stage.look.accent)
        if tag in scene:
            yield self._lifted(scene[tag])

    def _why_not(self) -> str:
        if self.state.pawn is not None:
            return _("The pawn slides in straight lines, to the first disc each way.")
        return _("The pawn cannot start here.")

    def _lifted(self, sprite: Sprite) -> Sprite:
        """Return a disc a little larger than it is, with a shadow below."""
        assert sprite.at is not None
        light = self.stage.look.light
        fallen = tuple((x + 7 * light.slope[0], y + 7 * light.slope[1]) for x, y in sprite.outline)
        below = Shade((Silhouette(fallen, 1.8, 0.8),), light.shadow)
        at = replace(sprite.at, scale=sprite.at.scale * _LIFT)
        return replace(sprite, tag="lifted", items=(below, *sprite.items), at=at, target=False, outline=())

    def _hinted(self, scene: Scene, told: bool) -> Iterator[Sprite]:
        assert self.hint is not None
        tag = self.target_of(self.hint.move)
        if tag in scene:
            yield self.stage.controls.ring("hint-ring", self.outline(scene[tag]))
        if not told:
            yield from self._bubble(self.stage.look.accent, self.tell_hint(self.hint))

    def _bubble(self, ink: Rgba, text: str) -> Iterator[Sprite]:
        """Yield a line under the headline that stands in the place of the detail."""
        controls, u = self.stage.controls, self.stage.unit
        rect = places(self.stage.size).prompt
        line = replace(rect, y=rect.y + 34 * u, height=26 * u)
        yield controls.panel("bubble", line, fill=(30, 34, 37, 245), radius=8)
        x, y = line.middle
        yield controls.text("reason", x, y, text, 15, anchor="middle", ink=ink, width=line.width - 16 * u)

    # What is done

    def command(self, tag: str) -> bool:
        """Do what the buttons below the board stand for."""
        if tag == "next" and self.pausing:
            self.next_round()
        elif tag == "look-back" and finished(self.session):
            self.look_back()
        else:
            return super().command(tag)
        return True

    def look_back(self) -> None:
        """Show who could have won the round that has ended last."""
        from sim.view.screens.look_back import LookBack

        self.stage.open(LookBack(self.stage, self))

    def target_of(self, move: Move) -> str:
        """Return the tag of the disc that a move takes."""
        if move not in self.state.legal:
            return ""
        x, y = self.state.target(move)
        return f"disc-{x}-{y}"

    def tell_hint(self, advice: Advice) -> str:
        """Return a hint in words."""
        what = phrases.advice_told(advice.move, self.state.board[self.state.target(advice.move)])
        return _("Hint: {what} ({why})").format(what=what, why=reason_told(advice.reason, self.names))

    def press(self, event: pygame.event.Event) -> bool:
        """Heed the arrows, which slide the pawn, and Enter, which goes on to the next round."""
        way = _ARROWS.get(event.key)
        if way is not None and self.own_turn and self.state.pawn is not None:
            if not self._held(event.key):
                self._slide(way)
            return True
        if self.pausing and event.key in _ENTER and self.focus in (None, "next"):
            self.choose("next")
            return True
        return super().press(event)

    def _slide(self, way: str) -> None:
        if f"way-{way}" in self.steps():
            self.choose(f"way-{way}")
        else:
            self.stage.sounds.play("refuse")
            self.stage.notify(_("No disc lies that way."), 2.0)

    def _held(self, key: int) -> bool:
        """Tell whether an arrow is only held down: the pawn slides once each time that it is pressed."""
        now, last = self.stage.now, self._down
        self._down = key, now
        return last is not None and last[0] == key and now - last[1] < _REPEATS

    def drag(self, event: pygame.event.Event) -> bool:
        """Heed that a key was let go."""
        if event.type == pygame.KEYUP:
            self._down = None
        return False

    def shortcuts(self) -> Mapping[int, str]:
        """Return by key the tag of the button that it presses."""
        return {**super().shortcuts(), pygame.K_n: "next", pygame.K_w: "look-back"}

    def result(self) -> Result:
        """Return the score sheet: who won which round, and with what."""
        return result_of(self.session, self.names)

    def rules(self) -> Rules:
        """Return the rules in short."""
        return Rules(self.stage, "Colour Collect", PARTS)

    # What flies and sounds

    def sound_of(self, move: Move, earlier: Session) -> str:
        """Return the name of the sound that a move makes."""
        before: ColourCollect = earlier.state  # type: ignore[assignment]
        if before.round_end(move) is not None:
            return "chime"
        return "place" if move[0] == "pawn" else "take"

    def flights(self, before: Scene, after: Scene, move: Move, earlier: Session) -> tuple[Flight, ...]:
        """Return what flies across the table after a move."""
        was: ColourCollect = earlier.state  # type: ignore[assignment]
        return tuple(self._flying(before, after, move, was))

    def _flying(self, before: Scene, after: Scene, move: Move, was: ColourCollect) -> Iterator[Flight]:
        x, y = was.target(move)
        colour = was.board[x, y]
        seat = 1 - was.to_move if move[0] == "pawn" else was.to_move
        taken, there = f"owned-{seat}-{colour}-{was.discs[seat].count(colour)}", before[f"disc-{x}-{y}"].at
        if taken in after and there is not None:
            yield self.flight(after[taken], there, delay=_SLIDES, hides=taken)
        if "pawn" not in after:
            return
        goal = after["pawn"].at
        assert goal is not None
        dropped = Viewport(1.7 * goal.scale, goal.x, goal.y)
        start = dropped if was.pawn is None else on_square(before.view, *was.pawn)
        yield self.flight(after["pawn"], start, hides="pawn", lasts=_SLIDES, high=0.0)
