"""The pages name all that a user meets, in every language that they have, and the tasks that they show hold."""

import ast
import configparser
import json
import re
import sys
from dataclasses import fields
from functools import reduce
from pathlib import Path

import click
import pytest
from puma_docs import findings, flags, records, sheet_findings
from puma_docs.commands import described
from puma_docs.sheet_cases import CASES as SHEETS
from puma_docs.stage import made, only_english, pages, written
from puma_docs.task_cases import CASES as TASKS

from puma_answers.endings import FAILED, REFUSED, TRUNCATED
from puma_answers.shapes import SHAPES
from puma_cli.main import COMMANDS
from puma_metrics.authoring import task_findings
from puma_metrics.errors import Finding
from puma_metrics.flags import FLAGS
from puma_metrics.rubric.findings import __doc__ as CODES
from puma_metrics.rules import RULES, read_rule
from puma_metrics.rules.fields import DEEPEST
from puma_metrics.shapes import SHAPES as RECOGNISED
from puma_metrics.task import CHECKS, MEDIA_CHECKS
from puma_run.engines import ENGINES
from puma_run.settings import CHAT

ROOT = Path(__file__).parents[2]
ONLY_ENGLISH = [
    *("api", "architecture", "changelog", "grading", "normalise", "rubric", "run", "security", "shapes", "tasks"),
]
"""What is not translated, decisions aside: a page that is goes from this list."""
BEYOND_THE_GUARD = "Finding(problem, field=field, rule=rule)"
"""A pattern that the child process cannot compile in time: none is known that the bound on its size lets through."""
ELSEWHERE = {"puma_answers", "release", "rewards", "puma_demo", "published.py"}
"""Rooms and files whose findings are not about a folder of tasks."""


@pytest.fixture(scope="module")
def texts() -> dict[str, dict[str, str]]:
    """The pages of each language, by name."""
    hand = {
        language: {name: file.read_text("utf-8") for name, file in written(language).items()}
        for language in ("en", "pl")
    }
    return {language: found | made(language) for language, found in hand.items()}


def test_the_pages_of_one_language_only():
    assert [name for name in only_english() if not name.startswith("decisions/")] == ONLY_ENGLISH
    assert set(pages("pl")) <= set(pages("en")), "a page in Polish alone has no address in English"


@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_field_stands_in_the_pages(texts, language):
    page = texts[language]
    assert [name for name in (*CHECKS, *MEDIA_CHECKS) if f"`{name}`" not in page["write"]] == []
    missing = [
        (kind, name)
        for kind, rule in RULES.items()
        for name in rule.checks
        if f"| `{name}` |" not in page[f"rules/{kind}"]
    ]
    assert missing == []
    assert all(name in {item.name for item in fields(rule)} for rule in RULES.values() for name in rule.checks)


@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_key_stands_in_the_pages(texts, language):
    found = records.found_keys()
    assert {name: len(keys) for name, keys in found.items() if len(keys) < 6} == {}
    assert [key for keys in found.values() for key in keys if f"| `{key}` |" not in texts[language]["records"]] == []


@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_flag_and_finding_stands_in_the_pages(texts, language):
    assert [flag for flag in FLAGS if f"\n## {flag}\n" not in texts[language]["flags"]] == []
    codes = set(re.findall(r"\b[EW]\d{3}\b", CODES or ""))
    assert set(SHEETS) == codes, "sheet_cases.py needs a case for each code"
    assert [code for code in codes if f"### {code}\n" not in texts[language]["findings"]] == []


@pytest.mark.parametrize("flag", FLAGS)
def test_the_example_of_a_flag_carries_it(flag):
    assert flag in flags.graded(flag).flags


@pytest.mark.parametrize("case", TASKS, ids=[case.name[0] for case in TASKS])
def test_the_case_of_a_finding_causes_it(case):
    assert findings.said_of(case)


