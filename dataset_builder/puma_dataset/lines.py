"""The lines of a tasks.jsonl: strict JSON objects with their line numbers, and what is wrong with the others."""

import json
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, NoReturn

from puma_metrics.errors import Finding, InputError
from puma_metrics.rules.fields import DEEPEST

from .opening import read_inside

TASKS_FILE = "tasks.jsonl"
BOM = b"\xef\xbb\xbf"
LONGEST_NUMBER = 1000

_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


@dataclass(frozen=True)
class Line:
    """One object of a JSONL file and the number of its line, from 1."""

    number: int
    record: dict[str, Any]

    def address(self) -> dict[str, Any]:
        """Where a finding about this task is."""
        name = self.record.get("id")
        return {"file": TASKS_FILE, "line": self.number, "id": name if isinstance(name, str) else ""}


class _NotStrict(ValueError):
    """JSON that Python would read, but not without loss."""


def read_lines(folder: Path) -> tuple[list[Line], list[Finding]]:
    """The objects in `folder`/tasks.jsonl in file order, and a finding for each line that is none.

    Raises InputError if the folder or its tasks.jsonl is missing or cannot be read.
    """
    return parse_lines(tasks_bytes(folder))


def tasks_bytes(folder: Path) -> bytes:
    """The content of `folder`/tasks.jsonl; raises InputError, which says what stands there instead."""
    if not folder.exists():
        raise InputError(f"{folder}: no such folder; give a folder that holds {TASKS_FILE}")
    if not folder.is_dir():
        raise InputError(f"{folder}: a file, not a folder; give the folder that holds {TASKS_FILE}")
    try:
        return read_inside(folder, TASKS_FILE)
    except FileNotFoundError as error:
        what = f"no {TASKS_FILE} in it; a task folder holds {TASKS_FILE} and the media it names"
        raise InputError(f"{folder}: {what}") from error


def parse_lines(content: bytes) -> tuple[list[Line], list[Finding]]:
    """The objects in a JSONL file's bytes, and a finding for each line that is none; blank lines are fine.

    >>> lines, findings = parse_lines(b'{"id": "a"}\\n[1]\\n')
    >>> lines
    [Line(number=1, record={'id': 'a'})]
    >>> print(findings[0])
    tasks.jsonl:2: a list, not an object; each line is one task, {"id": ..., ...}
    """
    lines, findings = [], []
    if content.startswith(BOM):
        findings.append(_finding(1, "starts with a byte order mark; save the file as UTF-8 without one"))
        content = content[len(BOM) :]
    for number, raw in enumerate(content.split(b"\n"), start=1):
        record, problem = _parse_line(raw)
        if problem:
            findings.append(_finding(number, problem))
        elif record is not None:
            lines.append(Line(number, record))
    if not lines and not findings:
        findings.append(Finding("holds no task; write one JSON object per line", file=TASKS_FILE))
    return lines, findings


def _finding(number: int, problem: str) -> Finding:
    return Finding(problem, line=number, file=TASKS_FILE)


def _parse_line(raw: bytes) -> tuple[dict[str, Any] | None, str]:
    """One line's object and no problem, or no object and what is wrong; neither for a blank line."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return None, f"not UTF-8 at byte {error.start + 1} (0x{raw[error.start]:02x}); save the file as UTF-8"
    if not text.strip():
        return None, ""
    try:
        value = _strict_json(text)
    except json.JSONDecodeError as error:
        return None, f"not JSON at column {error.colno}: {error.msg}; each line is one JSON object"
    except _NotStrict as error:
        return None, str(error)
    if not isinstance(value, dict):
        return None, f'{_kind(value)}, not an object; each line is one task, {{"id": ..., ...}}'
    return value, ""


def _strict_json(text: str) -> Any:
    """The value of a JSON text; raises where Python's own reading would change it silently or fail unclearly."""
    _refuse_depth(text)
    value = json.loads(
        text,
        object_pairs_hook=_object,
        parse_constant=_refuse_constant,
        parse_int=_integer,
        parse_float=_float,
    )
    if _ESCAPED_SURROGATE.search(text):
        _refuse_surrogates(value)
    return value


def _refuse_depth(text: str) -> None:
    """Brackets are counted in strings too, which is fine for a bound: only a line with too many is looked at."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return
    depth, in_string = 0, False
    for part in re.findall(r'\\.|["\[\]{}]', text):
        if part == '"':
            in_string = not in_string
        elif not in_string and part in "[{":
            depth += 1
            if depth > DEEPEST:
                raise _NotStrict(f"nested deeper than {DEEPEST} levels; a task needs no more than six")
        elif not in_string and part in "]}":
            depth -= 1


def _object(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for key, item in pairs:
        if key in value:
            raise _NotStrict(f"the field '{key}' stands twice in one object; keep one of them")
        value[key] = item
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise _NotStrict(f"{name} is no JSON number; write a finite number, or null")


def _integer(literal: str) -> int:
    _refuse_length(literal)
    return int(literal)


def _float(literal: str) -> float:
    """A number that a float cannot hold exactly as written would be graded, and saved, as another one."""
    _refuse_length(literal)
    value = float(literal)
    if not math.isfinite(value):
        raise _NotStrict(f"the number {literal} is too large to be kept; write it as a string")
    try:
        exact = Decimal(literal)
    except InvalidOperation as error:  # such as 0e99999999999999999999
        raise _NotStrict(f"the number {literal} has too large an exponent; write it as a string") from error
    if Decimal(repr(value)) != exact:
        raise _NotStrict(f"the number {literal} would be kept as {value!r}; write fewer digits, or a string")
    return value


def _refuse_length(literal: str) -> None:
    if len(literal) > LONGEST_NUMBER:
        raise _NotStrict(f"a number of {len(literal)} characters; at most {LONGEST_NUMBER} are allowed")


def _refuse_surrogates(value: Any) -> None:
    """Half of a surrogate pair is a character of no encoding: it can be neither saved nor published."""
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError as error:
        found = str(error.object)[error.start]
        raise _NotStrict(f"half of a surrogate pair (\\u{ord(found):04x}) is no character; remove it") from error


def _kind(value: Any) -> str:
    """What a JSON value is, in words."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return {list: "a list", str: "a string", int: "a number", float: "a number"}[type(value)]
