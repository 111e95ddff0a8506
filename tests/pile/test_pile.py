import dataclasses
import json
import math
import pickle
import subprocess
import sys
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.errors import CodeError, PileError
from sim.pile import WALL, Colour, Contact, Piece, Pile, Shape, parse_code
from tests.pile.changes import changed, corrupted

PARAMETERS = {"tray": 240.0, "corner": 60.0, "thickness": 2.5, "density": 1.05, "strength": (1.5, 2.5)}
numbers = st.floats(-50, 50)


@st.composite
def any_piles(draw):
    count = draw(st.integers(0, 6))
    pieces = [
        Piece(
            k,
            draw(st.sampled_from(Shape)),
            draw(st.sampled_from(Colour)),
            draw(numbers),
            draw(numbers),
            draw(st.floats(1, 40)),
            draw(st.floats(-10, 10)),
            (draw(st.floats(-2, 2)), draw(st.floats(-2, 2))),
            2.5,
        )
        for k in range(count)
    ]
    contacts = []
    for upper in range(count):
        lower = draw(st.integers(WALL, upper - 1))
        kind = "side" if lower == WALL else "face"
        angle = draw(st.floats(0, math.tau))
        normal = (0.6 * math.cos(angle), 0.6 * math.sin(angle), 0.8)
        point, force = draw(st.tuples(numbers, numbers, numbers)), draw(st.tuples(numbers, numbers, numbers))
        contacts.append(Contact(upper, lower, kind, point, normal, force))
    seed = draw(st.integers(0, 2**63 - 1))
    return Pile.settled(seed, PARAMETERS, 1, pieces, contacts, draw(st.floats(0, 5)))


@given(any_piles())
def test_a_pile_survives_its_text_exactly(pile):
    again = Pile.from_json(pile.to_json())
    assert again == pile
    assert again.digest == pile.digest
    assert again.to_json() == pile.to_json()
    assert hash(again) == hash(pile)
    assert Pile.from_dict(pile.to_dict()) == pile
    assert pile.to_dict() == json.loads(pile.to_json())


@given(any_piles())
def test_a_pile_survives_pickling(pile):
    assert pickle.loads(pickle.dumps(pile)) == pile


