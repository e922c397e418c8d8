"""TEDS against golden vectors, against published values, and against an independent tree edit distance."""

import json
import os
from pathlib import Path

import pytest
from apted import APTED, Config
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from puma_metrics.differences import cell_differences
from puma_metrics.tables import node_count, teds
from puma_metrics.trees import tree_distance, tree_similarity

GOLDEN = Path(__file__).parent / "golden"
CONFORMANCE = os.environ.get("PUMA_CONFORMANCE_DIR")


def vectors(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("vector", [pytest.param(v, id=v["why"]) for v in vectors(GOLDEN / "teds.jsonl")])
def test_golden(vector):
    assert teds(vector["prediction"], vector["reference"]) == pytest.approx(vector["teds"], abs=1e-6)


@pytest.mark.skipif(not CONFORMANCE, reason="PUMA_CONFORMANCE_DIR is not set")
def test_published_values():
    for vector in vectors(Path(CONFORMANCE) / "teds_pubtabnet.jsonl"):
        assert teds(vector["prediction"], vector["reference"]) == pytest.approx(vector["teds"], abs=1e-9), vector["why"]


class Node:
    def __init__(self, label, cell=None, children=()):
        self.label, self.cell, self.children = label, cell, children


class Costs(Config):
    def rename(self, first, second):
        if first.label != second.label:
            return 1
        if first.label != "td":
            return 0
        if first.cell[1:] != second.cell[1:]:
            return 1
        return Levenshtein.normalized_distance(first.cell[0], second.cell[0])

    def children(self, node):
        return node.children


def tree(table):
    return Node("table", children=[Node("tr", children=[Node("td", cell) for cell in row]) for row in table])


def oracle(first, second):
    return APTED(tree(first), tree(second), Costs()).compute_edit_distance()


CELLS = st.tuples(
    st.sampled_from(["", "a", "ą", "ab", "abc", "kot", "kotek", "q"]), st.sampled_from([1, 1, 2]), st.just(1)
)
TABLES = st.lists(st.lists(CELLS, max_size=5), max_size=5)


@settings(max_examples=3000, deadline=None)
@given(TABLES, TABLES)
def test_distance_equals_apted(first, second):
    assert tree_distance(first, second) == pytest.approx(oracle(first, second), abs=1e-9)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(CELLS, max_size=12), max_size=12), st.lists(st.integers(0, 2), max_size=30))
def test_distance_of_ragged_tables_equals_apted(first, lengths):
    second = [[("abc"[: length + 1], 1, 1)] * length * 3 for length in lengths]
    assert tree_distance(first, second) == pytest.approx(oracle(first, second), abs=1e-9)


@pytest.mark.parametrize(
    "first, second",
    [
        ([[("a" * 70, 1, 1)] * 3] * 2, [[("a" * 60 + "b", 1, 1)] * 2] * 3),  # beyond 64 characters on one side
        ([[("x", 1, 1)] * 40], [[("y" * i, 1, 1)] for i in range(40)]),  # one long row against many short ones
        ([[]] * 30, [[("", 1, 1)]]),
        ([[("x", 1, 1)], *[[("y", 1, 1)] * 9] * 300], [[("y", 1, 1)] * 9] * 2),  # running minima of either kind
    ],
)
def test_distance_of_unusual_shapes_equals_apted(first, second):
    assert tree_distance(first, second) == pytest.approx(oracle(first, second), abs=1e-9)


@settings(max_examples=300, deadline=None)
@given(TABLES, TABLES)
def test_properties(first, second):
    similarity = tree_similarity(first, second)
    assert 0 <= similarity <= 1
    assert similarity == pytest.approx(tree_similarity(second, first), abs=1e-12)
    assert tree_similarity(first, first) == 1
    sizes = sorted((node_count(first), node_count(second)))
    assert similarity <= sizes[0] / sizes[1] + 1e-12


@settings(max_examples=300, deadline=None)
@given(TABLES, TABLES)
def test_differences_are_of_existing_cells_and_none_without_distance(first, second):
    differences = cell_differences(first, second)
    if first == second:
        assert differences == []
    for difference in differences:
        table, cell = (first, difference.found) if difference.expected is None else (second, difference.expected)
        assert table[difference.row - 1][difference.column - 1] == cell
        assert 0 < difference.cost <= 1


def test_differences():
    reference = [[("Nazwa", 1, 1), ("Cena", 1, 1)], [("Chleb", 1, 1), ("4,50", 1, 1)], [("Ser", 2, 1)]]
    prediction = [[("Nazwa", 1, 1), ("Cena", 1, 1)], [("Chleb", 1, 1), ("4.50", 1, 1), ("zł", 1, 1)], [("Ser", 1, 1)]]
    assert [str(difference) for difference in cell_differences(prediction, reference)] == [
        'row 2 cell 2: "4,50" expected, "4.50" found',
        'row 2 cell 3 too much: "zł"',
        "row 3 cell 1: colspan 2 and rowspan 1 expected, colspan 1 and rowspan 1 found",
    ]
    assert [str(difference) for difference in cell_differences(prediction[:1], reference)] == [
        'row 2 cell 1 missing: "Chleb"',
        'row 2 cell 2 missing: "4,50"',
        'row 3 cell 1 missing: "Ser"',
    ]
