"""A text as tokens: numbers of every shape, abbreviations, words and signs, read as far as they are asked for."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from .lists import (
    ABBREVIATED_ADJECTIVES,
    ABBREVIATED_NOUNS,
    ABBREVIATED_PHRASES,
    AMBIGUOUS,
    BEFORE_NAMES,
    SCALES,
    UNITS,
)

_LOWER, _UPPER = "a-ząćęłńóśźż", "A-ZĄĆĘŁŃÓŚŹŻ"
_SPACE = "[ \u00a0\u202f]"
_SHAPES = {
    # most words begin like no other shape: tried first, for speed alone
    "plain": r"[^\W\d_IVXLCDMPNkcmpnz][^\W\d_]*+(?!['’\d]|[-–]\d)",
    "dotted": r"[Mm]\.\s?in\.|[Pp]\.\s?n\.\s?e\.|[Nn]\.\s?e\.",
    "compound": rf"(?:\d{{1,6}}|[IVXLCDM]{{1,15}})[-–][{_LOWER}]{{2,}}",
    "phone": (
        rf"(?:\+48 ?)?\d{{3}}(?P<separator>[ \u00a0-])\d{{3}}(?P=separator)\d{{3}}(?![\d-])(?!{_SPACE}\d{{3}}(?!\d))"
        r"|(?:\+48 ?)?\d\d \d{3} \d\d \d\d(?!\d)|\+48 ?\d{9}(?!\d)"
    ),
    "sign": r"km/h|km/godz\.?|m/s|°[ \u00a0]?C|[kcm]?m[²³23](?!\w)|zł(?!\w)|[%‰°€$£+=×]",
    "vulgar": r"(?:\d{1,6} ?)?[½¼¾⅓⅔]",
    "word": r"[^\W\d_]++(?:['’][^\W\d_]++)*+(?!\d|[-–]\d)",
    "iso": r"\d{4}-\d\d-\d\d(?![\d-])",
    "dmy": r"\d{1,2}\.\d{1,2}\.\d{4}(?!\d)",
    "dm": r"\d{1,2}\.(?:0[1-9]|1[012])\.(?!\d)",
    "scale": rf"1:\d{{1,3}}(?:{_SPACE}\d{{3}})+(?!\d)",
    "time": r"\d{1,2}:\d\d(?::\d\d)?(?![\d:])",
    "ratio": r"\d{1,6}:\d{1,9}(?![\d:])",
    "postal": r"\d\d-\d{3}(?![\d-])",
    "group": rf"\d{{1,3}}(?:{_SPACE}\d{{3}})+(?:,\d{{1,9}})?(?!\d)|\d{{1,3}}(?:\.\d{{3}})+(?:,\d{{1,9}})?(?!\d)",
    "fraction": r"\d{1,4}/\d{1,4}(?![\d/])",
    "decimal": r"\d{1,15}[.,]\d{1,9}(?!\d)",
    "range": r"\d{1,6}[-–—]\d{1,6}(?![\d-])",
    "lettered": (
        rf"[{_UPPER}{_LOWER}]{{1,12}}[-–]?\d{{1,9}}(?:[-–.,]\d{{1,9}})?[{_UPPER}]?(?!\w)"
        rf"|\d{{1,4}}[{_UPPER}{_LOWER}](?![\w/²³])"
    ),
    "whole": r"\d+",
    "rest": r"[^\W\d_]+",
    "mark": r"\.{2,}|[!\[\]{}<>*#|\"„”]+|[^\w\s]",
}
_TOKEN = re.compile("|".join(f"(?P<{kind}>{shape})" for kind, shape in _SHAPES.items()))
_DOTTED = frozenset(
    key for table in (ABBREVIATED_NOUNS, ABBREVIATED_PHRASES, ABBREVIATED_ADJECTIVES, UNITS, SCALES) for key in table
)
_WITHOUT_NUMBER = sorted(
    {key.rstrip(".") for key in (*ABBREVIATED_NOUNS, *ABBREVIATED_PHRASES, *ABBREVIATED_ADJECTIVES)}
)
_BESIDE_NUMBERS = AMBIGUOUS - BEFORE_NAMES
_TELLING = re.compile(
    r"\d+|[½¼¾⅓⅔%]|\b(?:[IVX]+|(?i:"
    + "|".join(re.escape(key) for key in _WITHOUT_NUMBER if key not in _BESIDE_NUMBERS and "." not in key)
    + r"|m\.\s?in|p\.\s?n|n\.\s?e))\b"
)
"""Without one of these nothing is read: a digit, a percent sign, letters of Roman numerals, an abbreviation."""
AROUND = 400
"""Characters around them that are read as well."""
_BLANK = re.compile(r"\s")
LONGEST_NUMBER = 15
"""Digits; longer ones are said one by one."""
NUMBERS = frozenset(("whole", "decimal", "group"))
_WORDS = {"rest": "word", "plain": "word"}


class Token(NamedTuple):
    """A token and its place in the text; `low` is its text in lower case."""

    kind: str
    text: str
    start: int
    end: int
    low: str

    @property
    def is_capitalised(self) -> bool:
        return self.text[:1].isupper()


GAP = Token("gap", "", -2, -2, "")
"""Text between two expressions that are far apart, which was not read."""
NOTHING = Token("", "", -1, -1, "")


def _token(kind: str, text: str, start: int) -> Token:
    return Token(kind, text, start, start + len(text), text.lower())


def _windows(text: str) -> Iterator[tuple[int, int]]:
    """The parts of a text that may hold an expression, with what stands around them, cut between words."""
    start, end, at = 0, -1, 0
    while found := _TELLING.search(text, at):
        if found.start() - AROUND > end:
            blank = _BLANK.search(text, max(end, found.start() - AROUND), found.start())
            if blank or end < 0:
                if end >= 0:
                    yield start, end
                start = blank.end() if blank and found.start() > AROUND else 0
        blank = _BLANK.search(text, max(end, found.end() + 2 * AROUND))
        end = blank.start() if blank else len(text)
        at = max(found.end(), end - AROUND)  # what stands before that has enough after it
    if end >= 0:
        yield start, end


def _matches(text: str) -> Iterator[Token]:
    for start, end in _windows(text):
        if start:
            yield GAP
        yield from _in_window(text, start, end)


def _in_window(text: str, first: int, last: int) -> Iterator[Token]:
    for match in _TOKEN.finditer(text, first, last):
        kind, found, start = match.lastgroup or "", match[0], match.start()
        if kind == "group" and sum(map(str.isdigit, found)) > LONGEST_NUMBER:  # a list of numbers
            yield from (_token("whole", part[0], start + part.start()) for part in re.finditer(r"\d+", found))
        else:
            yield Token(_WORDS.get(kind, kind), found, start, match.end(), found.lower())


def _tokens(text: str) -> Iterator[Token]:
    """The text's tokens, an abbreviation and its dot as one."""
    word = NOTHING
    for token in _matches(text):
        if word is not NOTHING:
            dotted = token.text == "." and token.start == word.end and f"{word.low}." in _DOTTED
            if dotted and _is_abbreviated(word, text, token.end):
                yield Token("abbreviation", word.text + ".", word.start, token.end, word.low + ".")
                word = NOTHING
                continue
            yield word
        word = token if token.kind == "word" else NOTHING
        if word is NOTHING:
            yield token
    if word is not NOTHING:
        yield word


