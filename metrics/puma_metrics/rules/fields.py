"""Checks of a rule's fields: each takes a value and says what is wrong with it, or nothing."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..errors import Finding, did_you_mean
from ..sentence import Sentence

Check = Callable[[Any], str]

DEEPEST = 100
"""Levels of a record: far below what Python's recursion allows, far above any task."""
LARGEST = 10**1000
"""Whole numbers of a record are smaller."""


def unreadable(record: object) -> str:
    """What keeps a record from being looked at, checked without recursion: too many levels, or too large a number.

    >>> unreadable({"reference": {"a": [1]}}), unreadable([10**1000])[:34]
    ('', 'holds a whole number of more than ')
    """
    waiting = [(record, 1)]
    while waiting:
        value, depth = waiting.pop()
        if depth > DEEPEST:
            return Sentence("too-deep", most=DEEPEST)
        if isinstance(value, int) and abs(value) >= LARGEST:
            return Sentence("huge-number")
        if isinstance(value, Mapping | list | tuple):
            items = value.values() if isinstance(value, Mapping) else value
            waiting += ((item, depth + 1) for item in items)
    return ""


def shown(value: object) -> str:
    """A value as it stands in JSON, cut to a readable length."""
    written = json.dumps(value, ensure_ascii=False, default=repr)
    return written if len(written) <= 60 else written[:57] + "..."


def flag(value: object) -> str:
    return "" if isinstance(value, bool) else Sentence("no-truth-value", value=shown(value))


def count(value: object) -> str:
    if value is None or (isinstance(value, int) and not isinstance(value, bool) and value >= 0):
        return ""
    return Sentence("no-count", value=shown(value))


def string(value: object) -> str:
    return "" if isinstance(value, str) else Sentence("no-text", value=shown(value))


def strings(value: object) -> str:
    if not isinstance(value, list | tuple):
        return Sentence("no-list-of-strings", value=shown(value))
    wrong = [item for item in value if not isinstance(item, str)]
    return Sentence("not-all-text", value=shown(wrong[0])) if wrong else ""


def some_strings(value: object) -> str:
    return strings(value) or ("" if value else Sentence("no-strings"))


def one_of(*allowed: str) -> Check:
    def check(value: object) -> str:
        if value in allowed:
            return ""
        return Sentence("unknown-value", value=shown(value), expected=did_you_mean(str(value), allowed))

    return check


def problems(record: Mapping[str, Any], checks: Mapping[str, Check], required: set[str]) -> Iterator[Finding]:
    """What is wrong with the names and the values of a record's fields."""
    for name in record:
        if name not in checks:
            yield Finding(Sentence("unknown-field", field=name, expected=did_you_mean(name, checks)))
    for name, check in checks.items():
        if name in record:
            if problem := check(record[name]):
                yield Finding(problem, field=name)
        elif name in required:
            yield Finding(Sentence("missing-field", field=name))


def above(low: int | None, high: int | None, low_name: str, high_name: str) -> Iterator[Finding]:
    if low is not None and high is not None and low > high:
        yield Finding(Sentence("above", other=high_name, low=low, high=high), field=low_name)
