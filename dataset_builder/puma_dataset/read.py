"""Reading a task folder with everything that is wrong in it, and writing one."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from puma_metrics.errors import Finding, InvalidTask
from puma_metrics.task import Task, parse_task, structure_findings

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
    if validate:
        findings += _validated(folder, lines)
    wrong = {finding.line for finding in findings if not finding.is_warning}
    tasks = []
    for line in lines:
        if line.number not in wrong:
            try:
                tasks.append(parse_task(line.record))
            except InvalidTask as error:
                findings += [finding.at(**line.address()) for finding in error.findings]
    return tasks, sorted(findings, key=lambda finding: finding.line)


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


def _validated(folder: Path, lines: Sequence[Line]) -> Iterator[Finding]:
    """What is wrong with each record, with its media, and between the tasks."""
    explosive = _explosive_patterns(lines)
    for line in lines:
        found = _record_findings(line.record, explosive.get(line.number, {}))
        yield from (finding.at(**line.address()) for finding in found)
        yield from _media_findings(folder, line)
    yield from similar_prompts(lines)
    yield from same_media(folder, lines)


def _record_findings(record: dict[str, Any], explosive: Mapping[int, Finding]) -> list[Finding]:
    """What is wrong with a record; one with an explosive pattern is looked at without it, and never graded."""
    # it grades, which whoever only reads does not need to import
    from puma_metrics.authoring import REQUIRED, task_findings

    if not explosive:
        return task_findings(record)
    rules = [
        {**rule, "pattern": "x"} if number in explosive else rule
        for number, rule in enumerate(record["rules"], start=1)
    ]
    return [*structure_findings({**record, "rules": rules}, REQUIRED), *explosive.values()]


def _media_findings(folder: Path, line: Line) -> Iterator[Finding]:
    for path, kind in media_of(line.record):
        problem = path_problem(folder, path) or content_problem(folder, path, kind)
        if problem:
            yield Finding(problem, field="media.path", **line.address())


def _explosive_patterns(lines: Sequence[Line]) -> dict[int, dict[int, Finding]]:
    """By number of line and rule, both from 1: the patterns that must not be compiled in this process."""
    from .patterns import pattern_problems

    found = [(line.number, rule, pattern) for line in lines for rule, pattern in _patterns_of(line.record)]
    problems = pattern_problems([pattern for _, _, pattern in found])
    explosive: dict[int, dict[int, Finding]] = {}
    for (number, rule, _), problem in zip(found, problems, strict=True):
        if problem:
            explosive.setdefault(number, {})[rule] = Finding(problem, field="pattern", rule=rule)
    return explosive


def _patterns_of(record: Mapping[str, Any]) -> Iterator[tuple[int, tuple[str, bool]]]:
    """Number from 1, the text that is compiled, and whether case is ignored, of a task's regex rules."""
    from puma_metrics.rules import pattern_guard
    from puma_metrics.rules.pattern_form import compiled_text

    rules = record.get("rules")
    for number, rule in enumerate(rules if isinstance(rules, list) else [], start=1):
        if isinstance(rule, dict) and rule.get("type") == "regex" and isinstance(rule.get("pattern"), str):
            normalize = rule.get("normalize", True) is not False
            text = compiled_text(rule["pattern"], normalize)
            if pattern_guard.size(text) <= pattern_guard.MOST_ITEMS:  # else it is compiled nowhere
                yield number, (text, normalize)
