"""Positions of Collexion made by hand: a pile whose polygons lie on a grid, and covers that say what lies on what.

The rules ask the cover alone, so it does not matter that polygons on the grid overlap.
"""

import random
from collections import Counter
from functools import cache

import pytest

from sim.assets import load_json
from sim.errors import IllegalMove
from sim.pile import Colour, Cover, Piece, Pile, Shape
from sim.rules.collexion import Collexion, CollexionSetup
from sim.rules.edition import Edition
from sim.rules.luck import Luck

SHAPES = "triangle", "square", "pentagon", "octagon"
COLOURS = "green", "yellow", "pink", "blue"
KINDS = [f"{shape}-{colour}" for shape in SHAPES for colour in COLOURS for _ in range(5)]
"""The kind of each polygon, by id."""
EDITIONS = "de", "fr", "it", "fr-blue-orange"
TABLES = [
    (players, variants)
    for variants in ((), ("expert",), ("team",), ("team", "expert"))
    for players in ((4,) if "team" in variants else (2, 3, 4))
]
"""Every number of players with every choice of variants that it allows."""


def polygon(kind, copy=0):
    """Return the id of one of the five polygons of a kind."""
    return KINDS.index(kind) + copy


def colour_set(colour):
    return [f"{shape}-{colour}" for shape in SHAPES]


def shape_set(shape):
    return [f"{shape}-{colour}" for colour in COLOURS]


@cache
def edition(name):
    return Edition.from_dict(load_json(f"editions/{name}.json"))


