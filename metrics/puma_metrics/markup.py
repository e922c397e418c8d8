"""What of an answer is HTML: what no reader sees, which names are tags, and what a tag does (GRADING, section 2).

The one place that decides it for questions and documents. Everything here is pure, knows no text form, and takes time
in proportion to the text, whatever it is: no pattern counts up to a bound, no search is made twice for the same mark.
"""

import html
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

Span = tuple[int, int]
"""Start and end in characters."""

Edit = tuple[int, int, str]
"""Start, end and what stands in its place."""

_FORMATTING = (
    "a abbr b bdi bdo cite code del dfn em font i ins kbd mark q s samp small span strong sub sup tt u var wbr "
    "big strike nobr acronym time data ruby rb"
)
FORMATTING = frozenset(_FORMATTING.split())
"""Tags that vanish, so that `<b>Krak</b>ów` is one word; every other tag separates."""

_OTHERS = (
    "address applet area article aside audio base basefont bgsound blink blockquote body br button canvas caption "
    "center col colgroup command content datalist dd details dialog dir div dl dt element embed fencedframe fieldset "
    "figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe image img input "
    "isindex keygen label legend li link listing main map marquee math menu menuitem meta meter multicol nav nextid "
    "noembed noframes noscript object ol optgroup option output p param picture plaintext portal pre progress rp rt "
    "rtc script search section select selectedcontent shadow slot source spacer style summary svg table tbody td "
    "template textarea tfoot th thead title tr track ul video xmp"
)
NAMES = FORMATTING | frozenset(_OTHERS.split())
"""The names of HTML, today's and those of old pages; any other name is a tag only under conditions, see `tags`."""

HIDDEN = ("script", "style", "template", "noscript", "head", "title")
"""Elements whose content no reader of the page sees."""

_NAME = r"[^\W\d_][\w.-]*+(?::[\w.-]++)?+"
_TAG = re.compile(rf"<(/?)(?!www\.)({_NAME})(?=[\s/>])[^<>=]*+(?:>|(=)?)")
_PLAIN_TAIL = re.compile(r"[^<>]*+>")
_ATTRIBUTE_TAIL = re.compile(r"[^<>=]*+")
_VALUE = re.compile(r"\s*+([\"'])")

ENTITY = re.compile(r"&(?:#(?:x[0-9a-f]++|[0-9]++);?|[^\t\n\f <&#;]{1,32};?)", re.IGNORECASE)
"""A character reference; no name has more than 32 characters."""
_LONGEST_NUMBER = 12
"""Characters of a reference to the last character, in decimal or hexadecimal; Python refuses to read very long ones."""

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


def character(reference: re.Match[str]) -> str:
    """What a match of ENTITY stands for.

    >>> ENTITY.sub(character, "Krak&oacute;w, &#00000000000000000000243;, &#x99999999999;")
    'Kraków, ó, \ufffd'
    """
    written = re.sub("(?<=#)(x?)0+(?=[0-9a-f])", r"\1", reference[0], flags=re.IGNORECASE)
    if written[1] == "#" and len(written) > _LONGEST_NUMBER:
        return "\ufffd"
    return html.unescape(written)


class Tag(NamedTuple):
    """A tag: where it stands, its name in lower case, and where its attributes start."""

    start: int
    end: int
    name: str
    is_closing: bool
    attributes: int
    """From here to `end - 1` the attributes stand, with a last slash."""


def tags(text: str) -> list[Tag]:
    """The tags of a text, in order.

    A name that HTML does not know is a tag only if its closing tag follows, it closes one, or it ends in `/>`; else it
    is text. A quoted value may hold `<` and `>`; a quotation mark that never closes is no quotation mark.

    >>> [tag.name for tag in tags("<b>Herb</b> <Leliwa>, <herb>Nałęcz</herb>, 2 <3")]
    ['b', 'b', 'herb', 'herb']
    """
    found = list(_written_like_tags(text))
    first_opening: dict[str, int] = {}
    last_closing: dict[str, int] = {}
    for tag in found:
        if tag.name not in NAMES:
            if tag.is_closing:
                last_closing[tag.name] = tag.start
            else:
                first_opening.setdefault(tag.name, tag.start)
    if not first_opening and not last_closing:
        return found
    return [
        tag
        for tag in found
        if tag.name in NAMES
        or (first_opening.get(tag.name, tag.start) < tag.start if tag.is_closing
            else tag.start < last_closing.get(tag.name, -1) or text[tag.end - 2] == "/")
    ]  # fmt: skip


