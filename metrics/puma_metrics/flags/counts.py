"""Counts in words: "trzy osoby ... łącznie więc cztery" gives one count and then another."""

from ..text import Span
from .cues import words
from .marks import CLAUSE, SENTENCE
from .reading import Reading

ROWS = (
    "jeden jedna jedno one 1",
    "dwa dwie dwoje dwóch two 2",
    "trzy troje trzech three 3",
    "cztery czworo czterech four 4",
    "pięć pięcioro pięciu five 5",
    "sześć sześcioro sześciu six 6",
    "siedem siedmioro siedmiu seven 7",
    "osiem ośmioro ośmiu eight 8",
    "dziewięć dziewięcioro dziewięciu nine 9",
    "dziesięć dziesięcioro dziesięciu ten 10",
)
VALUES = {word: value for value, row in enumerate(ROWS, 1) for word in row.split()}
TOTALS = words("łącznie razem ogółem sumie total altogether all")
"""What announces a sum."""
SUM_WITHIN = 4
"""Words behind it in which the sum stands."""


def is_summed_otherwise(reading: Reading, place: Span) -> bool:
    """Whether a count is given, and its sentence then sums up to another one of the same things."""
    own = [value for at in range(*place) if (value := _value(reading, at))]
    if len(own) != 1:
        return False
    for at in range(place[1], reading.on(place[1], SENTENCE)):
        if reading.seen.tokens[at].lower() in TOTALS:
            near = range(at + 1, min(at + SUM_WITHIN, len(reading)))
            sums = [there for there in near if _value(reading, there)]
            if sums and _value(reading, sums[0]) not in own and _is_of_the_same(reading, sums[0] + 1):
                return True
    return False


def _value(reading: Reading, at: int) -> int:
    return VALUES.get(reading.seen.tokens[at].lower(), 0)


def _is_of_the_same(reading: Reading, behind: int) -> bool:
    """Whether a sum ends its clause, or counts what the question asks for."""
    if behind >= len(reading) or reading.seen.gaps[behind] & CLAUSE:
        return True
    return not reading.seen.lemmas[behind].isdisjoint(reading.question.topic)
