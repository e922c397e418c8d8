"""What a visitor may send, so that nobody's input keeps the others waiting."""

import json
import math
import re
from typing import Any

from puma_metrics.errors import InputError

ANSWER = 100_000
REFERENCE = 20_000
PATTERN = 300
REPEATS = 1_000
"""How often a pattern may repeat in all, its repetitions multiplied: compiling takes time and memory with it."""
FILE = 2_000_000
"""Bytes of an uploaded file."""
ROWS = 3_000
MODELS = 12

_REPEAT = re.compile(r"\{(\d*),?(\d*)\}")


class TooMuch(InputError):
    """More than the demo takes; `key` names the text that says so, `most` the bound."""

    def __init__(self, key: str, most: int):
        self.key, self.most = key, most
        super().__init__(f"{key}: more than {most:,}")


def short(text: str | None, most: int = ANSWER) -> str:
    """The text, or "" for none. Raises TooMuch.

    >>> short(None), short("tak")
    ('', 'tak')
    """
    if text and len(text) > most:
        raise TooMuch("too_long", most)
    return text or ""


def loaded(text: str | None) -> Any:
    """The value of a JSON text. Raises InputError with what is wrong at which column."""
    try:
        return json.loads(short(text, REFERENCE))
    except json.JSONDecodeError as error:
        raise InputError(f"JSON, line {error.lineno}, column {error.colno}: {error.msg}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"JSON: {error}") from error


def safe_rules(rules: Any) -> list[Any]:
    """Rules whose patterns can be compiled here, in this process. Raises TooMuch, or InputError if they are no list.

    >>> safe_rules([{"type": "regex", "pattern": "(?:a{99}){99}"}])
    Traceback (most recent call last):
    puma_demo.bounds.TooMuch: too_large_pattern: more than 1,000
    """
    if isinstance(rules, dict):
        rules = [rules]
    if not isinstance(rules, list) or not rules or len(rules) > 20:
        raise InputError("rules: expected a list of 1 to 20 rules, [{...}]")
    for rule in rules:
        pattern = rule.get("pattern") if isinstance(rule, dict) else None
        if isinstance(pattern, str):
            short(pattern, PATTERN)
            if repeats(pattern) > REPEATS:
                raise TooMuch("too_large_pattern", REPEATS)
    return rules


def repeats(pattern: str) -> int:
    """The product of all counted repetitions of a pattern.

    >>> repeats("a{2}b{3,5}c*")
    10
    """
    counts = [max(int(low or 0), int(high or 0), 1) for low, high in _REPEAT.findall(pattern)]
    return math.prod(min(count, REPEATS + 1) for count in counts)
