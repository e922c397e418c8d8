"""An answer as its reader sees it: words with what stands between them, sentences, and what is hidden or struck out."""

import functools
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from .. import polish, text
from ..lazy import made_once
from ..phrases import Answer, looked_up
from ..text import Span
from .cues import ENGLISH, SKIPPED, Beginning, beginnings, words
from .kinds import is_first_person
from .marks import (
    ASK,
    CLAUSE,
    CLOSE,
    COLON,
    COMMA,
    CROSSED_BEFORE,
    DASH,
    ITEM,
    LINE,
    LOOK_ALIKE,
    MATH,
    OPEN,
    PART,
    QUOTE,
    QUOTES,
    SENTENCE,
    STOP,
    marks_of,
)

_HALF_A_SENTENCE = words(
    "np m in tzw tzn tj woj ul św ps im wg ok prof dr gen ks pl al nr poz godz ur zm por str vs ang łac niem fr "
    "tys mln mld red wyd e g i mr mrs st ca etc inż mgr hab pow gm r w zob rys tab ust art lit cyt"
)
_BEFORE_A_NAME = words(
    "im św ul prof dr gen ks al pl ps nr reż woj hab mgr inż mr mrs st np tzw wg por abp bp red tj tzn zob czyt ang "
    "niem łac fr ros"
)
"""Abbreviations: their full stop ends no sentence where a small letter follows."""


_MATH_WORDS = words("x razy plus minus times cdot div approx approxeq simeq")
"""What stands for a sign behind a number; some of them are commands of LaTeX."""

_LETTERS = frozenset("ABCDEFGHabcdefgh")
LONGEST_TITLE = 10
"""Words between quotation marks that are read as a title."""


@functools.lru_cache(50_000)
def _begins(token: str) -> tuple[Beginning, ...]:
    """The cues that the token may begin."""
    known = beginnings()
    return tuple(known[form] for form in dict.fromkeys((token.lower(), *looked_up(token).base_forms)) if form in known)


@functools.lru_cache(50_000)
def lemmas(token: str) -> frozenset[str]:
    """The word as written in lower case and its base forms."""
    return frozenset((text.written(token), *looked_up(token).base_forms))


def _is_abbreviation(token: str) -> bool:
    """Whether the dictionary knows the word as an abbreviation with a full stop and as nothing else."""
    readings = polish.readings(token.lower()) if len(token) <= 5 else ()
    return bool(readings) and all(reading.tag == "brev:pun" for reading in readings)


def _is_surname(token: str) -> bool:
    readings = polish.readings(token.lower())
    return not readings or any("nazwisko" in reading.labels for reading in readings)


@dataclass(frozen=True)
class Cue:
    """A word or run of words that gives a claim its stance."""

    start: int
    end: int
    stance: str


