"""The rules include, exclude and order."""

import pytest

from puma_metrics import parse_rule, score_rule
from puma_metrics.errors import InvalidTask
from puma_metrics.rules.phrase_rules import read_clauses

WORDS = ["kot", "pies", "mysz", "koń"]
ANSWER = {0: "nic", 1: "kot", 2: "kot, pies", 3: "kot, pies, mysz", 4: "kot, pies, mysz, koń"}
# include_min, include_max -> soft score with 0, 1, 2, 3 and 4 of four clauses
BOUNDS = {
    (None, None): (0, 1 / 4, 2 / 4, 3 / 4, 1),
    (2, None): (0, 1 / 2, 1, 1, 1),
    (None, 2): (1, 1, 1, 2 / 3, 2 / 4),
    (1, 2): (0, 1, 1, 2 / 3, 2 / 4),
    (3, 3): (0, 1 / 3, 2 / 3, 1, 3 / 4),
    (0, None): (1, 1, 1, 1, 1),
    (None, 0): (1, 0, 0, 0, 0),
    (0, 0): (1, 0, 0, 0, 0),
    (4, None): (0, 1 / 4, 2 / 4, 3 / 4, 1),
    (None, 9): (1, 1, 1, 1, 1),
}


@pytest.mark.parametrize("bounds", BOUNDS, ids=str)
@pytest.mark.parametrize("held", range(5))
def test_include_bounds(bounds, held):
    low, high = bounds
    rule = {"type": "include", "clauses": [[word] for word in WORDS], "include_min": low, "include_max": high}
    score = score_rule(rule, ANSWER[held])
    assert score.soft == pytest.approx(BOUNDS[bounds][held])
    assert score.strict == (score.soft == 1)


def test_null_bounds_are_as_absent_ones():
    plain = {"type": "include", "clauses": [["kot"], ["pies"]]}
    assert score_rule({**plain, "include_min": None, "include_max": None}, "kot").soft == score_rule(plain, "kot").soft


def test_one_answer_word_may_meet_two_clauses():
    assert score_rule({"type": "include", "clauses": [["kot"], ["kot", "pies"]]}, "kot").strict == 1


WRITTEN = {
    "Leliwa": [["Leliwa"]],
    "Leliwa, Słowacki|autor Kordiana": [["Leliwa"], ["Słowacki", "autor Kordiana"]],
    " a , b ": [["a"], ["b"]],
    "12,50": [["12,50"]],
    "12,50|13,00, zł": [["12,50", "13,00"], ["zł"]],
    "1,2,3": [["1,2,3"]],
    "1, 2": [["1"], ["2"]],
    "a,b": [["a"], ["b"]],
    "a1,b": [["a1"], ["b"]],
    r"raz\, dwa": [["raz, dwa"]],
    r"a\|b|c": [["a|b", "c"]],
}


@pytest.mark.parametrize("written", WRITTEN)
def test_clauses_as_a_person_types_them(written):
    assert read_clauses(written) == WRITTEN[written]
    as_list = parse_rule({"type": "include", "clauses": WRITTEN[written]})
    assert parse_rule({"type": "include", "clauses": written}) == as_list


def test_without_normalization_case_and_form_count():
    rule = {"type": "include", "clauses": [["AK", "Armia Krajowa"]], "normalize": False}
    scores = [score_rule(rule, answer).strict for answer in ("oddział AK", "Armia Krajowa", "ak", "Armii Krajowej")]
    assert scores == [1, 1, 0, 0]


# exclude


def test_exclude_counts_the_phrases_that_are_absent():
    rule = {"type": "exclude", "phrases": ["kot", "pies", "mysz"]}
    assert [score_rule(rule, ANSWER[held]).soft for held in (0, 1, 2, 3)] == pytest.approx([1, 2 / 3, 1 / 3, 0])
    assert [score_rule(rule, ANSWER[held]).strict for held in (0, 1, 2, 3)] == [1, 0, 0, 0]


def test_exclude_counts_a_repeated_phrase_each_time():
    assert score_rule({"type": "exclude", "phrases": ["kot", "kot", "pies", "mysz"]}, "kot").soft == 0.5


def test_exclude_without_normalization_sees_parts_of_words():
    rule = {"type": "exclude", "phrases": ["kot"], "normalize": False}
    assert [score_rule(rule, answer).strict for answer in ("kotlet", "Kot", "pies")] == [0, 1, 1]


