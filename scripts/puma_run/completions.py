"""What a server's answer says: the text, how it ended and what it used (RUN, section 3.5)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

COUNTS = ("prompt_tokens", "completion_tokens")
MOST_TOKENS = 10**12
"""A larger count is no count of tokens."""


@dataclass(frozen=True)
class Completion:
    """One answer. `reasoning` is kept beside and never graded; a refusal is an answer too."""

    text: str | None
    finish_reason: str | None = None
    usage: Mapping[str, int] | None = None
    refusal: str | None = None
    reasoning: str | None = None
    served: str | None = None
    fingerprint: str | None = None
    sent: str = ""
    """The digest of the body that was answered."""
    is_wrapped: bool = False
    temperature: float | None = field(default=None, compare=False)


def read_json(content: bytes) -> Any:
    """The JSON of a body; None if it is none."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None


def chat_completion(record: Any) -> Completion | None:
    """The completion in a body of /chat/completions; None if it holds none.

    >>> chat_completion({"choices": [{"message": {"content": "Kot."}, "finish_reason": "stop"}]}).text
    'Kot.'
    >>> chat_completion({"error": "overloaded"}) is None
    True
    """
    choice = _first(record.get("choices")) if isinstance(record, Mapping) else None
    message = choice.get("message") if isinstance(choice, Mapping) else None
    if not isinstance(choice, Mapping) or not isinstance(message, Mapping):
        return None
    content, refusal = message.get("content"), _text(message.get("refusal"))
    if not isinstance(content, str | list | None):
        return None
    text = _joined(content) if isinstance(content, list) else content
    reason = _text(choice.get("finish_reason"))
    return Completion(
        text,
        reason,
        usage_of(record.get("usage")),
        refusal,
        _text(message.get("reasoning_content")) or _text(message.get("reasoning")),
        _text(record.get("model")),
        _text(record.get("system_fingerprint")),
    )


def transcription(record: Any) -> Completion | None:
    """The text in a body of /audio/transcriptions; None if it holds none."""
    if not isinstance(record, Mapping) or not isinstance(record.get("text"), str):
        return None
    return Completion(record["text"], usage=usage_of(record.get("usage")), served=_text(record.get("model")))


def usage_of(record: Any) -> Mapping[str, int] | None:
    """The tokens that a request used; None if that is not said.

    >>> usage_of({"prompt_tokens": 5, "completion_tokens": 7, "total_tokens": 12})
    {'prompt_tokens': 5, 'completion_tokens': 7}
    """
    if not isinstance(record, Mapping):
        return None
    if not all(type(record.get(name)) is int and 0 <= record[name] <= MOST_TOKENS for name in COUNTS):
        return None  # a count below zero would give the budget back
    return {name: record[name] for name in COUNTS}


def _first(found: Any) -> Any:
    return found[0] if isinstance(found, list) and found else None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _joined(parts: list[Any]) -> str:
    """The texts of a content in parts; parts of reasoning are none."""
    texts = (part for part in parts if isinstance(part, Mapping) and part.get("type") in ("text", "output_text"))
    return "".join(part["text"] for part in texts if isinstance(part.get("text"), str))
