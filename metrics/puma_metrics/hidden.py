"""What of an answer no reader of the page sees: comments and hidden elements (GRADING, section 2).

The one place that decides it for questions and documents, in time in proportion to the text: no search is made twice
for the same mark.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from .markup import Edit, Span

HIDDEN = ("script", "style", "template", "noscript", "head", "title")
"""Elements whose content no reader of the page sees."""

_HIDDEN_NAMES = "|".join(HIDDEN)
MAY_HIDE = re.compile(rf"<(?:!--|(?:{_HIDDEN_NAMES})(?=[\s/>]))", re.IGNORECASE)
_LANDMARK = re.compile(
    r"(?P<fence>(?<![^\r\n])[ \t>]*+(?P<marks>`{3,}+(?=[^`\r\n]*+(?![^\r\n]))|~{3,}+)(?P<info>[^\r\n]*+))"
    r"|(?P<code>`++)|(?P<comment><!--)"
    rf"|<(?P<end>/?)(?P<name>{_HIDDEN_NAMES})(?=[\s/>])",
    re.IGNORECASE,
)
_CLOSING = re.compile(rf"</({_HIDDEN_NAMES})(?=[\s/>])[^<>]*+>", re.IGNORECASE)
_COMMENT_END = re.compile(r"--!?>")
_EMPTY_COMMENT = re.compile(r"<!---?>")
_BLANK_LINE = re.compile(r"\n[ \t\r]*+\n")


@dataclass
class _Landmarks:
    """Where the closing marks of a text stand, each looked for once."""

    text: str
    comment_ends: list[Span] = field(default_factory=list)
    closing_tags: dict[str, list[Span]] = field(default_factory=lambda: defaultdict(list))
    code: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    blank_lines: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.comment_ends = [match.span() for match in _COMMENT_END.finditer(self.text)]
        self.blank_lines = [match.start() for match in _BLANK_LINE.finditer(self.text)]
        for match in _CLOSING.finditer(self.text):
            self.closing_tags[match[1].lower()].append(match.span())
        if "`" in self.text:
            for match in re.finditer("`+", self.text):
                self.code[match.end() - match.start()].append(match.start())

    def end_of_comment(self, start: int) -> int:
        """Behind the comment that starts here, or -1."""
        if empty := _EMPTY_COMMENT.match(self.text, start):
            return empty.end()
        return _next(self.comment_ends, start + 4)

    def end_of_element(self, name: str, start: int) -> int:
        return _next(self.closing_tags[name], start)

    def end_of_code(self, start: int, length: int) -> int:
        """Behind the code span whose opening marks start here, or behind those marks; a blank line ends no span."""
        marks = self.code[length]
        index = bisect_left(marks, start + length)
        if index == len(marks):
            return start + length
        blank = bisect_left(self.blank_lines, start)
        if blank < len(self.blank_lines) and self.blank_lines[blank] < marks[index]:
            return start + length
        return marks[index] + length


def _next(spans: Sequence[Span], start: int) -> int:
    index = bisect_left(spans, (start, 0))
    return spans[index][1] if index < len(spans) else -1


def hidden(text: str) -> list[Span]:
    """Where comments and hidden elements stand, which no reader sees; in order, none within another.

    Each only with its own closing mark, and only where it starts outside of code spans and fences. A comment ends at
    its first closing mark. Templates nest.

    >>> text = "a <!-- b <!-- c --> d <title>e</title> <script> `<!-- f -->`"
    >>> [text[start:end] for start, end in hidden(text)]
    ['<!-- b <!-- c -->', '<title>e</title>']
    """
    if not MAY_HIDE.search(text):
        return []
    return _outermost(_hidden_spans(text))


def _hidden_spans(text: str) -> Iterator[Span]:
    landmarks = _Landmarks(text)
    fence = ""
    templates: list[int] = []
    done = 0
    for mark in _LANDMARK.finditer(text):
        if mark.start() < done:
            continue
        if mark["fence"]:
            fence = _fence_after(fence, mark["marks"], mark["info"])
        elif fence:
            continue
        elif mark["code"]:
            done = landmarks.end_of_code(mark.start(), len(mark["code"]))
        elif mark["comment"]:
            end = landmarks.end_of_comment(mark.start())
            if end >= 0:
                yield mark.start(), end
                done = end
        elif mark["name"].lower() == "template":
            if not mark["end"]:
                templates.append(mark.start())
            elif templates and (end := landmarks.end_of_element("template", mark.start())) >= 0:
                yield templates.pop(), end
        elif not mark["end"]:
            end = landmarks.end_of_element(mark["name"].lower(), mark.end())
            if end >= 0:
                yield mark.start(), end
                done = end


def _fence_after(fence: str, marks: str, info: str) -> str:
    """The fence that is open behind a line of fence marks, where `fence` was open before it."""
    if not fence:
        return marks
    closes = marks[0] == fence[0] and len(marks) >= len(fence) and not info.strip()
    return "" if closes else fence


def _outermost(spans: Iterator[Span]) -> list[Span]:
    kept: list[Span] = []
    for start, end in sorted(spans):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
        elif end > kept[-1][1]:
            kept[-1] = kept[-1][0], end
    return kept


@dataclass(frozen=True)
class Hide:
    """The edits that put `replacement` in the place of what no reader sees."""

    replacement: str

    def __call__(self, text: str) -> list[Edit]:
        return [(start, end, self.replacement) for start, end in hidden(text)]
