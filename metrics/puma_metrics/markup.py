"""What of an answer is HTML: which names are tags, and what a tag does (GRADING, section 2).

The one place that decides it for questions and documents. Everything here is pure, knows no text form, and takes time
in proportion to the text, whatever it is: no pattern counts up to a bound, no search is made twice for the same mark.
"""

import functools
import html
import re
from collections.abc import Iterator, Sequence
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

_NAME = r"[^\W\d_][\w.-]*+(?::[\w.-]++)?+"
_TAG = re.compile(rf"<(/?)(?!www\.)({_NAME})(?=[\s/>])[^<>=]*+(?:>|(=)?)")
_PLAIN_TAIL = re.compile(r"[^<>]*+>")
_ATTRIBUTE_TAIL = re.compile(r"[^<>=]*+")
_VALUE = re.compile(r"\s*+([\"'])")

ENTITY = re.compile(r"&(?:#(?:x[0-9a-f]++|[0-9]++);?|[^\t\n\f <&#;]{1,32};?)", re.IGNORECASE)
"""A character reference; no name has more than 32 characters."""
_LEADING_ZEROS = re.compile("(?<=#)(x?)0+(?=[0-9a-f])", re.IGNORECASE)
_LONGEST_NUMBER = 12
"""Characters of a reference to the last character, in decimal or hexadecimal; Python refuses to read very long ones."""


def character(reference: re.Match[str]) -> str:
    """What a match of ENTITY stands for.

    >>> ENTITY.sub(character, "Krak&oacute;w, &#00000000000000000000243;, &#x99999999999;")
    'Kraków, ó, \ufffd'
    """
    written = _LEADING_ZEROS.sub(r"\1", reference[0]) if reference[0].startswith("&#") else reference[0]
    if written[1] == "#" and len(written) > _LONGEST_NUMBER:
        return "\ufffd"
    return _unescape(written)


@functools.lru_cache(1_000)
def _unescape(reference: str) -> str:
    """A long answer mostly repeats what it refers to; no reference that comes here has more than 34 characters."""
    return html.unescape(reference)


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


SEPARATOR = "\n"
"""What stands for a tag that separates: a space that groups no digits."""

_SMALL = {"sup": "^", "sub": "_"}
_SMALL_SIGNS = frozenset("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉^_")
"""What starts a superscript or subscript that is written without a tag."""


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
