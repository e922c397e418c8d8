"""Reading a task folder with everything that is wrong in it, and writing one."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from puma_metrics.errors import Finding, InvalidTask
from puma_metrics.rules import pattern_field
from puma_metrics.task import Task, parse_task, read_task

from .across import same_ids, same_media, similar_prompts
from .lines import TASKS_FILE, Line, read_lines, tasks_bytes
from .media import content_digest, content_problem, media_of, path_problem

SAMPLE = Path(__file__).with_name("sample")


def read_tasks(folder: str | Path, *, validate: bool = True) -> tuple[list[Task], list[Finding]]:
    """The tasks of a folder that have no error, in file order, and what was found wrong, in line order.

    `validate` finds every error and warning: it opens the media, grades each task's own answers, compares tasks with
    each other and compiles patterns in a child process. Without it only what keeps a task from being graded is found,
    which is much sooner done. A task keeps its line as it was read in `record`.

    Raises InputError if the folder or its tasks.jsonl is missing or cannot be read.

    >>> tasks, findings = read_tasks(SAMPLE, validate=False)
    >>> len(tasks), tasks[0].id, findings
    (52, 'hc_001', [])
    """
    folder = Path(folder)
    lines, findings = read_lines(folder)
    findings += same_ids(lines)
    wrong = _wrong(findings)
    if validate:
        explosive = _explosive_patterns(lines)
        read = [(line.number, _validated(folder, line, explosive.get(line.number, {}))) for line in lines]
    else:
        read = [(line.number, _gradable(line)) for line in lines if line.number not in wrong]
    findings += [finding for _, (_, found) in read for finding in found]
    if validate:
        findings += [*similar_prompts(lines), *same_media(folder, lines)]
    wrong = _wrong(findings)
    tasks = [task for number, (task, _) in read if task and number not in wrong]
    return tasks, sorted(findings, key=lambda finding: finding.line)


def _wrong(findings: Iterable[Finding]) -> set[int]:
    return {finding.line for finding in findings if not finding.is_warning}


def read_sound_tasks(folder: str | Path) -> tuple[list[Task], list[Finding]]:
    """The tasks of a folder without any error, and the warnings; raises InvalidTask, with all errors, if it has one."""
    tasks, findings = read_tasks(folder)
    if errors := [finding for finding in findings if not finding.is_warning]:
        raise InvalidTask(errors)
    return tasks, findings


def write_tasks(folder: str | Path, tasks: Iterable[Task | Mapping[str, Any]]) -> None:
    """Write `folder`/tasks.jsonl, in one step at the end: null, absent, 0, "" and the order of fields stay as they are.

    `tasks` are tasks that were read, or their records. Raises ValueError for a number that is not finite, which JSON
    has no literal for.
    """
    import tempfile

    records = (task.record if isinstance(task, Task) else task for task in tasks)
    written = "".join(json.dumps(record, ensure_ascii=False, allow_nan=False) + "\n" for record in records)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".tasks-") as room:
        new = Path(room, TASKS_FILE)
        new.write_bytes(written.encode("utf-8"))
        new.replace(Path(folder, TASKS_FILE))


def set_digests(folder: Path, records: Iterable[Mapping[str, Any]]) -> bytes:
    """The SHA-256 of a set's tasks.jsonl, then of the name and the content of each of its media, one after another.

    Digests of the parts and not the parts, so that no two sets can run together into the same bytes.
    """
    digests = [hashlib.sha256(tasks_bytes(folder)).digest()]
    for path in sorted({medium["path"] for record in records for medium in record["media"]}):
        digests += hashlib.sha256(path.encode()).digest(), bytes.fromhex(content_digest(folder, path))
    return b"".join(digests)


Read = tuple[Task | None, list[Finding]]
"""A task, and what was found wrong on the way; no task where that keeps it from being one."""


def _gradable(line: Line) -> Read:
    """The task of a line, or what keeps it from being graded."""
    try:
        return parse_task(line.record), []
    except InvalidTask as error:
        return None, [finding.at(**line.address()) for finding in error.findings]


def _validated(folder: Path, line: Line, explosive: Mapping[int, Finding]) -> Read:
    """The task of a line, and what is wrong with it and with its media."""
    task, found = _validated_record(line.record, explosive)
    return task, [*(finding.at(**line.address()) for finding in found), *_media_findings(folder, line)]


def _validated_record(record: dict[str, Any], explosive: Mapping[int, Finding]) -> Read:
    """A record with an explosive pattern is looked at without it, and never graded."""
    # it grades, which whoever only reads does not need to import
    from puma_metrics.authoring import REQUIRED, validated_task

    if not explosive:
        return validated_task(record)
    rules = [
        {**rule, pattern_field(rule): "x"} if number in explosive else rule
        for number, rule in enumerate(record["rules"], start=1)
    ]
    return None, [*read_task({**record, "rules": rules}, REQUIRED)[1], *explosive.values()]


def _media_findings(folder: Path, line: Line) -> Iterator[Finding]:
    for path, kind in media_of(line.record):
        problem = path_problem(folder, path) or content_problem(folder, path, kind)
        if problem:
            yield Finding(problem, field="media.path", **line.address())


def _explosive_patterns(lines: Sequence[Line]) -> dict[int, dict[int, Finding]]:
    """By number of line and rule, both from 1: the patterns that must not be compiled in this process."""
    from .patterns import pattern_problems

    found = [(line.number, *pattern) for line in lines for pattern in _patterns_of(line.record)]
    problems = pattern_problems([pattern for _, _, _, pattern in found])
    explosive: dict[int, dict[int, Finding]] = {}
    for (number, rule, field, _), problem in zip(found, problems, strict=True):
        if problem:
            explosive.setdefault(number, {})[rule] = Finding(problem, field=field, rule=rule)
    return explosive


def _patterns_of(record: Mapping[str, Any]) -> Iterator[tuple[int, str, tuple[str, bool]]]:
    """Number from 1, field, the text that is compiled and whether case is ignored, of a task's rules with a pattern."""
    from puma_metrics.rules import pattern_guard
    from puma_metrics.rules.pattern_form import compiled_text

    rules = record.get("rules")
    for number, rule in enumerate(rules if isinstance(rules, list) else [], start=1):
        if name := pattern_field(rule):
            normalize = rule.get("normalize", True) is not False
            text = compiled_text(rule[name], normalize)
            if pattern_guard.size(text) <= pattern_guard.MOST_ITEMS:  # else it is compiled nowhere
                yield number, name, (text, normalize)
