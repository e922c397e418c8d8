"""Links and images of Markdown taken out of a text, whatever their length and depth (GRADING, section 7.2).

One pass with a stack of open brackets. What stands behind a bracket is looked up, never searched for again: where each
round bracket closes, and where the next white space, quotation mark or blank line is. So the time is linear, and no
length of a mark has to be bounded: a picture as a data URL is as long as the picture.
"""

import re
from bisect import bisect_left
from collections.abc import Collection
from dataclasses import dataclass, field

_MARK = re.compile(r"\\.|!?\[|\]", re.DOTALL)
_ROUND = re.compile(r"\\.|[()]|\n[ \t]*+\n", re.DOTALL)
_BLANK = re.compile(r"\n[ \t]*+(?=\n)")
_GAP = re.compile(r"[ \t]*+(?:\n[ \t]*+)?")
_ANGLE = re.compile(r"<[^<>]*+>")
_DATA = re.compile(r"data:", re.IGNORECASE)
_LABEL = re.compile(r"\[([^\[\]]*+)\]")


class _Next:
    """The place of the next match from a place on, for places that mostly grow; `end` where there is none."""

    def __init__(self, pattern: str, text: str):
        self.places = [match.start() for match in re.finditer(pattern, text)]
        self.end = len(text)

    def after(self, at: int) -> int:
        index = bisect_left(self.places, at)
        return self.places[index] if index < len(self.places) else self.end


@dataclass
class _Targets:
    """Where what stands in round brackets behind a link or an image ends."""

    text: str
    closes: dict[int, int] = field(default_factory=dict)
    gaps: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        waiting: list[int] = []
        for mark in _ROUND.finditer(self.text):
            if mark[0] == "(":
                waiting.append(mark.start())
            elif mark[0] == ")" and waiting:
                self.closes[waiting.pop()] = mark.start()
            elif mark[0][0] == "\n":  # a paragraph ends
                waiting.clear()
        self.spaces = _Next(r"\s", self.text)
        self.quotes = {quote: _Next(rf"(?<!\\){quote}", self.text) for quote in "\"'"}
        self.blanks = _Next(_BLANK.pattern, self.text)

    def end(self, start: int, is_image: bool) -> int:
        """Behind the target whose round bracket opens at `start`, or -1 where it is none."""
        at = self._gap(start + 1)
        if _DATA.match(self.text, at):
            return self._end_of_data(start, at, is_image)
        if angle := _ANGLE.match(self.text, at):
            return -1 if self.blanks.after(at) < angle.end() else self._end_of_title(angle.end())
        space, close = self.spaces.after(at), self.closes.get(start, -1)
        if 0 <= close < space:
            return close + 1
        return self._end_of_title(space) if space < len(self.text) else -1

    def _end_of_data(self, start: int, at: int, is_image: bool) -> int:
        """A data URL may be broken over lines; that of an image which was cut off ends with its line."""
        close = self.closes.get(start, -1)
        if close >= 0:
            return close + 1
        return self.spaces.after(at) if is_image else -1

    def _end_of_title(self, at: int) -> int:
        at = self._gap(at)
        mark = self.text[at : at + 1]
        if mark in self.quotes and mark:
            end = self.quotes[mark].after(at + 1)
        elif mark == "(":
            end = self.closes.get(at, len(self.text))
        else:
            return at + 1 if mark == ")" else -1
        if end >= len(self.text) or self.blanks.after(at) < end:
            return -1
        after = self._gap(end + 1)
        return after + 1 if self.text[after : after + 1] == ")" else -1

    def _gap(self, at: int) -> int:
        """Behind spaces and at most one line break."""
        if at not in self.gaps:
            gap = _GAP.match(self.text, at)
            self.gaps[at] = gap.end() if gap else at
        return self.gaps[at]


def without_links(text: str, labels: Collection[str]) -> str:
    """The text with each link replaced by its own text and each image by a space.

    Args:
        text: Markdown without tags and without link definitions.
        labels: The labels that are defined, as `label` writes them; without a definition `[1][2]` is two marks.

    >>> without_links("![a\\n[b [c]]](data:image/png;base64,iVBO\\nRw0=) zob. [tu](https://x.pl 'y')[1][2]", ())
    '  zob. tu[1][2]'
    """
    if "[" not in text:
        return text
    edits = _edits(text, labels)
    pieces, done = [], 0
    for start, end, new in sorted(edits):
        pieces += [text[done:start], new]
        done = end
    return "".join([*pieces, text[done:]])


def _edits(text: str, labels: Collection[str]) -> list[tuple[int, int, str]]:
    targets = _Targets(text)
    edits: list[tuple[int, int, str]] = []
    waiting: list[tuple[int, int]] = []  # where a bracket opens, and how many edits there were
    done = 0
    for mark in _MARK.finditer(text):
        if mark.start() < done or mark[0][0] == "\\":
            continue
        if mark[0] != "]":
            waiting.append((mark.start(), len(edits)))
        elif waiting:
            start, before = waiting.pop()
            if targets.blanks.after(start) < mark.start():
                waiting.clear()  # a paragraph ended in between: no link reaches over it
            elif text[start] == "!":
                end = _end_of_image(text, start, mark.end(), targets)
                if end >= 0:
                    edits[before:] = [(start, end, " ")]
                    done = end
            else:
                end = _end_of_link(text, start, mark.end(), targets, labels)
                if end >= 0:
                    edits += [(start, start + 1, ""), (mark.start(), end, "")]
                    done = end
    return edits


def _end_of_image(text: str, start: int, after: int, targets: _Targets) -> int:
    """Behind an image; `![alt]` alone is one too, but not where the exclamation mark ends a word."""
    if text[after : after + 1] == "(" and (end := targets.end(after, is_image=True)) >= 0:
        return end
    if (reference := _LABEL.match(text, after)) and targets.blanks.after(after) >= reference.end():
        return reference.end()
    return -1 if start and (text[start - 1].isalnum() or text[start - 1] == "_") else after


def _end_of_link(text: str, start: int, after: int, targets: _Targets, labels: Collection[str]) -> int:
    if text[after : after + 1] == "(":
        return targets.end(after, is_image=False)
    reference = _LABEL.match(text, after) if labels else None
    if reference and not reference[1]:  # `[label][]`
        own = _LABEL.match(text, start)
        return reference.end() if own and own.end() == after and label(own[1]) in labels else -1
    return reference.end() if reference and label(reference[1]) in labels else -1


def label(written: str) -> str:
    """A label as labels are compared: case and kinds of white space do not count."""
    return " ".join(written.casefold().split())
