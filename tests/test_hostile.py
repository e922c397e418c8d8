"""Answers and patterns that were made, or happened, to hurt: whatever comes, grading ends and raises nothing.

The limit is a safety net far above the bound of GRADING, section 10: a busy machine must not fail the tests.
"""

import time
from collections.abc import Callable
from typing import Any

import pytest
import regex

from puma_metrics import Task, grade, grade_all, parse_rule
from puma_metrics.deadline import Deadline
from puma_metrics.errors import InvalidTask
from puma_metrics.rules import Regex, pattern_rule

LIMIT = 30.0
MILLION = 1_000_000
RECORDS: dict[str, list[dict[str, Any]]] = {
    "include": [
        {"clauses": [["kot"], ["Kraków", "Jan Paweł II"], ["1 234,5"]]},
        {"clauses": [["kot"]], "normalize": False},
    ],
    "exclude": [{"phrases": ["kot", "Jan Kowalski"]}],
    "order": [{"phrases": ["kot", "pies", "kot", "biały kot"]}, {"phrases": ["Wisła", "Odra"], "normalize": False}],
    "regex": [{"pattern": r"\bkot\b"}, {"pattern": r"\d{4}", "normalize": False}],
    "asr": [{"reference": "ala ma kota " * 20}],
    "ocr": [{"blocks": ["Ala ma kota"]}],
    "extraction": [{"reference": {"a": 1}}],
}
RULES = tuple(parse_rule({"type": kind, **fields}) for kind, records in RECORDS.items() for fields in records)
QUICK = tuple(rule for rule in RULES if rule.type not in ("ocr", "extraction"))


