"""Text forms: frozen functions from an answer to the text or the words that rules compare (GRADING, section 2).

Changing what a form returns means a new name, never a silent edit. A form is a literal list of steps.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from . import markup
from .emphasis import line_edits, star_edits
from .hidden import Hide
from .latex import SEPARATOR, STOP, command_edits, formula_tilde_edits
from .markup import ENTITY, Edit, character, tag_edits
from .steps import Edits, Normal, Rewrite, Span, Step, is_nfkc, run, trace

INVISIBLE = "\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff"
APOSTROPHES = "'`´ʹʻʼʽ‘’‛′‵＇՚ꞌ"
LETTER = r"[^\W\d_]"


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
    Edits(Hide(""), frozenset("<")),
    _rewrite("\r\n?", "\n", "\r"),
    _rewrite(r"[^\S\n]", " "),
    _rewrite("[\u2010\u2011]", "-", "\u2010\u2011"),
    _rewrite(r"\{,\}", ",", "{"),
)

_SUPERSCRIPT, _SUBSCRIPT = "⁰¹²³⁴-⁹", "₀-₉"  # digits
_RAISED = "ʰ-ʸˠ-ˤᴬ-ᵡᶛ-ᶿⁱⁿⱽ"  # letters
_CIRCLED = "¼-¾⅐-⅟↉①-⒛⓪⓵-⓿㉑-㉟㊱-㊿🄀-🄊"  # vulgar fractions; circled and other enclosed numbers
_WIDE = "\u2000-\u2006\u2008\u200a\u205f\u3000"  # they group no digits; thin and figure spaces do, as printers set them
_WHOLE = "№℡℻㍱-㏿"  # signs that NFKC spells out, as № becomes No
_UNIT = "mm|cm|dm|km|[µμ]m|nm|ha|ml|dl|min|kg|Pa|Hz"
"""Units of more than one letter that a superscript joins; m, l, s, h, g, t, J, N, V, W and A are single letters."""


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


_OPEN, _CLOSE = r"(?:\$|\\[()])?", r"(?:\$|\\\))?"  # of a formula
_MARKS = r"(\*{1,3}|_{1,3}|~~|`|)"
_NO_LETTER = f"[{_SUPERSCRIPT}{_SUBSCRIPT}{_CIRCLED}]"  # numbers that Python takes for letters
_POWER = re.compile(
    rf"(?<![^\W_])\d*+(?:{_UNIT}|(?!{_NO_LETTER}){LETTER}){_MARKS}"
    rf"(?:{_OPEN}\}}?\^(?:\{{\s*(\d+)\s*\}}|(\d+)){_CLOSE}|([{_SUPERSCRIPT}]+))"
)
_INDEX = re.compile(
    rf"(?<={LETTER})(?<!{_NO_LETTER}){_MARKS}(?:{_OPEN}_(?:\{{\s*([^\W_]+)\s*\}}|(\d+)){_CLOSE}|([{_SUBSCRIPT}]+))"
)


def _power_edits(text: str) -> Iterator[Edit]:
    """A superscript joins a single letter or a unit, and so comes before the marks of emphasis that close there."""
    return _before_marks(_POWER, text)


def _index_edits(text: str) -> Iterator[Edit]:
    """A subscript joins the letter before it."""
    return _before_marks(_INDEX, text)


def _before_marks(pattern: re.Pattern[str], text: str) -> Iterator[Edit]:
    for match in pattern.finditer(text):
        small = unicodedata.normalize("NFKC", match[2] or match[3] or match[4])
        between = SEPARATOR if text[match.end() : match.end() + 1].isdecimal() else ""
        yield match.start(1), match.end(), small + match[1] + between


_BEHIND_A_DIGIT = re.compile(r" (?<=\d )\d{1,3} \d{3}")
_WORD_BEFORE_DIGITS = re.compile(rf"(?<![^\W_])\d*+{LETTER}[^\W_]*+(?<=\d)(?= \d)")


def _word_end_edits(text: str) -> list[Edit]:
    """A word that ends in a digit is no number, and digits in threes may follow it."""
    if not _BEHIND_A_DIGIT.search(text):
        return []
    return [(match.end(), match.end(), SEPARATOR) for match in _WORD_BEFORE_DIGITS.finditer(text)]


_LATEX: tuple[Step, ...] = (
    _rewrite(r"\{,\}", ",", "{"),
    Edits(formula_tilde_edits, frozenset("~")),
    _rewrite(r"(?<!\\)\\[,;: ]", " ", "\\"),
    _rewrite(r"(?<!\\)\\!", "", "\\"),
    _rewrite(r"\\qq?uad(?![A-Za-z])", SEPARATOR, "\\"),
    _rewrite(r"\\textsuperscript\s*(?=\{)", "^", "\\"),
    _rewrite(r"\\textsubscript\s*(?=\{)", "_", "\\"),
    _rewrite(r"\\(?:circ|degree|textdegree)(?![ABDEG-JL-Za-z])(?:\{\})?", "°", "\\"),
    Edits(command_edits, frozenset("\\")),
)

_GAP = r"[^\S\n]?"  # a space of any kind, or none
_DEGREE: tuple[Step, ...] = (
    _rewrite("[˚∘]", "°", "˚∘"),
    _rewrite(rf"(?<=\d){_MARKS}º", r"\1°", "º"),
    _rewrite(
        rf"(?<=\d){_MARKS}(?:{_GAP}{_OPEN}{_GAP}\^{_GAP}(?:[o0]|\{{{_GAP}[o0ºᵒ⁰]{_GAP}\}})|{_GAP}[ºᵒ⁰])"
        r"(?=(?:[^\S\n]|\$|\\[()])*+(?:[*_]{2})?[CFK](?![^\W_]))",
        r"\1°",
        "^ºᵒ⁰",
    ),
)

_SMALL: tuple[Step, ...] = (
    Edits(_power_edits, _characters(f"^{_SUPERSCRIPT}")),
    Edits(_index_edits, _characters(f"_{_SUBSCRIPT}")),
    # What joined nothing is a number of its own.
    _rewrite(r"(\^(?:\{\s*\d+\s*\}|\d+))(?=\s)", rf"\1{STOP}", "^"),
    _rewrite(rf"(?<![{_SUPERSCRIPT}])(?=[{_SUPERSCRIPT}])", SEPARATOR, _SUPERSCRIPT),
    _rewrite(rf"(?<=[{_SUPERSCRIPT}])(?![{_SUPERSCRIPT}])", STOP, _SUPERSCRIPT),
    _rewrite(rf"(?<=\d)(?=[{_SUBSCRIPT}])|(?<=[{_SUBSCRIPT}])(?=\d)", SEPARATOR, _SUBSCRIPT),
    _rewrite(rf"(?=[{_CIRCLED}])", SEPARATOR, _CIRCLED),
    _rewrite(rf"(?<=[{_CIRCLED}])", STOP, _CIRCLED),
    _rewrite(rf"([{_RAISED}]+|[{_WHOLE}])", rf"{SEPARATOR}\1{SEPARATOR}", f"{_RAISED}{_WHOLE}"),
    _rewrite(r"(?<=[ºª])(?=[^\W_])", SEPARATOR, "ºª"),
    _rewrite("[™℠]", SEPARATOR, "™℠"),
)

PHRASE1: tuple[Step, ...] = (
    *CLEAN,
    Edits(Hide(markup.SEPARATOR), frozenset("<")),
    Edits(tag_edits, frozenset("<")),
    Rewrite(ENTITY, character, frozenset("&")),
    *CLEAN,
    *_LATEX,
    *_DEGREE,
    *_SMALL,
    _rewrite(f"[{APOSTROPHES}]", "’", APOSTROPHES),
    _rewrite(f"[{_WIDE}]", "\t", _WIDE),
    Normal("NFKC"),
    Edits(star_edits, frozenset("*")),
    Edits(line_edits, frozenset("_")),
    *_emphasis("*"),
    *_emphasis("_"),
    *_emphasis("~"),
    Edits(_word_end_edits, frozenset(" ")),
)

_MARKED = re.compile(rf"[<&\\{{^_*~{APOSTROPHES}{INVISIBLE}]")

# No group starts after a number and a space, nor with the last part of a fraction or a date.
_GROUPS = rf"(?:(?<![\d{STOP}] )(?<!\d[.,/⁄])(?<!\d[-‐–]\d[-‐–])(?<!\d[-‐–]\d\d[-‐–])|(?<=\+48 ))"

TOKEN = re.compile(
    rf"{LETTER}[^\W_]*(?:(?<={LETTER})’(?={LETTER})[^\W_]+)*"
    r"|(?=\d)(?:"
    r"(?<=\+)48(?!\d)|(?<=\+)48(?=\d{9}(?!\d))"  # a country code stands alone
    r"|(?<!\d:)(?:[01]?\d|2[0-4]):[0-5]\d(?!\d|:\d)"  # a time
    rf"|{_GROUPS}\d{{1,3}}(?: \d{{3}})+(?!\d)(?:(?<!\d[.,])[.,]\d+(?![.,]?\d))?"  # digits in threes
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
        (part.lower(), _place(match, places))
        for match in _RUN.finditer(clean)
        for part in _RUN.findall(unicodedata.normalize("NFKC", match[0]))
    ]


def words1_spans(text: str) -> list[Span]:
    """The places alone, which of a long answer take a third of the memory."""
    clean, places = trace(CLEAN, text)
    return [
        _place(match, places)
        for match in _RUN.finditer(clean)
        for _ in _RUN.findall(unicodedata.normalize("NFKC", match[0]))
    ]


def tokens(text: str) -> list[str]:
    """The tokens of the text form `phrase1`, case and way of writing kept: numbers, times and words.

    >>> tokens("**Krak**ów, 1 234,50 zł o 14.52")
    ['Kraków', '1 234,50', 'zł', 'o', '14.52']
    """
    return tokens_of(cleaned(text))


def cleaned(text: str) -> str:
    """The text in which the form `phrase1` looks for its tokens: without marks that are not read.

    >>> cleaned("**Krak**ów &amp; okolice")
    'Kraków & okolice'
    """
    return run(PHRASE1, text) if _is_marked(text) else text


def _is_marked(text: str) -> bool:
    """Whether the form may change the text at all."""
    return bool(_MARKED.search(text) or _BEHIND_A_DIGIT.search(text) or not is_nfkc(text))


def tokens_of(clean: str) -> list[str]:
    """The tokens of a text that is cleaned."""
    return (TOKEN if _DIGIT.search(clean) else _WORD).findall(clean)


def token_places(text: str) -> list[tuple[str, Span]]:
    """The tokens of `tokens`, each with its place in the raw text."""
    if not _is_marked(text):
        return [(match[0], match.span()) for match in TOKEN.finditer(text)]
    clean, places = trace(PHRASE1, text)
    return [(match[0], _place(match, places)) for match in TOKEN.finditer(clean)]


def token_spans(text: str) -> list[Span]:
    """The places alone, which of a long answer take a third of the memory."""
    if not _is_marked(text):
        return [match.span() for match in TOKEN.finditer(text)]
    clean, places = trace(PHRASE1, text)
    return [_place(match, places) for match in TOKEN.finditer(clean)]


def _place(match: re.Match[str], places: Sequence[Span]) -> Span:
    """A character of the raw text that became many words has one place for all of them."""
    first, last = places[match.start()], places[match.end() - 1]
    return first if first is last else (first[0], last[1])


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
