"""A flag: a kind, and what was seen where."""

from dataclasses import dataclass

from ..text import Span
from .reading import Reading

LONGEST_QUOTE = 8
"""Words of an answer that a flag quotes."""


@dataclass(frozen=True)
class Flag:
    """What a person should read before trusting a score, and why."""

    kind: str
    """One of FLAGS."""
    reason: str = ""
    place: Span | None = None
    """Where, as start and end in characters of the graded answer."""

    def __str__(self) -> str:
        where = f" at {self.place[0]}-{self.place[1]}" if self.place else ""
        return f"{self.kind}: {self.reason}{where}" if self.reason else self.kind


def quoted(reading: Reading, start: int, end: int = 0) -> str:
    """Some words of an answer, in quotation marks; one word if no end is given."""
    words = reading.seen.tokens[start : min(end or start + 1, start + LONGEST_QUOTE)]
    return '"' + " ".join(words).replace('"', "”") + '"'


def flag_at(reading: Reading, kind: str, reason: str, place: Span) -> Flag:
    """A flag with the place of tokens as a place in the answer."""
    spans = reading.seen.raw_spans
    first, last = place[0], max(place[0], min(place[1], len(spans)) - 1)
    return Flag(kind, reason, (spans[first][0], spans[last][1]) if first < len(spans) else None)
