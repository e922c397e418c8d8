"""Whether an answer that ran into its limit of tokens repeats itself, so that it is asked for again, warmer."""

import zlib

TAIL = 4000
"""Characters of the end that are looked at."""
COPIES, LEAST = 3, 120
"""A repeated end has so many copies of one piece, and so many characters."""
BLANKS = 80
"""White space at the end that nobody meant."""
SQUEEZED, ENOUGH = 8.0, 600
"""How many times smaller an end becomes that counts on (item 1, item 2, ...), and its fewest bytes."""


def is_loop(text: str | None, finish_reason: str | None) -> bool:
    """Whether an answer is a repetition loop; never one that ended by itself.

    >>> is_loop("tak " * 100, "length"), is_loop("tak " * 100, "stop"), is_loop("Warszawa leży nad Wisłą.", "length")
    (True, False, False)
    """
    if finish_reason != "length" or not text:
        return False
    if len(text) - len(text.rstrip()) >= BLANKS:
        return True
    tail = " ".join(text.split())[-TAIL:]
    return _repeats(tail) or _is_squeezed(tail.encode("utf-8", "surrogatepass"))


def _repeats(tail: str) -> bool:
    """Whether the end is copies of one piece, wherever the last of them was cut."""
    for period in range(1, len(tail) // COPIES + 1):
        size = max(COPIES * period, LEAST)
        if size <= len(tail) and tail[-size:-period] == tail[-size + period :]:
            return True
    return False


def _is_squeezed(tail: bytes) -> bool:
    return len(tail) >= ENOUGH and len(tail) > SQUEEZED * len(zlib.compress(tail, 9))
