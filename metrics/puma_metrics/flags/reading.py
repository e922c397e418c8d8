"""An answer read for flags: where what was asked for stands, where its rivals do, and which cues stand around them."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from ..lazy import made_once
from ..text import Span
from . import hidden
from .cues import words
from .kinds import (
    ADJECTIVE,
    BOUNDS,
    CALLED_STRUCK,
    NAME,
    NOUN,
    NUMBER,
    TIME,
    TITLE,
    UNITS,
    VERB,
    is_alike,
    is_verb,
    kinds_of,
)
from .marks import ASK, COLON, COMMA, DASH, ITEM, LINE, MATH, OPEN, PERCENT, SENTENCE, STOP
from .question import Question
from .seen import Cue, Seen
from .wanted import Item

YEAR = re.compile("1[0-9]{3}|20[0-9]{2}")
CITES = words("źródło źródła source sources bibliografia bibliography literatura references zob por cyt")
"""What begins a line that cites something."""
DENYING = ("deny", "fails", "pitfall")
COMMON = frozenset((NOUN, ADJECTIVE, VERB))
"""Kinds whose words answer otherwise only where the place that they stand in says so."""
ONE_TITLE = frozenset((TITLE,))
LONGEST_THING = 6
"""Words of one thing that was asked for; of a longer match only its ends are."""
REACH = 40
"""Words over which a cue reaches, however long its sentence is."""


def has(item: Item, span: Span) -> bool:
    """Whether one of the places of a thing, which do not overlap, stands in a stretch."""
    at = bisect_left(item, span)
    return (at < len(item) and item[at][0] < span[1]) or (at > 0 and item[at - 1][1] > span[0])


@dataclass(frozen=True)
class Reading:
    """What the kinds of flags look at, each thing found once."""

    seen: Seen
    question: Question
    items: Sequence[Item]

    def __len__(self) -> int:
        return len(self.seen.tokens)

    @made_once
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

    @made_once
    def _counted(self) -> list[int]:
        """How many wanted tokens stand before each token."""
        return [0, *accumulate(self.wanted)]

    def any_wanted(self, start: int, end: int) -> bool:
        """Whether something that was asked for stands in a range of tokens."""
        return start < end and self._counted[min(end, len(self))] > self._counted[start]

    @made_once
    def state(self) -> dict[int, str]:
        """The tokens that are hidden or struck out."""
        found: dict[int, str] = {}
        for kind, (start, end) in hidden.unseen(self.seen.answer.text):
            first = bisect_left(self.seen.raw_starts, start)
            last = bisect_left(self.seen.raw_starts, end)
            for at in range(first, last):
                found[at] = kind
        return found

    @made_once
    def by_stance(self) -> dict[str, list[Cue]]:
        found: dict[str, list[Cue]] = defaultdict(list)
        alone = set(self.refusals)
        denials = {cue.start for cue in self.seen.cues if cue.stance == "deny"}
        doubts = {at for cue in self.seen.cues if cue.stance in ("undecided", "possible")
                  for at in range(cue.start, cue.end)}  # fmt: skip
        for cue in self.seen.cues:
            if cue.stance == "amend" and cue.start in denials:
                continue
            is_doubt = cue.stance in ("fails", "disagree") and cue.start in doubts
            if not self.wanted[cue.start] and not is_doubt and not (cue.stance == "deny" and cue.start in alone):
                found[cue.stance].append(cue)
        return found

    @made_once
    def starts(self) -> dict[str, list[int]]:
        return {stance: [cue.start for cue in cues] for stance, cues in self.by_stance.items()}

    def cues(self, stance: str, start: int, end: int) -> list[Cue]:
        """The cues of a stance that begin in a range of tokens."""
        starts = self.starts.get(stance)
        if not starts or start >= end:
            return []
        return self.by_stance[stance][bisect_left(starts, start) : bisect_left(starts, end)]

    def any_cue(self, stances: tuple[str, ...], start: int, end: int) -> bool:
        """Whether a cue of one of these stances, which are a table, begins in a range of tokens."""
        starts = self._any_starts.get(stances)
        if starts is None:
            starts = sorted(at for stance in stances for at in self.starts.get(stance, ()))
            self._any_starts[stances] = starts
        return bool(starts) and bisect_left(starts, start) < bisect_left(starts, end)

    @made_once
    def _any_starts(self) -> dict[tuple[str, ...], list[int]]:
        return {}

    @made_once
    def refusals(self) -> list[int]:
        """Each *no* that stands alone between marks, and takes back what stands before it; none that answers a question
        of the answer's own."""
        return [cue.start for cue in self.seen.cues if cue.stance == "deny" and self._is_refusal(cue.start)]

    def _is_refusal(self, at: int) -> bool:
        gaps = self.seen.gaps
        if gaps[at] & OPEN and gaps[at + 1] & COLON:
            return False  # "(nie: ...)" denies what follows
        is_alone = gaps[at] & ~OPEN and not gaps[at] & ASK and gaps[at + 1] & (COMMA | DASH | COLON | STOP)
        return bool(at and is_alone and not self.wanted[at] and self.seen.tokens[at].lower() in ("nie", "no"))

    @made_once
    def may_deny(self) -> bool:
        """Whether anything in the answer denies or rejects."""
        if self.refusals or any(stance in self.by_stance for stance in DENYING):
            return True
        return any(not lemmas.isdisjoint(CALLED_STRUCK) for lemmas in self.seen.lemmas)

    @made_once
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

    @made_once
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
        if NUMBER in found:
            found |= {self._counting(at) for at in range(*place) if self.seen.tokens[at][0].isdecimal()}
        return found - COMMON or found

    def _counting(self, at: int) -> str:
        """The unit of a number and whether it is a decimal, as a kind: "zł ," or "pkt"."""
        unit, is_decimal = self.unit(at)
        if not unit and not is_decimal and YEAR.fullmatch(self.seen.tokens[at]):
            unit = "rok"
        return f"{unit} ," if is_decimal else unit

    def _is_rival(self, at: int, kinds: frozenset[str], loose: bool) -> bool:
        """Whether a word would answer otherwise what something of these kinds answers.

        A common noun or adjective does so only where the place that it stands in says so, which is `loose`.
        """
        found = self.seen.lemmas[at]
        own = self.kinds(at)
        if own & {NUMBER, TIME}:
            if self.seen.tokens[at] in self.question.words and found.isdisjoint(self.question.rivals):
                return False
            return is_alike(own, kinds) and self.is_free_number(at) and self._is_counted_so(at, kinds)
        if self.is_of_wanted_name(at):
            return False
        if not found.isdisjoint(self.question.rivals) and (
            is_alike(own, kinds, loose=True) or (NAME in own and ADJECTIVE in kinds)
        ):
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
        if self.seen.sentence[at] in self.calculations or self.seen.gaps[at + 1] & ITEM:
            return False
        return all(self.seen.lemmas[before].isdisjoint(BOUNDS) for before in range(max(0, at - 2), at))

    @made_once
    def calculations(self) -> frozenset[int]:
        """The sentences that calculate."""
        return frozenset(self.seen.sentence[max(at - 1, 0)] for at, gap in enumerate(self.seen.gaps) if gap & MATH)

    def unit(self, at: int) -> tuple[str, bool]:
        """What a number counts, and whether it is a decimal."""
        after = at + 1
        if self.seen.gaps[after] & PERCENT:
            return "procent", not self.seen.tokens[at].isdecimal()
        is_counted = after < len(self) and not self.seen.gaps[after] and self.seen.tokens[after].isalpha()
        word = self.seen.tokens[after].lower() if is_counted else ""
        return (word if word in UNITS else ""), not self.seen.tokens[at].isdecimal()

    def _is_counted_so(self, at: int, kinds: frozenset[str]) -> bool:
        """Whether a number counts what a number of these kinds counts; a time counts nothing."""
        return NUMBER not in kinds or self._counting(at) in kinds

    def is_of_wanted_name(self, at: int) -> bool:
        """Whether a capitalised word belongs to the same name as what was asked for beside it."""
        return at in self._name_parts

    @made_once
    def _name_parts(self) -> frozenset[int]:
        """The words right before and behind what was asked for, and up to two more behind capitalised ones."""
        gaps, tokens, found = self.seen.gaps, self.seen.tokens, set()
        for start, end in (place for item in self.items for place in item):
            at = start
            while at > max(0, start - 3) and not gaps[at] and (at == start or tokens[at][0].isupper()):
                at -= 1
                found.add(at)
            at = end
            while at < min(len(self), end + 3) and not gaps[at] and (at == end or tokens[at - 1][0].isupper()):
                found.add(at)
                at += 1
        return frozenset(found)

    def covered(self, spans: Sequence[Span]) -> int:
        """How many of the things that the rules ask for stand in these stretches."""
        return sum(any(has(item, span) for span in spans) for item in self.items)

    def rivals(self, start: int, end: int, kinds: frozenset[str], loose: bool = False) -> list[int]:
        """The rivals in a range of tokens to something of these kinds."""
        found = self._all_rivals.get((kinds, loose))
        if found is None:
            found = [at for at in self._candidates if self._is_rival(at, kinds, loose)]
            self._all_rivals[kinds, loose] = found
        return found[bisect_left(found, start) : bisect_left(found, end)] if found else found

    @made_once
    def _candidates(self) -> list[int]:
        """The words that may answer something: of some kind, seen, asked for by no rule, and part of no cue."""
        wanted, state, cue_at, kinds = self.wanted, self.state, self.seen.cue_words, self._kinds
        cited = self.cited
        return [
            at for at in range(len(self))
            if kinds[at] and not wanted[at] and at not in state and at not in cue_at and at not in cited
        ]  # fmt: skip

    @made_once
    def cited(self) -> set[int]:
        """The words of lines behind "Źródło:" and the like, which tell where something is said."""
        found: set[int] = set()
        for at, token in enumerate(self.seen.tokens):
            if token.lower() in CITES and (not at or self.seen.gaps[at] & (SENTENCE | OPEN)):
                found.update(range(at, self.on(at + 1, LINE)))
        return found

    def has_rivals_near(self, place: Span) -> bool:
        """Whether what may be a rival stands so near a place that it can stand beside it; of titles any may."""
        kinds = self.item_kinds(place)
        first, stop = max(0, place[0] - 2 * REACH), min(len(self), place[1] + 2 * REACH)
        return TITLE in kinds or bool(self.rivals(first, stop, kinds, loose=True))

    @made_once
    def _all_rivals(self) -> dict[tuple[frozenset[str], bool], list[int]]:
        return {}

    @made_once
    def _item_kinds(self) -> dict[Span, frozenset[str]]:
        return {}

    @made_once
    def item_of(self) -> dict[Span, Item]:
        """The thing that each place is one of."""
        return {place: item for item in self.items for place in item}