def _written_like_tags(text: str) -> Iterator[Tag]:
    unclosed: set[int] = set()
    done = 0
    for match in _TAG.finditer(text):
        start, end = match.span()
        if start < done:  # within a quoted value
            continue
        if text[end - 1] != ">":
            end = _end_of_tail(text, end, match[3] is not None, unclosed)
            if end < 0:
                continue
        done = end
        yield Tag(start, end, match[2].lower(), match[1] == "/", match.end(2))


def _end_of_tail(text: str, at: int, is_value: bool, unclosed: set[int]) -> int:
    """The end of a tag of which the text up to `at` was read, or -1; where a quotation never ends, without quotes."""
    end = _end_of_attributes(text, at, unclosed) if is_value else -1
    plain = _PLAIN_TAIL.match(text, at) if end < 0 else None
    return plain.end() if plain else end


def _end_of_attributes(text: str, at: int, unclosed: set[int]) -> int:
    """The end of the tag whose attribute's value starts at `at`, or -1.

    `unclosed` keeps the quotation marks from which no end was reached, so that none is followed twice.
    """
    passed = []
    while True:
        value = _VALUE.match(text, at)
        if value:
            at = value.start(1)
            closing = -1 if at in unclosed else text.find(value[1], at + 1)
            passed.append(at)
            if closing < 0:
                break
            at = closing + 1
        tail = _ATTRIBUTE_TAIL.match(text, at)
        at = tail.end() if tail else at
        stop = text[at : at + 1]
        if stop == ">":
            return at + 1
        if stop != "=":
            break
        at += 1
    unclosed.update(passed)
    return -1


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


SEPARATOR = "\n"
"""What stands for a tag that separates: a space that groups no digits."""

_SMALL = {"sup": "^", "sub": "_"}
_SMALL_SIGNS = frozenset("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉^_")
"""What starts a superscript or subscript that is written without a tag."""


@dataclass(frozen=True)
class Hide:
    """The edits that put `replacement` in the place of what no reader sees."""

    replacement: str

    def __call__(self, text: str) -> list[Edit]:
        return [(start, end, self.replacement) for start, end in hidden(text)]


def tag_edits(text: str) -> list[Edit]:
    """The edits that take the tags out of a text: nothing or a separator in place of each run of adjacent tags.

    Superscripts and subscripts become `^{...}` and `_{...}`, as LaTeX writes them, and look through formatting tags.

    >>> tag_edits("<b>km</b><sup>2</sup>")
    [(0, 3, ''), (5, 14, '^{'), (15, 21, '}')]
    """
    return edits_of(text, tags(text))


def edits_of(text: str, found: Sequence[Tag]) -> list[Edit]:
    """The same for the text's tags where they were found already."""
    edits: list[Edit] = []
    run: list[Tag] = []
    end = -1
    closed = {tag.name: tag.start for tag in found if tag.is_closing and tag.name in _SMALL}
    for tag in found:
        if tag[0] != end and run:
            edits.append((run[0].start, end, _in_place_of(run, text[end], closed)))
            run = []
        run.append(tag)
        end = tag[1]
    if run:
        edits.append((run[0].start, end, _in_place_of(run, text[end : end + 1], closed)))
    return edits


def _in_place_of(run: Sequence[Tag], following: str, closed: dict[str, int]) -> str:
    """A closing formatting tag followed at once by an opening one separates, unless a superscript comes next.

    `closed` is where the last superscript and subscript close; one that never does is what follows at once.
    """
    pieces: list[str] = []
    after_closing = separates = False
    for start, _, name, is_closing, _ in run:
        if name in _SMALL:
            if separates and is_closing:
                pieces.append(SEPARATOR)
            after_closing = separates = False
            pieces.append("}" if is_closing else _SMALL[name] + "{" * (start < closed.get(name, 0)))
        elif name not in FORMATTING:
            pieces.append(SEPARATOR)
            after_closing = separates = False
        elif name != "wbr":
            separates = separates or (after_closing and not is_closing)
            after_closing = is_closing
    return "".join([*pieces, SEPARATOR if separates and following not in _SMALL_SIGNS else ""])
