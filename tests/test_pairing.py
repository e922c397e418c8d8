"""The pairing of arrays, against every other pairing, and where arrays are too large to be paired optimally."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puma_metrics.pairing import best_pairing, similarities

OBJECTS = st.lists(st.dictionaries(st.sampled_from("abcd"), st.integers(0, 2), max_size=4), max_size=5)


@settings(max_examples=1000, deadline=None)
@given(OBJECTS, OBJECTS)
def test_pairing_equals_brute_force(left, right):
    scores = similarities(left, right)
    short, long = sorted((range(len(left)), range(len(right))), key=len)
    best = max(
        sum(scores[(i, j) if short == range(len(left)) else (j, i)] for i, j in zip(short, order, strict=True))
        for order in permutations(long, len(short))
    )
    pairs, optimal = best_pairing(left, right)
    assert optimal
    assert len({i for i, _ in pairs}) == len({j for _, j in pairs}) == len(pairs)
    assert sum(scores[pair] for pair in pairs) == pytest.approx(best, abs=1e-12)


def test_beyond_four_million_pairs_objects_stay_in_the_references_order(monkeypatch):
    monkeypatch.setattr("puma_metrics.pairing.MAX_PAIRS", 8)
    left = [{"a": n, "b": n, "c": n} for n in (1, 2, 3)]
    right = [{"a": 9, "b": 2, "c": 3}, {"a": 1, "b": 8, "c": 3}, {"a": 1, "b": 2, "c": 7}]
    assert best_pairing(left, right) == ([(0, 0), (1, 1), (2, 2)], False)
    # equal objects are paired first, wherever they stand; what is left keeps the order of both sides
    both = [*left, {"d": 1}], [{"d": 1}, *right]
    assert best_pairing(*both) == ([(0, 1), (1, 2), (2, 3), (3, 0)], False)
    monkeypatch.setattr("puma_metrics.pairing.MAX_PAIRS", 9)
    assert best_pairing(left, right)[1]
