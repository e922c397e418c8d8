"""Arrays at the top of a schema, which some servers refuse: wrapped into an object, and unwrapped again."""

import json
import re
from collections.abc import Mapping
from typing import Any

from puma_metrics.grade import without_thinking

WRAPPER = "items"
_OPENS = re.compile(r'\s*(?P<fence>`{3,}\w*\s*)?\{\s*"' + WRAPPER + r'"\s*:\s*')
_CLOSES = re.compile(r"\s*\}\s*(?P<fence>`{3,}\s*)?\Z")


def is_array(schema: Mapping[str, Any]) -> bool:
    return schema.get("type") == "array"


def wrapped(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of an object that holds nothing but the array.

    >>> wrapped({"type": "array"})["required"]
    ['items']
    """
    return {"type": "object", "properties": {WRAPPER: schema}, "required": [WRAPPER], "additionalProperties": False}


def unwrapped(text: str) -> str:
    """The array's own text, no number written anew; any text that is no such object stays as it is.

    >>> unwrapped('{"items": [1.10, 2]}'), unwrapped('{"items": [1], "n": 1}')
    ('[1.10, 2]', '{"items": [1], "n": 1}')
    """
    answer = without_thinking(text)
    if not (opens := _OPENS.match(answer)) or answer[opens.end() : opens.end() + 1] != "[":
        return text
    try:
        _, end = json.JSONDecoder().raw_decode(answer, opens.end())
    except (ValueError, RecursionError):
        return text
    return answer[opens.end() : end] if _CLOSES.match(answer, end) else text
