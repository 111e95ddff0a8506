from hypothesis import given
from hypothesis import strategies as st

from sim.pile.order import find_cycle, told

sizes = st.integers(1, 12)


@st.composite
def relations(draw):
    size = draw(sizes)
    ids = st.integers(0, size - 1)
    return size, draw(st.lists(st.tuples(ids, ids), max_size=30))


def reaches_itself(size, pairs):
    """Say by brute force whether some id leads back to itself."""
    closure = set(pairs)
    for _ in range(size):
        closure |= {(a, d) for a, b in closure for c, d in closure if b == c}
    return any(a == b for a, b in closure)


@given(relations())
def test_a_ring_is_found_exactly_where_there_is_one_and_each_member_is_over_the_next(relation):
    size, pairs = relation
    ring = find_cycle(size, pairs)
    assert (ring is not None) == reaches_itself(size, pairs)
    if ring:
        assert all((a, b) in pairs for a, b in zip(ring, ring[1:] + ring[:1], strict=True))
        assert ring[0] == min(ring)
        assert len(set(ring)) == len(ring)


def test_a_long_chain_is_no_ring_and_takes_no_recursion():
    assert find_cycle(20_000, [(k, k + 1) for k in range(19_999)]) is None
    ring = find_cycle(20_000, [(k, (k + 1) % 20_000) for k in range(20_000)])
    assert ring == tuple(range(20_000))


def test_a_ring_is_told_in_words():
    assert told((1, 2)) == "1 over 2 over 1"
    assert told(tuple(range(100))).endswith("5 over ...")
