import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import CoverError
from sim.pile import RULES, Cover


@st.composite
def any_covers(draw):
    size = draw(st.integers(1, 20))
    ids = st.integers(0, size - 1)
    order = draw(st.permutations(range(size)))
    pairs = st.frozensets(st.tuples(ids, ids).filter(lambda pair: pair[0] < pair[1]), max_size=40)
    below = draw(pairs)
    covers = frozenset((order[a], order[b]) for a, b in below)
    rests = frozenset((order[a], order[b]) for a, b in draw(pairs))
    veils = st.lists(st.lists(ids, max_size=3, unique=True).map(tuple), min_size=1, max_size=4).map(tuple)
    hidden_by = tuple(tuple(tuple(i for i in veil if i != id) for veil in draw(veils)) for id in range(size))
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
            cover.hidden(0)
        return
    for piece in range(cover.size):
        assert cover.hidden(piece, taken) == all(set(veil) - taken for veil in cover.hidden_by[piece])


@given(any_covers())
def test_a_cover_survives_its_text_and_pickling(cover):
    cover.reachable()
    assert Cover.from_json(cover.to_json()) == cover
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
    assert cover.why(1, "untouched").startswith("1 can be taken: nothing left in the pile covers it, and")
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
    ],
)
def test_questions_without_an_answer_are_refused(ask):
    with pytest.raises(CoverError, match=r"unknown rule|no piece"):
        ask(Cover(3))


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
    ],
)
def test_a_cover_that_contradicts_itself_is_refused(parts, reason):
    with pytest.raises(CoverError, match=reason):
        Cover(3, **parts)


@pytest.mark.parametrize(
    "text",
    [
        "",
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
