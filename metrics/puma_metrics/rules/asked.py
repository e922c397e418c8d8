"""What other rooms ask of a rule beside its score: flags, attacks, advice, prompts, and whoever shows an answer.

Every type of rule answers each of these questions in its own class, with one of the short answers below where it has
nothing to say; tests/test_rule_places.py asks all of them, so that a new type falls through nowhere in silence.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import Finding
from ..phrases import Answer
from ..tables import Table
from ..text import Span

if TYPE_CHECKING:
    from ..document import DocumentScore
    from ..extraction import ExtractionScore

R = TypeVar("R")
NOT_NORMALISED = ""
"""The normaliser of a rule whose answers are never normalised (NORMALISE, 12.6)."""


@dataclass(frozen=True)
class Asks:
    """What a rule asks for by phrases or by a pattern, and what it names as wrong."""

    things: int = 0
    """How many things an answer must have; 0 of a rule that only caps or forbids."""
    clauses: tuple[tuple[str, ...], ...] = ()
    """What an answer may have: of each any phrase will do."""
    most: int = 0
    """How many of the clauses an answer may have."""
    wrong: tuple[str, ...] = ()
    """Phrases that make an answer wrong."""
    is_ordered: bool = False
    """Whether the clauses must stand in their order."""
    pattern: str = ""
    forbids_pattern: bool = False
    normalize: bool = True

    @property
    def allowed(self) -> tuple[str, ...]:
        """The phrases of as many clauses as a right answer may have; none where nothing is asked for."""
        return tuple(chain(*self.clauses[: self.most])) if self.things else ()

    @property
    def too_many(self) -> tuple[str, ...]:
        """The phrases of the other clauses."""
        return tuple(chain(*self.clauses[self.most if self.things else 0 :]))

    @property
    def is_for_phrases(self) -> bool:
        """Whether it looks for words in an answer, and is no transcript, page or form."""
        return bool(self.clauses or self.wrong or self.pattern)

    @property
    def only_forbids(self) -> bool:
        """Whether it names nothing but what is wrong, so that an answer about something else passes."""
        return bool(self.wrong) and not (self.clauses or self.pattern)


@dataclass(frozen=True)
class Expected:
    """What a rule compares an answer with as a whole."""

    words: Sequence[str] = ()
    tables: Sequence[Table] = ()
    is_ordered: bool = False
    """Whether all the words must stand in their order."""
    value: Any = None
    """Fields as a JSON value."""
    schema: Mapping[str, Any] | None = None
    """The form that the answer should have, which the prompt shows."""


@dataclass(frozen=True)
class SideBySide:
    """An answer beside what is expected, for whoever shows both."""

    found: Sequence[str] = ()
    expected: Sequence[str] = ()
    is_whole: bool = False
    """Whether the words are all that there is: then their alignment shows everything, also where nothing is wrong."""
    document: "DocumentScore | None" = None
    fields: "ExtractionScore | None" = None


def asks_for_no_phrase(rule: object) -> Asks:
    return Asks()


def has_no_places(rule: object, answer: Answer) -> Iterator[list[Span]]:
    return iter(())


def expects_no_whole(rule: object) -> Expected:
    return Expected()


def shows_nothing(rule: object, answer: Answer) -> SideBySide:
    return SideBySide()


def reads_no_numbers(rule: object, answer: Answer) -> float | None:
    return None


def says_no_more(rule: object, answer: Answer) -> dict[str, Any]:
    return {}


def has_no_more_problems(rule: object) -> Iterator[Finding]:
    return iter(())


def itself(rule: R) -> R:
    return rule