def constructions() -> set[tuple[str, int]]:
    """Every place in the code that makes a finding about tasks: its file, and the line where the call begins."""
    found = set()
    for root in ("metrics", "dataset_builder"):
        for file in (ROOT / root).rglob("*.py"):
            if ELSEWHERE.isdisjoint(file.relative_to(ROOT).parts):
                calls = (node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Call))
                names = (call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "Finding")
                found |= {(str(file), call.lineno) for call in names if ast.unparse(call) != BEYOND_THE_GUARD}
    return found


def deep() -> list:
    """More levels than a record may have."""
    return reduce(lambda inner, _: [inner], range(DEEPEST), [])


def test_every_finding_has_a_case(monkeypatch):
    """Whatever makes a finding is reached by a case: a new finding needs one, and so stands in the pages."""
    made_at, make = set(), Finding.__init__

    def noted(self, *arguments, **named):
        caller = sys._getframe(1)
        made_at.add((caller.f_code.co_filename, caller.f_lineno))
        make(self, *arguments, **named)

    monkeypatch.setattr(Finding, "__init__", noted)
    for case in TASKS:
        findings.said_of(case)
    for record in ([], {"id": deep()}, {"id": "a", "category": "asr", "rules": [{"type": "asr", "reference": deep()}]}):
        task_findings(record)  # what only a program can hand over: a line of a file is refused before
    read_rule({"type": "asr", "reference": deep()})
    missing = {(str(Path(file).relative_to(ROOT)), line) for file, line in constructions() - made_at}
    assert missing == set(), "task_cases.py has no case that causes these"


@pytest.mark.parametrize("code", SHEETS)
def test_the_case_of_a_code_causes_it(code):
    assert f"{code}: " in sheet_findings.caused(code)[1]


@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_command_and_option_stands_in_the_pages(texts, language):
    shown = texts[language]["commands"]
    found = list(described())
    assert {name.split()[1] for name, _ in found} == set(COMMANDS)
    for name, command in found:
        section = shown.split(f"## {name}\n", 1)[1].split("\n## ", 1)[0]
        options = [option for option in command.params if isinstance(option, click.Option)]
        assert [one for option in options for one in option.opts if one not in section] == [], name


@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_tasks_that_are_shown_are_sound(texts, language):
    blocks = re.findall(r"```json\n(\{\n.*?\n\})\n```", texts[language]["write"], re.DOTALL)
    tasks = [json.loads(block) for block in blocks]
    assert {rule["type"] for task in tasks for rule in task["rules"]} == set(RULES)
    assert [str(finding) for task in tasks for finding in task_findings(task)] == []


@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_shape_and_ending_of_answers_stands_in_the_pages(texts, language):
    page = texts[language]["answers"]
    assert [shape.name for shape in SHAPES if f"| {shape.name} |" not in page] == []
    assert [word for word in TRUNCATED | REFUSED | FAILED if f"`{word}`" not in page] == []


def test_every_shape_of_recognisers_stands_in_the_pages(texts):
    assert [name for name in RECOGNISED if f"| `{name}` |" not in texts["en"]["shapes"]] == []


def test_every_engine_stands_in_the_pages(texts):
    """A recogniser that puma run knows is described: CHAT is none."""
    named = [name for name in ENGINES if name != CHAT]
    assert [name for name in named if f"`{name}`" not in texts["en"]["run"]] == []
    assert [
        name for name in named for language in ("en", "pl") if f"--engine {name}" not in texts[language]["ask"]
    ] == []


def test_every_extra_stands_in_the_pages(texts):
    parser = configparser.ConfigParser()
    parser.read(ROOT / "setup.cfg", encoding="utf-8")
    extras = parser["options.extras_require"]
    assert [
        (name, language) for name in extras for language in ("en", "pl") if f"`{name}`" not in texts[language]["start"]
    ] == []


def test_both_languages_show_the_same_tasks(texts):
    assert texts["en"]["write"].count('"rules"') == texts["pl"]["write"].count('"rules"')
