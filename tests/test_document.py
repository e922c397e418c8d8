"""The score of a document: golden vectors, the sample, oracles for the text, bounds, and reasons."""

import json
import os
import random
import string
import subprocess
import sys
import time
from itertools import permutations
from pathlib import Path

import jiwer
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puma_metrics.document import document_problems, read_reference, score_document
from puma_metrics.rules import Ocr, score_rule

GOLDEN = Path(__file__).parent / "golden"


def score(answer, *blocks):
    return score_document(answer, read_reference(blocks))


def rules(name, kind):
    lines = (GOLDEN / name).read_text(encoding="utf-8").splitlines()
    return [pytest.param(v, id=v["why"]) for v in map(json.loads, lines) if v["rule"]["type"] == kind]


@pytest.mark.parametrize("vector", rules("rules.jsonl", "ocr"))
def test_golden(vector):
    soft = score(vector["answer"], *vector["rule"]["blocks"]).soft
    assert soft == pytest.approx(vector["soft"], abs=1e-8)
    assert (round(soft, 9) >= 0.9) == vector["strict"]


def test_sample_answers(sample_tasks):
    for task in (task for task in sample_tasks if task["category"] == "ocr"):
        for rule in task["rules"]:
            assert document_problems(rule["blocks"]) == []
            reference = read_reference(rule["blocks"])
            for answer in task["answers_ok"]:
                assert round(score_document(answer, reference).soft, 9) >= 0.9, task["id"]
            for answer in task["answers_bad"]:
                assert round(score_document(answer, reference).soft, 9) < 0.9, task["id"]


WORDS = st.lists(st.sampled_from(["ala", "ma", "kota", "żółć", "5", "i"]), max_size=8)


@settings(max_examples=300, deadline=None)
@given(st.lists(WORDS.filter(bool), min_size=1, max_size=4), WORDS)
def test_text_equals_jiwer_on_the_best_order(blocks, answer):
    orders = [" ".join(word for block in order for word in block) for order in permutations(blocks)]
    best = max(max(0.0, 1 - jiwer.wer(order, " ".join(answer))) for order in orders)
    result = score(" ".join(answer), *map(" ".join, blocks))
    assert result.text_accuracy == pytest.approx(best, abs=1e-12)
    chosen = " ".join(word for block in result.order for word in blocks[block - 1])
    if best:
        assert 1 - jiwer.wer(chosen, " ".join(answer)) == pytest.approx(best, abs=1e-12)


BLOCKS = st.lists(
    st.sampled_from(["Cennik", "Ala ma kota.", "<table><tr><td>Ser<td>9</table>", "<table><tr><td></table>", " x "]),
    min_size=1,
    max_size=4,
)


@settings(max_examples=200, deadline=None)
@given(BLOCKS, BLOCKS)
def test_properties(blocks, other):
    assert score("\n\n".join(blocks), *blocks).soft == 1
    result = score("\n\n".join(other), *blocks)
    assert 0 <= result.soft <= 1
    assert score_rule(Ocr(tuple(blocks)), "\n\n".join(other)).reason


@pytest.mark.parametrize(
    "blocks, answer, soft",
    [
        (["Cennik"], "", 0),
        (["<table><tr><td>a</table>"], "a", 0),
        (["<table><tr><td>a</table>"], "<table><tr><td>a</table>", 1),
        (["<table><tr><td>—</table>"], "<table><tr><td>—</table>", 1),  # no characters: the table score
        (["<table><tr><td>—</table>"], "słowa", 0),
        (["a <table><tr><td>—</table>"], "a", 1),  # a table without characters has no weight beside text
        (["<table><tr><td>—</table><table><tr><td>–</table>"], "<table><tr><td>—</table>", 0.5),
        (["a b"], "<table><caption>a</caption><tr><td>b</table>", 1),
        (["ab <table><tr><td>abcd</table>"], "ab<table><tr><td>abcd</table><table><tr><td>x</table>", 1),
    ],
)
def test_weights(blocks, answer, soft):
    assert score(answer, *blocks).soft == pytest.approx(soft)


def html(cells, columns=1):
    rows = [cells[start : start + columns] for start in range(0, len(cells), columns)]
    return "<table>" + "".join("<tr><td>" + "<td>".join(row) for row in rows) + "</table>"


def test_tables_beyond_the_bounds_are_not_compared():
    junk = html(["x"])
    result = score(junk * 20 + html(["a"]), html(["a"]))
    assert (result.predicted_tables, result.not_compared, result.soft) == (21, 1, pytest.approx(2 / 3))
    result = score(html(["x"] * 19_999) + html(["a"]), html(["a"]))
    assert (result.not_compared, result.soft) == (0, 1)
    result = score(html(["x"] * 20_000) + html(["a"]), html(["a"]))
    assert (result.not_compared, result.missing_tables) == (1, 0)
    result = score("<table><tr><td>x" + "<tr>" * 20_000, html(["a"]))
    assert (result.not_compared, result.missing_tables, result.soft) == (1, 0, 0)


