"""Text forms: frozen functions from an answer to the text or the words that rules compare (GRADING, section 2).

Changing what a form returns means a new name, never a silent edit. A form is a literal list of steps. The same steps
run fast, or traced, which keeps the place in the raw text of every character of the result.
"""

import html
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any

Span = tuple[int, int]
"""Start and end in characters of the raw text."""

INVISIBLE = "\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff"
APOSTROPHES = "'`´ʹʻʼʽ‘’‛′‵＇՚ꞌ"
LETTER = r"[^\W\d_]"


@dataclass(frozen=True)
class Rewrite:
    r"""A step: every match of `pattern` becomes `replacement`, a template of literals and \1 to \9, or a function.

    The pattern cannot match a text without any of the characters in `hint`, which spares plain text the search.
    """

    pattern: re.Pattern[str]
    replacement: str | Callable[[re.Match[str]], str]
    hint: frozenset[str] = frozenset()

    @property
    def brings_hints(self) -> bool:
        """Whether the step can put in characters that a later step has as its hint."""
        return callable(self.replacement)

    def run(self, text: str) -> str:
        return self.pattern.sub(self.replacement, text)

    def trace(self, text: str, places: Sequence[Span]) -> tuple[str, list[Span]]:
        pieces: list[str] = []
        new: list[Span] = []
        done = 0
        for match in self.pattern.finditer(text):
            for start, end in [(done, match.start()), *self._kept(match)]:
                if isinstance(start, str):  # inserted text stands where the match stood
                    pieces.append(start)
                    new += [_whole(match, places)] * len(start)
                else:
                    pieces.append(text[start:end])
                    new += places[start:end]
            done = match.end()
        return "".join([*pieces, text[done:]]), [*new, *places[done:]]

    def _kept(self, match: re.Match[str]) -> list[tuple]:
        """The replacement as spans of the match that stay, and as texts that are put in."""
        if callable(self.replacement):
            result = self.replacement(match)
            return [match.span()] if result == match[0] else [(result, None)]
        parts = re.split(r"\\(\d)", self.replacement)
        return [match.span(int(part)) if index % 2 else (part, None) for index, part in enumerate(parts)]


def _whole(match: re.Match[str], places: Sequence[Span]) -> Span:
    if match.start() < match.end():
        return places[match.start()][0], places[match.end() - 1][1]
    at = places[match.start() - 1][1] if match.start() else 0
    return at, at


SHORT = 2_000
"""Characters; a text no longer than this may hold its combining marks in any order."""
_MANY_MARKS = re.compile(r"(?:[^\w\s\x00-\u02ff]|[\uff9e\uff9f]){65,}")
"""More combining marks in a row than any writing has; symbols too, which are left where they are."""


@dataclass(frozen=True)
class Normal:
    """A step: Unicode normalization to `form`."""

    form: str
    hint: frozenset[str] = frozenset()
    brings_hints = True

    def run(self, text: str) -> str:
        if text.isascii():
            return text
        if len(text) > SHORT:
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


def is_nfkc(text: str) -> bool:
    """Whether NFKC leaves the text as it is; False also where that would take too long to tell."""
    return not (len(text) > SHORT and _MANY_MARKS.search(text)) and unicodedata.is_normalized("NFKC", text)


def normalized(form: str, text: str) -> str:
    """unicodedata.normalize in linear time, whatever the combining marks."""
    return Normal(form).run(text)


def _combines(char: str) -> bool:
    """Whether normalization may join the character to the one before it: a mark, or a Hangul vowel or final."""
    if char < "\u0300":
        return False
    first = unicodedata.normalize("NFKD", char)[0]
    return unicodedata.category(first)[0] == "M" or "\u1160" <= first <= "\u11ff"


Step = Rewrite | Normal


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
    for step in steps:
        text, places = step.trace(text, places)
    return text, places


def _characters(ranges: str) -> frozenset[str]:
    """The characters of a class as a pattern writes it: `a-cx` is a, b, c and x."""
    found = {char for char in ranges if char != "-"}
    for first, last in re.findall("(.)-(.)", ranges):
        found.update(map(chr, range(ord(first), ord(last) + 1)))
    return frozenset(found)


def _rewrite(pattern: str, replacement: str, hint: str = "", flags: int = 0) -> Rewrite:
    return Rewrite(re.compile(pattern, flags), replacement, _characters(hint))


