"""What cells and fields of people's files say: names, nothing in its many forms, and objects with a field twice."""

import json
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Any

from puma_metrics.errors import InputError
from puma_metrics.grade import is_missing
from puma_metrics.wording import one_name

TEXT_COLUMNS = ("prediction", "answer", "response", "output", "completion", "generated_text")
"""The columns in which a plain table has its answers."""
EXAMPLE = '{"id": "hc_001", "prediction": "To herb Leliwa."}'
AS_TEXT = "write it as text, as it stands elsewhere: 1.10 and 1.1 are one number (pandas: dtype=str)"
_NOTHING = frozenset(("", "none", "null", "nan", "false"))


class Twice(dict[str, Any]):
    """An object in which the field `twice` stands twice: of two values nobody could say which counts."""

    twice = ""


def refuse_twice(where: str, columns: Sequence[str], read: Sequence[str]) -> None:
    """Raise InputError if a column that is read stands twice among those of a table; another one may.

    >>> refuse_twice("a.csv:1", ["id", "note", "note"], ["id"])
    >>> refuse_twice("a.csv:1", ["id", "id"], ["id"])
    Traceback (most recent call last):
    puma_metrics.errors.InputError: a.csv:1: the column 'id' stands twice; keep one of them
    """
    if twice := next((column for column in read if columns.count(column) > 1), ""):
        raise InputError(f"{where}: the column '{twice}' stands twice; keep one of them")


def shown(value: object) -> str:
    """A value as it stands in JSON, cut to a readable length."""
    written = json.dumps(value, ensure_ascii=False, default=str)
    return written if len(written) <= 60 else written[:57] + "..."


def no_text(name: object) -> str:
    """What to say of an id or a model's name that is no text: of a number, what is lost when it is read as one.

    >>> no_text(["kot"])
    'is no text (["kot"]); expected text'
    """
    return f"is no text ({shown(name)}); {AS_TEXT if type(name) in (int, float, Decimal) else 'expected text'}"


def is_nothing(value: object) -> bool:
    """Whether an optional column is empty here, as any of the tools that write such files says it (RUN, section 6).

    >>> [is_nothing(value) for value in (None, float("nan"), "", "None", False, [], {}, 0, "timeout")]
    [True, True, True, True, True, True, True, False, False]
    """
    if isinstance(value, str):
        return len(value) < 20 and value.strip().lower() in _NOTHING
    return value is False or value == [] or value == {} or is_missing(value)


@lru_cache(4096)
def model_name(written: str | None) -> str:
    """The name of a model as its column has it, "" for none; names that print alike are one name."""
    return one_name(written) if isinstance(written, str) and not is_nothing(written) else ""
