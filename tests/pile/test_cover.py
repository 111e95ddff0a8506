import json
import pickle
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import CoverError
from sim.pile import MAX_PIECES, RULES, Cover


def veils_of(over):
    sets = st.frozensets(st.sampled_from(over), max_size=3) if over else st.just(frozenset())
    return st.lists(sets, min_size=1, max_size=4)


@st.composite
def any_covers(draw):
    size = draw(st.integers(1, 20))
    ids = st.integers(0, size - 1)
    order = draw(st.permutations(range(size)))
    pairs = st.frozensets(st.tuples(ids, ids).filter(lambda pair: pair[0] < pair[1]), max_size=40)
    below = draw(pairs)
    covers = frozenset((order[a], order[b]) for a, b in below)
    rests = frozenset((order[a], order[b]) for a, b in draw(pairs))
    hidden_by = [draw(veils_of([a for a, b in sorted(covers) if b == id])) for id in range(size)]
    return Cover(size, covers, rests, draw(pairs), draw(st.sampled_from([None, hidden_by])))


@st.composite
def covers_and_taken(draw):
    cover = draw(any_covers())
    return cover, draw(st.frozensets(st.integers(0, cover.size - 1)))


def free(cover, rule, left, piece):
    """Say by the letter of the rules whether a piece can be taken."""
    covered = any((other, piece) in cover.covers for other in left)
    if rule == "uncovered":
        return not covered
    if rule == "unloaded":
        return not any((other, piece) in cover.rests for other in left)
    touching = {b if a == piece else a for a, b in cover.touches if piece in (a, b)} & left
    return not covered and all((piece, other) in cover.covers for other in touching)


@given(covers_and_taken(), st.sampled_from(RULES))
def test_c5_reachable_is_what_the_rules_say_by_the_letter(given_cover, rule):
    cover, taken = given_cover
    left = frozenset(range(cover.size)) - taken
    expected = [piece for piece in sorted(left) if free(cover, rule, left, piece)]
    if not expected:
        expected = [piece for piece in sorted(left) if free(cover, "uncovered", left, piece)]
    assert cover.reachable(rule, taken) == tuple(expected)
    assert cover.reachable_mask(rule, cover.left_mask(taken)) == sum(1 << piece for piece in expected)
    assert bool(expected) == bool(left)


@given(covers_and_taken(), st.sampled_from(RULES))
def test_blockers_and_reasons_agree_with_what_is_reachable(given_cover, rule):
    cover, taken = given_cover
    reachable = cover.reachable(rule, taken)
    for piece in range(cover.size):
        sentence = cover.why(piece, rule, taken)
        if piece in taken:
            assert sentence == f"{piece} has been taken."
            continue
        blockers = cover.blockers(piece, rule, taken)
        hindrance = cover.hindrance(piece, rule, taken)
        assert bool(hindrance) == bool(blockers)
        assert hindrance in sentence
        assert (not blockers) == (piece in reachable)
        assert set(blockers).isdisjoint(taken)
        assert sentence.startswith(f"{piece} can be taken" if piece in reachable else f"{piece} cannot be taken")
        assert all(str(blocker) in sentence for blocker in blockers)
        assert sentence.endswith(".")
        assert "\n" not in sentence


@given(covers_and_taken())
def test_a_piece_is_hidden_while_every_veil_has_a_member_left(given_cover):
    cover, taken = given_cover
    if cover.hidden_by is None:
        with pytest.raises(CoverError, match="does not know what is hidden"):
            cover.hidden(0, taken - {0})
        return
    for piece in set(range(cover.size)) - taken:
        assert cover.hidden(piece, taken) == all(set(veil) - taken for veil in cover.hidden_by[piece])


@given(any_covers())
def test_a_cover_survives_its_text_and_pickling(cover):
    cover.reachable()
    again = Cover.from_json(cover.to_json())
    assert again == cover == Cover.from_dict(cover.to_dict())
    assert (again.to_json(), again.digest, hash(again)) == (cover.to_json(), cover.digest, hash(cover))
    assert json.loads(cover.to_json()) == cover.to_dict()
    assert pickle.loads(pickle.dumps(cover)) == cover


@given(any_covers(), st.randoms(use_true_random=False))
def test_a_pile_can_always_be_taken_apart(cover, random):
    for rule in RULES:
        taken = set()
        while len(taken) < cover.size:
            taken.add(random.choice(cover.reachable(rule, taken)))


