"""Messages of the grader in Polish: a frame for each, whose gaps keep what the message shows of the visitor's own."""

import re
from collections.abc import Sequence

Frames = Sequence[tuple[re.Pattern[str], str]]


def frames(*pairs: tuple[str, str]) -> Frames:
    """Patterns of whole messages with their Polish, in which `\\1` is the first gap."""
    return tuple((re.compile(pattern, re.DOTALL), polish) for pattern, polish in pairs)


def framed(message: str, known: Frames) -> str | None:
    """A message in Polish, as a whole or as two that a semicolon separates; None if no frame fits.

    >>> framed("is empty; expected 7", frames(("is empty", "puste"), (r"expected (\\d)", r"oczekiwano \\1")))
    'puste; oczekiwano 7'
    """
    # halves first, since a gap would take in the second; what is shown may hold a semicolon, so few are tried
    places = [match.start() for match in re.finditer("; ", message)][-4:]
    for place in reversed(places):
        first, second = framed(message[:place], known), framed(message[place + 2 :], known)
        if first is not None and second is not None:
            return f"{first}; {second}"
    for pattern, polish in known:
        if match := pattern.fullmatch(message):
            return match.expand(polish)
    return None
