"""How long to wait before a request is sent again, and when the next may be sent at all."""

import math
import re
from collections.abc import Awaitable, Callable, Mapping
from email.utils import parsedate_to_datetime

LONGEST = 600.0
"""Seconds that a server may ask for."""
FIRST, LONGEST_BACKOFF = 0.5, 60.0
LIMITS = ("requests", "tokens")
_DURATION = re.compile(r"(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)s)?(?:(\d+(?:\.\d+)?)ms)?\Z")
_EPOCH = 1e9
"""A reset that is larger than this is a time since 1970, in seconds or in milliseconds."""


def wait_of(headers: Mapping[str, str], attempt: int, status: int, now: float, chance: float) -> float:
    """Seconds to wait after the failed attempt of this number, from 0.

    `headers` have names in lower case, `now` is a time since 1970 and `chance` is drawn from [0, 1). What the server
    says comes first: retry-after-ms, Retry-After in seconds or as a date, and after a 429 the resets of limits that
    are used up. Else the wait is drawn from up to a bound that doubles (full jitter).

    >>> wait_of({"retry-after": "7"}, 0, 429, 0.0, 0.5), wait_of({}, 2, 503, 0.0, 0.5)
    (7.0, 1.0)
    >>> wait_of({"x-ratelimit-reset-requests": "1m30s", "x-ratelimit-remaining-requests": "0"}, 0, 429, 0.0, 0.5)
    90.0
    """
    said = _milliseconds(headers.get("retry-after-ms", ""))
    if said is None:
        said = _after(headers.get("retry-after", ""), now)
    if said is None and status == 429:
        said = _reset(headers, now)
    if said is None:
        return chance * min(LONGEST_BACKOFF, FIRST * 2**attempt)
    return min(max(0.0, said), LONGEST)


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _milliseconds(text: str) -> float | None:
    number = _number(text)
    return None if number is None else number / 1000


def _after(text: str, now: float) -> float | None:
    if (number := _number(text)) is not None or not text:
        return number
    try:
        return parsedate_to_datetime(text).timestamp() - now
    except (TypeError, ValueError, OverflowError):  # a date that is none is no date
        return None


def _reset(headers: Mapping[str, str], now: float) -> float | None:
    """The longest wait for a limit that is used up, or of which nothing is said but its reset."""
    names = [f"-{name}" for name in LIMITS] + [""]
    found = [
        _until(headers[f"x-ratelimit-reset{name}"], now)
        for name in names
        if f"x-ratelimit-reset{name}" in headers and _is_used_up(headers.get(f"x-ratelimit-remaining{name}", "0"))
    ]
    return max((wait for wait in found if wait is not None), default=None)


def _is_used_up(remaining: str) -> bool:
    number = _number(remaining)
    return number is None or number <= 0


def _until(text: str, now: float) -> float | None:
    """Seconds until a reset: a number, a time since 1970, or a duration such as 6m0s or 20ms."""
    if (number := _number(text)) is not None:
        if number > _EPOCH * 1000:
            number /= 1000
        return number - now if number > _EPOCH else number
    found = _DURATION.match(text.strip())
    if not found or not any(found.groups()):
        return None
    hours, minutes, seconds, thousandths = (float(part or 0) for part in found.groups())
    return hours * 3600 + minutes * 60 + seconds + thousandths / 1000


class Pace:
    """Requests a minute, and one pause for everybody. `now` and `sleep` are a clock in seconds."""

    def __init__(
        self, rpm: float | None, now: Callable[[], float], sleep: Callable[[float], Awaitable[object]]
    ) -> None:
        self._gap = 60 / rpm if rpm else 0.0
        self._now, self._sleep = now, sleep
        self._next = self._held = -math.inf

    async def turn(self) -> None:
        """Wait until the next request may be sent; whoever was asleep when a pause began waits for its end too."""
        while (wait := max(self._next, self._held) - self._now()) > 0:
            await self._sleep(wait)
        self._next = max(self._next, self._now()) + self._gap if self._gap else self._next

    def hold(self, seconds: float) -> None:
        """Nobody sends anything for so long."""
        self._held = max(self._held, self._now() + seconds)
