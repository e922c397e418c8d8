"""No pattern is compiled before its size is known; and the size is never taken to be smaller than the engine's own."""

import json
import re
from pathlib import Path

import pytest
import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st
from regex import _regex_core as engine

from puma_dataset.read import read_tasks
from puma_metrics import grade
from puma_metrics.errors import InputError
from puma_metrics.modules import rules_of
from puma_metrics.rewards.judging import of_columns, task_text
from puma_metrics.rules import Regex, parse_rule, score_rule
from puma_metrics.rules.pattern_guard import TooLarge, compiled, size
from puma_metrics.task import parse_task

ROOT = Path(__file__).parents[1]
PIECES = (
    *("a", "ab", "1", " ", "\n", "#", "\\", "]", "[", "^", "-", ":", ",", "|", ".", "*", "?", "+", "ß", "=", "<", ">"),
    *("(", ")", "(?:", "(?=", "(?<!", "(?>", "(?x)", "(?x:", "(?-x:", "(?i)", "(?fi)", "(?i-x:", "(?#", "(?P<x>"),
    *("{", "}", "{2}", "{3,}", "{,4}", "{1,2}", "{ 2}", "{1 1}", "{2#\n1}", "{0}", "{,}", "{2,1}", "{12}"),
    *(
        r"\(",
        r"\[",
        r"\]",
        r"\{",
        r"\p{L}",
        r"\N{COMMA}",
        r"\x41",
        r"\R",
        r"\X",
        r"\1",
        "(?1)",
        "(?R)",
        "(?(1)",
        "#)\n",
    ),
    *("[a-z]", "[^ab]", "[]a]", "[^]]", "[[:alpha:]]", "[[:x:]]", "[[a]", "[(]", "[)]", "[{2}]", "[#]", "(?x: #"),
)


def tree(pattern: str) -> object | None:
    """The engine's own reading of a pattern; None if it has none."""
    flags = regex.VERSION0
    try:
        while True:
            source = engine.Source(pattern)
            info = engine.Info(flags, source.char_type, {})
            info.guess_encoding = regex.UNICODE
            source.ignore_space = bool(info.flags & regex.VERBOSE)
            try:
                parsed = engine._parse_pattern(source, info)
                return parsed if source.at_end() else None
            except engine._UnscopedFlagSet:
                flags = info.global_flags
    except (regex.error, ValueError, OverflowError, RecursionError, IndexError, KeyError):
        return None


def items(node: object) -> int:
    """How many items the engine makes of what it has read: a repeated one as often as it must match, and once more."""
    if isinstance(node, (list, tuple)):
        return sum(map(items, node))
    if not isinstance(node, engine.RegexBase):
        return 0
    if isinstance(node, engine.SetBase):
        return 4  # as large as four characters, however many are in it
    inner = sum(items(value) for name, value in vars(node).items() if name != "info")
    if isinstance(node, engine.GreedyRepeat):  # the base of all repetitions
        inner *= node.min_count + 1 if node.min_count else 1
    is_only_a_list = isinstance(node, (engine.Sequence, engine.Branch))
    return inner + (not is_only_a_list)