def test_reasons_are_sentences():
    cover = Cover(
        5,
        covers=frozenset({(1, 0), (2, 0), (3, 0)}),
        rests=frozenset({(1, 0)}),
        touches=frozenset({(0, 1), (3, 4)}),
    )
    assert cover.why(0) == "0 cannot be taken: it is covered by 1, 2 and 3."
    assert cover.why(0, taken={1, 2}) == "0 cannot be taken: it is covered by 3."
    assert cover.why(0, "unloaded") == "0 cannot be taken: 1 rests on it."
    assert cover.why(0, "unloaded", {1}) == "0 can be taken: nothing left in the pile rests on it."
    assert cover.why(4, "untouched") == "4 cannot be taken: it is touched by 3."
    assert cover.why(1, "untouched") == (
        "1 can be taken: nothing left in the pile covers it, and it touches nothing but polygons that it covers."
    )
    assert cover.why(0, "untouched", {2, 3}) == "0 cannot be taken: it is covered by 1."
    assert cover.hindrance(0) == "covered by 1, 2 and 3"
    assert cover.hindrance(0, "unloaded") == "1 rests on it"
    assert cover.hindrance(4, "untouched") == "touched by 3"
    assert cover.hindrance(1) == ""
    ring = Cover(2, rests=frozenset({(0, 1), (1, 0)}))
    assert "no piece is unloaded" in ring.why(0, "unloaded")
    assert ring.reachable("unloaded") == (0, 1)


@pytest.mark.parametrize(
    "ask",
    [
        lambda cover: cover.reachable("loaded"),
        lambda cover: cover.reachable(taken={3}),
        lambda cover: cover.reachable(taken={-1}),
        lambda cover: cover.reachable(taken=[[]]),
        lambda cover: cover.blockers(3),
        lambda cover: cover.blockers(-1),
        lambda cover: cover.why(3),
        lambda cover: cover.hidden(3),
        lambda cover: cover.why(99, taken={99}),
        lambda cover: cover.reachable(taken={True}),
        lambda cover: cover.reachable(taken={1.0}),
        lambda cover: cover.reachable(taken="0"),
        lambda cover: cover.reachable(taken={10**5000}),
        lambda cover: cover.reachable(["uncovered"]),
        lambda cover: cover.reachable(None),
        lambda cover: cover.why(0, rule={}),
        *(
            lambda cover, ask=ask, one=one: getattr(cover, ask)(one)
            for ask in ("blockers", "hidden", "hindrance", "why")
            for one in ([1], None, 1.0, True, "1", 10**5000)
        ),
    ],
)
def test_questions_without_an_answer_are_refused(ask):
    with pytest.raises(CoverError, match=r"unknown rule|no piece") as refused:
        ask(Cover(3))
    assert len(str(refused.value)) < 120


@pytest.mark.parametrize("taken", [5, None, 1.5, object])
def test_what_has_been_taken_must_be_several_ids(taken):
    for ask in (Cover(3).reachable, Cover(3).left_mask):
        with pytest.raises(CoverError, match="give the ids of all pieces that are gone"):
            ask(taken=taken)


def test_only_why_tells_of_a_piece_that_has_been_taken():
    cover = Cover(3, hidden_by=[[()]] * 3)
    assert cover.why(1, taken=[1]) == "1 has been taken."
    for ask in (cover.blockers, cover.hidden, cover.hindrance):
        with pytest.raises(CoverError, match="piece 1 has been taken"):
            ask(1, taken=[1])


@pytest.mark.parametrize("mask", [-1, 0b1000, 1 << 64, 1.0, True, None])
def test_a_mask_of_other_pieces_than_those_of_the_pile_is_refused(mask):
    with pytest.raises(CoverError, match="mask of what is left"):
        Cover(3).reachable_mask("uncovered", mask)


def test_ids_of_numpy_are_as_good_as_others():
    cover = Cover(np.int64(70), covers={(np.int64(69), np.int32(0))}, hidden_by=[[[np.int8(69)]], *[[()]] * 69])
    assert cover == Cover(70, covers={(69, 0)}, hidden_by=[[[69]], *[[()]] * 69])
    assert cover.to_json() == Cover.from_json(cover.to_json()).to_json()
    assert cover.reachable(taken=np.arange(1, 70)) == (0,)
    assert cover.blockers(np.int64(0)) == (69,)
    assert cover.why(np.int64(0)) == "0 cannot be taken: it is covered by 69."
    assert cover.reachable_mask("uncovered", np.int64(1)) == 1


def test_whatever_a_cover_is_made_of_it_keeps_tuples_and_frozensets_in_their_shortest_form():
    loose = Cover(4, [[3, 0], [2, 0], [1, 0]], {(1, 0)}, ((0, 1),), [[{3, 2}, [2, 3, 1], (3, 2), [1]], *[[[]]] * 3])
    tight = Cover(
        4,
        frozenset({(1, 0), (2, 0), (3, 0)}),
        frozenset({(1, 0)}),
        frozenset({(0, 1)}),
        (((1,), (2, 3)), ((),), ((),), ((),)),
    )
    assert loose == tight
    assert hash(loose) == hash(tight)
    assert loose.digest == tight.digest
    assert loose.hidden_by == tight.hidden_by


