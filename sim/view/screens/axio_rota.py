"""The table of AXIO rota as a screen: the tile in the hand follows the pointer, and what it would bring is seen."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame

from sim.view.axio_rota import phrases, preview
from sim.view.axio_rota.camera import PITCH, Square
from sim.view.axio_rota.choices import choices, square_of, square_tag
from sim.view.axio_rota.grid import frame, grid
from sim.view.axio_rota.hand import Hand
from sim.view.axio_rota.panels import panels
from sim.view.axio_rota.places import places, slot
from sim.view.axio_rota.result import result_of, solo_result
from sim.view.axio_rota.rules import PARTS
from sim.view.axio_rota.scores import SoloScores
from sim.view.axio_rota.shout import LASTS, Shout, shouted
from sim.view.axio_rota.situation import COLOURS, Situation
from sim.view.axio_rota.story import flying, log, newest, progress
from sim.view.axio_rota.tiles import held
from sim.view.items import SCREEN, Point, Scene, Sprite, Viewport
from sim.view.scene import backdrop
from sim.view.screens.grid import GridTable
from sim.view.screens.rules import Rules
from sim.view.screens.sheet import Result
from sim.view.screens.table import Flight
from sim.view.seats import level_told
from sim.view.steps import Step
from sim.view.words import _

if TYPE_CHECKING:
    from sim.bots import Advice
    from sim.rules.axio_rota import AxioRota
    from sim.rules.axio_rota.view import AxioRotaView, Prospect
    from sim.rules.moves import Move
    from sim.session import Session
    from sim.view.stage import Stage


class AxioRotaTable(GridTable):
    """A game of AXIO rota in progress."""

    def __init__(self, stage: Stage, session: Session) -> None:
        self.hand = Hand(stage)
        self._sit: Situation | None = None
        self._panels: tuple[tuple[int, int], tuple[Sprite, ...]] | None = None
        self._prospects: dict[tuple[Square, int, str | None], Prospect] = {}
        self._over_table = False
        self._at_grid = True
        self._last_square: Square = (0, 0)
        self._ready: int | None = None
        self._shouts: tuple[Shout, ...] = ()
        self._scores = SoloScores(stage)
        super().__init__(stage, session)

    # What is shown

    @property
    def state(self) -> AxioRota:
        """The game as it stands."""
        state: AxioRota = self.session.state  # type: ignore[assignment]
        return state

    @property
    def humans(self) -> int:
        """How many players share this screen."""
        return sum(seat.human for seat in self.session.seats)

    @property
    def passing(self) -> bool:
        """Whether the screen has to be handed to the player to move before the hand is shown."""
        return self.own_turn and self.humans > 1 and self._ready != self.state.to_move

    @property
    def seen(self) -> AxioRotaView:
        """What the one in front of the screen may know: with several humans, no hand but that of who is ready."""
        view = self.state.player_view(self.session.watcher)
        if self.open or self.humans == 1 or (self.own_turn and not self.passing):
            return view
        return replace(view, hand=None, legal=())

    @property
    def holding(self) -> bool:
        """Whether a human has a tile to lay, and sees it."""
        return self.own_turn and not self.passing

    def steps(self) -> Mapping[str, Step]:
        """Return what can be chosen."""
        return choices(self.state.legal, self.hand.turns, self.picked) if self.holding else {}

    def situation(self) -> Situation:
        """Return all that the table shows beside the grid."""
        session, view = self.session, self.seen
        headline, detail = self._prompt(view)
        return Situation(
            view=view,
            names=self.names,
            roles=tuple(level_told(seat.kind) for seat in session.seats),
            steps=self.steps(),
            picked=self.picked,
            headline=headline,
            detail=detail,
            log=log(session, self.names),
            may_undo=bool(self.picked) or (session.undone is not None and not self._scores.kept),
            may_ask=self.holding,
            hinted=self.hint is not None and self.holding,
            passing=self.names[self.state.to_move] if self.passing else "",
        )

    def _prompt(self, view: AxioRotaView) -> tuple[str, str]:
        state = self.state
        if state.outcome is not None:
            return self.ending(), _("Esc: what next?")
        name = self.names[state.to_move]
        if self.passing:
            return _("{name}, it is your turn").format(name=name), ""
        if not self.own_turn:
            return phrases.thinking(name, state.bonus), ""
        blank = view.hand is not None and view.hand.blank is not None
        headline, detail = phrases.naming() if self.picked else phrases.laying(name, state.bonus, blank)
        return headline, detail if self.hint is None else self.tell_hint(self.hint)

    def ending(self) -> str:
        """Return how the game has ended."""
        outcome = self.state.outcome
        assert outcome is not None
        if len(self.names) == 1:
            return phrases.solo_told(self.state.scores[0])
        return phrases.winners_told([self.names[seat] for seat in outcome.winners])

    def tell_move(self, move: Move, earlier: Session) -> str:
        """Return in words a move that was played: what its tile has brought."""
        before: AxioRota = earlier.state  # type: ignore[assignment]
        seat = before.to_move
        steps, reached = progress(before, before.play(move))
        return "  ".join(phrases.move_told(self.names[seat], steps, reached, bool(before.bonus)))

    def changed(self) -> None:
        """Say that everything has to be built anew."""
        self._sit = self._panels = None
        self._prospects.clear()
        super().changed()

    @property
    def sit(self) -> Situation:
        """The situation, made anew only after something has changed."""
        if self._sit is None:
            self._sit = self.situation()
        return self._sit

    def board(self) -> Scene:
        """Return the scene of the game as it stands."""
        stage, sit = self.stage, self.sit
        size, look = stage.size, stage.look
        if self._panels is None or self._panels[0] != size:
            self._panels = size, panels(stage.controls, size, sit)
            if not self._flights:
                self.lens.show(sit.lying)
        camera = self.lens.camera
        sprites = [*grid(sit, camera, look, newest(self.session)), *self._panels[1]]
        picked = self._picked_square()
        if picked is not None:
            points = preview.blank_points(sit.view, picked, self.hand.turns)
            sprites += preview.picker(stage.controls, self.lens.rect, camera, picked, points, sit.lying)
        return Scene(size, SCREEN, backdrop(size, SCREEN, look), tuple(sprites))

    def _picked_square(self) -> Square | None:
        return (int(self.picked[1]), int(self.picked[2])) if self.picked else None

    def _prospect(self, square: Square, named: str | None) -> Prospect:
        """Return what the tile in the hand would bring; the rules say it."""
        key = square, self.hand.turns, named
        if key not in self._prospects:
            self._prospects[key] = self.sit.view.prospect(*key)
        return self._prospects[key]

    # The tile in the hand

    @property
    def aimed(self) -> Square | None:
        """The square that the tile is held over: where it was put down, that of pointer or focus, or of a hint."""
        if not self.holding:
            return None
        if self.picked:
            return self._picked_square()
        tag = self._pointed_tag
        found = square_of(tag) if tag is not None and tag in self.scene and self.scene[tag].target else None
        return square_of(self.target_of(self.hint.move)) if found is None and self.hint is not None else found

    @property
    def named(self) -> str | None:
        """The colour for a blank corner that pointer or focus are on, or that of a hint."""
        tag = self._pointed_tag
        if self.picked and tag is not None and tag.startswith("colour-"):
            return tag.removeprefix("colour-")
        hint = self.hint.move if self.hint is not None else ()
        square = self.aimed
        aims = square is not None and hint[:4] == ("place", *square, self.hand.turns)
        return str(hint[5]) if aims and len(hint) > 4 else None

    @property
    def _pointed_tag(self) -> str | None:
        return self.focus if self.by_keys else self.hover

    @property
    def turned(self) -> int:
        """How many quarter turns the tile in the hand is turned."""
        return self.hand.turns

    def turn(self, by: int) -> None:
        """Turn the tile in the hand by so many quarters clockwise."""
        if not self.holding:
            return
        square = self.aimed
        self.picked, self.hint = (), None
        self.hand.turn(by)
        self.stage.sounds.play("press")
        self.changed()
        if square is not None and not self.by_keys:
            self.hover = square_tag(square)

    def live(self) -> tuple[Sprite, ...]:
        """Return the tile in the hand with what it would bring, a hint, and what is on its way."""
        shouts = shouted(self.stage, self.lens.rect, self._shouts)
        return (*self._in_hand(), *super().live(), *shouts)

    def _in_hand(self) -> Iterator[Sprite]:
        scene, sit, stage = self.scene, self.sit, self.stage
        if sit.view.hand is None:
            self.hand.put_away()
            return
        where, camera, square = places(stage.size), self.lens.camera, self.aimed
        rest = slot(where.hand, stage.unit)
        x, y = rest.middle
        at = Viewport(round(0.9 * rest.width) / PITCH, round(x), round(y), -1.0)
        carried = self.holding and square is None and not self.by_keys and self._over_table
        if square is not None:
            at = camera.at(square)
        elif carried:
            at = replace(camera.at((0, 0)), x=round(self._pointer[0]), y=round(self._pointer[1]))
        at = self.hand.eased(at, square is not None)
        high = carried or square is not None
        yield held("hand-tile", sit.view.hand, at, stage.look, self.hand.degrees(), high=high)
        if self.by_keys and square is not None and not self.picked:
            yield frame("focus", camera, square, stage.look)
        if self.hint is not None:
            tag = self.target_of(self.hint.move)
            if self.picked and tag in scene:
                yield stage.controls.ring("hint-ring", self.outline(scene[tag]))
            elif (hinted := square_of(tag)) is not None:
                yield frame("hint-ring", camera, hinted, stage.look)
        if square is not None:
            prospect = self._prospect(square, self.named)
            yield from preview.spot(stage.controls, where, camera, square, prospect, self.named, sit)

    # What is done

    def choose(self, tag: str) -> None:
        """Lay the tile, name a colour, or do what a button says."""
        if tag in self.scene and not self.scene[tag].target:
            return
        super().choose(tag)

    def command(self, tag: str) -> bool:
        """Do what the buttons of this table stand for."""
        match tag:
            case "ready":
                self._ready = self.state.to_move
                self.stage.sounds.play("press")
                self.changed()
                self._refocus()
            case "turn-left":
                self.turn(-1)
            case "turn-right":
                self.turn(1)
            case _:
                return super().command(tag)
        return True

    def play(self, move: Move) -> None:
        """Play a move; the next tile is not turned yet, and the next player has to say that it is their turn."""
        earlier = self.session
        super().play(move)
        if self.session is not earlier:
            self._shout(earlier)
            if self.state.outcome is not None and self.humans == 1 and len(self.names) == 1:
                self._scores.keep(self.session, self.names[0])
            self._new_hand()

    def _shout(self, earlier: Session) -> None:
        """Celebrate the stones that have got to the top."""
        seat = earlier.state.to_move
        _steps, reached = progress(earlier.state, self.state)  # type: ignore[arg-type]
        begins = self.stage.now + (0.0 if earlier.to_move.human else 0.4) * self.stage.pace
        name = self.names[seat]
        self._shouts = tuple(Shout(colour, phrases.reached_told(name, colour), begins) for colour in reached)
        if reached:
            self.stage.sounds.play("chime")
        if not self.stage.pace:
            for colour in reached:
                self.stage.notify(phrases.axio_told(name, colour), 3.0)

    def _new_hand(self) -> None:
        """Forget all that was about the last tile."""
        state = self.state
        if self._ready is not None and (state.outcome is not None or state.to_move != self._ready):
            self._ready = None
        self.hand.renew()
        self.changed()
        self.hover = None
        self._refocus()
        if not self.by_keys and self._over_table:
            found = self.scene.hit(self._pointer)
            self.hover = None if found is None else found.tag

    def focused(self, tag: str) -> None:
        """Remember whether the keys are at the grid, and where."""
        super().focused(tag)
        self._at_grid = tag == "ready" or tag.startswith(("square-", "colour-"))
        self._last_square = square_of(tag) or self._last_square

    def _refocus(self) -> None:
        """Bring keys that were at the grid back to it, near to where they were; in between they are nowhere."""
        if not self._at_grid:
            return
        x, y = self._last_square
        squares = [square for square in map(square_of, self.sit.steps) if square is not None]
        nearest = min(squares, key=lambda square: math.dist(square, (x, y)), default=None)
        self.focus = "ready" if self.passing else None if nearest is None else square_tag(nearest)

    def undo(self) -> None:
        """Take the last move back; who shares the screen has to say again who looks at it."""
        if self._scores.kept and not self.picked:
            self.stage.notify(_("This cannot be taken back."))
            self.stage.sounds.play("refuse")
            return
        earlier = self.session
        super().undo()
        if self.session is not earlier:
            self._ready, self._shouts = None, ()
            self._new_hand()

    def _listen(self) -> None:
        """Turn the tile as a hint says."""
        hint = self.hint
        super()._listen()
        if self.hint is not None and self.hint is not hint:
            self.hand.turn(int(self.hint.move[3]) - self.hand.turns)
            self.changed()

    def tick(self) -> None:
        """Let the grid glide, and AXIO! fade."""
        if not self._flights and self.lens.show(self.sit.lying):
            self.moved()
        until = LASTS * self.stage.pace
        if self._shouts and all(self.stage.now > shout.begins + until for shout in self._shouts):
            self._shouts = ()
        super().tick()

    def _tell_end(self) -> None:
        """Show the sheet once the high scores are known and AXIO! was seen."""
        if self._told_end or not (self._shouts or self._scores.awaited()):
            super()._tell_end()

    # Pointer and keys

    def _pointed(self) -> tuple[Sprite, ...]:
        """Of a square in focus the hand shows a frame, below what is written there."""
        return () if self.by_keys and square_of(self.focus) is not None else super()._pointed()

    def lifts(self, sprite: Sprite) -> bool:
        """The tile shows itself where it is held."""
        return sprite.tag.startswith("square-")

    def handle(self, event: pygame.event.Event) -> None:
        """Heed an event; the right button turns the tile."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3 and self.holding:
            self._pointer = event.pos
            self.turn(1)
            return
        super().handle(event)

    def _point(self, pixel: Point) -> None:
        super()._point(pixel)
        self._pointer = pixel
        hit = self.scene.hit(pixel)
        self._over_table = hit is None or (hit.target and hit.tag.startswith("square-"))

    def clicked(self, sprite: Sprite | None) -> None:
        """Heed a click; beside the colours it takes the tile up again."""
        if self.picked and (sprite is None or not sprite.target) and (sprite is None or sprite.tag != "picker"):
            self.cancel()
            return
        super().clicked(sprite)

    def scroll(self, lines: int) -> None:
        """Turn the tile in the hand; zoom with Ctrl, or once no tile is left."""
        if self.state.outcome is not None or pygame.key.get_mods() & pygame.KMOD_CTRL:
            super().scroll(lines)
        elif lines:
            self.turn(-1 if lines > 0 else 1)

    def press(self, event: pygame.event.Event) -> bool:
        """Heed the keys of this table."""
        key = event.key
        if key == pygame.K_r:
            self.turn(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        if self.passing and not self.by_keys and key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            self.choose("ready")
            return True
        if self.picked and pygame.K_1 <= key < pygame.K_1 + len(COLOURS):
            self.choose(f"colour-{COLOURS[key - pygame.K_1]}")
            return True
        return super().press(event)

    # What is told

    def target_of(self, move: Move) -> str:
        """Return the tag of what is chosen next to play a move."""
        if self.picked and len(move) > 4:
            return f"colour-{move[-1]}"
        return square_tag((int(move[1]), int(move[2])))

    def tell_hint(self, advice: Advice) -> str:
        """Return a hint in words."""
        return phrases.advice_told(advice.move, advice.reason)

    def result(self) -> Result:
        """Return the sheet: all stones, or the high scores of who plays alone."""
        if len(self.names) == 1:
            return solo_result(self.state, self.names[0], self._scores.best, self._scores.rank, self._scores.kept)
        return result_of(self.state, self.names)

    def rules(self) -> Rules:
        """Return the rules in short."""
        return Rules(self.stage, "AXIO rota", PARTS)

    # What flies

    def flights(self, before: Scene, after: Scene, move: Move, earlier: Session) -> tuple[Flight, ...]:
        """Return what flies: the tile of a bot from its stack, and the stones along their tracks."""
        told = flying(before, after, move, earlier)
        return tuple(self.flight(after[tag], start, delay=delay, hides=tag) for tag, start, delay in told)
