"""Text forms: frozen functions from an answer to the text or the words that rules compare (GRADING, section 2).

Changing what a form returns means a new name, never a silent edit. A form is a literal list of steps.
"""

import html
import re
import unicodedata

from .steps import Normal, Rewrite, Span, Step, is_nfkc, run, trace

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
