"""An answer read for flags: where what was asked for stands, where its rivals do, and which cues stand around them."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ..text import Span
from . import hidden
from .kinds import ADJECTIVE, NAME, NOUN, NUMBER, TIME, TITLE, VERB, is_alike, is_verb, kinds_of
from .question import Question
from .seen import ASK, CLOSE, COLON, COMMA, DASH, LINE, OPEN, MATH, SENTENCE, STOP, Cue, Seen
from .wanted import Item

COMMON = frozenset((NOUN, ADJECTIVE, VERB))
"""Kinds whose words answer otherwise only where the place that they stand in says so."""
UNITS = frozenset("złoty złotych złote grosz groszy procent metrów milimetrów godzina minut osób osoby people".split())
ONE_TITLE = frozenset((TITLE,))
LONGEST_THING = 6
"""Words of one thing that was asked for; of a longer match only its ends are."""
REACH = 40
"""Words over which a cue reaches, however long its sentence is."""


@dataclass(frozen=True)
class Reading:
    """What the kinds of flags look at, each thing found once."""

    seen: Seen
    question: Question
    items: Sequence[Item]

    def __len__(self) -> int:
        return len(self.seen.tokens)

    @cached_property
    def wanted(self) -> bytearray:
        """For each token whether it belongs to something that a rule asks for."""
        found = bytearray(len(self) + 1)
        for item in self.items:
            for start, end in item:
                for first, stop in (
                    ((start, end),) if end - start <= LONGEST_THING else ((start, start + 2), (end - 2, end))
                ):
                    found[first:stop] = b"\1" * (stop - first)
        return found

    @cached_property
    def state(self) -> dict[int, str]:
        """The tokens that are hidden or struck out."""
        found: dict[int, str] = {}
        for kind, (start, end) in hidden.unseen(self.seen.answer.text):
            first = bisect_left(self.seen.raw_starts, start)
            last = bisect_left(self.seen.raw_starts, end)
            for at in range(first, last):
                found[at] = kind
        return found

    @cached_property
    def by_stance(self) -> dict[str, list[Cue]]:
        found: dict[str, list[Cue]] = defaultdict(list)
        alone = set(self.refusals)
        for cue in self.seen.cues:
            if not self.wanted[cue.start] and not (cue.stance == "deny" and cue.start in alone):
                found[cue.stance].append(cue)
        return found

    @cached_property
    def starts(self) -> dict[str, list[int]]:
        return {stance: [cue.start for cue in cues] for stance, cues in self.by_stance.items()}

    def cues(self, stance: str, start: int, end: int) -> list[Cue]:
        """The cues of a stance that begin in a range of tokens."""
        starts = self.starts.get(stance)
        if not starts or start >= end:
            return []
        return self.by_stance[stance][bisect_left(starts, start) : bisect_left(starts, end)]

    @cached_property
    def refusals(self) -> list[int]:
        """Each *no* that stands alone between marks, and takes back what stands before it."""
        seen = self.seen
        return [
            cue.start for cue in seen.cues
            if cue.stance == "deny" and not self.wanted[cue.start] and seen.tokens[cue.start].lower() in ("nie", "no") and cue.start and seen.gaps[cue.start] & ~OPEN and not seen.gaps[cue.start] & ASK and seen.gaps[cue.start + 1] & (COMMA | DASH | COLON | STOP)
        ]  # fmt: skip

    @cached_property
    def refused_at(self) -> set[int]:
        return set(self.refusals)

    def sentence(self, at: int) -> Span:
        start, end = self.seen.sentence_of(at)
        return max(start, at - REACH), min(end, at + REACH)

    def back(self, at: int, marks: int) -> int:
        """The first token of the stretch before `at` that none of the marks interrupts."""
        gaps, stop = self.seen.gaps, max(0, at - REACH)
        while at > stop and not gaps[at] & marks:
            at -= 1
        return at

    def on(self, at: int, marks: int) -> int:
        """Where the stretch from `at` on ends, which none of the marks interrupts."""
        gaps, stop = self.seen.gaps, min(len(self), at + REACH)
        while at < stop and not gaps[at] & marks:
            at += 1
        return at

    def kinds(self, at: int) -> frozenset[str]:
        """The kinds of a word; the first of a stretch in quotation marks is a title's."""
        return self._kinds[at]

    @cached_property
    def _kinds(self) -> list[frozenset[str]]:
        gaps, quoted = self.seen.gaps, self.seen.quoted
        return [
            ONE_TITLE if at in quoted and token[0].isupper() else kinds_of(token, not at or gaps[at] & SENTENCE > 0)
            for at, token in enumerate(self.seen.tokens)
        ]

    def is_verb(self, at: int) -> bool:
        """Whether a word is read as a finite verb only."""
        return is_verb(self.seen.tokens[at].lower())

    def item_kinds(self, place: Span) -> frozenset[str]:
        """Of which kind an occurrence is: names and numbers before common words."""
        if place not in self._item_kinds:
            self._item_kinds[place] = self._kinds_of_item(place)
        return self._item_kinds[place]

    def _kinds_of_item(self, place: Span) -> frozenset[str]:
        if any(
            self.wanted[start] and self.seen.tokens[start][0].isupper()
            for start in range(max(0, place[0] - 3), place[0] + 1)
            if start in self.seen.quoted
        ):
            return frozenset((TITLE,))
        found: frozenset[str] = frozenset().union(*(self.kinds(at) for at in range(*place)))
        if place[1] - place[0] > 2 and self.seen.tokens[place[0]][0].isupper():
            return frozenset((NAME, TITLE))
        return found - COMMON or found

    def is_rival(self, at: int, kinds: frozenset[str], loose: bool = False) -> bool:
        """Whether a word would answer otherwise what something of these kinds answers.

        A common noun or adjective does so only where the place that it stands in says so, which is `loose`.
        """
        if self.wanted[at] or at in self.state or self.seen.cue_at(at):
            return False
        found = self.seen.lemmas[at]
        own = self.kinds(at)
        if own & {NUMBER, TIME}:
            if self.seen.tokens[at] in self.question.words and found.isdisjoint(self.question.rivals):
                return False
            return is_alike(own, kinds) and self.is_free_number(at) and self.unit(at) in self.units
        if self.is_of_wanted_name(at):
            return False
        if not found.isdisjoint(self.question.rivals) and is_alike(own, kinds, loose=True):
            return True
        if TITLE in own and (any(self.wanted[at : self.seen.quoted[at]]) or at == 0):
            return False
        if not loose:
            own, kinds = own - COMMON, kinds - COMMON
        return is_alike(own, kinds, loose) and (
            found.isdisjoint(self.question.topic) or not found.isdisjoint(self.question.own)
        )

    def is_free_number(self, at: int) -> bool:
        """Whether a number is no part of a calculation and no list's mark."""
        return self.seen.sentence[at] not in self.calculations and not self.seen.gaps[at + 1] & ITEM

    @cached_property
    def calculations(self) -> frozenset[int]:
        """The sentences that calculate."""
        return frozenset(self.seen.sentence[max(at - 1, 0)] for at, gap in enumerate(self.seen.gaps) if gap & MATH)

    def unit(self, at: int) -> tuple[str, bool]:
        """What a number counts, and whether it is a decimal."""
        after = at + 1
        is_counted = after < len(self) and not self.seen.gaps[after] and self.seen.tokens[after].isalpha()
        word = self.seen.tokens[after].lower() if is_counted else ""
        return (word if len(word) <= 3 or word in UNITS else ""), not self.seen.tokens[at].isdecimal()

    @cached_property
    def units(self) -> frozenset[tuple[str, bool]]:
        """What the numbers that the rules ask for count, where they stand."""
        return frozenset(
            self.unit(at) for item in self.items for start, end in item for at in range(start, min(end, start + 4))
            if self.seen.tokens[at][0].isdecimal()
        )  # fmt: skip

    def is_of_wanted_name(self, at: int) -> bool:
        """Whether a capitalised word belongs to the same name as what was asked for beside it."""
        gaps, tokens = self.seen.gaps, self.seen.tokens
        for step, gap in ((-1, 0), (1, 1)):
            there = at + step
            for _ in range(3):
                if (
                    not (0 <= there < len(self))
                    or gaps[there + 1 - gap]
                    or not (tokens[there][0].isupper() or self.wanted[there])
                ):
                    break
                if self.wanted[there]:
                    return True
                there += step
        return False

    def covered(self, spans: Sequence[Span]) -> int:
        """How many of the things that the rules ask for stand in these stretches."""
        return sum(
            any(start < stop and begin < end for start, end in item for begin, stop in spans) for item in self.items
        )

    def rivals(self, start: int, end: int, kinds: frozenset[str], loose: bool = False) -> list[int]:
        """The rivals in a range of tokens to something of these kinds."""
        found = self._all_rivals.get((kinds, loose))
        if found is None:
            found = [at for at in range(len(self)) if not self.wanted[at] and self.is_rival(at, kinds, loose)]
            self._all_rivals[kinds, loose] = found
        return found[bisect_left(found, start) : bisect_left(found, end)] if found else found

    @cached_property
    def _all_rivals(self) -> dict[tuple[frozenset[str], bool], list[int]]:
        return {}

    @cached_property
    def _item_kinds(self) -> dict[Span, frozenset[str]]:
        return {}

    @cached_property
    def item_of(self) -> dict[Span, Item]:
        """The thing that each place is one of."""
        return {place: item for item in self.items for place in item}
