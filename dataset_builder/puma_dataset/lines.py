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
from puma_metrics.json_reader import json_problem
from puma_metrics.rules.fields import DEEPEST
from puma_metrics.sentence import Sentence

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
        raise InputError(Sentence("no-folder", folder=str(folder), file=TASKS_FILE))
    if not folder.is_dir():
        raise InputError(Sentence("no-folder-but-file", folder=str(folder), file=TASKS_FILE))
    try:
        return read_inside(folder, TASKS_FILE)
    except FileNotFoundError as error:
        raise InputError(Sentence("no-tasks-file", folder=str(folder), file=TASKS_FILE)) from error


def parse_lines(content: bytes) -> tuple[list[Line], list[Finding]]:
    """The objects in a JSONL file's bytes, and a finding for each line that is none; blank lines are fine.

    >>> lines, findings = parse_lines(b'{"id": "a"}\\n[1]\\n')
    >>> lines
    [Line(number=1, record={'id': 'a'})]
    >>> print(findings[0])
    tasks.jsonl:2: a list, not an object; each line is one task, {"id": ..., ...}
    """
    lines, findings = [], []
    content = content.removeprefix(BOM)
    if _is_array(content):
        return [], [Finding(Sentence("one-array"), file=TASKS_FILE)]
    for number, raw in enumerate(content.split(b"\n"), start=1):
        record, problem = _parse_line(raw)
        if problem:
            findings.append(_finding(number, problem))
        elif record is not None:
            lines.append(Line(number, record))
    if not lines and not findings:
        findings.append(Finding(Sentence("no-tasks"), file=TASKS_FILE))
    return lines, findings


def _is_array(content: bytes) -> bool:
    """Whether the file is a list of tasks, on one line or, whole or cut off, on several."""
    if not content.lstrip().startswith(b"["):
        return False
    try:
        values = json.loads(content)
    except (ValueError, RecursionError):
        return content.lstrip().partition(b"\n")[0].strip() == b"["
    return any(isinstance(value, dict) for value in values)


def _finding(number: int, problem: str) -> Finding:
    return Finding(problem, line=number, file=TASKS_FILE)


def _parse_line(raw: bytes) -> tuple[dict[str, Any] | None, str]:
    """One line's object and no problem, or no object and what is wrong; neither for a blank line."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return None, Sentence("line-no-utf8", byte=error.start + 1, found=f"{raw[error.start]:02x}")
    if not text.strip():
        return None, ""
    try:
        value = _strict_json(text)
    except json.JSONDecodeError as error:
        return None, Sentence("line-no-json", column=error.colno, problem=json_problem(error.msg))
    except _NotStrict as error:
        return None, error.args[0]
    if not isinstance(value, dict):
        return None, Sentence("line-no-object", kind=_kind(value))
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
                raise _NotStrict(Sentence("line-too-deep", most=DEEPEST))
        elif not in_string and part in "]}":
            depth -= 1


def _object(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for key, item in pairs:
        if key in value:
            raise _NotStrict(Sentence("field-twice", field=key))
        value[key] = item
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise _NotStrict(Sentence("no-json-number", literal=name))


def _integer(literal: str) -> int:
    _refuse_length(literal)
    return int(literal)


def _float(literal: str) -> float:
    """A number that a float cannot hold exactly as written would be graded, and saved, as another one."""
    _refuse_length(literal)
    value = float(literal)
    if not math.isfinite(value):
        raise _NotStrict(Sentence("number-too-large", literal=literal))
    try:
        exact = Decimal(literal)
    except InvalidOperation as error:  # such as 0e99999999999999999999
        raise _NotStrict(Sentence("exponent-too-large", literal=literal)) from error
    if Decimal(repr(value)) != exact:
        raise _NotStrict(Sentence("number-not-kept", literal=literal, kept=repr(value)))
    return value


def _refuse_length(literal: str) -> None:
    if len(literal) > LONGEST_NUMBER:
        raise _NotStrict(Sentence("number-too-long", length=len(literal), most=LONGEST_NUMBER))


def _refuse_surrogates(value: Any) -> None:
    """Half of a surrogate pair is a character of no encoding: it can be neither saved nor published."""
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError as error:
        found = str(error.object)[error.start]
        raise _NotStrict(Sentence("half-a-pair", code=f"{ord(found):04x}")) from error


def _kind(value: Any) -> str:
    """What a JSON value is, in words."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return Sentence("a-list") if isinstance(value, list) else Sentence("string" if isinstance(value, str) else "number")