def test_the_digest_is_that_of_another_process(small):
    program = "import sys; from sim.pile import Pile; print(Pile.from_json(sys.stdin.read()).digest)"
    run = subprocess.run(
        [sys.executable, "-c", program], input=small.to_json(), capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == small.digest


def test_the_digest_covers_everything(small):
    piece, contact = small[1], small.contacts[1]
    others = [
        dataclasses.replace(small, seed=8),
        dataclasses.replace(small, model=2),
        dataclasses.replace(small, settle_time=0.5),
        dataclasses.replace(small, shake={**small.shake, "friction": 0.3}),
        dataclasses.replace(small, contacts=small.contacts[1:]),
    ]
    for change in ({"x": 2.0001}, {"angle": 0.500001}, {"gradient": (0.0, 1e-6)}, {"colour": Colour.PINK}):
        pieces = (small[0], dataclasses.replace(piece, **change), small[2])
        others.append(dataclasses.replace(small, pieces=pieces))
    pushed = dataclasses.replace(contact, force=(0.0, 0.0, 23.177))
    others.append(dataclasses.replace(small, contacts=(small.contacts[0], pushed, *small.contacts[2:])))
    assert len({small.digest, *(other.digest for other in others)}) == len(others) + 1


def loose(pile, number, id=int):
    """Return the pile made of numbers of another type, in lists."""
    pieces = [
        dataclasses.replace(
            p,
            id=id(p.id),
            shape=str(p.shape),
            x=number(p.x),
            y=number(p.y),
            z=number(p.z),
            angle=number(p.angle),
            gradient=list(map(number, p.gradient)),
            thickness=number(p.thickness),
        )
        for p in pile
    ]
    contacts = [
        dataclasses.replace(
            c,
            upper=id(c.upper),
            lower=id(c.lower),
            point=list(map(number, c.point)),
            normal=list(map(number, c.normal)),
            force=list(map(number, c.force)),
        )
        for c in pile.contacts
    ]
    shake = {**pile.shake, **{name: number(pile.shake[name]) for name in ("tray", "corner", "thickness", "density")}}
    return Pile(id(pile.seed), shake, id(pile.model), pieces, contacts, number(pile.settle_time))


def whole_or_not(value):
    return int(value) if value == int(value) else value


def below_zero(value):
    return value or -0.0


@pytest.mark.parametrize(
    ("number", "id"), [(whole_or_not, int), (below_zero, int), (np.float64, np.int64), (float, np.uint64)]
)
def test_equal_numbers_of_any_type_make_equal_piles_with_equal_texts(small, number, id):
    if id is np.uint64:
        small = dataclasses.replace(small, contacts=small.contacts[1:2])
    same = loose(small, number, id)
    assert same == small
    assert (same.digest, same.to_json(), hash(same)) == (small.digest, small.to_json(), hash(small))
    assert Pile.from_json(same.to_json()).to_json() == small.to_json()
    assert {type(value) for p in same for value in (p.x, p.y, p.z, p.angle, *p.gradient, p.thickness)} == {float}
    assert isinstance(same.pieces, tuple)
    assert isinstance(same[0].gradient, tuple)


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"seed": 1.5}, "seed is 1.5, not an integer"),
        ({"seed": True}, "seed is True, not an integer"),
        ({"seed": "7"}, "seed is '7', not an integer"),
        ({"seed": 10**5000}, "seed a number with too many digits is out of range"),
        ({"model": 1.0}, "model is 1.0, not an integer"),
        ({"settle_time": "0"}, "settle_time is '0', not a number"),
        ({"settle_time": math.nan}, "settle_time nan"),
        ({"shake": None}, "shake is None"),
        ({"shake": {**PARAMETERS, 5: 1}}, "parameter 5: names are texts"),
        ({"shake": {**PARAMETERS, "strength": ((1.5,), 2.5)}}, "parameter strength"),
        ({"shake": {**PARAMETERS, "friction": math.inf}}, "parameter friction"),
        ({"pieces": 5}, "pieces are 5, not a sequence"),
        ({"pieces": [5]}, "piece 0 is 5, not a Piece"),
        ({"contacts": [None]}, "contact 0 is None, not a Contact"),
    ],
)
def test_what_makes_no_pile_is_refused_by_name(small, values, reason):
    with pytest.raises(PileError, match=reason):
        dataclasses.replace(small, **values)


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"x": "2"}, "x of a piece is '2', not a number"),
        ({"x": True}, "x of a piece is True, not a number"),
        ({"x": 10**400}, "x of a piece is no finite number"),
        ({"x": math.nan}, "piece 1 lies outside the tray"),
        ({"id": 1.0}, "id of a piece is 1.0, not an integer"),
        ({"shape": "circle"}, "'circle' is no shape"),
        ({"gradient": (0.0,)}, "not 2 numbers"),
        ({"gradient": None}, "not 2 numbers"),
    ],
)
def test_a_pile_with_a_piece_that_is_none_is_refused_by_name(small, values, reason):
    pieces = [small[0], dataclasses.replace(small[1], **values), small[2]]
    with pytest.raises(PileError, match=reason):
        dataclasses.replace(small, pieces=pieces)


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"kind": "edge"}, "kind 'edge', not one of face, side"),
        ({"lower": 0.0}, "lower of a contact is 0.0, not an integer"),
        ({"force": (0.0, 0.0)}, "not 3 numbers"),
        ({"point": (0.0, None, 0.0)}, "point of a contact is None, not a number"),
    ],
)
def test_a_pile_with_a_contact_that_is_none_is_refused_by_name(small, values, reason):
    contacts = [dataclasses.replace(small.contacts[1], **values)]
    with pytest.raises(PileError, match=reason):
        dataclasses.replace(small, contacts=contacts)


def test_the_digest_is_worked_out_once(pile):
    digest = pile.digest
    assert pile.digest is digest
    assert dataclasses.replace(pile, seed=8).digest != digest
    assert pile != digest