# Deleting first lets the letters on either side of an invisible character compose.
CLEAN: tuple[Step, ...] = (_rewrite(f"[{INVISIBLE}]", "", INVISIBLE), Normal("NFC"))

RAW1: tuple[Step, ...] = (
    *CLEAN,
    _rewrite(r"[^\S\n]", " "),
    _rewrite("[\u2010\u2011]", "-", "\u2010\u2011"),
    _rewrite(r"\{,\}", ",", "{"),
)

_BLOCK = (
    "address|article|aside|blockquote|body|br|caption|center|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|"
    "footer|form|h[1-6]|head|header|hr|html|legend|li|main|nav|ol|option|p|pre|section|summary|table|tbody|td|tfoot|"
    "th|thead|title|tr|ul"
)
_COMMAND = (
    r"\\(?:text(?:bf|it|md|normal|rm|sc|sf|sl|tt|up)?|math(?:bb|bf|cal|frak|it|normal|rm|sf|tt)|bm|boldsymbol|boxed|"
    r"emph|hbox|mbox|operatorname|overline|underline)\*?\s*\{([^{}]*)\}"
)
_SMALL = "⁰¹²³⁴-⁹₀-₉"  # superscript and subscript digits
_CIRCLED = "¼-¾⅐-⅟↉①-⒛⓪⓵-⓿㉑-㉟㊱-㊿🄀-🄊"  # vulgar fractions; circled and other enclosed numbers


def _emphasis(mark: str) -> list[Rewrite]:
    """A pair of marks of which one stands between two letters joins the parts of that word.

    Each pattern starts with the mark itself and looks behind it, which lets the engine skip to it.
    """
    first, more = ("~", "~()") if mark == "~" else (re.escape(mark), f"({re.escape(mark)}{{0,2}})")
    last = first + (r"~\1" if mark == "~" else r"\1")
    alone = r"(?<!\w_)" if mark == "_" else f"(?<!{first}{first})"  # in snake_case no mark is emphasis
    free = r"(?!\w)" if mark == "_" else f"(?!{first})"
    inner = rf"((?!\s)[^{first}\n]+)"
    return [
        _rewrite(rf"{first}{alone}{more}{inner}(?<={LETTER}){last}(?={LETTER})", r"\2", mark),
        _rewrite(rf"{first}(?<={LETTER}{first}){more}(?={LETTER}){inner}(?<!\s){last}{free}", r"\2", mark),
    ]


def _unescape(match: re.Match[str]) -> str:
    return html.unescape(match[0])


_ENTITY = re.compile(r"&(?:#[0-9]{1,16};?|#x[0-9a-f]{1,16};?|[^\t\n\f <&#;]{1,32};?)", re.IGNORECASE)

PHRASE1: tuple[Step, ...] = (
    *CLEAN,
    # Tags. A line break stands for a space that groups no digits.
    _rewrite(r"<!--(?:(?!<!--).)*?-->", "", "<", re.DOTALL),
    _rewrite(rf"</?(?:{_BLOCK})(?=[\s/>])[^<>]*>", "\n", "<", re.IGNORECASE),
    _rewrite(r"</?(?!su[bp][\s/>])[a-z][a-z0-9-]*(?=[\s/>])[^<>]*>", "", "<", re.IGNORECASE),
    _rewrite(r"(?<=\d)</?su[bp](?=[\s/>])[^<>]*>(?=\d)", "^", "<", re.IGNORECASE),
    _rewrite(r"</?su[bp](?=[\s/>])[^<>]*>", "", "<", re.IGNORECASE),
    Rewrite(_ENTITY, _unescape, frozenset("&")),
    *CLEAN,
    # LaTeX, from the inside out.
    _rewrite(r"\{,\}", ",", "{"),
    _rewrite(r"\\,", " ", "\\"),
    *(_rewrite(_COMMAND, r"\1", "\\"),) * 3,
    # Small digits join a letter and part from a digit; the caret is a separator that groups no digits.
    _rewrite(rf"(?<={LETTER})(?:\$|\\\()?[_^]\{{?(\d+)\}}?(?:\$|\\\))?", r"\1", "_^"),
    _rewrite(rf"(?<=\d)(?=[{_SMALL}])|(?<=[{_SMALL}])(?=\d)", "^", _SMALL),
    _rewrite(rf"(?<=[\d{_CIRCLED}])(?=[{_CIRCLED}])|(?<=[{_CIRCLED}])(?=\d)", "^", _CIRCLED),
    _rewrite("[™℠]", "^", "™℠"),
    _rewrite(f"[{APOSTROPHES}]", "’", APOSTROPHES),
    Normal("NFKC"),
    *_emphasis("*"),
    *_emphasis("_"),
    *_emphasis("~"),
)