@dataclass(frozen=True)
class Seen:
    """An answer's tokens from left to right, and what a reader makes of the marks between them."""

    answer: Answer
    clean: str
    tokens: list[str]
    spans: list[Span]
    """Where each token stands in `clean`."""

    @classmethod
    def of(cls, answer: Answer) -> "Seen":
        clean = answer.cleaned
        matches = list(text.TOKEN.finditer(clean))
        tokens = [match[0] if match[0].isascii() else match[0].translate(LOOK_ALIKE) for match in matches]
        return cls(answer, clean, tokens, [match.span() for match in matches])

    def __len__(self) -> int:
        return len(self.tokens)

    @made_once
    def gaps(self) -> list[int]:
        """The marks before each token, and after the last one."""
        ends = [0, *(end for _, end in self.spans)]
        starts = [*(start for start, _ in self.spans), len(self.clean)]
        gaps = [
            marks_of(self.clean[end:start]) if start - end != 1 else marks_of(self.clean[end])
            for end, start in zip(ends, starts, strict=True)
        ]
        for at in range(1, len(self.tokens)):
            if gaps[at] & STOP and not gaps[at] & (LINE | ASK) and self._is_half(at, self.clean[ends[at] : starts[at]]):
                gaps[at] &= ~STOP
            if gaps[at] & (STOP | CLOSE | COLON) and not gaps[at] & (LINE | OPEN) and (at == 1 or gaps[at - 1] & LINE):
                mark = self.tokens[at - 1]
                if (mark.isdecimal() and len(mark) < 3 and not gaps[at] & COLON) or mark in _LETTERS:
                    gaps[at] = ITEM
            if gaps[at] & COLON and gaps[at - 1] & (OPEN | COMMA | PART) and self.tokens[at - 1] in _LETTERS:
                gaps[at] &= ~COLON  # "A": ..., "B": ...
            if self.tokens[at] in _MATH_WORDS and self.tokens[at - 1][0].isdecimal():
                gaps[at] = gaps[at] & ~PART | MATH
        return gaps

    @made_once
    def marks(self) -> int:
        """Every mark that stands anywhere in the answer."""
        return reduce(or_, self.gaps)

    @made_once
    def has_crosses(self) -> bool:
        return self.marks >= CROSSED_BEFORE

    def _is_half(self, at: int, gap: str) -> bool:
        """Whether the full stop before a token belongs to an abbreviation or an ordinal."""
        before, after = self.tokens[at - 1], self.tokens[at]
        if "." not in gap or "!" in gap or "…" in gap or ".." in gap:
            return False
        if gap.startswith(".:"):
            return True
        if gap == ".":
            return True  # nothing follows a sentence's end without a space
        if len(gap) > 3:
            return False
        word = before.lower()
        if word in "eg" and at > 1 and self.tokens[at - 2].lower() in ("i", "e"):
            return True  # i.e., e.g.
        if word == "in" and at > 1 and self.tokens[at - 2].lower() == "m":
            return True  # m.in.
        if after[0].isupper():
            return word in _BEFORE_A_NAME or (len(word) == 1 and before.isupper() and _is_surname(after))
        return word in _HALF_A_SENTENCE or _is_abbreviation(before)

    @made_once
    def raw_spans(self) -> Sequence[Span]:
        """Where each token stands in the answer as it is."""
        return self.spans if self.clean == self.answer.text else self.answer.token_places

    @made_once
    def raw_starts(self) -> list[int]:
        return [start for start, _ in self.raw_spans]

    @made_once
    def raw_ends(self) -> list[int]:
        return [end for _, end in self.raw_spans]

    @made_once
    def lemmas(self) -> list[frozenset[str]]:
        return [lemmas(token) for token in self.tokens]

    @made_once
    def sentence(self) -> list[int]:
        """The number of each token's sentence; lines are sentences too."""
        number, found = 0, []
        for gap in self.gaps[:-1]:
            number += bool(gap & SENTENCE)
            found.append(number)
        return found

    @made_once
    def sentences(self) -> list[Span]:
        """Where each sentence begins and ends, in tokens."""
        starts = [0] + [at for at in range(1, len(self)) if self.gaps[at] & SENTENCE]
        return list(zip(starts, [*starts[1:], len(self)], strict=True))

    def sentence_of(self, at: int) -> Span:
        return self.sentences[self.sentence_number(at)]

    def sentence_number(self, at: int) -> int:
        return bisect_right(self._sentence_starts, at) - 1

    @made_once
    def _sentence_starts(self) -> list[int]:
        return [start for start, _ in self.sentences]

    @made_once
    def cues(self) -> list[Cue]:
        """Every cue, from the left; of those of one stance that begin at one word the longest."""
        found = []
        for at, token in enumerate(self.tokens):
            if begun := _begins(token):
                ends: dict[str, int] = {}
                for end, stance in self._begun(at, begun):
                    if end > ends.get(stance, 0) and self._is_meant(at, end, stance):
                        ends[stance] = end
                found += [Cue(at, end, stance) for stance, end in ends.items()]
        return found

    def _begun(self, at: int, begun: Iterable[Beginning]) -> Iterator[tuple[int, str]]:
        """Where the cues end that begin at a word, and their stances."""
        for one in begun:
            yield from ((at + 1, stance) for stance in one.alone)
            for step in range(1, min(SKIPPED + 2, len(self) - at)):
                if step > 1 and self.gaps[at + step] & CLAUSE_OR_QUOTE:
                    break
                for lemma in lemmas(self.tokens[at + step]) if one.near or (one.next and step == 1) else ():
                    for rest, stance in (*(one.next.get(lemma, ()) if step == 1 else ()), *one.near.get(lemma, ())):
                        if self._follows(at + step + 1, rest):
                            yield at + step + 1 + len(rest), stance

    def _follows(self, at: int, rest: Sequence[str]) -> bool:
        """Whether these lemmas stand here one behind the other."""
        return at + len(rest) <= len(self) and all(
            lemma in lemmas(self.tokens[at + step]) for step, lemma in enumerate(rest)
        )

    @made_once
    def cue_words(self) -> frozenset[int]:
        """The tokens that are part of a cue."""
        return frozenset(at for cue in self.cues for at in range(cue.start, cue.end))

    def _is_meant(self, at: int, end: int, stance: str) -> bool:
        """Whether the words mean what the cue says: an English word that Polish knows too stands in an English
        sentence; who takes back or decides speaks of themselves; *but no* stands alone."""
        token = self.tokens[at].lower()
        if (stance == "source" and token == "mam") or (stance == "fails" and token in TO_FORMS):
            return False
        if stance == "refuse" and not REFUSED_BY_ME.isdisjoint(lemmas(self.tokens[end - 1])):
            return any(is_first_person(self.tokens[i].lower()) for i in range(at, end))
        if stance in ("retract", "conclude") and not self.lemmas[at].isdisjoint(OWN_ACTS):
            return self._is_own(at, token)
        if stance == "retract" and self.tokens[end - 1].lower() in ("nie", "no") and end - at > 1:
            return bool(self.gaps[end])
        return token not in _SHARED or self._is_english(self.sentence[at])

    def _is_own(self, at: int, token: str) -> bool:
        """Whether a verb is in the first person, a passive participle, or an infinitive that one owes."""
        if is_first_person(token) or not looked_up(token).base_forms:
            return True
        tags = {reading.tag.partition(":")[0] for reading in polish.readings(token)}
        if tags & {"ppas", "imps", "ger"}:
            return True
        if "inf" in tags and self.gaps[at] & (OPEN | SENTENCE | DASH):
            return True
        before = range(max(0, at - 4), at)
        return "inf" in tags and any(
            self.tokens[i].lower() in OWE or is_first_person(self.tokens[i].lower()) for i in before
        )

    def _is_english(self, number: int) -> bool:
        start, end = self.sentences[number - self.sentence[0]]
        return sum(token.lower() in ENGLISH for token in self.tokens[start:end]) >= 2

    @made_once
    def bracketed(self) -> bytearray:
        """For each token whether it stands in brackets, on one line."""
        depth, found = 0, bytearray()
        for gap in self.gaps[:-1]:
            depth = 0 if gap & LINE else max(0, depth - bool(gap & CLOSE)) + bool(gap & OPEN)
            found.append(depth > 0)
        return found

    @made_once
    def quoted(self) -> dict[int, int]:
        """For the first token of each short stretch between quotation marks, where the stretch ends."""
        found: dict[int, int] = {}
        start = -1
        for at, gap in enumerate(self.gaps):
            if start >= 0 and (gap & LINE or at - start > LONGEST_TITLE):
                start = -1
            if gap & QUOTE:
                if start >= 0:
                    found[start] = at
                    start = -1 if not self._opens(at) else at
                else:
                    start = at
        return found

    def _opens(self, at: int) -> bool:
        """Whether a gap with a quotation mark that ends a stretch begins another."""
        start = self.spans[at - 1][1] if at else 0
        end = self.spans[at][0] if at < len(self) else len(self.clean)
        return sum(mark in QUOTES for mark in self.clean[start:end]) > 1


CLAUSE_OR_QUOTE = CLAUSE | QUOTE
OWN_ACTS = words(
    "poprawić poprawiać prostować sprostować cofać cofnąć wycofać wycofywać odwołać odwoływać mylić pomylić "
    "zmieniać zmienić skreślać skreślić przekreślać przekreślić wykreślić wykreślać korygować skorygować "
    "rewidować zrewidować zapomnieć zastąpić anulować unieważnić wybierać wybrać wpisywać wpisać stawiać "
    "decydować zdecydować obstawać stanąć"
)
REFUSED_BY_ME = words(
    "podać powiedzieć ustalić określić otrzymać dostać usłyszeć zobaczyć analizować rozpoznawać identyfikować wskazać "
    "odczytać odczytywać rozpoznać odpowiedzieć odsłuchać obejrzeć oglądać odtwarzać odsłuchiwać"
)
"""What only the one who speaks refuses: of somebody else it is told."""
TO_FORMS = words("tego temu tym tę tą")
OWE = words("trzeba należy muszę warto wypada")
_SHARED = words("but may no on to i a nor else so if stop")