def test_a_file_may_start_with_a_byte_order_mark(small):
    assert Pile.from_json("\ufeff" + small.to_json()) == small


@pytest.mark.parametrize("content", [None, [], "{}", {}])
def test_what_is_not_the_content_of_a_pile_is_refused(content):
    with pytest.raises(PileError):
        Pile.from_dict(content)


def test_a_pile_is_read_like_a_sequence_of_pieces(small):
    assert len(small) == 3
    assert [piece.id for piece in small] == [0, 1, 2]
    assert small[1].kind == "square-blue"
    for id in (-1, 3):
        with pytest.raises(IndexError, match="ids run from 0 to 2"):
            small[id]
    assert small[np.int64(1)] is small[1]
    for id in ("a", None, 1.0, True, slice(1)):
        with pytest.raises(TypeError, match="is no id"):
            small[id]


def test_parameters_of_a_pile_cannot_be_changed(small):
    with pytest.raises(TypeError):
        small.shake["friction"] = 1.0
    assert small.tray.across == 240
    assert small.thickness == 2.5


@pytest.mark.parametrize("density", [None, "heavy", True, 0, -1.05])
def test_a_pile_that_does_not_tell_its_density_says_so_when_it_is_weighed(small, density):
    assert small.density == 1.05
    with pytest.raises(PileError, match="parameter density"):
        _ = dataclasses.replace(small, shake={**small.shake, "density": density}).density


def test_the_load_of_a_contact_is_its_force_along_the_normal(small):
    assert small.contacts[1].load == 23.176
    assert small.contacts[3].load == 0.5


def test_the_code_says_seed_model_and_first_digits(small):
    assert small.code == f"7-1-{small.digest[:6]}"
    assert parse_code(small.code) == (7, 1, small.digest[:6])


@pytest.mark.parametrize(
    "text", ["", "7", "7-1", "7-1-3fa9c", "7-1-3fa9cz", "-7-1-3fa9c2", "7-1-3fa9c2 ", "7-1-3FA9C2"]
)
def test_what_is_no_code_is_refused(text):
    with pytest.raises(CodeError, match="no code of a pile"):
        parse_code(text)


@pytest.mark.parametrize(("change", "reason"), corrupted(), ids=lambda value: value if isinstance(value, str) else "")
def test_a_malformed_file_is_refused_in_one_line(small, change, reason):
    text = change(small.to_json())
    with pytest.raises(PileError, match=reason) as refused:
        Pile.from_json(text)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 200


def test_any_truncation_is_refused_as_one(small):
    text = changed(
        small.to_json(), shake={**small.shake, "flag": [True, False, None], "name": "\u00e4\\", "far": 1e-30}
    )
    for end in range(len(text)):
        with pytest.raises(PileError, match="may be truncated"):
            Pile.from_json(text[:end])


@given(st.data())
@settings(max_examples=200)
def test_any_changed_character_gives_the_same_pile_or_a_clear_error(small, data):
    text = small.to_json()
    at = data.draw(st.integers(0, len(text) - 1))
    text = text[:at] + data.draw(st.characters()) + text[at + 1 :]
    try:
        read = Pile.from_json(text)
    except PileError:
        return
    assert read == small


def test_millions_of_pieces_are_refused_quickly(small):
    piece = json.dumps(json.loads(small.to_json())["pieces"][0])
    text = changed(small.to_json(), pieces=["PIECES"]).replace('"PIECES"', ",".join([piece] * 1_000_000))
    start = time.perf_counter()
    with pytest.raises(PileError, match="more than 1200000 values"):
        Pile.from_json(text)
    assert time.perf_counter() - start < 2


@pytest.mark.parametrize("filling", ["{}", "0"])
def test_ten_million_empty_pieces_are_refused_quickly(small, filling):
    text = changed(small.to_json(), pieces=["PIECES"]).replace('"PIECES"', ",".join([filling] * 10_000_000))
    start = time.perf_counter()
    with pytest.raises(PileError, match="more than"):
        Pile.from_json(text)
    assert time.perf_counter() - start < 5