def filled(unit: str, length: int = MILLION) -> str:
    return (unit * (length // len(unit) + 1))[:length]


def unknown_words(count: int) -> str:
    letters = "ghijklmnopqrstuv"
    return " ".join("x" + "".join(letters[int(digit, 16)] for digit in f"{number:x}") for number in range(count))


UNITS = {
    "one letter": "a", "one digit": "1", "spaces": " ", "NUL": "\0", "emoji": "🙂", "lone surrogates": "\ud800",
    "soft hyphens": "\u00ad", "decomposed letters": "o\u0301", "angle brackets": "<", "open comments": "<!--",
    "open tags": "<b ", "cells": "<td>", "superscript tags": "1<sup>", "numeric entities": "&#", "entities": "&oacute;",
    "emphasis": "*a", "underscores": "_a", "marks in words": "a**", "strikes": "a~~", "LaTeX": "\\text{",
    "carets": "a^2", "thousands": "1 111 ", "commas": "1,", "colons": "10:", "superscripts": "10²", "fractions": "1½",
    "apostrophes": "a'", "hyphens": "a-", "words": "kot, ", "thinking": "<think>", "Hangul": "\u1100\u1161",
    "braces": "{", "brackets": "[", "rows of a table": "|a|b|\n", "quotes": '"', "JSON lists": "[[",
    "unknown tags": "<x>", "quoted values": "<a b='<a c=\"", "hidden elements": "<title>", "templates": "<template>",
    "code and comments": "`<!--", "fractions in LaTeX": "\\frac{", "bare fractions": "\\frac12", "tildes": "$~",
    "degrees": "1 º", "words with digits": "a1 111 111 ",
}  # fmt: skip
LARGE: dict[str, Callable[[], str]] = {
    **{name: lambda unit=unit: filled(unit) for name, unit in UNITS.items()},  # type: ignore[misc]
    "a million marks": lambda: "a" + "\u0301" * (MILLION - 1),
    "a million marks out of order": lambda: "a" + filled("\u0301\u0327", MILLION - 1),
    "distinct unknown words": lambda: unknown_words(120_000),
}


def ends_in_time(began: float) -> bool:
    return time.monotonic() - began < LIMIT


def of_rules(*rules: Any) -> Task:
    return Task("t1", "speech_qa", rules)


@pytest.mark.parametrize("name", LARGE)
def test_a_megabyte_is_graded(name: str):
    began = time.monotonic()
    score = grade(of_rules(*RULES), LARGE[name]())
    assert score.strict == 0
    assert all(0 <= rule.soft <= 1 for rule in score.rules)
    assert ends_in_time(began)


@pytest.mark.parametrize("name", LARGE)
def test_a_large_answer_is_explained_and_flagged(name: str):
    began = time.monotonic()
    score = grade(of_rules(*QUICK), LARGE[name]()[:30_000])
    assert isinstance(score.flags, tuple)
    assert all(rule.reason and rule.details for rule in score.rules)
    assert ends_in_time(began)


@pytest.mark.parametrize("hostile", ["\ud800", "\udfff\ud800", "\x00", "\x00kot\x00", "kot\ud800", "\ud83d kot \ude42"])
def test_half_characters_and_nul_are_graded_like_any_other(hostile: str):
    score = grade(of_rules(*RULES), hostile)
    found = "kot" in hostile
    assert [rule.soft > 0 for rule in score.rules[:2]] == [found, found]
    assert all(rule.reason for rule in score.rules)


def test_a_longer_answer_is_cut_and_says_so():
    rule = parse_rule({"type": "include", "clauses": [["kot"]]})
    fits = grade(of_rules(rule), " " * (MILLION - 3) + "kot")
    longer = grade(of_rules(rule), " " * (MILLION - 2) + "kot")
    assert (fits.strict, fits.is_cut, "cut" in fits.flags) == (1, False, False)
    assert (longer.strict, longer.is_cut, "cut" in longer.flags) == (0, True, True)


def test_a_reasoning_block_does_not_count_against_the_length():
    rule = parse_rule({"type": "include", "clauses": [["kot"]]})
    assert not grade(of_rules(rule), "<think>" + "a" * MILLION + "</think>kot").is_cut


# patterns

EXPLODING = {
    r"(a+)+$": "a" * 4_000 + "b",
    r"(a|aa)+$": "a" * 4_000 + "b",
    r"(\w+\s?)+:$": "ala ma kota " * 400,
    r"(.*a){25}$": "a" * 20_000 + "b",
    r"(?:x+x+)+y": "x" * 30_000,
}


@pytest.mark.parametrize("normalize", [True, False])
@pytest.mark.parametrize("pattern", EXPLODING)
def test_backtracking_without_end_is_a_rule_error_or_an_answer(pattern: str, normalize: bool, monkeypatch):
    monkeypatch.setattr(pattern_rule, "DEADLINE", 0.2)
    began = time.monotonic()
    record = {"type": "regex", "pattern": pattern, "normalize": normalize}
    score = grade(of_rules(parse_rule(record)), EXPLODING[pattern])
    (rule,) = score.rules
    assert not rule.error or rule.error.endswith("ran for more than 0.2 s; write it with less backtracking")
    assert (rule.strict, rule.soft) == (0, 0)
    assert ("rule error" in score.flags) is bool(rule.error)
    assert ends_in_time(began)


@pytest.mark.parametrize("pattern", ["(?R)?a", "(a|(?1)b)", "(?P<x>(?&x)a|b)", r"(?<x>(?P>x)?a)"])
def test_a_pattern_that_calls_itself_has_less_time_since_it_takes_memory(pattern: str, monkeypatch):
    with pytest.raises(InvalidTask, match="calls itself before it has matched anything"):
        parse_rule({"type": "regex", "pattern": pattern, "normalize": False})
    rule = Regex(pattern, normalize=False)  # made by hand, past that finding
    asked: list[float] = []
    monkeypatch.setattr(pattern_rule, "Deadline", lambda seconds: asked.append(seconds) or Deadline(0))
    (result,) = grade(of_rules(rule), "ab" * 50_000).rules
    assert asked == [0.25]
    assert result.error.endswith("ran for more than 0.25 s; write it with less backtracking")
    monkeypatch.setattr(pattern_rule, "DEADLINE", 0.1)
    assert rule._seconds == 0.1


def test_reasons_and_flags_do_not_search_again(monkeypatch):
    monkeypatch.setattr(pattern_rule, "DEADLINE", 10.0)
    score = grade(of_rules(parse_rule({"type": "regex", "pattern": "(k|o|t)+"})), "kot " * 10_000)
    monkeypatch.setattr(pattern_rule, "DEADLINE", -1.0)
    assert score.flags == ("not read to its end",)  # ten thousand matches, of which flags read the first
    assert score.rules[0].reason.startswith(
        'matches: 10000 for "(k|o|t)+", expected at least 1; match 1 of 10000: "kot"'
    )


def test_looking_words_up_is_not_the_patterns_time(monkeypatch):
    monkeypatch.setattr(pattern_rule, "DEADLINE", 0.3)
    looked_up = pattern_rule.polish.base_forms

    def slow(word: str):
        time.sleep(0.4)
        return looked_up(word)

    monkeypatch.setattr(pattern_rule.polish, "base_forms", slow)
    (rule,) = grade(of_rules(parse_rule({"type": "regex", "pattern": r"\bkot\b"})), "koty").rules
    assert (rule.error, rule.strict) == ("", 1)


def test_waiting_for_other_processes_is_not_the_patterns_time(monkeypatch):
    monkeypatch.setattr(pattern_rule, "DEADLINE", 0.3)
    rule = parse_rule({"type": "regex", "pattern": "kot", "normalize": False})

    class Waiting:
        def finditer(self, searched: str, timeout: float):
            for match in regex.finditer("kot", searched, timeout=timeout):
                yield match
                time.sleep(0.0003)

    rule.__dict__["compiled"] = Waiting()
    (score,) = grade(of_rules(rule), "kot " * 2_000).rules
    assert (score.error, score.strict) == ("", 1)


def test_a_pattern_of_very_many_matches_ends():
    began = time.monotonic()
    record = {"type": "regex", "pattern": ".", "regex_max": 1, "normalize": False}
    (rule,) = grade(of_rules(parse_rule(record)), "a" * MILLION).rules
    assert rule.strict == 0
    assert rule.error or rule.soft == pytest.approx(1 / MILLION)
    assert ends_in_time(began)


@pytest.mark.parametrize(
    "pattern",
    ["((((a{99}){99}){99}){99}){99}", "(?:a{500,}){500}", "(" * 200 + "a" + "){300}" * 200, "[ab]{999999999}"],
)
def test_nested_counted_repetitions_are_refused_before_they_are_compiled(pattern: str):
    began = time.monotonic()
    with pytest.raises(InvalidTask, match=r"writes out to more than 20,000 items"):
        parse_rule({"type": "regex", "pattern": pattern})
    assert ends_in_time(began)


@pytest.mark.parametrize("pattern", ["(" * 5_000 + ")" * 5_000, "(" * 19_000, "[" * 5_000, "a|" * 9_000])
def test_a_deep_or_broken_pattern_is_a_finding_or_a_rule(pattern: str):
    began = time.monotonic()
    try:
        assert parse_rule({"type": "regex", "pattern": pattern})
    except InvalidTask as error:
        assert "does not compile" in str(error) or "writes out to more than" in str(error)
    assert ends_in_time(began)


# tasks


def test_a_task_with_a_thousand_phrases_is_graded():
    began = time.monotonic()
    phrases = [f"słowo{number}" for number in range(1_000)]
    records = [
        {"type": "include", "clauses": [[phrase] for phrase in phrases]},
        {"type": "exclude", "phrases": phrases},
        {"type": "order", "phrases": phrases},
    ]
    include, exclude, order = grade(of_rules(*map(parse_rule, records)), " ".join(phrases)).rules
    assert (include.strict, exclude.soft, order.strict) == (1, 0, 1)
    assert ends_in_time(began)


def test_a_reference_of_ten_thousand_words_is_compared():
    began = time.monotonic()
    words = unknown_words(10_000)
    task = of_rules(parse_rule({"type": "asr", "reference": words}))
    assert grade(task, words).soft == 1
    assert grade(task, words[::-1]).soft < 0.2
    assert ends_in_time(began)


def test_hostile_answers_do_not_disturb_their_neighbours():
    task = {"category": "speech_qa", "rules": [{"type": "include", "clauses": [["kot"]]}]}
    answers = {"a": "kot", "b": "\ud800" * 10_000, "c": "Koty.", "d": "<think>" * 10_000, "e": None}
    report = grade_all([{"id": name, **task} for name in answers], answers)
    assert [sample.score.strict for sample in report.samples] == [1, 0, 1, 0, 0]
