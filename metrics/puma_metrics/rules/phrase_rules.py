"""The rules that look for phrases: include, exclude and order (GRADING, sections 3, 4 and 6)."""

import re
from bisect import bisect, insort
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb
from typing import Any, ClassVar, Self

from ..errors import Finding
from ..lazy import made_once
from ..phrases import Answer, RawPhrase, WordPhrase, phrase
from ..text import Span, raw1, tokens
from . import fields
from .quotes import Quotes

Phrase = WordPhrase | RawPhrase


def bounded(count: int, low: int, high: float) -> float:
    """1 within the bounds; below them the part of the lower one reached, above the upper one over the count."""
    if count < low:
        return count / low
    return high / count if count > high else 1.0


def wordless_phrases(phrases: Sequence[str], normalize: bool, field: str) -> Iterator[Finding]:
    for item in phrases:
        if normalize and not tokens(item):
            yield Finding(f"has no letter or digit ({fields.shown(item)}); expected a word or a number", field=field)
        elif not item:
            yield Finding('is empty (""); expected a phrase', field=field)
        elif not normalize and not raw1(item):
            yield Finding(f"holds nothing that a reader sees ({fields.shown(item)}); expected a phrase", field=field)


def _clauses(value: object) -> str:
    if isinstance(value, str):
        return "" if value.strip() else 'is empty (""); expected at least one clause'
    if not isinstance(value, list | tuple):
        return f"is no list ({fields.shown(value)}); expected a list of clauses, each a list of phrases"
    if not value:
        return "is empty ([]); expected at least one clause"
    for clause in value:
        if isinstance(clause, str):
            return f"holds a phrase where a clause is due ({fields.shown(clause)}); expected [{fields.shown(clause)}]"
        if problem := fields.some_strings(clause):
            return f"holds a clause that {problem}"
    return ""


@dataclass(frozen=True)
class Include:
    """Clauses of which all, or a number within bounds, must hold; a clause holds if any of its phrases matches."""

    clauses: tuple[tuple[str, ...], ...]
    include_min: int | None = None
    include_max: int | None = None
    normalize: bool = True

    type: ClassVar[str] = "include"
    passes_at: ClassVar[float] = 1.0
    checks: ClassVar[dict[str, fields.Check]] = {
        "clauses": _clauses,
        "include_min": fields.count,
        "include_max": fields.count,
        "normalize": fields.flag,
    }

    @classmethod
    def of(cls, values: dict[str, Any]) -> "Include":
        clauses = read_clauses(values["clauses"]) if isinstance(values["clauses"], str) else values["clauses"]
        return cls(**{**values, "clauses": tuple(tuple(clause) for clause in clauses)})

    def problems(self) -> Iterator[Finding]:
        yield from fields.above(self.include_min, self.include_max, "include_min", "include_max")
        if self.include_min is not None and self.include_min > len(self.clauses):
            problem = f"is above the number of clauses ({self.include_min} > {len(self.clauses)})"
            yield Finding(f"{problem}; expected at most {len(self.clauses)}", field="include_min")
        for clause in self.clauses:
            yield from wordless_phrases(clause, self.normalize, "clauses")

    @made_once
    def ready(self) -> list[list[Phrase]]:
        return [[phrase(item, self.normalize) for item in clause] for clause in self.clauses]

    @property
    def bounds(self) -> tuple[int, int]:
        everything = len(self.clauses)
        if self.include_min is None and self.include_max is None:
            return everything, everything
        return self.include_min or 0, everything if self.include_max is None else self.include_max

    def is_silent(self, answer: Answer) -> bool:
        return answer.is_silent(self.normalize)

    def quotes(self) -> Quotes:
        phrases = tuple(item for clause in self.clauses for item in clause)
        return Quotes(phrases=phrases, is_asked=self.bounds[0] > 0)

    def soft(self, answer: Answer) -> float:
        return bounded(sum(any(item.is_in(answer) for item in clause) for clause in self.ready), *self.bounds)


def read_clauses(written: str) -> list[list[str]]:
    r"""Clauses as a person types them: comma is and, bar is or, a backslash takes either literally.

    A comma between two digits is a decimal comma and does not split.

    >>> read_clauses(r"Leliwa, Słowacki|autor Kordiana, 12,50, raz\, dwa")
    [['Leliwa'], ['Słowacki', 'autor Kordiana'], ['12,50'], ['raz, dwa']]
    """
    parts = re.split(r"(?<!\\)(,|\|)", re.sub(r"(?<=\d),(?=\d)", r"\\,", written))
    clauses: list[list[str]] = [[]]
    for index, part in enumerate(parts):
        if part == "," and index % 2:
            clauses.append([])
        elif not index % 2:
            clauses[-1].append(re.sub(r"\\([,|])", r"\1", part).strip())
    return clauses


