"""What becomes of a request that brought no answer: asked again, asked otherwise, or a failure (RUN, section 3.4)."""

import re
from collections.abc import Collection, Mapping
from typing import Any

UNABLE, REJECTED, RATE, SERVER, NETWORK, NO_COMPLETION = KINDS = (
    *("unable", "rejected", "rate", "server", "network", "no_completion"),
)
"""The kinds of a failure."""
PASSING = (RATE, SERVER, NETWORK, NO_COMPLETION)
"""Those that another time may mend: the same command asks them again."""

AGAIN, HOLD, LEARN, FAIL, STOP, STOP_UNLESS_ANSWERED, REFUSAL = (
    *("again", "hold", "learn", "fail", "stop", "stop unless answered", "refusal"),
)
"""What to do: wait and ask again, let everybody wait, leave out what is refused, give this one up, end the run, end it
if no request has succeeded, take the refusal for an answer."""

FILTER = re.compile(
    r"content[_ ]?filter|content[_ ]management[_ ]policy|content[_ ]policy|moderation|responsible_?ai_?policy",
    re.IGNORECASE,
)
_MEDIUM = {
    "image": r"\b(?:image|picture|vision|visual|multi-?modal)",
    "audio": r"\b(?:audio|sound|speech|multi-?modal)",
    "file": r"\b(?:file|pdf|document|multi-?modal)",
}
_NOT_TAKEN = re.compile(
    r"not\s+(?:\w+\s+)?support|unsupported|does\s?n[o']t support|no [^.]{0,40}support|not a multi-?modal"
    r"|(?:cannot|can't|unable to) (?:process|accept|read|handle)|not (?:accepted|enabled|available|allowed)"
    r"|only supports? text|text.only",
    re.IGNORECASE,
)
_RATE_WITHOUT_CREDIT = ("insufficient_quota", "insufficient_credits", "billing_hard_limit_reached")


def message_of(record: Any, content: bytes) -> str:
    """What a server says, of whichever form its error is; of a body that is no JSON its beginning.

    >>> message_of([{"error": {"message": "no such field"}}], b""), message_of(None, b"<html>Bad gateway")
    ('no such field', '<html>Bad gateway')
    """
    found = record[0] if isinstance(record, list) and record else record
    if isinstance(found, Mapping):
        error = next((found[name] for name in ("error", "detail", "message") if found.get(name)), None)
        if isinstance(error, Mapping):
            error = error.get("message") or error
        if error is not None:
            return str(error)[:1000]
    return content[:300].decode("utf-8", "replace")


def code_of(record: Any) -> str:
    """The error's code, and the field it is about, as far as they are said."""
    found = record[0] if isinstance(record, list) and record else record
    error = found.get("error") if isinstance(found, Mapping) else None
    named = [error.get(name) for name in ("code", "type", "param")] if isinstance(error, Mapping) else []
    return " ".join(name for name in named if isinstance(name, str))


def is_unable(message: str, kinds: Collection[str]) -> bool:
    """Whether a server says that it takes no medium of a kind that it was sent.

    >>> is_unable("image input is not supported - hint: mmproj", {"image"}), is_unable("overloaded", {"image"})
    (True, False)
    """
    return bool(_NOT_TAKEN.search(message)) and any(re.search(_MEDIUM[k], message, re.IGNORECASE) for k in kinds)


def verdict(status: int, record: Any, content: bytes, kinds: Collection[str]) -> tuple[str, str]:
    """What to do about a response without a completion, and of which kind the failure is.

    `record` is its body as JSON, `kinds` are the kinds of media that the request was sent with.

    >>> verdict(500, {"error": {"message": "image input is not supported"}}, b"", {"image"})
    ('fail', 'unable')
    >>> verdict(503, None, b"", set()), verdict(401, None, b"", set())
    (('again', 'server'), ('stop', 'rejected'))
    """
    message, code = message_of(record, content), code_of(record)
    if FILTER.search(f"{message} {code}"):
        return REFUSAL, REJECTED
    if status in (413, 415) or is_unable(message, kinds):
        return FAIL, UNABLE
    if status in (401, 402) or any(name in code for name in _RATE_WITHOUT_CREDIT):
        return STOP, REJECTED
    if status == 429:
        return HOLD, RATE
    if status in (400, 422):
        return LEARN, REJECTED
    if status < 300:
        return AGAIN, NO_COMPLETION
    if status in (408, 409, 425) or status >= 500:
        return AGAIN, SERVER
    return (STOP_UNLESS_ANSWERED if status < 400 or status in (403, 404) else FAIL), REJECTED