def _is_abbreviated(word: Token, text: str, end: int) -> bool:
    """`w.` and `m.` end sentences too: as abbreviations they stand after a number, before one, or before a name."""
    if word.low not in AMBIGUOUS:
        return True
    before = text[max(0, word.start - 8) : word.start].rstrip()
    after = text[end : end + 2]
    if word.low == "os" and before[-1:].isdigit():
        return False  # 5 os. are five persons
    if before[-1:].isdigit() or (before[-1:] in tuple("IVX") and before):
        return True
    return after[:1] in (" ", "\u00a0") and (after[1:].isdigit() or (word.low in BEFORE_NAMES and after[1:].isupper()))


class Scan:
    """The tokens of a text, and what was counted last: `a 2 wstrzymało się` leaves out what it counts.

    `governors` and `things` keep what `grammar` found for a token, since several readers ask for it.
    """

    def __init__(self, text: str):
        self.text = text
        self._coming = _tokens(text)
        self._tokens: list[Token] = []
        self._ended = False
        self.governors: dict[int, tuple[str, str]] = {}
        self.things: dict[int, int] = {}
        self.counted_gender, self.counted_at, self.counted_together = "", -1, False

    def at(self, i: int) -> Token:
        if 0 <= i < len(self._tokens):
            return self._tokens[i]
        while i >= len(self._tokens) and not self._ended:
            token = next(self._coming, None)
            if token is None:
                self._ended = True
            else:
                self._tokens.append(token)
        return self._tokens[i] if 0 <= i < len(self._tokens) else NOTHING

    def low(self, i: int) -> str:
        return self.at(i).low

    def kind(self, i: int) -> str:
        return self.at(i).kind

    def touches(self, i: int) -> bool:
        """Whether nothing stands between token i and the next one."""
        return self.at(i).end == self.at(i + 1).start


_ROMAN = re.compile("[IVX]+")


def is_number(token: Token) -> bool:
    """Whether it may be one of several numbers: a whole or decimal number, or Roman."""
    return token.kind in NUMBERS or (token.kind == "word" and bool(_ROMAN.fullmatch(token.text)))


def value(token: Token) -> str:
    """The digits of a whole number, without what groups them."""
    return token.text if token.kind == "whole" else "".join(filter(str.isdigit, token.text))
