"""Values drawn from bytes, so that a fuzzer that changes bytes changes clauses, tables and tasks.

Small, and not atheris's own provider: past crashes are replayed where atheris is not installed.
"""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

PART, ITEM, TIMES = "\x1e", "\x1f", "\x1d"
"""What parts the texts of an input, what parts the items of a text, and the ends of a repetition."""
LONGEST = 30_000
"""Characters of a text once its repetitions are written out."""

T = TypeVar("T")
_REPEATED = re.compile(rf"{TIMES}(.)([^{TIMES}{PART}]{{1,60}}){TIMES}", re.DOTALL)


class Drawn:
    """Bytes that are read from the front: as small numbers first, the rest as texts. After their end all is 0."""

    def __init__(self, data: bytes):
        self.data = data
        self.at = 0

    def number(self, high: int) -> int:
        """A number from 0 to `high`."""
        byte = self.data[self.at] if self.at < len(self.data) else 0
        self.at += 1
        return byte % (high + 1)

    def flag(self) -> bool:
        return bool(self.number(1))

    def choice(self, options: Sequence[T]) -> T:
        return options[self.number(len(options) - 1)]

    def count(self) -> int | None:
        """A bound of a rule: null, 0 or a small number."""
        number = self.number(6)
        return number - 1 if number else None

    def rest(self) -> bytes:
        return self.data[self.at :]

    def text(self) -> str:
        return decoded(self.rest())

    def texts(self, most: int) -> list[str]:
        """The rest, in at most so many texts."""
        return self.text().split(PART, most - 1)


def decoded(data: bytes) -> str:
    """Bytes as text: those that are no UTF-8 become lone surrogates, and repetitions are written out."""
    left = LONGEST

    def written(match: re.Match[str]) -> str:
        nonlocal left
        text = match[2] * min(ord(match[1]) ** 2, max(0, left) // len(match[2]))
        left -= len(text)
        return text

    return _REPEATED.sub(written, data.decode("utf-8", "surrogateescape"))


def seed(numbers: Iterable[int], *texts: str) -> bytes:
    """The bytes of which a target draws these numbers and texts."""
    return bytes(numbers) + PART.join(texts).encode("utf-8", "surrogatepass")


VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2**63, 10**400, 0.5, 1e308, -0.0, float("nan"), "", "kot",
    "a" * 100, "\ud800", "\0", "=1", [], {},
    [[]], [None], [""], ["kot"], [["kot"]], [[["kot"]]], {"a": 1}, {"a": {"b": []}}, [{"a": 1}], {"": None}, "1e400",
    [{"type": "include"}], {"type": "object", "properties": {"a": {"type": "string"}}}, {"$ref": "http://x.invalid/"},
)  # fmt: skip


def mutated(value: Any, drawn: Drawn, names: Sequence[str]) -> Any:
    """A JSON value with one thing in it changed: replaced, left out, added or taken from the input's own JSON."""
    if isinstance(value, dict) and value and drawn.number(3):
        name = drawn.choice(sorted(value))
        return {**value, name: mutated(value[name], drawn, names)}
    if isinstance(value, list) and value and drawn.number(3):
        place = drawn.number(len(value) - 1)
        return [*value[:place], mutated(value[place], drawn, names), *value[place + 1 :]]
    what = drawn.number(3)
    if isinstance(value, dict) and what == 0:
        return {**value, drawn.choice(names): drawn.choice(VALUES)}
    if isinstance(value, dict) and what == 1 and value:
        gone = drawn.choice(sorted(value))
        return {name: item for name, item in value.items() if name != gone}
    if isinstance(value, list) and what < 2:
        return [*value, drawn.choice(VALUES)]
    if isinstance(value, str) and what < 2:
        return value[: drawn.number(len(value))] + str(drawn.choice(VALUES))
    return drawn.choice(VALUES)


def own_json(text: str) -> Any:
    """The value of a text that is JSON, else the text."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
