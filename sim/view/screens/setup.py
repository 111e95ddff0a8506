"""Setting a game up: who plays, by which rules, on which pile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pygame

from sim.errors import PolypileError
from sim.view.items import SCREEN, Scene, Sprite
from sim.view.layout import Rect
from sim.view.scene import backdrop
from sim.view.screen import Screen
from sim.view.screens.games import GAMES, begin
from sim.view.seats import BOT_NAMES
from sim.view.stage import Stage
from sim.view.words import N_, _

KINDS: tuple[tuple[str, str], ...] = (
    ("human", N_("Human")),
    ("beginner", N_("Beginner")),
    ("casual", N_("Casual")),
    ("strong", N_("Strong")),
    ("", N_("Nobody")),
)
"""Who can sit in a seat: a human, a bot of some strength, or nobody."""
LONGEST_NAME = 16
LONGEST_SEED = 40


@dataclass(frozen=True, slots=True)
class Option:
    """Something about a game that can be chosen."""

    name: str
    """The name that the game gives it, such as "edition"."""
    title: str
    choices: tuple[tuple[Any, str], ...]
    """Each value with its label."""
    details: Mapping[Any, str]
    """What a value means, in a sentence."""
    several: bool = False
    """Whether any number of the values can be chosen, none included."""
    columns: int = 2


@dataclass(frozen=True, slots=True)
class Plan:
    """How a game is set up, as far as it is chosen: who sits where, and every option."""

    kinds: tuple[str, ...]
    names: tuple[str, ...]
    options: Mapping[str, Any]

    def with_kind(self, seat: int, kind: str) -> Plan:
        """Return the plan with somebody else in a seat."""
        return replace(self, kinds=(*self.kinds[:seat], kind, *self.kinds[seat + 1 :]))

    def with_name(self, seat: int, name: str) -> Plan:
        """Return the plan with another name in a seat."""
        return replace(self, names=(*self.names[:seat], name, *self.names[seat + 1 :]))


class Setup(Screen):
    """Chooses a plan; each game says what can be chosen."""

    game = ""
    title = ""
    fewest, most = 2, 4
    options: tuple[Option, ...] = ()
    seed_words = (
        N_("Pile"),
        N_("a new one; or a number or code from a friend"),
        N_("The same code gives the same pile, to the last corner."),
    )
    """What the seed is called, what stands in its empty field, and what it is for."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.plan = self._last_plan()
        self.seed = ""
        self._typing: str | None = None

    def _last_plan(self) -> Plan:
        """Return what was chosen last; at first one human and two bots, as far as there are seats."""
        kept = self.stage.house.settings.plans.get(self.game)
        kinds = ("human", "casual", "casual", "")[: self.most]
        options = {option.name: () if option.several else option.choices[0][0] for option in self.options}
        plan = Plan(kinds, ("",) * self.most, options)
        return plan if kept is None else self.fitting(self._read(kept, plan))

    def _read(self, kept: Any, plain: Plan) -> Plan:
        """Return a plan that was kept; what is not as it must be is left out."""
        try:
            kinds = tuple(kind for kind, _name in kept["seats"])
            names = tuple(str(name)[:LONGEST_NAME] for _kind, name in kept["seats"])
            known = all(kind in dict(KINDS) for kind in kinds) and len(kinds) == self.most
        except (KeyError, TypeError, ValueError):
            return plain
        options = dict(plain.options)
        for option in self.options:
            value = kept.get("options", {}).get(option.name)
            value = tuple(value) if isinstance(value, list) else value
            allowed = [choice for choice, _label in option.choices]
            values = value if option.several and isinstance(value, tuple) else (value,)
            if option.several == isinstance(value, tuple) and set(values) <= set(allowed):
                options[option.name] = value
        return Plan(kinds, names, options) if known else replace(plain, options=options)

    # What is shown

    def build(self) -> Scene:
        """Return the form: who plays on the left, the rules on the right, the pile and the start below."""
        size, look, u, controls = self.stage.size, self.stage.look, self.stage.unit, self.stage.controls
        whole = Rect(0, 0, *size).centred(min(size[0] - 80 * u, 1240 * u), min(size[1] - 56 * u, 760 * u))
        head, body = whole.cut_top(48 * u, 12 * u)
        back, head = head.cut_left(110 * u, 20 * u)
        foot, body = body.cut_bottom(150 * u, 16 * u)
        left, right = body.cut_left(0.46 * body.width, 20 * u)
        view = SCREEN
        sprites = [
            controls.button("back", back, _("Back"), key="Esc", size=15),
            *self._head(head),
            controls.panel("seats", left),
            *self._seats(left.inset(20 * u, 16 * u)),
            controls.panel("options", right),
            *self._options(right.inset(20 * u, 16 * u)),
            controls.panel("start-panel", foot),
            *self._start(foot.inset(20 * u, 16 * u)),
        ]
        return Scene(size, view, backdrop(size, view, look), tuple(sprites))

    def _head(self, head: Rect) -> Iterator[Sprite]:
        from sim.view.screens.lesson import GUIDES

        controls = self.stage.controls
        if self.game in GUIDES:
            learn, head = head.cut_right(220 * self.stage.unit, 20 * self.stage.unit)
            yield controls.button("learn", learn, _("Learn to play"), size=16)
        yield controls.text("title", head.x, head.middle[1], self.title, 32, bold=True)

    def _seats(self, rect: Rect) -> Iterator[Sprite]:
        u, controls = self.stage.unit, self.stage.controls
        head, body = rect.cut_top(28 * u, 8 * u)
        yield controls.text("seats-title", head.x, head.middle[1], _("Who plays"), 20, bold=True)
        body, _rest = body.cut_top(min(body.height, self.most * 104 * u))
        for seat, row in enumerate(body.rows(self.most, 10 * u)):
            kind = self.plan.kinds[seat]
            upper, lower = row.cut_top(0.48 * row.height, 6 * u)
            number, field = upper.cut_left(30 * u)
            ink = self.stage.look.ink if kind else self.stage.look.ink_soft
            yield controls.text(f"number-{seat}", number.x, number.middle[1], f"{seat + 1}", 20, ink=ink, bold=True)
            if kind:
                humans = [k for k in range(self.most) if self.plan.kinds[k] == "human"]
                empty = (
                    _("Player {number}").format(number=humans.index(seat) + 1) if kind == "human" else BOT_NAMES[seat]
                )
                tag = f"name-{seat}"
                yield controls.field(
                    tag, field, self.plan.names[seat], empty=empty, caret=self._typing == tag, title=_("Name")
                )
            kinds = [pair for pair in KINDS if pair[0] or seat >= self.fewest]
            _indent, choices = lower.cut_left(30 * u)
            for (value, label), place in zip(kinds, choices.columns(len(kinds), 6 * u), strict=True):
                yield controls.button(f"kind-{seat}-{value}", place, _(label), size=14, chosen=value == kind)

    def _options(self, rect: Rect) -> Iterator[Sprite]:
        u = self.stage.unit
        y = rect.y
        for option in self.options:
            high = self._height(option)
            yield from self._option(option, Rect(rect.x, y, rect.width, high))
            y += high + 14 * u

    def _height(self, option: Option) -> float:
        u = self.stage.unit
        rows = -(-len(option.choices) // option.columns)
        return (36 + 44 * rows + (46 if option.details else 0)) * u

    def _option(self, option: Option, rect: Rect) -> Iterator[Sprite]:
        u, controls = self.stage.unit, self.stage.controls
        head, body = rect.cut_top(28 * u, 8 * u)
        yield controls.text(f"title-{option.name}", head.x, head.middle[1], _(option.title), 20, bold=True)
        rows = -(-len(option.choices) // option.columns)
        grid, told = body.cut_top(44 * rows * u - 6 * u, 8 * u)
        places = [place for row in grid.rows(rows, 6 * u) for place in row.columns(option.columns, 8 * u)]
        chosen = self.plan.options[option.name]
        for k, (value, label) in enumerate(option.choices):
            on = value in chosen if option.several else value == chosen
            enabled = self.allowed(option.name, value)
            yield controls.button(
                f"option-{option.name}-{k}", places[k], _(label), size=15, chosen=on and enabled, enabled=enabled
            )
        values = chosen if option.several else (chosen,)
        details = " ".join(_(option.details[value]) for value in values if value in option.details)
        if option.several and not details:
            details = _(option.details.get("", "")) if option.details.get("") else ""
        if details:
            ink = controls.look.ink_soft
            yield controls.paragraph(f"detail-{option.name}", told, details, 15, ink=ink, most=2)

    def allowed(self, name: str, value: Any) -> bool:
        """Tell whether a value of an option fits who plays."""
        return True

    def _start(self, rect: Rect) -> Iterator[Sprite]:
        u, controls = self.stage.unit, self.stage.controls
        seed, go = rect.cut_left(0.46 * rect.width, 30 * u)
        said, below = seed.cut_top(24 * u, 6 * u)
        ink = controls.look.ink_soft
        title, empty, note = map(_, self.seed_words)
        yield controls.text("seed-title", said.x, said.middle[1], title, 18, bold=True)
        field, below = below.cut_top(40 * u, 6 * u)
        yield controls.field(
            "seed",
            field,
            self.seed,
            empty=empty,
            caret=self._typing == "seed",
            title=title,
        )
        yield controls.text("seed-note", below.x, below.y + 10 * u, note, 13, ink=ink, width=below.width)
        problem = self.problem()
        if problem:
            line, go = go.cut_bottom(24 * u, 6 * u)
            warn = controls.look.warn
            yield controls.text("problem", *line.middle, problem, 15, ink=warn, anchor="middle", width=line.width)
        go = go.centred(go.width, 56 * u)
        shaken = GAMES[self.game].shaken
        if shaken:
            hand, go = go.cut_left(0.42 * go.width, 12 * u)
            yield controls.button("hand", hand, _("Shake by hand"), size=18, enabled=not problem)
        label = _("Shake the box") if shaken else _("Start the game")
        yield controls.button("go", go, label, size=21, style="main", key="Enter", enabled=not problem)

    def problem(self) -> str:
        """Return why the game cannot start as planned; empty where it can."""
        if sum(map(bool, self.plan.kinds)) < self.fewest:
            return _("At least two must play.") if self.fewest > 1 else _("Somebody must play.")
        if self.seed.strip():
            try:
                self.stage.house.read_seed(self.seed.strip())
            except PolypileError as wrong:
                return str(wrong)
        return ""

    # What is done

    def choose(self, tag: str) -> None:
        """Do what was clicked."""
        self.stage.sounds.play("press")
        self._typing = None
        match tag.split("-", 2):
            case ["back"]:
                self.stage.back()
            case ["learn"]:
                from sim.view.screens.lesson import learn

                learn(self.stage, self.game)
            case ["go"]:
                self._go_on(by_hand=False)
            case ["hand"]:
                self._go_on(by_hand=True)
            case ["name", _seat] | ["seed" as _seat]:
                self._typing = tag
            case ["kind", seat, kind]:
                self.plan = self.fitting(self.plan.with_kind(int(seat), kind))
            case ["option", name, number]:
                self._option_chosen(name, int(number))
        self.changed()

    def _option_chosen(self, name: str, number: int) -> None:
        option = next(option for option in self.options if option.name == name)
        value, old = option.choices[number][0], self.plan.options[name]
        if option.several:
            chosen = tuple(v for v, _label in option.choices if (v in old) != (v == value))
        else:
            chosen = value
        self.plan = self.fitting(replace(self.plan, options={**self.plan.options, name: chosen}))

    def fitting(self, plan: Plan) -> Plan:
        """Return the plan with what does not fit any more set right."""
        return plan

    def _go_on(self, by_hand: bool) -> None:
        if self.problem():
            return
        stage, house = self.stage, self.stage.house
        seated = [(k, kind) for k, kind in enumerate(self.plan.kinds) if kind]
        seats = [house.seat(kind, self.plan.names[k].strip()) for k, kind in seated]
        seed = house.read_seed(self.seed.strip()) if self.seed.strip() else house.new_seed()
        kept = {"seats": [list(pair) for pair in zip(self.plan.kinds, self.plan.names, strict=True)]}
        plans = {**house.settings.plans, self.game: {**kept, "options": dict(self.plan.options)}}
        house.change(replace(house.settings, plans=plans))
        begin(stage, self.game, seed, seats, self.chosen_options(), by_hand)

    def chosen_options(self) -> dict[str, Any]:
        """Return the options as the game takes them."""
        return dict(self.plan.options)

    # Typing

    def press(self, event: pygame.event.Event) -> bool:
        """Heed keys while something is typed; Enter starts the game otherwise."""
        enter = event.key in (pygame.K_RETURN, pygame.K_KP_ENTER)
        if self._typing is None:
            if enter and not self.by_keys:
                self.choose("go")
                return True
            return False
        if event.key == pygame.K_BACKSPACE:
            self._write(self._written()[:-1])
        elif enter or event.key in (pygame.K_ESCAPE, pygame.K_TAB):
            self._typing = None
            self.changed()
            return bool(event.key != pygame.K_TAB)
        elif event.key in (pygame.K_UP, pygame.K_DOWN):
            self._typing = None
            self.changed()
            return False
        return True

    def type(self, text: str) -> None:
        """Add what was typed to the field."""
        if self._typing is not None and text.isprintable():
            self._write(self._written() + text)

    def _written(self) -> str:
        assert self._typing is not None
        return self.seed if self._typing == "seed" else self.plan.names[int(self._typing[5:])]

    def _write(self, text: str) -> None:
        if self._typing == "seed":
            self.seed = text[:LONGEST_SEED]
        elif self._typing is not None:
            self.plan = self.plan.with_name(int(self._typing[5:]), text[:LONGEST_NAME])
        self.changed()