def test_reason_names_what_is_wrong():
    blocks = ["Dział kadr", f"Ceny w złotych {html(['Chleb', '4,50'], 2)} {html(['Ser', '9'], 2)}"]
    answer = f"Ceny w zlotych Ser 9\n\nDział kadr {html(['Chleb', '4.50'], 2)}"
    assert score_rule(Ocr(tuple(blocks)), answer).reason == (
        "text: word accuracy 0.400, 7 words against 5 (block order 2, 1), 64 % of the score; "
        "text: 2 words of tables written as text, which count as insertions; "
        'table 1 of 2: TEDS 0.938 against predicted table 1, row 1 cell 2: "4,50" expected, "4.50" found; '
        'table 2 of 2: missing; block 2: 1 of 3 words wrong in "Ceny w złotych"'
    )
    extra = score_rule(Ocr(("<table><td>a</table>",)), "<table><td>a</table>" * 30)
    assert extra.reason == (
        "table 1 of 1: TEDS 1.000 against predicted table 1; "
        "tables: 29 tables more than expected, which costs nothing; "
        "tables: 10 tables beyond the bounds, not compared"
    )


def test_a_block_without_a_word_in_the_answer_keeps_its_place():
    assert score(f"Cenik dnia {html(['Ser'])}", "Cennik dnia", html(["Ser"])).order == (1, 2)
    assert score("drugi trzeci pierwszy", "pierwszy", "brak", "drugi", "trzeci").order == (3, 4, 1, 2)


def test_problems():
    big = html(["x"] * 1001, 10)
    assert document_problems("tekst") == ["not a list of texts ('tekst'); a list of 1 to 4 texts is expected"]
    assert document_problems(["a"] * 5) == ["too many blocks (5); a list of 1 to 4 texts is expected"]
    assert document_problems(["a", " "]) == ["empty block 2 (' '); Markdown with a word or a table is expected"]
    assert document_problems([big]) == ["table 1 too large (1001 cells); at most 1000 are expected"]
    assert document_problems(["<table><td>—</table>"]) == []  # it takes the table score
    assert document_problems([html(["x" * 10_001])]) == [
        "a cell of table 1 too long (10001 characters); at most 10000 are expected"
    ]
    assert document_problems(["Cennik", html(["x"] * 1000, 10)]) == []


def random_text(generator, low, high):
    return "".join(generator.choices(string.ascii_lowercase, k=generator.randint(low, high)))


def test_fewer_predicted_cells_are_compared_with_more_reference_cells():
    """Four reference tables of 1,000 cells: a quarter of the 20,000 predicted cells."""
    tables = [html([f"{letter}{number}" for number in range(1000)], 10) for letter in "abcd"]
    result = score("".join(tables) + html(["x"] * 2_000, 10), *tables)
    assert (result.not_compared, result.soft) == (1, 1.0)
    assert score("".join(tables), *tables).not_compared == 0


SHAPES = [(20_000, 10), (20_000, 1), (20_000, 20_000), (1000, 10)]


@pytest.mark.parametrize("cells, columns", SHAPES)
@pytest.mark.parametrize("reference_columns", [10, 1, 1000])
def test_hostile_tables_stay_within_bounds(cells, columns, reference_columns):
    generator = random.Random(7)
    reference = read_reference([html([random_text(generator, 3, 12) for _ in range(1000)], reference_columns)])
    answer = html([random_text(generator, 20, 36) for _ in range(cells)], columns) * (20_000 // cells)
    start = time.process_time()
    assert 0 <= score_document(answer, reference).soft < 0.5
    assert time.process_time() - start < 20  # a safety net: scripts/bench/teds.py measures


@pytest.mark.parametrize("answer", ["a " * 500_000, "a\n" * 500_000, "<td>" * 250_000, "<table><td>a</table>" * 50_000])
def test_hostile_text_stays_within_bounds(answer):
    generator = random.Random(7)
    blocks = [" ".join(random_text(generator, 1, 9) for _ in range(1250)) for _ in range(4)]
    start = time.process_time()
    score(answer, *blocks)
    score(" ".join(blocks[::-1]) + "x", *blocks)
    assert time.process_time() - start < 10


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux's")
def test_the_largest_tables_stay_under_a_gigabyte():
    """In a process of its own, since the peak is that of the whole process.

    VmHWM begins anew with the program; ru_maxrss would begin with the size of the tests' process.
    """
    code = """
from puma_metrics.document import read_reference, score_document
cell = "<td>{0}{0}{0}{0}</td>".format
reference = read_reference(["<table><tr>" + "".join(map(cell, range(1000, 2000))) + "</table>"])
score_document("<table>" + "".join("<tr>" + cell(number) for number in range(20_000)) + "</table>", reference)
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert int(done.stdout) < 500_000  # the bound is a gigabyte; costs of a whole row at once would come near it
