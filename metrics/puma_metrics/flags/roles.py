"""Another answer in the place that the question asks for: at the head, or in the role that a rival plays instead."""

from ..text import Span
from .cues import words
from .denial import is_denied
from .kinds import NAME, NO_ANSWER, NOUN, is_address
from .marks import ASK, CLAUSE, COLON, PART, SENTENCE
from .reading import Reading
from .stances import asserted_rivals

LONGEST_HEAD = 3
"""Words of a head that is an answer by itself: "To herb Poraj."."""
ROLES = tuple(
    (words(one), words(other))
    for one, other in (
        (
            "przyjazd przyjeżdżać przyjechać docierać dotrzeć dojeżdżać dojechać arrival arrives arrive arriving",
            "odjazd odjeżdżać odjechać wyjazd wyjeżdżać ruszać wyruszać departure departs depart leaves leaving",
        ),
        (
            "autor autorka tekst słowo author poet",
            "muzyka melodia kompozytor skomponować composer composed music tune",
        ),
        (
            "dziadek grandfather starzik",
            "ojciec wujek stryj brat babcia matka syn wuj father uncle brother grandmother mother",
        ),
    )
)
"""Roles that are taken for each other: the words of one, and of those that are not it."""


def is_behind_another(reading: Reading, place: Span) -> bool:
    """Whether a rival stands by itself before all else, and the place is told of only: "Centrum. X leży ..."."""
    gaps = reading.seen.gaps
    stop = reading.on(1, SENTENCE | COLON | PART)
    if not 0 < stop <= min(LONGEST_HEAD, place[0]) or gaps[stop] & (ASK | COLON | PART) or reading.any_wanted(0, stop):
        return False
    end = reading.on(place[1], SENTENCE | PART)
    begin = reading.back(place[0], SENTENCE | PART)
    if any(is_address(reading.seen.tokens[at].lower()) or _names_nothing(reading, at) for at in range(stop)):
        return False
    if end - begin <= LONGEST_HEAD or any(reading.cues(name, 0, place[0]) for name in DECIDING):
        return False
    return any(
        not is_denied(reading, (at, at + 1)) and reading.kinds(at) & {NAME, NOUN}
        for at in reading.rivals(0, stop, reading.item_kinds(place), loose=NOUN in reading.item_kinds(place))
    )


def _names_nothing(reading: Reading, at: int) -> bool:
    """Whether a word of a head greets, or names an answer instead of giving one: "Dzień dobry!"."""
    return not reading.seen.lemmas[at].isdisjoint(NO_ANSWER)


DECIDING = ("conclude", "contrast", "retract", "amend", "deny", "fails", "pitfall")
"""What turns from a head to another answer."""


def plays_another(reading: Reading, place: Span) -> bool:
    """Whether the place plays another role than the one that is asked for, which a rival plays."""
    topic = reading.question.topic
    for asked, other in ((one, other) for one, other in ROLES if not topic.isdisjoint(one)):
        if _is_of(reading, place, other) and not _is_of(reading, place, asked):
            rivals = asserted_rivals(reading, 0, len(reading), reading.item_kinds(place), loose=True)
            if any(_is_of(reading, (at, at + 1), asked) for at in rivals):
                return True
    return False


def _is_of(reading: Reading, place: Span, role: frozenset[str]) -> bool:
    """Whether a word of a role stands in the clause of a place, or in the label before its colon."""
    first, stop = reading.back(place[0], CLAUSE), reading.on(place[1], CLAUSE)
    if first and reading.seen.gaps[first] & COLON:
        first = reading.back(first - 1, CLAUSE)
    return any(not reading.seen.lemmas[at].isdisjoint(role) for at in range(first, stop))
