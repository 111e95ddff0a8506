"""Who could have won a round of Colour Collect: the round again on a card, with the moves that gave it away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pygame

from sim.errors import PolypileError
from sim.view.colour_collect import phrases
from sim.view.colour_collect.past import Look, little_board, timeline
from sim.view.colour_collect.rounds import Finished, finished
from sim.view.items import Scene, Sprite, Viewport
from sim.view.layout import Rect
from sim.view.screens.overlay import Overlay
from sim.view.words import _

if TYPE_CHECKING:
    from sim.bots.colour_collect import Analysis
    from sim.view.house import Errand
    from sim.view.screens.table import Table
    from sim.view.stage import Stage

_STEP = 1.1  # s for each move while the round plays by itself
_SLIDES = 0.35  # s for the pawn to get to its disc
_BENEATH = "little-pawn", "played", "better", "played-fault"


class LookBack(Overlay):
    """A card with a round that is over, move by move."""

    def __init__(self, stage: Stage, table: Table) -> None:
        super().__init__(stage)
        self._session = table.session
        self._names = table.names
        self._rounds = tuple(each for each in finished(table.session) if each.moves)
        self._round = self._rounds[-1]
        self._known: dict[int, Analysis] = {}
        self._asked: Errand[Analysis] | None = None
        self._at = 0
        self._next: float | None = None
        self._problem = ""
        self._slide: tuple[Viewport, float] | None = None
        self._ask()

    def _ask(self) -> None:
        """Have the round looked through, unless that was done."""
        self._drop()
        self._at, self._next, self._problem, self._slide = 0, None, "", None
        if self._round.number in self._known:
            self._at = self._turning_point()
        else:
            self._asked = self.stage.house.analyse(self._session, self._round.first, self._round.last)

    @property
    def analysis(self) -> Analysis | None:
        """What perfect play thinks of the round that is shown; None before that is known."""
        return self._known.get(self._round.number)

    def _turning_point(self) -> int:
        """Return the move that lost the round for good; the first one where it was never won."""
        faults = self._known[self._round.number].faults
        return faults[-1] if faults else 0

    def tick(self) -> None:
        """Take the answer, and go on with a round that plays by itself."""
        if self._asked is not None:
            self._listen()
        if self._slide is not None and self.stage.now >= self._slide[1] + _SLIDES * self.stage.pace:
            self._slide = None
        if self._next is not None and self.stage.now >= self._next:
            self._go_to(self._at + 1)
            self._next = None if self._at >= self._round.moves else self.stage.now + _STEP

    def _listen(self) -> None:
        assert self._asked is not None
        try:
            for analysis in self._asked.news():
                self._known[self._round.number] = analysis
                self._asked = None
                self._at = self._turning_point()
                self.changed()
        except PolypileError as wrong:
            self._asked, self._problem = None, str(wrong)
            self.changed()

    # What is shown

    def card(self) -> Rect:
        """Return where the card lies."""
        u = self.stage.unit
        return Rect(0, 0, *self.stage.size).centred(1130 * u, 660 * u)

    def content(self, rect: Rect) -> Iterable[Sprite]:
        """Yield the board on the left; the verdict, all moves and the one that is shown on the right."""
        u, controls = self.stage.unit, self.stage.controls
        inside = rect.inset(30 * u, 24 * u)
        head, body = inside.cut_top(38 * u, 14 * u)
        title = _("Who could have won?")
        yield controls.text("title", head.x, head.middle[1], title, 26, bold=True, width=0.5 * head.width)
        yield from self._tabs(head)
        left, right = body.cut_left(body.height - 4 * u, 26 * u)
        look = self._look()
        yield from little_board(controls, left, look)
        foot, right = right.cut_bottom(44 * u, 12 * u)
        yield from self._verdict(right, look)
        yield from self._buttons(foot)

    def live(self) -> tuple[Sprite, ...]:
        """Return the pawn while it slides to where it was moved."""
        if self._slide is None or "little-pawn" not in self.scene:
            return ()
        start, begun = self._slide
        pawn = self.scene["little-pawn"]
        assert pawn.at is not None
        share = min(1.0, (self.stage.now - begun) / (_SLIDES * self.stage.pace))
        ease = share * share * (3.0 - 2.0 * share)
        x, y = start.x + (pawn.at.x - start.x) * ease, start.y + (pawn.at.y - start.y) * ease
        return (replace(pawn, tag="sliding-pawn", at=replace(pawn.at, x=round(x), y=round(y))),)

    def picture(self) -> Scene:
        """Return the card; a pawn that slides is nowhere else."""
        scene = super().picture()
        if self._slide is None:
            return scene
        return replace(scene, sprites=tuple(sprite for sprite in scene.sprites if sprite.tag not in _BENEATH))

    def _look(self) -> Look:
        """Return the moment of the round that is shown."""
        states: tuple[Any, ...] = self._session.states
        first, moves = self._round.first, self._session.moves[self._round.first : self._round.last]
        before = states[first : self._round.last]
        colours = tuple(state.board[state.target(move)] for state, move in zip(before, moves, strict=True))
        now = before[self._at] if self._at < len(moves) else before[-1].round_end(moves[-1])
        played = better = None
        fault = False
        if self._at < len(moves):
            played = now.target(moves[self._at])
            analysis = self.analysis
            if analysis is not None and analysis.verdicts[self._at].fault:
                fault, better = True, now.target(analysis.verdicts[self._at].best)
        return Look(
            names=self._names,
            board=now.board,
            pawn=now.pawn,
            seats=tuple(state.to_move for state in before),
            colours=colours,
            at=self._at,
            played=played,
            better=better,
            fault=fault,
            winner=self._round.winner,
            faults=self.analysis.faults if self.analysis is not None else (),
            leaders=self._leaders(),
        )

    def _leaders(self) -> tuple[int, ...]:
        """Return before each move who would have won the round from there."""
        if self.analysis is None:
            return ()
        return tuple(one.seat if one.winning else 1 - one.seat for one in self.analysis.verdicts)

    def _tabs(self, rect: Rect) -> Iterator[Sprite]:
        if len(self._rounds) < 2:
            return
        u = self.stage.unit
        right, _rest = rect.cut_right(len(self._rounds) * 104 * u)
        for each, place in zip(self._rounds, right.columns(len(self._rounds), 8 * u), strict=True):
            label = _("Round {number}").format(number=each.number + 1)
            chosen = each is self._round
            yield self.stage.controls.button(f"round-{each.number}", place, label, size=15, chosen=chosen)

    def _verdict(self, rect: Rect, look: Look) -> Iterator[Sprite]:
        u, controls, ink = self.stage.unit, self.stage.controls, self.stage.look
        head, body = rect.cut_top(64 * u, 10 * u)
        headline, detail = self._told()
        yield controls.text(
            "verdict", head.x, head.y + 15 * u, headline, 20, bold=True, ink=ink.accent, width=head.width
        )
        told = Rect(head.x, head.y + 32 * u, head.width, 44 * u)
        yield controls.paragraph("verdict-detail", told, detail, 16, ink=ink.ink_soft, most=2)
        line, body = body.cut_top(170 * u, 16 * u)
        yield from timeline(controls, line, look)
        if look.leaders:
            note, body = body.cut_top(14 * u, 20 * u)
            legend, soft = _("A bright row: this player could win at that moment."), ink.ink_soft
            yield controls.text("legend", note.x, note.y - 2 * u, legend, 13, ink=soft, width=note.width)
        yield from self._move_told(body)

    def _told(self) -> tuple[str, str]:
        analysis = self.analysis
        if analysis is None:
            return (self._problem or _("Looking the round through")), ""
        names = self._names
        return phrases.verdict(names[analysis.favourite], names[self._round.winner], len(analysis.faults))

    def _move_told(self, rect: Rect) -> Iterator[Sprite]:
        u, controls, look = self.stage.unit, self.stage.controls, self.stage.look
        if self._at >= self._round.moves:
            why = phrases.why_won(self._round.colour, self._names[1 - self._round.winner])
            told = phrases.round_won(self._names[self._round.winner], self._round.number + 1)
            lines = [(told, look.ink), (why, look.ink_soft)]
        else:
            lines = list(self._lines())
        for k, (told, ink) in enumerate(lines):
            size, top = (18.0, 0.0) if k == 0 else (16.0, 8.0 + 30.0 * k)
            place = Rect(rect.x, rect.y + top * u, rect.width, 48 * u)
            yield controls.paragraph(f"told-{k}", place, told, size, ink=ink, bold=k == 0, most=2)

    def _lines(self) -> Iterator[tuple[str, tuple[int, int, int, int]]]:
        look = self.stage.look
        ply = self._round.first + self._at
        before: Any = self._session.states[ply]
        move = self._session.moves[ply]
        names = self._names[before.to_move], self._names[1 - before.to_move]
        told = phrases.move_told(move, *names, before.board[before.target(move)])
        yield _("{number}. {told}").format(number=self._at + 1, told=told), look.ink
        analysis = self.analysis
        if analysis is None:
            return
        verdict = analysis.verdicts[self._at]
        if verdict.fault:
            better = phrases.advice_told(verdict.best, before.board[before.target(verdict.best)])
            yield _("This gave the win away. Better: {move}.").format(move=better), look.warn
        elif verdict.winning:
            yield _("{name} keeps the win.").format(name=names[0]), look.ink_soft
        else:
            yield _("Whatever {name} does, {other} can win.").format(name=names[0], other=names[1]), look.ink_soft

    def _buttons(self, rect: Rect) -> Iterator[Sprite]:
        u, controls = self.stage.unit, self.stage.controls
        playing = self._next is not None
        labels = (
            ("earlier", _("Earlier"), _("Left"), self._at > 0),
            ("later", _("Later"), _("Right"), self._at < self._round.moves),
            ("play", _("Stop") if playing else _("Play"), "P", True),
        )
        done, rest = rect.cut_right(0.22 * rect.width, 12 * u)
        for (tag, label, key, enabled), place in zip(labels, rest.columns(3, 10 * u), strict=True):
            yield controls.button(tag, place, label, key=key, size=16, enabled=enabled)
        yield controls.button("done", done, _("Done"), key="Esc", size=17, style="main")

    # What is done

    def choose(self, tag: str) -> None:
        """Show another moment or another round, or close the card."""
        self.stage.sounds.play("press")
        match tag.split("-"):
            case ["done"]:
                self.stage.back()
            case ["earlier" | "later" as way]:
                self._next = None
                self._go_to(self._at + (1 if way == "later" else -1))
            case ["play"]:
                self._play()
            case ["move", number]:
                self._next = None
                self._go_to(int(number))
            case ["round", number]:
                self._round = self._of(int(number))
                self._ask()
                self.changed()

    def _of(self, number: int) -> Finished:
        return next(each for each in self._rounds if each.number == number)

    def _play(self) -> None:
        """Let the round play by itself, from its start where it has come to its end; or stop it."""
        if self._next is not None:
            self._next = None
        else:
            if self._at >= self._round.moves:
                self._at = 0
            self._next = self.stage.now + _STEP
        self.changed()

    def _go_to(self, at: int) -> None:
        before, old = self._at, self.scene["little-pawn"].at if "little-pawn" in self.scene else None
        self._at = max(0, min(self._round.moves, at))
        slides = self._at == before + 1 and old is not None and self.stage.pace
        self._slide = (old, self.stage.now) if slides and old is not None else None
        self.changed()

    def press(self, event: pygame.event.Event) -> bool:
        """Heed the keys that go through the round."""
        tags = {pygame.K_LEFT: "earlier", pygame.K_RIGHT: "later", pygame.K_p: "play"}
        tag = tags.get(event.key)
        if tag is None:
            return False
        if tag in self.scene and self.scene[tag].target:
            self.choose(tag)
        return True

    def closed(self) -> None:
        """Nobody waits for the answer any more."""
        self._drop()

    def _drop(self) -> None:
        if self._asked is not None:
            self._asked.drop()
            self._asked = None