# order

RIVERS = ["Wisła", "Odra", "Warta"]
ORDER = [
    (RIVERS, "Wisła, Odra, Warta", 1),
    (RIVERS, "Wisła, Odra", 1 / 3),
    (RIVERS, "Warta", 0),
    (RIVERS, "nic", 0),
    (RIVERS, "Warta, Wisła, Odra", 1 / 3),
    # the last occurrence counts
    (RIVERS, "Warta, Odra, Wisła. Odpowiedź: Wisła, Odra, Warta", 1),
    (RIVERS, "Wisła, Odra, Warta, Odra", 2 / 3),
    # one phrase: present or not; strict is 1 exactly when soft is
    (["Wisła"], "Wisłą", 1),
    (["Wisła"], "Odra", 0),
    # copies: the k-th of the last m occurrences
    (["tak", "nie", "tak"], "tak, nie, tak", 1),
    (["tak", "nie", "tak"], "nie, tak, tak", 2 / 3),
    (["tak", "nie", "tak"], "tak, tak, nie", 2 / 3),
    (["tak", "tak"], "tak", 0),
    (["tak", "tak"], "tak, tak", 1),
    (["tak", "tak"], "tak, tak, tak", 1),
    # a repeating list: only its last N occurrences count at all
    (["tak", "nie", "tak"], "nie, nie, tak, nie, tak", 1),
    (["fałsz", "prawda", "fałsz"], "1. Fałsz. 2. Prawda. 3. Prawda.", 1 / 3),
    (["tak", "nie", "tak"], "tak, tak, nie, nie, nie", 0),
    # copies are equal after phrase1
    (["Tak", "nie", "TAK!"], "tak, nie, tak", 1),
    (["1,5", "2", "1.50"], "1,5 potem 2 potem 1,5", 1),
    # longer phrases claim their words first, from the left and without overlap
    (["Kazimierz", "Kazimierz Wielki"], "Kazimierz, potem Kazimierz Wielki", 1),
    (["Kazimierz", "Kazimierz Wielki"], "Kazimierz Wielki", 0),
    (["Kazimierz Wielki", "Kazimierz"], "Kazimierz Wielki, potem Kazimierz", 1),
    (["a b a", "c"], "a b a b a c", 1),
    (["kot", "pies"], "kotlet, pies", 0),
]


@pytest.mark.parametrize(("phrases", "answer", "soft"), ORDER)
def test_order(phrases, answer, soft):
    score = score_rule({"type": "order", "phrases": phrases}, answer)
    assert score.soft == pytest.approx(soft)
    assert score.strict == (soft == 1)


FIRST = [
    (RIVERS, "Wisła, Odra, Warta. Razem: Warta, Odra, Wisła", 1),
    (RIVERS, "Warta, Odra, Wisła. Odpowiedź: Wisła, Odra, Warta", 0),
    (["tak", "nie", "tak"], "tak, nie, tak, nie, nie", 1),
    (["tak", "nie", "tak"], "nie, nie, nie, tak, tak", 0),
    (["tak", "tak"], "tak, tak, tak", 1),
]


@pytest.mark.parametrize(("phrases", "answer", "soft"), FIRST)
def test_order_of_the_first_occurrences(phrases, answer, soft):
    rule = {"type": "order", "phrases": phrases, "occurrence": "first"}
    assert score_rule(rule, answer).soft == pytest.approx(soft)


RAW_ORDER = [
    (["A", "B"], "A B", 1),
    (["A", "B"], "a b", 0),
    (["AB", "A"], "AB A", 1),
    (["A", "AB"], "AB", 0),
    (["A", "AB"], "A AB", 1),
    (["aa", "b"], "aaa b", 1),
]


@pytest.mark.parametrize(("phrases", "answer", "soft"), RAW_ORDER)
def test_order_without_normalization_goes_by_characters(phrases, answer, soft):
    rule = {"type": "order", "phrases": phrases, "normalize": False}
    assert score_rule(rule, answer).soft == pytest.approx(soft)


def test_an_order_without_phrases_is_invalid():
    with pytest.raises(InvalidTask) as raised:
        parse_rule({"type": "order", "phrases": []})
    assert str(raised.value) == "phrases: is empty ([]); expected at least one string"
