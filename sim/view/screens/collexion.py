"""The table of Collexion as a screen: pieces are lifted, looked through, taken; sets are scored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import pygame

from sim.view.collexion import phrases
from sim.view.collexion.board import board
from sim.view.collexion.choices import choices
from sim.view.collexion.places import places
from sim.view.collexion.prompts import prompt
from sim.view.collexion.result import result_of
from sim.view.collexion.rules import PARTS
from sim.view.collexion.situation import Situation
from sim.view.controls import broken
from sim.view.items import Area, Layer, Scene, Shade, Silhouette, Sprite, Viewport
from sim.view.raster import text_width
from sim.view.reasons import reason_told
from sim.view.screens.rules import Rules
from sim.view.screens.sheet import Result
from sim.view.screens.table import Flight, Table
from sim.view.seats import level_told
from sim.view.steps import Step, move_of
from sim.view.words import _

if TYPE_CHECKING:
    from sim.bots import Advice
    from sim.rules.collexion import Collexion
    from sim.rules.collexion.view import CollexionView
    from sim.rules.moves import Move
    from sim.session import Session
    from sim.view.stage import Stage

_LIFT = 1.1


class CollexionTable(Table):
    """A game of Collexion in progress."""

    def __init__(self, stage: Stage, session: Session) -> None:
        super().__init__(stage, session)
        self._seen: tuple[Collexion, int, CollexionView] | None = None

    # What is shown

    @property
    def state(self) -> Collexion:
        """The game as it stands."""
        state: Collexion = self.session.state  # type: ignore[assignment]
        return state

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kind of each polygon, by id."""
        return tuple(piece.kind for piece in self.state.pile)

    @property
    def seen(self) -> CollexionView:
        """What the one in front of the screen may know."""
        state, seat = self.state, self.session.watcher
        if self._seen is None or self._seen[0] is not state or self._seen[1] != seat:
            view = state.player_view(seat)
            self._seen = state, seat, replace(view, scores=state.scores) if self.open else view
        return self._seen[2]

    def steps(self) -> Mapping[str, Step]:
        """Return what can be chosen."""
        return choices(self.state.legal, self.state.to_move, self.picked) if self.own_turn else {}

    def situation(self) -> Situation:
        """Return all that the board shows."""
        session = self.session
        view = self.seen
        steps = dict(self.steps())
        headline, detail = self._prompt(steps)
        if self.own_turn and not self.picked and ("end" in steps or "stop" in steps):
            steps["finish"] = self.state.legal[0]
        return Situation(
            view=view,
            pile=self.state.pile,
            cover=self.state.cover,
            names=self.names,
            roles=tuple(self._role(seat) for seat in range(len(session.seats))),
            steps=steps,
            picked=self.picked,
            headline=headline,
            detail=detail,
            log=self._log(),
            buttons=tuple(self._buttons(steps)),
            may_undo=bool(self.picked) or session.undone is not None,
            peek=self._peek(),
            markers=self.state.markers if self.open else (),
        )

    def _role(self, seat: int) -> str:
        """Return what is said of a player beside the name: which team, and what kind of bot."""
        level = level_told(self.session.seats[seat].kind)
        if not self.state.setup.team:
            return level
        partner = _("with {name}").format(name=self.names[(seat + 2) % 4])
        return f"{level}, {partner}" if level else partner

    def board(self) -> Scene:
        """Return the scene of the game as it stands."""
        return board(self.situation(), self.stage.size, self.stage.look)

    def _prompt(self, steps: Mapping[str, Step]) -> tuple[str, str]:
        state = self.state
        if state.outcome is not None:
            return self.ending(), _("Esc: what next?")
        name = self.names[state.to_move]
        if self.own_turn:
            return prompt(self.seen, steps, self.picked, name)
        return _("{name} is thinking").format(name=name), ""

    def ending(self) -> str:
        """Return who has won."""
        outcome = self.state.outcome
        assert outcome is not None
        winners = [self.names[seat] for seat in outcome.winners]
        return phrases.winners_told(winners)

    def _buttons(self, steps: Mapping[str, Step]) -> Iterator[str]:
        if "finish" in steps:
            yield "finish"
        actions = any(tag.startswith("action-") for tag in steps)
        if "stop" in steps and actions and self.state.taken:
            yield "stop"
        if "give-partner" in steps:
            yield "give-partner"

    def _peek(self) -> bool:
        """Tell whether markers show their values: where more than one human looks, only on request (C12)."""
        humans = sum(seat.human for seat in self.session.seats)
        return humans < 2 or self.hover == f"won-{self.session.watcher}" or self.state.outcome is not None

    def _log(self) -> tuple[str, ...]:
        """Return the last moves in words."""
        session, told = self.session, []
        for before, move in list(zip(session.states, session.moves, strict=False))[-24:]:
            if move[0] != "end":
                told.append(phrases.move_told(move, self.names[before.to_move], self.names, self.kinds))
        return tuple(told)

    def tell_move(self, move: Move, earlier: Session) -> str:
        """Return in words a move that was played."""
        return phrases.move_told(move, self.names[earlier.state.to_move], self.names, self.kinds)

    # Pointer and focus

    def lifts(self, sprite: Sprite) -> bool:
        """Pieces that can be chosen lift themselves."""
        return sprite.tag.startswith("piece-")

    def live(self) -> tuple[Sprite, ...]:
        """Return what flies, what is lifted, and what lies over a piece that is asked about."""
        shown: list[Sprite] = []
        scene = self.scene
        pointed = self.focus if self.by_keys else self.hover
        if pointed is not None and pointed.startswith("piece-") and pointed in scene:
            sprite = scene[pointed]
            shown += [self._lifted(sprite, scene)] if sprite.target else self._why_not(int(pointed[6:]), scene)
        if self.hint is not None:
            shown += self._hinted(scene)
        return (*shown, *super().live())

    def _lifted(self, sprite: Sprite, scene: Scene) -> Sprite:
        """Return a piece a little larger than it is, about its middle, with a shadow below."""
        x, y = _middle(sprite)
        view = scene.view
        scale = view.scale * _LIFT
        at = Viewport(scale, view.x + x * (view.scale - scale), view.y - y * (view.scale - scale), view.up)
        light = self.stage.look.light
        fallen = tuple((px + 6 * light.slope[0], py + 6 * light.slope[1]) for px, py in sprite.outline)
        below = Shade((Silhouette(fallen, 1.6, 0.9),), light.shadow)
        return replace(sprite, tag="lifted", items=(below, *sprite.items), at=at, target=False, outline=())

    def _why_not(self, id: int, scene: Scene) -> list[Sprite]:
        """Return rings around what is in the way of a piece, and the reason in a line."""
        warn = self.stage.look.warn
        reason, ways = self._reason(id)
        rings = []
        for way in ways:
            tag = f"piece-{way}"
            if tag in scene:
                sprite = scene[tag]
                items = (Area(sprite.outline, (*warn[:3], 40), warn, 1.1),)
                rings.append(Sprite(f"over-{way}", Layer.LABELS, items))
        outline = scene[f"piece-{id}"].outline
        rings.append(Sprite("asked", Layer.LABELS, (Area(outline, None, self.stage.look.glow, 0.8),)))
        return [*rings, *self._bubble(warn, reason)]

    def _reason(self, id: int) -> tuple[str, tuple[int, ...]]:
        """Return why a piece cannot be taken now, and who is in its way."""
        state = self.state
        if id in state.reachable:
            if self.own_turn and state.taken and state.taking:
                return phrases.no_follower(self.kinds[id], self.kinds[state.taken[-1]]), ()
            return phrases.kind(self.kinds[id]), ()
        gone = frozenset(range(len(self.kinds))) - state.left
        rule = state.edition.reachable
        seen = self.seen.left
        told = phrases.why_not(state.cover, id, rule, gone, seen, self.kinds)
        return told, state.cover.blockers(id, rule, gone)

    def _bubble(self, ink: tuple[int, int, int, int], text: str) -> Iterator[Sprite]:
        """Yield a line under the headline that stands in the place of the detail."""
        controls, u = self.stage.controls, self.stage.unit
        rect = places(self.stage.size).prompt
        room = rect.width - 24 * u
        told, pixels = controls.fitted(text, 16, room, False)
        lines, size, step = [told], 16.0, 0.0
        if told != text:  # such as a swap between players with long names
            size, pixels = 14.0, controls.letters(14)
            lines, step = broken(text, pixels, room), 1.25 * pixels
        wide = max(*(text_width(line, pixels, False) + 24 * u for line in lines), 0.6 * rect.width)
        place = replace(rect, y=rect.y + 33 * u, height=28 * u + (len(lines) - 1) * step)
        place = place.centred(min(wide, rect.width), place.height)
        yield controls.panel("bubble", place, fill=self.stage.look.card, radius=8)
        x, y = place.middle
        for k, line in enumerate(lines):
            below = (k - (len(lines) - 1) / 2) * step
            tag = f"reason-{k}" if k else "reason"
            yield controls.text(tag, x, y + below, line, size, anchor="middle", ink=ink, width=room)

    def _hinted(self, scene: Scene) -> Iterator[Sprite]:
        assert self.hint is not None
        tag = self.target_of(self.hint.move)
        if tag in scene:
            yield self.stage.controls.ring("hint-ring", self.outline(scene[tag]))
        yield from self._bubble(self.stage.look.accent, self.tell_hint(self.hint))

    def picture(self) -> Scene:
        """Return the scene; values of markers turn up where they are pointed at."""
        peek = self._peek()
        if peek != self._peeked:
            self._peeked = peek
            self.changed()
        return super().picture()

    _peeked = True

    # What is done

    def command(self, tag: str) -> bool:
        """Do what the button that ends a turn stands for: stop taking, and end where nothing is left to score."""
        if tag != "finish":
            return super().command(tag)
        if self.own_turn and not self.picked:
            legal = {str(move): move for move in self.state.legal}
            if "stop" in legal:
                self._then_end = True
                self.play(legal["stop"])
            elif "end" in legal:
                self.play(legal["end"])
        return True

    _then_end = False

    def tick(self) -> None:
        """End the turn, after the taking was ended by the same button, where nothing else is to be done."""
        if self._then_end and not self.stage.house.saving:
            self._then_end = False
            legal = {str(move): move for move in self.state.legal}
            if self.own_turn and "end" in legal:
                flights = self._flights
                self.play(legal["end"])
                self._flights = flights
                self.changed()
        super().tick()

    def target_of(self, move: Move) -> str:
        """Return the tag of what is chosen first to play a move."""
        for tag, step in choices(self.state.legal, self.state.to_move).items():
            if step == move or (move_of(step) is None and move[: len(step)] == step):
                return "finish" if tag in ("stop", "end") else tag
        return ""

    def tell_hint(self, advice: Advice) -> str:
        """Return a hint in words."""
        what = phrases.advice_told(advice.move, self.names, self.kinds)
        if any(gap == "theirs" for gap, _value in advice.reason.values):
            return _("Hint: {what}").format(what=what)  # the reason would only say it again
        why = reason_told(advice.reason, self.names, {name: phrases.the(name) for name in phrases.DEFINITE})
        return _("Hint: {what} ({why})").format(what=what, why=why)

    def shortcuts(self) -> Mapping[int, str]:
        """Return by key the tag of the button that it presses."""
        return {
            **super().shortcuts(),
            pygame.K_e: "finish",
            pygame.K_s: "stop",
            pygame.K_p: "give-partner",
        }

    def result(self) -> Result:
        """Return the score sheet: markers, unused action markers, polygons left, and their sum (C18)."""
        return result_of(self.state, self.names)

    def rules(self) -> Rules:
        """Return the rules in short."""
        return Rules(self.stage, "Collexion", PARTS)

    # What flies and sounds

    def sound_of(self, move: Move, earlier: Session) -> str:
        """Return the name of the sound that a move makes."""
        match move[0]:
            case "take" | "remove":
                return "take"
            case "score":
                return "chime"
            case "end":
                return "turn"
            case _:
                return "place"

    def flights(self, before: Scene, after: Scene, move: Move, earlier: Session) -> tuple[Flight, ...]:
        """Return what flies across the table after a move."""
        seat = earlier.state.to_move
        return tuple(self._flying(before, after, move, seat, earlier.state))  # type: ignore[arg-type]

    def _flying(self, before: Scene, after: Scene, move: Move, seat: int, was: Collexion) -> Iterator[Flight]:
        match move:
            case ("take", int(id)):
                yield from self._fly(after, f"taken-{id}", _of_piece(before, id))
            case ("remove", int(id)):
                yield from self._to_lid(before, after, self.kinds[id], _of_piece(before, id))
            case ("stop",) | ("give-partner",):
                for k, id in enumerate(was.taken):
                    partner = move[0] == "give-partner" and k == len(was.taken) - 1
                    owner = (seat + 2) % 4 if partner else seat
                    yield from self._to_cell(before, after, owner, self.kinds[id], _at(before, f"taken-{id}"), 0.07 * k)
            case ("swap", str(mine), int(other), str(theirs)):
                yield from self._to_cell(before, after, other, mine, _cell(before, seat, mine))
                yield from self._to_cell(before, after, seat, theirs, _cell(before, other, theirs))
            case ("steal", int(other), str(kind)):
                yield from self._to_cell(before, after, seat, kind, _cell(before, other, kind))
            case ("give", int(other), str(kind)):
                yield from self._to_cell(before, after, other, kind, _cell(before, seat, kind))
            case ("score", _by, str(which), *_stack):
                yield from self._scored(before, after, seat, which, was)

    def _scored(self, before: Scene, after: Scene, seat: int, which: str, was: Collexion) -> Iterator[Flight]:
        from sim.view.collexion.situation import KINDS

        for k, kind in enumerate(kind for kind in KINDS if which in kind.split("-")):
            yield from self._to_lid(before, after, kind, _cell(before, seat, kind), 0.08 * k)
        paid = [colour for colour, stack in was.stacks.items() if len(self.state.stacks[colour]) < len(stack)]
        number = len(was.markers[seat])
        if paid and f"won-{seat}-{number}" in after:
            x, y = before.middle(f"stack-{paid[0]}")
            start = Viewport(before.view.scale, x, y)
            yield from self._fly(after, f"won-{seat}-{number}", start, 0.25)

    def _fly(self, after: Scene, tag: str, start: Viewport | None, delay: float = 0.0) -> Iterator[Flight]:
        if tag in after and start is not None:
            yield self.flight(after[tag], start, delay=delay, hides=tag)

    def _to_cell(
        self, before: Scene, after: Scene, seat: int, kind: str, start: Viewport | None, delay: float = 0.0
    ) -> Iterator[Flight]:
        tag = f"token-cell-{seat}-{kind}"
        if tag in after and start is not None:
            new = tag not in before
            yield self.flight(after[tag], start, delay=delay, hides=tag if new else "")

    def _to_lid(
        self, before: Scene, after: Scene, kind: str, start: Viewport | None, delay: float = 0.0
    ) -> Iterator[Flight]:
        from sim.view.token import SPAN, token

        if start is None:
            return
        lid = after["lid"].outline
        (x, y), (right, low) = lid[0], lid[2]
        at = Viewport(0.62 * (low - y) / SPAN, round((x + right) / 2), round((y + low) / 2))
        yield self.flight(token(f"to-lid-{kind}", kind, at, self.stage.look), start, delay=delay)


def _middle(sprite: Sprite) -> tuple[float, float]:
    xs, ys = zip(*sprite.outline, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _of_piece(scene: Scene, id: int) -> Viewport | None:
    tag = f"piece-{id}"
    if tag not in scene:
        return None
    x, y = scene.middle(tag)
    return Viewport(scene.view.scale, x, y)


def _at(scene: Scene, tag: str) -> Viewport | None:
    return scene[tag].at if tag in scene else None


def _cell(scene: Scene, seat: int, kind: str) -> Viewport | None:
    return _at(scene, f"token-cell-{seat}-{kind}")
