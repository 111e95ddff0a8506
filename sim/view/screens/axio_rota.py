"""The table of AXIO rota as a screen: the tile in the hand follows the pointer, and what it would bring is seen."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame

from sim.errors import PolypileError
from sim.view.axio_rota import phrases, preview
from sim.view.axio_rota.camera import PITCH, Camera, Square, fitting
from sim.view.axio_rota.cards import card_rect
from sim.view.axio_rota.choices import choices, square_of, square_tag
from sim.view.axio_rota.grid import free, grid
from sim.view.axio_rota.panels import panels
from sim.view.axio_rota.places import Places, places, slot
from sim.view.axio_rota.result import result_of, solo_result
from sim.view.axio_rota.rules import PARTS
from sim.view.axio_rota.situation import COLOURS, TOP, Situation
from sim.view.axio_rota.tiles import held
from sim.view.items import SCREEN, Layer, Point, Scene, Sprite, Text, Viewport
from sim.view.scene import backdrop
from sim.view.screens.rules import Rules
from sim.view.screens.sheet import Result
from sim.view.screens.table import Flight, Step, Table
from sim.view.seats import level_told
from sim.view.words import _

if TYPE_CHECKING:
    from sim.bots import Advice
    from sim.record.store import HighScore
    from sim.rules.axio_rota import AxioRota
    from sim.rules.axio_rota.view import AxioRotaView, Prospect
    from sim.rules.moves import Move
    from sim.session import Session
    from sim.view.house import Errand
    from sim.view.stage import Stage

_LARGEST, _SMALLEST, _FITTED = 150.0, 22.0, 104.0  # units from square to square, by hand; at most when all is shown
_ZOOM = 1.15
_PAN = 60.0  # units for a key
_GLIDES = 0.32  # s for the grid to get to where it is shown
_TURNS = 0.13  # s for a quarter turn
_SNAPS = 0.03  # s in which the tile covers most of its way to a square
_SHOUTS = 1.7  # s for AXIO! to be seen
_SLOP = 4  # pixels that the hand may tremble before a click is a drag


class AxioRotaTable(Table):
    """A game of AXIO rota in progress."""

    def __init__(self, stage: Stage, session: Session) -> None:
        self.turns = 0
        """Quarter turns of the tile in the hand."""
        self.camera: Camera | None = None
        """What is seen of the grid; None before it was first shown."""
        self._goal: tuple[Camera, Camera, float] | None = None
        self._by_hand = False  # the view was moved by the player: it stays
        self._fitted_for: tuple[object, ...] = ()
        self._panels: tuple[tuple[int, int], Situation, tuple[Sprite, ...]] | None = None
        self._prospects: dict[tuple[object, ...], Prospect] = {}
        self._pointer: Point = (-1, -1)
        self._over_table = False
        self._dragging: Point | None = None
        self._pressed: Point | None = None
        self._spun = 0.0, -1.0  # degrees still to be turned, when the turn began
        self._shown: tuple[float, float] | None = None  # where the tile in the hand was drawn last
        self._drawn_at = stage.now
        self._ready: int | None = None
        self._shouts: tuple[tuple[str, str, float], ...] = ()
        self._keeping: Errand[int | None] | None = None
        self._looking: Errand[tuple[HighScore, ...]] | None = None
        self._rank: int | None = None
        self._scores: tuple[HighScore, ...] = ()
        self._kept = False
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
        if self.humans == 1 or (self.own_turn and not self.passing):
            return view
        return replace(view, hand=None, legal=())

    @property
    def holding(self) -> bool:
        """Whether a human has a tile to lay, and sees it."""
        return self.own_turn and not self.passing

    def steps(self) -> Mapping[str, Step]:
        """Return what can be chosen."""
        return choices(self.state.legal, self.turns, self.picked) if self.holding else {}

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
            log=self._log(),
            may_undo=bool(self.picked) or (session.undone is not None and not self._kept),
            may_ask=self.holding,
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
        if self.hint is not None:
            return (phrases.naming() if self.picked else phrases.laying(name, state.bonus, False))[0], self.tell_hint(
                self.hint
            )
        if self.picked:
            return phrases.naming()
        return phrases.laying(name, state.bonus, view.hand is not None and view.hand.blank is not None)

    def ending(self) -> str:
        """Return how the game has ended."""
        outcome = self.state.outcome
        assert outcome is not None
        if len(self.names) == 1:
            return phrases.solo_told(self.state.scores[0])
        return phrases.winners_told([self.names[seat] for seat in outcome.winners])

    def _log(self) -> tuple[str, ...]:
        """Return the last moves in words."""
        states: tuple[AxioRota, ...] = self.session.states[-20:]  # type: ignore[assignment]
        told: list[str] = []
        for before, after in zip(states, states[1:], strict=False):
            seat = before.to_move
            steps, reached = _progress(before, after, seat)
            told += phrases.move_told(self.names[seat], steps, reached, bool(before.bonus))
        return tuple(told)

    def changed(self) -> None:
        """Say that everything has to be built anew."""
        self._panels = None
        super().changed()

    def _moved(self) -> None:
        """Say that the grid has to be built anew; all around it is as it was."""
        self._scene = None

    def board(self) -> Scene:
        """Return the scene of the game as it stands."""
        stage = self.stage
        size, look, where = stage.size, stage.look, places(stage.size)
        if self._panels is None or self._panels[0] != size:
            sit = self.situation()
            self._panels = size, sit, panels(stage.controls, size, sit)
        _size, sit, around = self._panels
        camera = self._seen_by(where)
        sprites = [*grid(sit, camera, look, self._newest()), *around]
        picked = self._picked_square()
        if picked is not None:
            sprites += preview.picker(stage.controls, where.grid, camera, picked, self._blank_points(picked))
        return Scene(size, SCREEN, backdrop(size, SCREEN, look), tuple(sprites))

    def _newest(self) -> Square | None:
        if not self.session.moves:
            return None
        _word, x, y, *_rest = self.session.moves[-1]
        return int(x), int(y)

    def _picked_square(self) -> Square | None:
        return (int(self.picked[1]), int(self.picked[2])) if self.picked else None

    def _blank_points(self, square: Square) -> dict[str, int | None]:
        """Return what the blank corner would bring as each colour."""
        points = {}
        for tag, step in self.steps().items():
            colour = tag.removeprefix("colour-")
            tile = self._prospect(square, colour)
            blank = tile.tile.blank
            assert blank is not None, step
            points[colour] = tile.corners[blank]
        return points

    def _prospect(self, square: Square, named: str | None) -> Prospect:
        """Return what the tile in the hand would bring; the rules say it."""
        key = self.session.state.ply, self.session.watcher, square, self.turns, named
        if key not in self._prospects:
            if len(self._prospects) > 200 or self._prospects.keys() and next(iter(self._prospects))[0] != key[0]:
                self._prospects.clear()
            self._prospects[key] = self.seen.prospect(square, self.turns, named)
        return self._prospects[key]

    # The part of the grid that is seen

    def _seen_by(self, where: Places) -> Camera:
        """Return the camera of this moment; until the player moves it, it shows all tiles and the squares around."""
        fitted_for = self.stage.size, self.session.state.ply
        if self.camera is None or (self._fitted_for != fitted_for and not self._by_hand):
            resized = self._fitted_for[:1] != fitted_for[:1]
            self._fitted_for = fitted_for
            self._go_to(self._all(where), glide=self.camera is not None and not resized)
        assert self.camera is not None
        return self.camera

    def _all(self, where: Places) -> Camera:
        """Return the camera that shows all tiles and the squares around them."""
        u = self.stage.unit
        tiles = [square for square, _tile in self.seen.lying]
        xs, ys = zip(*tiles, strict=True)
        ends = ((min(xs) - 1, min(ys) - 1), (max(xs) + 1, max(ys) + 1))
        return fitting(ends, where.grid, _FITTED * u, _SMALLEST * u)

    def _go_to(self, camera: Camera, glide: bool = True) -> None:
        if glide and self.stage.pace and self.camera is not None:
            self._goal = self.camera, camera, self.stage.now
        else:
            self.camera, self._goal = camera, None
        self._moved()

    def _glide(self) -> None:
        if self._goal is None:
            return
        start, goal, begun = self._goal
        share = (self.stage.now - begun) / max(1e-6, _GLIDES * self.stage.pace)
        if share >= 1.0:
            self.camera, self._goal = goal, None
        else:
            self.camera = start.towards(goal, share * share * (3.0 - 2.0 * share))
        self._moved()

    def pan(self, dx: float, dy: float) -> None:
        """Move the grid by so many pixels."""
        self._by_hand, self._goal = True, None
        camera = self._seen_by(places(self.stage.size))
        self.camera = camera.moved(dx, dy)
        self._moved()

    def zoom(self, factor: float, pixel: Point | None = None) -> None:
        """Show the grid larger or smaller about a pixel, or about the middle."""
        where = places(self.stage.size)
        camera, u = self._seen_by(where), self.stage.unit
        self._by_hand, self._goal = True, None
        pitch = min(_LARGEST * u, max(_SMALLEST * u, camera.pitch * factor))
        self.camera = camera.zoomed(pixel or where.grid.middle, pitch)
        self._moved()

    def fit(self) -> None:
        """Show all tiles again."""
        self._by_hand = False
        self._go_to(self._all(places(self.stage.size)))

    def focused(self, tag: str) -> None:
        """Bring the square that the keys have come to into sight."""
        square = square_of(tag)
        if square is None:
            return
        rect = places(self.stage.size).grid
        camera = self._seen_by(places(self.stage.size))
        x, y = camera.pixel(square)
        half = camera.step / 2
        dx = max(0.0, rect.x + half - x) - max(0.0, x + half - rect.right)
        dy = max(0.0, rect.y + half - y) - max(0.0, y + half - rect.bottom)
        if dx or dy:
            self.pan(dx, dy)

    # The tile in the hand

    @property
    def aimed(self) -> Square | None:
        """The square that the tile is held over: where it was put down already, or that of the pointer or focus."""
        if not self.holding:
            return None
        if self.picked:
            return self._picked_square()
        tag = self.focus if self.by_keys else self.hover
        return square_of(tag) if tag is not None and tag in self.scene and self.scene[tag].target else None

    @property
    def named(self) -> str | None:
        """The colour for a blank corner that pointer or focus are on."""
        tag = (self.focus if self.by_keys else self.hover) if self.picked else None
        return tag.removeprefix("colour-") if tag is not None and tag.startswith("colour-") else None

    def turn(self, by: int) -> None:
        """Turn the tile in the hand by so many quarters clockwise."""
        if not self.holding:
            return
        square = self.aimed
        self.picked, self.hint = (), None
        left, begun = self._spun
        rest = left * max(0.0, 1.0 - (self.stage.now - begun) / max(1e-6, _TURNS * self.stage.pace))
        self._spun = (rest - 90.0 * by if self.stage.pace else 0.0), self.stage.now
        self.turns = (self.turns + by) % 4
        self.stage.sounds.play("press")
        self.changed()
        if square is not None and not self.by_keys:
            self.hover = square_tag(square)

    def _degrees(self) -> int:
        """Return how far the tile is turned at this moment, in steps whose pictures can be kept."""
        left, begun = self._spun
        share = (self.stage.now - begun) / max(1e-6, _TURNS * self.stage.pace)
        rest = left * (1.0 - min(1.0, share)) if self.stage.pace else 0.0
        return (90 * self.turns + 15 * round(rest / 15)) % 360

    def live(self) -> tuple[Sprite, ...]:
        """Return the tile in the hand with what it would bring, a hint, and what is on its way."""
        return (*self._in_hand(), *super().live(), *self._shouted())

    def _in_hand(self) -> Iterator[Sprite]:
        view, stage, look = self.seen, self.stage, self.stage.look
        scene = self.scene
        if view.hand is None:
            self._shown = None
            return
        where = places(stage.size)
        camera, square = self._seen_by(where), self.aimed
        rest = slot(where.hand, stage.unit)
        x, y = rest.middle
        at = Viewport(round(0.9 * rest.width) / PITCH, round(x), round(y), -1.0)
        free_hand = self.holding and square is None and not self.by_keys and self._over_table
        if square is not None:
            at = camera.at(square)
        elif free_hand:
            at = replace(camera.at((0, 0)), x=round(self._pointer[0]), y=round(self._pointer[1]))
        at = self._eased(at, square is not None)
        named = self.named
        if square is not None:
            prospect = self._prospect(square, named)
            yield held("hand-tile", view.hand, at, look, self._degrees())
            yield from preview.corners(stage.controls, camera, square, prospect, named)
            sit = self._panels[1] if self._panels is not None else self.situation()
            above = bool(self.picked)
            yield from preview.total(stage.controls, where.grid, camera, square, prospect, sit, above)
            yield from preview.ghosts(stage.controls, where, sit, prospect)
        else:
            yield held("hand-tile", view.hand, at, look, self._degrees(), high=free_hand)
        if self.hint is not None:
            tag = self.target_of(self.hint.move)
            if tag in scene:
                yield stage.controls.ring("hint-ring", self.outline(scene[tag]))

    def _eased(self, at: Viewport, snaps: bool) -> Viewport:
        """Return where the tile is drawn: over a square it comes to rest there within moments."""
        now, last = self.stage.now, self._shown
        passed = now - self._drawn_at
        self._drawn_at = now
        x, y = at.x, at.y
        if snaps and last is not None and self.stage.pace and math.dist(last, (x, y)) < 2.5 * at.scale * PITCH:
            share = 1.0 - math.exp(-passed / (_SNAPS * self.stage.pace))
            x, y = last[0] + (x - last[0]) * share, last[1] + (y - last[1]) * share
            if math.dist((x, y), (at.x, at.y)) < 0.6:
                x, y = at.x, at.y
        self._shown = x, y
        return replace(at, x=round(x), y=round(y))

    def _shouted(self) -> Iterator[Sprite]:
        """Yield AXIO! for a while, in the colour of the stone that got to the top."""
        now, u = self.stage.now, self.stage.unit
        rect = places(self.stage.size).grid
        lasts = _SHOUTS * self.stage.pace
        for k, (colour, told, begins) in enumerate(self._shouts):
            share = (now - begins) / lasts if lasts else 1.0
            if not 0.0 <= share < 1.0:
                continue
            grown = 1.0 - (1.0 - min(1.0, share / 0.16)) ** 3
            alpha = 255 if share < 0.75 else round(255 * (1.0 - share) / 0.25 / 15) * 15
            x, y = rect.middle[0], rect.y + 0.36 * rect.height + 128 * u * (k - (len(self._shouts) - 1) / 2)
            tint = self.stage.look.axio.symbols[colour]
            pale = tuple(round(c + (255 - c) * 0.35) for c in tint[:3])
            size = 96 * u
            items = (
                Text((0.03 * size, 0.04 * size), "AXIO!", size, (16, 18, 20, alpha * 2 // 3)),
                Text((0.0, 0.0), "AXIO!", size, (pale[0], pale[1], pale[2], alpha)),
                Text((0.0, 0.68 * size), told, 0.22 * size, (*self.stage.look.ink[:3], alpha)),
            )
            scale = max(0.2, round(20 * (0.55 + 0.45 * grown)) / 20)
            yield Sprite(f"axio-{colour}", Layer.CONTROLS, items, at=Viewport(scale, round(x), round(y), -1.0))

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
            case "turn-left":
                self.turn(-1)
            case "turn-right":
                self.turn(1)
            case "zoom-in":
                self.zoom(_ZOOM)
            case "zoom-out":
                self.zoom(1 / _ZOOM)
            case "fit":
                self.fit()
            case _:
                return super().command(tag)
        return True

    def play(self, move: Move) -> None:
        """Play a move; the next tile is not turned yet, and the next player has to say that it is their turn."""
        earlier = self.session
        super().play(move)
        if self.session is earlier:
            return
        self._new_hand()
        before: AxioRota = earlier.state  # type: ignore[assignment]
        _steps, reached = _progress(before, self.state, before.to_move)
        late = 0.0 if earlier.to_move.human else 0.4
        begins = self.stage.now + late * self.stage.pace
        name = self.names[before.to_move]
        self._shouts = tuple((colour, phrases.axio_told(name, colour).partition("! ")[2], begins) for colour in reached)
        if reached:
            self.stage.sounds.play("chime")
            if not self.stage.pace:
                for colour in reached:
                    self.stage.notify(phrases.axio_told(name, colour))
        if self.state.outcome is not None and self.humans == 1 and len(self.names) == 1 and not self._kept:
            self._kept = True
            self._keeping = self.stage.house.keep_high_score(self.session, self.names[0])

    def _new_hand(self) -> None:
        """Forget all that was about the last tile."""
        self.turns, self._spun = 0, (0.0, -1.0)
        self._prospects.clear()
        self.hover = None if self.hover is not None and self.hover.startswith(("square-", "colour-")) else self.hover
        if self._ready is not None and (self.state.outcome is not None or self.state.to_move != self._ready):
            self._ready = None
        self.changed()
        if not self.by_keys and self._over_table:
            found = self.scene.hit(self._pointer)
            self.hover = None if found is None else found.tag

    def undo(self) -> None:
        """Take the last move back; who shares the screen has to say again who looks at it."""
        if self._kept and not self.picked:
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
            self.turns = int(self.hint.move[3])
            self.changed()

    def tick(self) -> None:
        """Let the grid glide, and AXIO! fade."""
        self._glide()
        if self._shouts and all(self.stage.now > begins + _SHOUTS * self.stage.pace for *_what, begins in self._shouts):
            self._shouts = ()
        super().tick()

    def _tell_end(self) -> None:
        """Show the sheet once the high scores are known and AXIO! was seen."""
        if not self._told_end and (self._shouts or self._asks_scores()):
            return
        super()._tell_end()

    def _asks_scores(self) -> bool:
        """Tell whether the rank of a solo game is still looked for."""
        try:
            if self._keeping is not None:
                for rank in self._keeping.news():
                    self._rank, self._keeping = rank, None
                    self._looking = self.stage.house.high_scores()
            if self._looking is not None:
                for scores in self._looking.news():
                    self._scores, self._looking = scores, None
        except PolypileError as wrong:
            self.stage.notify(str(wrong))
            self._keeping = self._looking = None
        return self._keeping is not None or self._looking is not None

    # Pointer and keys

    def lifts(self, sprite: Sprite) -> bool:
        """The tile shows itself where it is held."""
        return sprite.tag.startswith("square-")

    def drag(self, event: pygame.event.Event) -> bool:
        """Move the grid with the middle button, or by the empty table with the left one."""
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self._pointer = event.pos
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 2):
            hit = self.scene.hit(event.pos)
            self._pressed = event.pos if event.button == 2 or hit is None else None
            return bool(event.button == 2)
        if event.type == pygame.MOUSEBUTTONUP:
            used = self._dragging is not None
            self._pressed = self._dragging = None
            return used
        if event.type == pygame.MOUSEMOTION and self._pressed is not None:
            if self._dragging is None and math.dist(self._pressed, event.pos) > _SLOP:
                self._dragging = self._pressed
            if self._dragging is not None:
                self.pan(event.pos[0] - self._dragging[0], event.pos[1] - self._dragging[1])
                self._dragging = event.pos
                return True
        return False

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
        self._over_table = hit is None or hit.target and hit.tag.startswith("square-")

    def clicked(self, sprite: Sprite | None) -> None:
        """Heed a click; beside the colours it takes the tile up again."""
        if self.picked and (sprite is None or not sprite.target) and (sprite is None or sprite.tag != "picker"):
            self.cancel()
            return
        super().clicked(sprite)

    def scroll(self, lines: int) -> None:
        """Turn the tile in the hand; zoom with Ctrl, or where there is none."""
        if lines and self.holding and not pygame.key.get_mods() & pygame.KMOD_CTRL:
            self.turn(-1 if lines > 0 else 1)
        elif lines:
            self.zoom(_ZOOM**lines, self._pointer)

    def press(self, event: pygame.event.Event) -> bool:
        """Heed the keys of this table."""
        key = event.key
        ways = {pygame.K_LEFT: (1, 0), pygame.K_RIGHT: (-1, 0), pygame.K_UP: (0, 1), pygame.K_DOWN: (0, -1)}
        if event.mod & pygame.KMOD_CTRL and key in ways:
            step = _PAN * self.stage.unit
            self.pan(step * ways[key][0], step * ways[key][1])
            return True
        if key == pygame.K_r:
            self.turn(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        if self.passing and key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            self.choose("ready")
            return True
        if self.picked and pygame.K_1 <= key < pygame.K_1 + len(COLOURS):
            self.choose(f"colour-{COLOURS[key - pygame.K_1]}")
            return True
        return super().press(event)

    def shortcuts(self) -> Mapping[int, str]:
        """Return by key the tag of the button that it presses."""
        return {
            **super().shortcuts(),
            pygame.K_PLUS: "zoom-in",
            pygame.K_EQUALS: "zoom-in",
            pygame.K_KP_PLUS: "zoom-in",
            pygame.K_MINUS: "zoom-out",
            pygame.K_KP_MINUS: "zoom-out",
            pygame.K_0: "fit",
            pygame.K_HOME: "fit",
        }

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
            return solo_result(self.state, self.names[0], self._scores, self._rank, self._kept)
        return result_of(self.state, self.names)

    def rules(self) -> Rules:
        """Return the rules in short."""
        return Rules(self.stage, "AXIO rota", PARTS)

    # What flies

    def flights(self, before: Scene, after: Scene, move: Move, earlier: Session) -> tuple[Flight, ...]:
        """Return what flies: the tile of a bot from its stack, and the stones along their tracks."""
        return tuple(self._flying(before, after, move, earlier))

    def _flying(self, before: Scene, after: Scene, move: Move, earlier: Session) -> Iterator[Flight]:
        seat = earlier.state.to_move
        late = 0.0
        if not earlier.to_move.human:
            late = 0.3
            tag = f"tile-{move[1]},{move[2]}"
            u = self.stage.unit
            card = card_rect(u, places(self.stage.size).right, len(self.names), seat)
            start = Viewport(30 * u / PITCH, card.x + 0.7 * card.width, card.y + 24 * u)
            for part in (f"shadow-{move[1]},{move[2]}", tag, *(f"{tag}-{k}" for k in range(4))):
                yield self.flight(after[part], start, hides=part)
        for colour in COLOURS:
            tag = f"stone-{seat}-{colour}"
            start_at, goal = before[tag].at, after[tag].at
            if start_at is not None and start_at != goal:
                yield self.flight(after[tag], start_at, delay=late, hides=tag)


def _progress(before: AxioRota, after: AxioRota, seat: int) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return how far the stones of a seat have moved, and those that got to the top."""
    old, new = before.tracks[seat], after.tracks[seat]
    steps = tuple(b - a for a, b in zip(old, new, strict=True))
    reached = tuple(colour for colour, step, now in zip(COLOURS, steps, new, strict=True) if step and now == TOP)
    return steps, reached