@cache
def flat_pile():
    """Return the 80 polygons, each on a place of its own on a grid."""
    pieces = tuple(
        Piece(
            id,
            Shape(shape),
            Colour(colour),
            20.0 * (id % 9) - 80.0,
            20.0 * (id // 9) - 80.0,
            1.25,
            0.0,
            (0.0, 0.0),
            2.5,
        )
        for id, (shape, colour) in enumerate(kind.split("-") for kind in KINDS)
    )
    return Pile(7, {"tray": 240.0, "corner": 60.0, "thickness": 2.5, "density": 1.05}, 1, pieces, (), 0.4)


def cover_of(covers=(), rests=(), touches=(), veils=None):
    """Return a cover of the 80 polygons; `veils` are the sets that hide a polygon, by id: all others can be seen."""
    hidden_by = [(veils or {}).get(id, [()]) for id in range(80)]
    return Cover(80, frozenset(covers), frozenset(rests), frozenset(touches), hidden_by)


OPEN = cover_of()
"""Nothing lies on anything."""
COLUMNS = cover_of(
    covers=[(id, id + 1) for id in range(79) if id % 20 != 19],
    rests=[(id, id + 1) for id in range(79) if id % 20 != 19],
    touches=[(id, id + 1) for id in range(79) if id % 20 != 19],
)
"""Four columns, one of each shape: 0, 20, 40 and 60 lie on top."""
HEAP = cover_of(
    covers=[(a, b) for a in range(80) for b in (a + 3, a + 7 + a % 4) if b < 80],
    rests=[(a, a + 3) for a in range(2, 77)],
    touches=[(a, a + 1) for a in range(0, 79, 5)] + [(a, a + 3) for a in range(77)],
)
"""A pile in which the three rules of what can be taken differ."""


def random_cover(seed, pairs=110):
    """Return a cover in which anything lies on anything, though never in a ring."""
    rng = random.Random(f"cover {seed}")
    height = rng.sample(range(80), 80)

    def some():
        drawn = [rng.sample(range(80), 2) for _ in range(pairs)]
        return {(a, b) if height[a] > height[b] else (b, a) for a, b in drawn}

    covers = some()
    rests = {pair for pair in covers if rng.random() < 0.6} | set(rng.sample(sorted(some()), 10))
    touches = {tuple(sorted(pair)) for pair in covers if rng.random() < 0.7} | {tuple(sorted(p)) for p in some()}
    over = {id: sorted(a for a, b in covers if b == id) for id in range(80)}
    veils = {id: [rng.sample(some, rng.randint(1, len(some))) for _ in range(2)] for id, some in over.items() if some}
    return cover_of(covers, rests, touches, {id: some for id, some in veils.items() if rng.random() < 0.7})


def setup(edition_name="de", players=2, variants=(), first=0, cover=OPEN):
    return CollexionSetup(flat_pile(), cover, edition(edition_name), players, variants, first)


def begun(edition_name="de", players=2, variants=(), first=0, cover=OPEN, seed=1):
    """Return the start of a game."""
    return setup(edition_name, players, variants, first, cover).start(Luck(seed))


def position(
    edition_name="de",
    players=2,
    variants=(),
    first=0,
    to_move=None,
    cover=OPEN,
    collections=(),
    left=None,
    stacks=None,
    markers=(),
    actions=None,
):
    """Return the position at the beginning of a turn.

    collections: kinds of the first seats, the others have none; left: ids, or all that can be; stacks: how many
    markers each colour has left, 3 unless said; markers: what the first seats have won, the last one has the rest;
    actions: what each seat has left, all unless said. What is nowhere is in the lid.
    """
    owned = [tuple(sorted(some)) for some in collections] + [()] * (players - len(collections))
    spare = Counter(KINDS)
    spare.subtract(kind for some in owned for kind in some)
    ids = (
        set(left)
        if left is not None
        else {id for kind in spare for id in range(polygon(kind), polygon(kind) + spare[kind])}
    )
    spare.subtract(KINDS[id] for id in ids)
    assert min(spare.values()) >= 0, "more polygons of a kind than there are"
    heights = {**dict.fromkeys(COLOURS, 3), **(stacks or {})}
    won = Counter(value for colour in COLOURS for value in (4, 3, 2)[heights[colour] :])
    won.subtract(value for some in markers for value in some)
    assert min(won.values(), default=0) >= 0, "markers were won that are in the stacks"
    shared = [tuple(some) for some in markers] + [()] * (players - len(markers))
    shared[-1] += tuple(sorted(won.elements()))
    unused = [] if "expert" in variants else ["remove", "steal", "swap"]
    start = begun(edition_name, players, variants, first, cover)
    return Collexion(
        setup=start.setup,
        luck=start.luck,
        first=first,
        to_move=first if to_move is None else to_move,
        lying=sum(1 << id for id in ids),
        collections=tuple(owned),
        heights=tuple(heights[colour] for colour in sorted(COLOURS)),
        markers=tuple(shared),
        actions=tuple(map(frozenset, actions if actions is not None else [unused] * players)),
        lid=tuple(sorted(spare.elements())),
    )


def random_position(seed, edition_name="de", players=2, variants=()):
    """Return the beginning of a turn late in a game: collections that hold much, few markers, few polygons left."""
    rng = random.Random(f"position {seed}")
    ids = rng.sample(range(80), 80)
    sizes = [rng.randint(0, 7) for _ in range(players)]
    collections = [[KINDS[ids.pop()] for _ in range(size)] for size in sizes]
    return position(
        edition_name,
        players,
        variants,
        first=rng.randrange(players),
        to_move=rng.randrange(players),
        cover=random_cover(rng.randrange(8)),
        collections=collections,
        left=ids[: rng.choice([0, 1, 2, 5, 10, 40])],
        stacks={colour: rng.choice([0, 0, 0, 1, 2, 3]) for colour in COLOURS},
        actions=None
        if "expert" in variants
        else [rng.sample(["remove", "steal", "swap"], rng.randint(0, 3)) for _ in range(players)],
    )


def played(state, moves):
    """Return the state after moves with commas between them."""
    for move in moves.split(", "):
        state = state.play(move)
    return state


def moves_of(state, *words):
    """Return the legal moves as texts, or only those that begin with one of the words."""
    return [str(move) for move in state.legal if not words or move[0] in words]


def refusal(state, move):
    """Return why a move is not allowed."""
    with pytest.raises(IllegalMove) as caught:
        state.check(move)
    assert move not in moves_of(state)
    return str(caught.value)