@dataclass(frozen=True)
class _Phrases:
    """What exclude and order have in common: a list of phrases."""

    phrases: tuple[str, ...]
    normalize: bool = True

    passes_at: ClassVar[float] = 1.0

    @classmethod
    def of(cls, values: dict[str, Any]) -> Self:
        return cls(**{**values, "phrases": tuple(values["phrases"])})

    def problems(self) -> Iterator[Finding]:
        return wordless_phrases(self.phrases, self.normalize, "phrases")

    @made_once
    def ready(self) -> list[Phrase]:
        return [phrase(item, self.normalize) for item in self.phrases]

    def quotes(self) -> Quotes:
        return Quotes(phrases=self.phrases)


@dataclass(frozen=True)
class Exclude(_Phrases):
    """Phrases none of which may match."""

    type: ClassVar[str] = "exclude"
    checks: ClassVar[dict[str, fields.Check]] = {"phrases": fields.some_strings, "normalize": fields.flag}

    def is_silent(self, answer: Answer) -> bool:
        return answer.says_no_word(self.normalize)

    def quotes(self) -> Quotes:
        return Quotes(phrases=self.phrases, is_asked=False)

    def soft(self, answer: Answer) -> float:
        return sum(not item.is_in(answer) for item in self.ready) / len(self.ready)


@dataclass(frozen=True)
class Order(_Phrases):
    """Phrases that must stand in this order; the pairs that do are counted."""

    occurrence: str = "last"

    type: ClassVar[str] = "order"
    checks: ClassVar[dict[str, fields.Check]] = {
        "phrases": fields.some_strings,
        "occurrence": fields.one_of("last", "first"),
        "normalize": fields.flag,
    }

    def is_silent(self, answer: Answer) -> bool:
        return answer.is_silent(self.normalize)

    def places(self, answer: Answer) -> list[Span | None]:
        """For each listed phrase the place of the occurrence that counts for it, in words or characters of the form.

        The k-th copy of a phrase listed m times takes the k-th of its last (or first) m occurrences.
        """
        copies: dict[Any, list[int]] = {}
        for index, item in enumerate(self.ready):
            copies.setdefault(item.words, []).append(index)
        found: dict[Any, list[Span]] = {words: [] for words in copies}
        for words, place in self._kept(claimed([self.ready[indices[0]] for indices in copies.values()], answer)):
            found[words].append(place)
        places: list[Span | None] = [None] * len(self.ready)
        for words, indices in copies.items():
            own = found[words]
            own = own[-len(indices) :] if self.occurrence == "last" else own[: len(indices)]
            for index, place in zip(indices, own, strict=False):  # copies without an occurrence have no place
                places[index] = place
        return places

    def _kept(self, found: list[tuple[Any, Span]]) -> list[tuple[Any, Span]]:
        """If the list repeats a phrase, only as many occurrences count at all as the list is long."""
        length = len(self.ready)
        if len({item.words for item in self.ready}) == length:
            return found
        return found[-length:] if self.occurrence == "last" else found[:length]

    def soft(self, answer: Answer) -> float:
        places = self.places(answer)
        if len(places) == 1:
            return float(places[0] is not None)
        concordant = 0
        before: list[Span] = []  # in order; places do not overlap, so that one is before another if it starts before it
        for place in filter(None, places):
            concordant += bisect(before, place)
            insort(before, place)
        return concordant / comb(len(places), 2)


def claimed(phrases: Sequence[Phrase], answer: Answer) -> list[tuple[Any, Span]]:
    """Every occurrence of every phrase, in the order of the answer; longer phrases claim their words first.

    No phrase is longer than those before it, so that a place is free if its first and its last word (or character) are;
    where one is not, nothing is free before the end of the occurrence that has it.
    """
    found: list[tuple[Any, Span]] = []
    ends: dict[int, int] = {}  # of each claimed word where its occurrence ends

    def behind(start: int, end: int) -> int:
        return max(ends.get(start, 0), ends.get(end - 1, 0))

    for item in sorted(phrases, key=lambda item: -item.size):  # a stable sort: of equals the earlier listed
        for start, end in item.places(answer, behind) if isinstance(item, RawPhrase) else item.places(answer):
            if not behind(start, end):
                ends.update(dict.fromkeys(range(start, end), end))
                found.append((item.words, (start, end)))
    return sorted(found, key=lambda occurrence: occurrence[1])
