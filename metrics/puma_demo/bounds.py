"""What a visitor may send, so that nobody's input keeps the others waiting; and how the demo refuses what is more."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from puma_metrics.errors import InputError
from puma_metrics.rules.pattern_form import compiled_text
from puma_metrics.rules.pattern_guard import size

from .names import JSON_ERRORS
from .words import counted, grouped, say

ANSWER = 100_000
REFERENCE = 20_000
PATTERN = 300
ITEMS = 2_000
"""Items of a pattern with its repetitions written out: compiling takes time and memory with it."""
RULES = 20
FILE = 2_000_000
"""Bytes of a file that is graded."""
UNPACKED = 20_000_000
"""Bytes that a packed file of answers may hold."""
UPLOAD = 20_000_000
"""Bytes of a file that is taken in at all, so that a visitor is told how large a file is and how large it may be."""
BODY = 32_000_000
"""Bytes of any other request: far more than the demo grades, so that who pastes too much is told so in words."""
ROWS = 3_000
MODELS = 12

Value = str | int | Callable[[str], str]


class Refused(InputError):
    """What the demo itself refuses: `key` names the text that says why, `values` what stands in its gaps.

    A value that differs between languages is a function of the language.
    """

    def __init__(self, key: str, *values: Value):
        self.key, self.values = key, values
        super().__init__(self.said("en"))

    def said(self, language: str) -> str:
        return say(self.key, language, *(value(language) if callable(value) else value for value in self.values))


def short(text: str | None, most: int = ANSWER, field: str = "answer") -> str:
    """The text of a field, or "" for none. Raises Refused with its length and the bound.

    >>> short(None), short("tak")
    ('', 'tak')
    """
    if text and len(text) > most:
        length = partial(counted, len(text), "character")
        raise Refused("too_long", partial(say, field), length, partial(grouped, most))
    return text or ""


def loaded(text: str | None, field: str) -> Any:
    """The value of a field's JSON text. Raises Refused with what is wrong at which line and column."""
    text = short(text, REFERENCE, field)
    if not text.strip():
        raise Refused("json_empty", partial(say, field))
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        said = partial(json_error, error.msg)
        raise Refused("json", partial(say, field), error.lineno, error.colno, said) from error
    except (ValueError, RecursionError) as error:
        # an integer of thousands of digits, or thousands of brackets
        raise Refused("json_size", partial(say, field)) from error


def json_error(message: str, language: str) -> str:
    """What the reader of JSON says, in a language.

    >>> json_error("Expecting value", "pl")
    'brak wartości'
    """
    return message.removesuffix(" at") if language == "en" else JSON_ERRORS.get(message, f"„{message}”")


def safe_rules(rules: Any) -> list[Any]:
    """Rules whose patterns can be compiled here, in this process. Raises Refused.

    >>> safe_rules([{"type": "regex", "pattern": "(?:a{99}){99}"}])
    Traceback (most recent call last):
    puma_demo.bounds.Refused: The pattern writes out to too many items: at most 2,000, all repetitions counted.
    """
    if isinstance(rules, dict):
        rules = [rules]
    if not isinstance(rules, list) or not rules or len(rules) > RULES:
        raise Refused("rules_list", RULES)
    for rule in rules:
        pattern = rule.get("pattern") if isinstance(rule, dict) else None
        if isinstance(pattern, str):
            short(pattern, PATTERN, "pattern")
            if size(compiled_text(pattern, rule.get("normalize", True) is not False)) > ITEMS:
                raise Refused("too_many_items", partial(grouped, ITEMS))
    return rules
