"""The steps of a text form: the same ones run fast, or traced, which keeps every character's place in the raw text."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any

Span = tuple[int, int]
"""Start and end in characters of the raw text."""


_GROUP = re.compile(r"\\(\d)")
_ONE_CLASS = re.compile(r"\[(?:[^\]\\]|\\.)*\]")


@dataclass(frozen=True)
class Rewrite:
    r"""A step: every match of `pattern` becomes `replacement`, a template of literals and \1 to \9, or a function.

    The pattern cannot match a text without any of the characters in `hint`, which spares plain text the search.
    """

    pattern: re.Pattern[str]
    replacement: str | Callable[[re.Match[str]], str]
    hint: frozenset[str] = frozenset()

    @property
    def keeps_places(self) -> bool:
        """Whether one character of a class becomes one other, so that each keeps its place."""
        is_one = isinstance(self.replacement, str) and len(self.replacement) == 1 and self.replacement != "\\"
        return is_one and bool(_ONE_CLASS.fullmatch(self.pattern.pattern))

    @property
    def brings_hints(self) -> bool:
        """Whether the step can put in characters that a later step has as its hint."""
        return bool(self.replacement)

    def run(self, text: str) -> str:
        return self.pattern.sub(self.replacement, text)

    def trace(self, text: str, places: Sequence[Span]) -> tuple[str, Sequence[Span]]:
        if not self._keeps_groups:
            return _edited(text, places, self._edits(text))
        pieces: list[str] = []
        new: list[Span] = []
        done = 0
        for match in self.pattern.finditer(text):
            for start, end in [(done, match.start()), *self._kept(match)]:
                if isinstance(start, str):
                    pieces.append(start)
                    new += [_whole(end, end, places)] * len(start)
                else:
                    pieces.append(text[start:end])
                    new += places[start:end]
            done = match.end()
        return ("".join([*pieces, text[done:]]), [*new, *places[done:]]) if pieces else (text, places)

    @property
    def _keeps_groups(self) -> bool:
        return isinstance(self.replacement, str) and bool(_GROUP.search(self.replacement))

    def _edits(self, text: str) -> Iterator[tuple[int, int, str]]:
        """What becomes another text as a whole; a match that stays keeps its places."""
        replacement = self.replacement
        for match in self.pattern.finditer(text):
            result = replacement(match) if callable(replacement) else replacement
            if result != match[0]:
                yield match.start(), match.end(), result

    def _kept(self, match: re.Match[str]) -> list[tuple]:
        """The replacement as spans of the match that stay, and as texts that are put in, each with the place where the
        span before it ends."""
        kept: list[tuple] = []
        at = match.start()
        for index, part in enumerate(_GROUP.split(str(self.replacement))):
            kept.append(match.span(int(part)) if index % 2 else (part, at))
            at = max(at, match.end(int(part))) if index % 2 else at
        return kept


def _whole(start: int, end: int, places: Sequence[Span]) -> Span:
    if start < end:
        return places[start][0], places[end - 1][1]
    at = places[start - 1][1] if start else 0
    following = places[start][0] if start < len(places) else at
    return min(at, following), at  # one character of the raw text may have become both neighbours


@dataclass(frozen=True)
class Edits:
    """A step that a pattern cannot decide: `find` names the places in order, and what stands there afterwards.

    It finds nothing in a text without any of the characters in `hint`.
    """

    find: Callable[[str], Iterable[tuple[int, int, str]]]
    hint: frozenset[str] = frozenset()
    brings_hints = True

    def run(self, text: str) -> str:
        pieces: list[str] = []
        done = 0
        for start, end, replacement in self.find(text):
            pieces += (text[done:start], replacement)
            done = end
        return "".join([*pieces, text[done:]]) if pieces else text

    def trace(self, text: str, places: Sequence[Span]) -> tuple[str, Sequence[Span]]:
        return _edited(text, places, self.find(text))


def _edited(text: str, places: Sequence[Span], edits: Iterable[tuple[int, int, str]]) -> tuple[str, Sequence[Span]]:
    """The text with some of its places replaced, each as a whole, and where every character came from."""
    pieces: list[str] = []
    new: list[Span] = []
    done = 0
    for start, end, replacement in edits:
        if done < start:
            pieces.append(text[done:start])
            new += places[done:start]
        if replacement:
            pieces.append(replacement)
            new += [_whole(start, end, places)] * len(replacement)
        done = end
    if not pieces and not done:
        return text, places
    return "".join([*pieces, text[done:]]), [*new, *places[done:]]


SHORT = 2_000
"""Characters; a text no longer than this may hold its combining marks in any order."""
_MARK = r"(?:[^\w\s\x00-\u02ff]|[\uff9e\uff9f])"
"""A combining mark; symbols too, which are left where they are."""
_A_MARK, _MANY_MARKS = re.compile(_MARK), re.compile(_MARK + "{65,}")
"""More in a row than any writing has."""


@dataclass(frozen=True)
class Normal:
    """A step: Unicode normalization to `form`."""

    form: str
    hint: frozenset[str] = frozenset()
    brings_hints = True

    def run(self, text: str) -> str:
        if text.isascii():
            return text
        if _may_have_many_marks(text):
            text = _MANY_MARKS.sub(self._in_order, text)
        return unicodedata.normalize(self.form, text)  # type: ignore[arg-type]

    def _in_order(self, marks: re.Match[str]) -> str:
        """The same marks in canonical order, into which Python brings n of them in n² steps."""
        apart: Any = self.form.replace("C", "D")
        if unicodedata.is_normalized(apart, marks[0]):
            return marks[0]
        alone = {ord(mark): unicodedata.normalize(apart, mark) for mark in set(marks[0])}
        runs = groupby(marks[0].translate(alone), key=lambda char: unicodedata.combining(char) > 0)
        return "".join(char for _, run in runs for char in sorted(run, key=unicodedata.combining))

    def trace(self, text: str, places: Sequence[Span]) -> tuple[str, Sequence[Span]]:
        if self.run(text) == text:
            return text, places
        pieces: list[str] = []
        new: list[Span] = []
        starts = [i for i, char in enumerate(text) if not i or not _combines(char)]
        for start, end in pairwise([*starts, len(text)]):
            chunk = text[start:end]
            pieces.append(self.run(chunk))
            same = pieces[-1] == chunk
            new += places[start:end] if same else [(places[start][0], places[end - 1][1])] * len(pieces[-1])
        return "".join(pieces), new


def _may_have_many_marks(text: str) -> bool:
    """Of 65 in a row one stands at a multiple of 64, and few places are quickly looked at."""
    return len(text) > SHORT and bool(_A_MARK.search(text[::64]))


def is_nfkc(text: str) -> bool:
    """Whether NFKC leaves the text as it is; False also where that would take too long to tell."""
    return not (_may_have_many_marks(text) and _MANY_MARKS.search(text)) and unicodedata.is_normalized("NFKC", text)


def normalized(form: str, text: str) -> str:
    """unicodedata.normalize in linear time, whatever the combining marks."""
    return Normal(form).run(text)


def _combines(char: str) -> bool:
    """Whether normalization may join the character to the one before it: a mark, or a Hangul vowel or final."""
    if char < "\u0300":
        return False
    first = unicodedata.normalize("NFKD", char)[0]
    return unicodedata.category(first)[0] == "M" or "\u1160" <= first <= "\u11ff"


Step = Rewrite | Edits | Normal


def run(steps: Sequence[Step], text: str) -> str:
    present = set(text)
    for step in steps:
        if not step.hint or not step.hint.isdisjoint(present):
            before, text = text, step.run(text)
            if text is not before and step.brings_hints:
                present = set(text)
    return text


def trace(steps: Sequence[Step], text: str) -> tuple[str, Sequence[Span]]:
    """The same text as `run`, and for each of its characters the place in `text` that it came from."""
    places: Sequence[Span] = [(i, i + 1) for i in range(len(text))]
    present = set(text)
    for step in steps:
        if step.hint and step.hint.isdisjoint(present):
            continue
        before = text
        if isinstance(step, Rewrite) and step.keeps_places:
            text = step.run(text)
        else:
            text, places = step.trace(text, places)
        if text is not before and step.brings_hints:
            present = set(text)
    return text, places
