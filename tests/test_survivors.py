"""Answers that tell a program from its mutants: each of these changes passed every test of its module before.

The seeded run that found them is described in the notes of the change; a line names the place and the change.
"""

from typing import Any

import pytest

from puma_metrics import grade, grade_batch, phrase_matches, score_extraction, score_rule, split_document
from puma_metrics.errors import RuleError
from puma_metrics.phrases import Answer
from puma_metrics.polish import stems
from puma_metrics.rules import Regex
from puma_metrics.text import words1

WORDS = {
    "links: a title goes over no blank line (or → and)": (
        'Patrz [a](b "tytuł\n\nkoniec") dalej',
        "patrz a b tytuł koniec dalej",
    ),
    "links: a title goes over one line break": ('Patrz [a](b "tytuł\nkoniec") dalej', "patrz a dalej"),
    "links: the mark of an image behind an underscore is none (start - 1 → start + 1)": (
        "plik_![kot] dalej",
        "plik kot dalej",
    ),
    "links: a label that stands for itself": (
        "Zobacz [kot][] dalej\n\n[kot]: http://a.b/c",
        "zobacz kot dalej",
    ),
    "links: the mark of an image behind a letter is none (start - 1 → start - 0)": (
        "słowo![kot] dalej",
        "słowo kot dalej",
    ),
    "links: a label that stands for itself within a word (reference[1] → reference[0])": (
        "x[kot][] y\n\n[Kot]: http://a.b",
        "xkot y",
    ),
    "links: a label that stands for itself before another one (reference[1] → reference[0])": (
        "[kot][][pies]\n\n[kot]: http://a.b\n[pies]: http://a.c",
        "kot pies",
    ),
    "links: what follows a title's bracket joins the word (after + 1 → after + 0)": (
        '[kot](http://a.b "tytuł")y',
        "koty",
    ),
    "links: what follows a bracket behind a space joins the word (at + 1 → at + 0)": ("[kot](http://a.b )y", "koty"),
    "links: what stands behind a title makes it no link (-1 → 0)": (
        'Tu [kot](http://a.b "tytuł" x) y',
        "tu kot http a b tytuł x y",
    ),
    "hidden: a comment opens in no fence": ("```kot\n<!-- pies\n``` -->", "pies"),
}
"""By what is changed a document, and its words."""


@pytest.mark.parametrize("why", WORDS)
def test_the_words_of_a_document(why):
    document, words = WORDS[why]
    assert " ".join(split_document(document)[0]) == words


def test_a_fraction_is_no_argument_of_a_fraction():
    """latex: `-1 if first in starts` → 0, with which the second argument was looked for at the start of the text."""
    assert words1(r"$\frac\frac{1}{2}{3}$ tekst") == ["frac", "frac", "1", "2", "3", "tekst"]


def test_a_word_read_whole_is_not_read_in_parts():
    """polish: of interpretations those that reach the end of the word count (== → !=)."""
    assert [phrase_matches(base, "O czym mowa?") for base in ("co", "czym", "czy")] == [True, True, False]


def test_an_ending_behind_the_last_apostrophe_is_one():
    """polish: rpartition → partition."""
    assert stems("d’artagnan’a") == {"d’artagnan"}


def test_an_array_is_unwrapped_only_where_that_is_asked_for():
    """rules: `if unwrap_array` → `if not unwrap_array`."""
    found = [score_extraction('{"wiersze": [{"a": 1}]}', [{"a": 1}], unwrap_array=asked) for asked in (False, True)]
    assert [score.strict for score in found] == [0, 1]


def test_tasks_of_one_name_with_other_rules_are_graded_by_their_own():
    """grade: rows are known by their texts only where all of them are texts (== → !=)."""

    def task(phrase: str) -> dict[str, Any]:
        rules = [{"type": "include", "clauses": [[phrase]]}]
        return {"id": "t1", "category": "speech_qa", "prompt": "Co to?", "rules": rules}

    assert [score.strict for score in grade_batch([task("kot"), task("pies")], ["kot", "kot"])] == [1, 0]


def test_what_cannot_be_judged_scores_nothing(monkeypatch):
    """rules: the scores beside an error (0 → 1, 0 → -1)."""

    def refuse(rule: Regex, answer: Answer) -> float:
        raise RuleError("ran for more than 1 s")

    monkeypatch.setattr(Regex, "soft", refuse)
    score = score_rule({"type": "regex", "pattern": "kot"}, "kot")
    assert (score.strict, score.soft, score.error) == (0, 0.0, "ran for more than 1 s")


@pytest.mark.parametrize("length", [0, 50, 5_000])
def test_a_phrase_of_several_words_is_found_at_the_end(length):
    """phrases: the last place where a phrase may begin (+ 1 → - 1)."""
    answer = "słowo " * length + "Jan Kochanowski Adam Mickiewicz"
    rule = {"type": "order", "phrases": ["Jan Kochanowski", "Adam Mickiewicz"]}
    assert score_rule(rule, answer).strict == 1
    assert grade({"id": "t1", "category": "speech_qa", "rules": [rule]}, answer).rules[0].parts[-1].holds