def test_a_cover_of_more_pieces_than_a_pile_has_is_refused_at_once():
    text = Cover(2).to_json().replace('"size":2', '"size":1000000')
    start = time.perf_counter()
    with pytest.raises(CoverError, match=f"not from 0 to {MAX_PIECES}"):
        Cover.from_json(text)
    Cover(MAX_PIECES)
    assert time.perf_counter() - start < 1


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({"covers": {(0, 3)}}, "covers joins 0 and 3"),
        ({"rests": {(1, 1)}}, "rests joins 1 and 1"),
        ({"touches": {(2, 1)}}, "smaller id comes first"),
        ({"covers": {(0, 1), (1, 2), (2, 0)}}, "cycle: 0 over 1 over 2 over 0"),
        ({"hidden_by": ((),)}, "1 pieces instead of 3"),
        ({"hidden_by": (((),), (), ((),))}, "no part of piece 1"),
        ({"hidden_by": (((),), ((1,),), ((),))}, "hides piece 1"),
        ({"hidden_by": (((),), ((5,),), ((),))}, "hides piece 1"),
        ({"hidden_by": (((),), ((2,),), ((),))}, "hides piece 1 with 2, which does not cover it"),
        ({"hidden_by": 5}, "no list of sets of ids"),
        ({"hidden_by": (((),), ((True,),), ((),))}, "hidden_by is True, not an integer"),
        ({"covers": {(0, 1)}, "rests": {(1, 0)}}, "1 rests on 0, which covers it"),
        ({"covers": {(0, 1, 2)}}, "no set of pairs"),
        ({"covers": 5}, "no set of pairs"),
        ({"covers": frozenset({5})}, "no set of pairs"),
        ({"covers": {(0, 1.0)}}, "1.0, not an integer"),
        ({"covers": {(0, True)}}, "True, not an integer"),
        ({"rests": {(0, -1)}}, "rests joins 0 and -1"),
        ({"touches": {(0, 10**5000)}}, "touches joins 0 and a number with too many digits"),
    ],
)
def test_a_cover_that_contradicts_itself_is_refused(parts, reason):
    with pytest.raises(CoverError, match=reason):
        Cover(3, **parts)


@pytest.mark.parametrize("size", [-1, MAX_PIECES + 1, 10**4000, 2.0, True, None, "2"])
def test_a_cover_of_no_number_of_pieces_is_refused(size):
    with pytest.raises(CoverError, match="size is"):
        Cover(size)


TALL = Cover(4, covers={(1, 0), (2, 0), (3, 0)}, rests={(1, 0)}, touches={(0, 1)}, hidden_by=[[[1], [2]], *[[[]]] * 3])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[1,0],[2,0]", "[2,0],[1,0]"),
        ("[1,0],[2,0]", "[1,0],[1,0],[2,0]"),
        ('"rests":[[1,0]]', '"rests":[[0,1]]'),
        ('"touches":[[0,1]]', '"touches":[[1,0]]'),
        ('"touches":[[0,1]]', '"touches":[[0,1],[0,1]]'),
        ("[[1],[2]]", "[[2],[1]]"),
        ("[[1],[2]]", "[[1],[1],[2]]"),
        ("[[1],[2]]", "[[1,1],[2]]"),
        ("[[1],[2]]", "[[1],[1,3],[2]]"),
        ("[[1],[2]]", "[[2,1]]"),
        ("[[1],[2]],[[]]", "[[1],[2]],[[0]]"),
        (",", ", "),
        ('"version":1,"size":4', '"size":4,"version":1'),
    ],
)
def test_a_cover_has_one_text_only(old, new):
    text = TALL.to_json()
    assert old in text
    assert Cover.from_json(text + "\n") == TALL
    with pytest.raises(CoverError):
        Cover.from_json(text.replace(old, new, 1))


@pytest.mark.parametrize("content", [None, [], "{}", {}, {"format": "polypile-cover"}])
def test_what_is_not_the_content_of_a_cover_is_refused(content):
    with pytest.raises(CoverError):
        Cover.from_dict(content)


@pytest.mark.parametrize(
    "text",
    [
        "",
        None,
        b"{}",
        "[]",
        '{"format": "polypile-cover"}',
        Cover(2).to_json().replace('"version":1', '"version":2'),
        Cover(2).to_json().replace('"size":2', '"size":-2'),
        Cover(2).to_json().replace('"size":2', '"size":true'),
        Cover(2).to_json().replace('"size":2', '"size":1e9'),
        Cover(2).to_json().replace('"covers":[]', '"covers":[[0]]'),
        Cover(2).to_json().replace('"covers":[]', '"covers":[[0,true]]'),
        Cover(2).to_json().replace('"covers":[]', '"covers":[[0,0.5]]'),
        Cover(2).to_json().replace('"covers":[]', '"covers":[0]'),
        Cover(2).to_json().replace('"covers":[]', '"covers":{}'),
        Cover(2).to_json().replace('"covers":[]', '"covers":[[0,1],[1,0]]'),
        Cover(2).to_json().replace('"hidden_by":null', '"hidden_by":[0,1]'),
        Cover(2).to_json().replace('"hidden_by":null', '"hidden_by":[[0],[1]]'),
        Cover(2).to_json().replace('"covers"', '"cover"'),
        Cover(2).to_json().replace('"covers":[]', '"covers":[],"covers":[]'),
        "[" * 100_000,
    ],
)
def test_a_malformed_cover_is_refused_in_one_line(text):
    with pytest.raises(CoverError) as refused:
        Cover.from_json(text)
    assert "\n" not in str(refused.value)