@settings(max_examples=800, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
@example("(?x:a{9#\n9})")
@example("[#](?x:(?:a{1#\n2}){1 2})")
@example("(?x)(a {9 9}){ 9 9 }")
@example("([[:alpha:])a{9}]x{9}){9}")
@example("(a{9}){9}(?x)")
@example("[]](a{9}){9}[]")
@example("(?P<x>a{3}){4}")
def test_the_size_is_never_smaller_than_the_engines_own(pattern: str):
    read = tree(pattern)
    if read is not None:
        assert size(pattern) >= items(read), items(read)


SMALLER = "nest fewer counted repetitions"
CLEARER = "write it without (?x), comments, and brackets within a class, so that its size can be seen"
REFUSED = {
    "((ab){1000}){1000}": SMALLER,
    "((((a{99}){99}){99}){99}){99}": SMALLER,
    "(?x)((((a{ 99}){99 }){9 9}){99}){99}": CLEARER,
    "(?x)((((a{9#\n9}){99}){99}){99}){99}": CLEARER,
    "[[](?:(?:a{99}){99}){99}": CLEARER,
    "(?:" + "()" * 78 + "){500}": SMALLER,
    "(?:a?" * 20 + "b" + ")+" * 20: SMALLER,
    "(?fi)" + "[ß-ﬆ]" * 4000: SMALLER,
    "a" * 20_001: SMALLER,
    "a{" + "9" * 5000 + "}": SMALLER,
}


@pytest.mark.parametrize(("pattern", "way_out"), REFUSED.items(), ids=range(len(REFUSED)))
def test_a_pattern_that_would_explode_is_never_compiled(pattern: str, way_out: str, monkeypatch):
    monkeypatch.setattr(regex, "compile", lambda *_: pytest.fail("it was compiled"))
    with pytest.raises(TooLarge) as refused:
        compiled(pattern, ignore_case=False)
    assert str(refused.value) == f"writes out to more than 20,000 items; {way_out}"


def rule_of(pattern: str, **options: object) -> dict[str, object]:
    return {"type": "regex", "pattern": pattern, **options}


def task_of(pattern: str) -> dict[str, object]:
    return {"id": "t", "category": "contemporary_life", "rules": [rule_of(pattern, normalize=False)]}


DOORS = {
    "parse_rule": lambda pattern: parse_rule(rule_of(pattern)),
    "parse_task": lambda pattern: parse_task(task_of(pattern)),
    "grade": lambda pattern: grade(task_of(pattern), "tak"),
    "modules": lambda pattern: rules_of([json.dumps([rule_of(pattern)])]),
    "rewards": lambda pattern: task_text(task_of(pattern)),
    "rewards of a column": lambda pattern: of_columns("t", "contemporary_life", json.dumps([rule_of(pattern)])),
    "a rule made by hand": lambda pattern: score_rule(Regex(pattern), "tak"),
}
REFUSED = r"writes out to more than 20,000 items|holds an invisible character, U\+00AD"
EXPLODING = (
    "((((a{99}){99}){99}){99}){99}",
    "((((a{9\u00ad9}){99}){99}){99}){99}",
    "(?x)((((a{9 9}){99}){99}){99}){99}",
    "(?:" + "()" * 78 + "){500}",
    "(?:a?" * 20 + "b" + ")+" * 20,
)


@pytest.mark.parametrize("pattern", EXPLODING, ids=range(len(EXPLODING)))
@pytest.mark.parametrize("door", DOORS)
def test_every_door_refuses_it(door: str, pattern: str, monkeypatch):
    monkeypatch.setattr(regex, "compile", lambda *_: pytest.fail("it was compiled"))
    with pytest.raises((InputError, TooLarge), match=REFUSED):
        DOORS[door](pattern)


@pytest.mark.parametrize("pattern", EXPLODING, ids=range(len(EXPLODING)))
def test_validating_and_reading_refuse_it(pattern: str, task_folder, task, monkeypatch):
    monkeypatch.setattr(regex, "compile", lambda *_: pytest.fail("it was compiled"))
    folder = task_folder(task("t", rules=[rule_of(pattern)]))
    for validate in (True, False):
        findings = [str(finding) for finding in read_tasks(folder, validate=validate)[1] if not finding.is_warning]
        assert len(findings) == 1
        why = "holds an invisible character" if "\u00ad" in pattern else "writes out to more than 20,000 items ("
        assert findings[0].startswith(f"tasks.jsonl:1, 't', rule 1, pattern: {why}")


def test_the_engine_has_one_door():
    """Who else asked the engine for a pattern would pass no guard; the child process is bounded as a whole."""
    files = [file for root in ("metrics", "dataset_builder", "scripts") for file in (ROOT / root).rglob("*.py")]
    doors = [file.name for file in files if re.search(r"^\s*(?:import|from) regex\b", file.read_text("utf-8"), re.M)]
    assert sorted(doors) == ["pattern_child.py", "pattern_guard.py"]
