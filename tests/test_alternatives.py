"""Every alternative of a pattern that touches a score, and every row of its tables, has a golden line that needs it.

Each alternative is made impossible in turn, and each row left out; then some golden line must fail. A module is
registered by its name in PATTERNS: its compiled patterns and the steps of its text forms are found by themselves.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from puma_metrics import (
    emphasis,
    extraction,
    hidden,
    json_reader,
    latex,
    links,
    markdown,
    markup,
    parse_rule,
    phrase_matches,
    phrases,
    polish,
    score_rule,
    tables,
    text,
)
from puma_metrics.document import split_document
from puma_metrics.grade import without_thinking
from puma_metrics.rules import pattern_advice, pattern_form, pattern_items, pattern_rule
from puma_metrics.steps import Rewrite

grade = import_module("puma_metrics.grade")  # its function has the same name
GOLDEN = Path(__file__).with_name("golden")

PATTERNS: tuple[ModuleType, ...] = (
    *(text, emphasis, markup, hidden, latex, phrases, polish, grade),
    *(markdown, links, tables, json_reader, extraction, pattern_form, pattern_items, pattern_rule),
)
"""Modules whose patterns and text forms decide scores."""

TABLES = ((markup, "FORMATTING"), (markup, "NAMES"), (markup, "_SMALL"), (grade, "_MARKS"), (tables, "BLOCKS"))
"""Tables of which every row has its golden line."""

NO_SCORE = {
    ("pattern_items._ITEM", "(?P<literal>"): "without it no pattern can be read at all",
    ("pattern_items._MEMBER", "[gL]<"): "the engine knows no such escape in a class",
    ("pattern_rule._ESCAPE", "[pPN]"): "the name of a class of characters is no base form of another word",
    ("pattern_rule._ESCAPE", "[gL]<"): "a group that is called has its name at its head too",
    ("pattern_rule._CALL", ""): "the deadline of patterns that call themselves",
    ("markup._TAG", ">|"): "a shortcut for tags without quotes, which are read the long way too",
}
"""What decides no score, by the pattern's name and the beginning of the alternative, and why."""

NO_ROWS = {"sup", "sub"}
"""Formatting tags that are decided before the table is asked, so that a golden line for them needs another row."""


def _phrase(record: dict[str, Any]) -> bool:
    return phrase_matches(record["phrase"], record["answer"]) is record["match"]


def _rule(record: dict[str, Any]) -> bool:
    score = score_rule(parse_rule(record["rule"]), record["answer"])
    return (score.strict, round(score.soft, 9)) == (record["strict"], record["soft"])


def _reasoning(record: dict[str, Any]) -> bool:
    return without_thinking(record["answer"]) == record["graded"]


def _words(record: dict[str, Any]) -> bool:
    return split_document(record["input"])[0] == record["words"]


def _tables(record: dict[str, Any]) -> bool:
    words, found = split_document(record["input"])
    cells = [[[list(cell) for cell in row] for row in table] for table in found]
    return cells == record["tables"] and words == text.words1(record["text"])


def _extraction(record: dict[str, Any]) -> bool:
    score = extraction.compare_json(record["answer"], json_reader.read_reference(record["reference"]))
    return round(score.soft, 6) == round(record["soft"], 6)


def _pattern(record: dict[str, Any]) -> bool:
    form = pattern_form.pattern_form(record["pattern"], record["normalize"])
    warned = len(list(pattern_advice.never_held(record["pattern"], record["normalize"])))
    return (form.text, bool(form.problems), warned) == (record["compiled"], record["error"], record["warnings"])


CHECKS: dict[str, Callable[[dict[str, Any]], bool]] = {
    "phrase_match.jsonl": _phrase,
    "reasoning.jsonl": _reasoning,
    "rules.jsonl": _rule,
    "ocr_words.jsonl": _words,
    "ocr_tables.jsonl": _tables,
    "extraction_answers.jsonl": _extraction,
    "pattern_forms.jsonl": _pattern,
}
"""By golden file what says whether one of its lines holds."""


@cache
def _lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (GOLDEN / name).read_text("utf-8").splitlines()]


def _forget() -> None:
    """Empty the caches, which may hold what another pattern decided."""
    for module in (phrases, polish):
        for function in vars(module).values():
            if hasattr(function, "cache_clear") and function.__module__ == module.__name__:
                function.cache_clear()