_MARKED = re.compile(rf"[<&\\{{^_*~{APOSTROPHES}{INVISIBLE}]")

TOKEN = re.compile(
    rf"{LETTER}[^\W_]*(?:(?<={LETTER})’(?={LETTER})[^\W_]+)*"
    r"|(?=\d)(?:"
    r"(?<=\+)48(?!\d)|(?<=\+)48(?=\d{9}(?!\d))"  # a country code stands alone
    r"|(?<!\d:)(?:[01]?\d|2[0-4]):[0-5]\d(?!\d|:\d)"  # a time
    r"|(?:(?<!\d )|(?<=\+48 ))\d{1,3}(?: \d{3})+(?!\d)(?:(?<!\d[.,])[.,]\d+(?![.,]?\d))?"  # digits in threes
    r"|(?<!\d[.,])\d+[.,]\d+(?![.,]?\d)"  # a decimal number
    r"|\d+)"
)
_WORD = re.compile(r"[^\W_]+(?:’[^\W_]+)*")  # where there is no digit
_DIGIT = re.compile(r"\d")
_RUN = re.compile(r"[^\W_]+")


def raw1(text: str) -> str:
    """The text form of rules with `normalize: false`: NFC, plain spaces and hyphens; case stays.

    >>> raw1("Znak\\u00a0B\\u201136")
    'Znak B-36'
    """
    return run(RAW1, text)


def words1(text: str) -> list[str]:
    """The text form of speech and document text: runs of letters and digits, lower case, no diacritic stripped.

    >>> words1("Dzień dobry, 12,50 zł!")
    ['dzień', 'dobry', '12', '50', 'zł']
    """
    text = run(CLEAN, text)
    runs = _RUN.findall(text)
    if not text.isascii() and not unicodedata.is_normalized("NFKC", text):
        runs = [part for word in runs for part in _RUN.findall(unicodedata.normalize("NFKC", word))]
    return [word.lower() for word in runs]


def words1_places(text: str) -> list[tuple[str, Span]]:
    """The words of `words1`, each with its place in the raw text."""
    clean, places = trace(CLEAN, text)
    return [
        (part.lower(), (places[match.start()][0], places[match.end() - 1][1]))
        for match in _RUN.finditer(clean)
        for part in _RUN.findall(unicodedata.normalize("NFKC", match[0]))
    ]


def tokens(text: str) -> list[str]:
    """The tokens of the text form `phrase1`, case and way of writing kept: numbers, times and words.

    >>> tokens("**Krak**ów, 1 234,50 zł o 14.52")
    ['Kraków', '1 234,50', 'zł', 'o', '14.52']
    """
    if _MARKED.search(text) or not is_nfkc(text):
        text = run(PHRASE1, text)
    return (TOKEN if _DIGIT.search(text) else _WORD).findall(text)


def token_places(text: str) -> list[tuple[str, Span]]:
    """The tokens of `tokens`, each with its place in the raw text."""
    clean, places = trace(PHRASE1, text)
    return [(match[0], (places[match.start()][0], places[match.end() - 1][1])) for match in TOKEN.finditer(clean)]


def written(token: str) -> str:
    """A token as the form `phrase1` writes it: lower case, a number as its value with a point, ungrouped.

    >>> [written(token) for token in ("Kraków", "1 234,50", "5,00", "007", "10:00")]
    ['kraków', '1234.5', '5', '007', '10:00']
    """
    if not token[0].isdecimal() or ":" in token:
        return token.lower()
    whole, _, part = token.replace(" ", "").replace(",", ".").partition(".")
    part = part.rstrip("0")
    return f"{whole}.{part}" if part else whole


def phrase1(text: str) -> list[str]:
    """The words of the text form `phrase1`, for the question-answering rules.

    >>> phrase1("CO$_2$: 10² razy 5,00&nbsp;zł")
    ['co2', '10', '2', 'razy', '5', 'zł']
    """
    return [written(token) for token in tokens(text)]
