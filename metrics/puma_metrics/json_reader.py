"""A strict reader of JSON (RFC 8259) that never raises and keeps the exact value of every number (GRADING, section 8).

The standard library's decoder does the reading. What it tolerates beyond the RFC is refused, and what could make it
fail or explode (deep nesting, huge numbers) is found first or while reading.
"""

import json
import re
from collections.abc import Mapping
from decimal import Decimal

from .errors import InputError
from .wording import shorten

Json = None | bool | Decimal | str | list["Json"] | dict[str, "Json"]

MAX_DEPTH = 64
MAX_NUMBER = 1000
"""Characters of a number literal."""
MAX_EXPONENT = 9999

_START = re.compile(
    r"[ \t\n\r]*+\ufeff?[ \t\n\r]*+"
    r"(?:(?P<fence>`{3,}+(?=[^`\r\n]*+[\r\n])|~{3,}+(?=[^\r\n]*+[\r\n]))[^\r\n]*+(?:\r\n?|\n))?"
)
_BRACKET = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{}]', re.DOTALL)


def read_json(text: str) -> tuple[Json, str]:
    """Read an answer that has to be JSON, the whole of it (the paper, section 3.2.2; GRADING, section 8).

    Tolerated are surrounding JSON white space, a byte order mark and one code fence around everything, three
    or more backticks or tildes, closed or not.

    Args:
        text: Any string.

    Returns:
        The value, its numbers as `Decimal` of the literal and of duplicate names the last; and why it could not be
        read, "" if it could.

    >>> read_json('{"a": 1.50}')
    ({'a': Decimal('1.50')}, '')
    >>> read_json("[1,]")
    (None, 'not JSON: Expecting value at line 1 column 4')
    """
    start = _START.match(text)
    body = text[start.end() :] if start else text
    if start and start["fence"]:
        body = _without_closing_fence(body, start["fence"])
    if _depth(body) > MAX_DEPTH:
        return None, f"nested deeper than {MAX_DEPTH}"
    try:
        return _DECODER.decode(body), ""
    except _Refused as error:
        return None, str(error)
    except json.JSONDecodeError as error:
        return (
            None,
            f"not JSON: {error.msg.removesuffix(' at')} at line {error.lineno} column {error.colno}"
            if body
            else "no JSON: empty",
        )


def read_reference(reference: object) -> Json:
    """A reference as read: parsed JSON, its numbers exact, or JSON text.

    Raises:
        InputError: The text is no JSON, or the value has no form in JSON.

    >>> read_reference({"suma": 45.67})
    {'suma': Decimal('45.67')}
    """
    if isinstance(reference, str):
        value, problem = read_json(reference)
        if problem:
            raise InputError(f"reference: {problem} ({shorten(reference)}); JSON is expected")
        return value
    try:
        return _exact(reference)
    except RecursionError as error:
        raise InputError(f"reference: nested deeper than {MAX_DEPTH}; JSON of flat objects is expected") from error


def _exact(value: object) -> Json:
    """A float's number is that of its repr, as everywhere in the standard library's JSON."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, (int, float)) and Decimal(repr(value) if isinstance(value, float) else value).is_finite():
        return Decimal(repr(value) if isinstance(value, float) else value)
    if isinstance(value, Decimal) and value.is_finite():
        return value
    if isinstance(value, Mapping) and all(isinstance(name, str) for name in value):
        return {name: _exact(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_exact(item) for item in value]
    raise InputError(f"reference: no JSON value ({shorten(repr(value))}); JSON is expected")


class _Refused(ValueError):
    """A literal that is no JSON or beyond the limits."""


def _without_closing_fence(body: str, fence: str) -> str:
    """The text before a closing fence, which is of the opening one's mark and no shorter; the body if there is none."""
    end = body.rstrip(" \t\n\r")
    inside = end.rstrip(fence[0])
    return inside if len(end) - len(inside) >= len(fence) else body


def _depth(text: str) -> int:
    """How deep brackets outside of strings are nested."""
    depth = deepest = 0
    for match in _BRACKET.finditer(text):
        character = text[match.start()]
        if character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character != '"':
            depth -= 1
    return deepest


def _number(literal: str) -> Decimal:
    if len(literal) > MAX_NUMBER:
        raise _Refused(f"a number of {len(literal)} characters; at most {MAX_NUMBER} are read")
    mantissa, _, exponent = literal.lower().partition("e")
    if exponent and abs(int(exponent)) > MAX_EXPONENT:
        raise _Refused(f"exponent out of range: {mantissa[:20]}e{exponent[:20]}; at most {MAX_EXPONENT} is read")
    return Decimal(literal)


def _constant(literal: str) -> Json:
    raise _Refused(f"not JSON: {literal}")


_DECODER = json.JSONDecoder(parse_float=_number, parse_int=_number, parse_constant=_constant)