@pytest.fixture(autouse=True)
def fresh(request) -> Iterator[None]:
    """No cache outlives a change to the modules that fill them; the others cost nothing by keeping theirs."""
    module = getattr(request.node, "callspec", None) and request.node.callspec.params.get("module")
    changes = module in (phrases, polish)
    if changes:
        _forget()
    yield
    if changes:
        _forget()


def _some_line_fails() -> bool:
    return any(not check(record) for name, check in CHECKS.items() for record in _lines(name))


# A mark that opens a group, a bar, a bracket or an escape; whole classes are passed over.
_PIECE = re.compile(
    r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|(?P<open>\((?:\?(?:P<\w+>|[:=!>]|<[=!]))?)|(?P<bar>\|)|(?P<close>\))", re.DOTALL
)


def alternatives(source: str) -> list[int]:
    """Where each alternative of a pattern starts, of groups and of the whole, if there are several."""
    found: list[int] = []
    groups = [[0]]
    for piece in _PIECE.finditer(source):
        if piece["open"]:
            groups.append([piece.end()])
        elif piece["bar"]:
            groups[-1].append(piece.end())
        elif piece["close"]:
            starts = groups.pop()
            found += starts if len(starts) > 1 else []
    return sorted(found + (groups[0] if len(groups[0]) > 1 else []))


def without(pattern: re.Pattern[str], start: int) -> re.Pattern[str]:
    """The pattern with the alternative that starts there made impossible; its groups keep their numbers."""
    return re.compile(f"{pattern.pattern[:start]}(?!){pattern.pattern[start:]}", pattern.flags)


def _places(module: ModuleType) -> Iterator[tuple[str, re.Pattern[str], Callable[[re.Pattern[str]], tuple[str, Any]]]]:
    """Each pattern of a module with its name, and what to set in the module in order to change it."""
    steps = {id(step.pattern) for step in text.PHRASE1 if isinstance(step, Rewrite)}
    for name, value in vars(module).items():
        if isinstance(value, re.Pattern) and id(value) not in steps:
            yield name, value, lambda changed, name=name: (name, changed)
        elif name in ("RAW1", "PHRASE1"):
            for index, step in enumerate(value):
                if isinstance(step, Rewrite):

                    def changed(new, name=name, value=value, index=index, step=step):
                        return name, (*value[:index], replace(step, pattern=new), *value[index + 1 :])

                    yield f"{name}[{index}]", step.pattern, changed


def _mutants() -> Iterator[Any]:
    for module in PATTERNS:
        for name, pattern, changed in _places(module):
            full = f"{module.__name__.rpartition('.')[2]}.{name}"
            for start in alternatives(pattern.pattern):
                alternative = pattern.pattern[start : start + 40]
                if not any(full == where and alternative.startswith(what) for where, what in NO_SCORE):
                    yield pytest.param(module, *changed(without(pattern, start)), id=f"{full}: {alternative}")


@pytest.mark.parametrize(("module", "name", "changed"), list(_mutants()))
def test_a_golden_line_needs_the_alternative(monkeypatch, module: ModuleType, name: str, changed: Any):
    monkeypatch.setattr(module, name, changed)
    assert _some_line_fails()


def _rows() -> Iterator[Any]:
    for module, name in TABLES:
        table = getattr(module, name)
        for row in sorted(set(table) - NO_ROWS if isinstance(table, frozenset) else table):
            kept = (other for other in table if other != row)
            less = {key: table[key] for key in kept} if isinstance(table, dict) else type(table)(kept)
            yield pytest.param(module, name, less, id=f"{name}: {row}")


@pytest.mark.parametrize(("module", "name", "less"), list(_rows()))
def test_a_golden_line_needs_the_row(monkeypatch, module: ModuleType, name: str, less: Any):
    monkeypatch.setattr(module, name, less)
    assert _some_line_fails()


def test_all_golden_lines_hold():
    assert not _some_line_fails()


@pytest.mark.parametrize(
    ("source", "starts"),
    [
        ("abc", []),
        ("a|b", [0, 2]),
        ("x(?:a|bc)|y", [0, 4, 6, 10]),
        (r"[|]\|(?P<one>a|)", [13, 15]),
        ("(?<=a|b)c", [4, 6]),
        ("[]|]|b", [0, 5]),
    ],
)
def test_alternatives_are_found_in_groups_and_outside(source: str, starts: list[int]):
    assert alternatives(source) == starts
