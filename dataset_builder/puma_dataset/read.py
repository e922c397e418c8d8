"""Reading a task folder with everything that is wrong in it, and writing one."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from puma_metrics.errors import Finding
from puma_metrics.task import Task, parse_task, task_findings

from .across import same_ids, same_media, similar_prompts
from .lines import TASKS_FILE, Line, read_lines
from .media import content_problem, media_of, path_problem

SAMPLE = Path(__file__).with_name("sample")


def read_tasks(
    folder: str | Path, *, check_media: bool = True, check_patterns: bool = True
) -> tuple[list[Task], list[Finding]]:
    """The tasks of a folder that have no error, in file order, and every error and warning, in line order.

    `check_media` opens every file that a task names and compares tasks with each other; `check_patterns` compiles
    every pattern in a child process. Grading needs neither, and starts sooner without.

    Raises InputError if the folder or its tasks.jsonl is missing or cannot be read.

    >>> tasks, findings = read_tasks(SAMPLE, check_media=False, check_patterns=False)
    >>> len(tasks), tasks[0].id, findings
    (52, 'hc_001', [])
    """
    lines, findings = _read(Path(folder), check_media, check_patterns)
    return [parse_task(line.record) for line in lines], findings


def read_records(folder: Path, *, check_patterns: bool = True) -> tuple[list[dict[str, Any]], list[Finding]]:
    """As read_tasks, but the tasks as they stand in the file: what is published and what can be saved."""
    lines, findings = _read(folder, True, check_patterns)
    return [line.record for line in lines], findings


def write_tasks(folder: Path, records: Iterable[Mapping[str, Any]]) -> None:
    """Write `folder`/tasks.jsonl, in one step at the end: null, absent, 0, "" and the order of fields stay as they are.

    Raises ValueError for a number that is not finite, which JSON has no literal for.
    """
    import tempfile

    written = "".join(json.dumps(record, ensure_ascii=False, allow_nan=False) + "\n" for record in records)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".tasks-") as room:
        new = Path(room, TASKS_FILE)
        new.write_bytes(written.encode("utf-8"))
        new.replace(folder / TASKS_FILE)


def _read(folder: Path, check_media: bool, check_patterns: bool) -> tuple[list[Line], list[Finding]]:
    """The lines without an error and all findings."""
    lines, findings = read_lines(folder)
    explosive = _explosive_patterns(lines) if check_patterns else {}
    for line in lines:
        found = [*task_findings(_defused(line, explosive)), *explosive.get(line.number, {}).values()]
        findings += [finding.at(**line.address()) for finding in found]
    findings += same_ids(lines)
    if check_media:
        findings += [finding for line in lines for finding in _media_findings(folder, line)]
        findings += [*similar_prompts(lines), *same_media(folder, lines)]
    wrong = {finding.line for finding in findings if not finding.is_warning}
    return [line for line in lines if line.number not in wrong], sorted(findings, key=lambda finding: finding.line)


def _media_findings(folder: Path, line: Line) -> Iterator[Finding]:
    for path, kind in media_of(line.record):
        problem = path_problem(folder, path) or content_problem(folder / path, path, kind)
        if problem:
            yield Finding(problem, field="media.path", **line.address())


def _explosive_patterns(lines: Sequence[Line]) -> dict[int, dict[int, Finding]]:
    """By number of line and rule, both from 1: the patterns that must not be compiled in this process."""
    # subprocess takes 10 ms to import, which grading does not need
    from .patterns import pattern_problems

    found = [(line.number, rule, pattern) for line in lines for rule, pattern in _patterns_of(line.record)]
    problems = pattern_problems([pattern for _, _, pattern in found])
    explosive: dict[int, dict[int, Finding]] = {}
    for (number, rule, _), problem in zip(found, problems, strict=True):
        if problem:
            explosive.setdefault(number, {})[rule] = Finding(problem, field="pattern", rule=rule)
    return explosive


def _defused(line: Line, explosive: Mapping[int, Mapping[int, Finding]]) -> dict[str, Any]:
    """The record with a harmless pattern for each explosive one, so that the rest of it can be judged."""
    if line.number not in explosive:
        return line.record
    rules = [
        {**rule, "pattern": "x"} if number in explosive[line.number] else rule
        for number, rule in enumerate(line.record["rules"], start=1)
    ]
    return {**line.record, "rules": rules}


def _patterns_of(record: Mapping[str, Any]) -> Iterator[tuple[int, tuple[str, bool]]]:
    """Number from 1, pattern and whether case is ignored, of a task's regex rules."""
    rules = record.get("rules")
    for number, rule in enumerate(rules if isinstance(rules, list) else [], start=1):
        if isinstance(rule, dict) and rule.get("type") == "regex" and isinstance(rule.get("pattern"), str):
            yield number, (rule["pattern"], rule.get("normalize", True) is not False)
