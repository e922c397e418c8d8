"""What is written with digits, as it is spoken (NORMALISE 12.1): one reader per kind of expression, and the walk.

A reader looks at the token at a place of a `Scan` and what stands around it, and says how it is read, or None. Of the
readers of a token's kind the first that says something wins, so their order is the order of the specification.
"""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ..steps import Span, run, trace
from ..text import CLEAN, words1
from . import agreeing, clock, codes, counting, dates, divided, measures, romans, shortened
from .lists import MINUS, UNDOTTED_SCALES, WITHOUT_DOT
from .options import Options, Said
from .ordinals import ROMAN
from .scan import NUMBERS, Scan, Token

MOST_EXPRESSIONS = 10_000
"""Expressions that are read in one text; what follows stays as it is written, and is reported."""

Reader = Callable[[Scan, int], Said | None]


@dataclass(frozen=True)
class Expression:
    """A number, Roman numeral or abbreviation: its place in the raw text, how `spoken1` reads it, and its options."""

    start: int
    end: int
    reading: str
    kind: str
    options: Options = field(repr=False)
    """All right readings (`options`), `reading` and what was written among them."""
    clean_start: int = field(repr=False, default=0)
    clean_end: int = field(repr=False, default=0)


@dataclass(frozen=True)
class Numbers:
    """The expressions of a text in order; `unread` is where reading stopped, the text's length if it did not."""

    clean: str = field(repr=False)
    expressions: tuple[Expression, ...]
    unread: int


def _grouped(scan: Scan, i: int) -> Said | None:
    """Digits in groups: a number, which may also be said group by group."""
    if "," in scan.at(i).text:
        return measures.decimal(scan, i)
    said = codes.called_number(scan, i) or _first(_WHOLE, scan, i)
    return said and said._replace(options=said.options + codes.thirds(scan, i))


def _minus(scan: Scan, i: int) -> Said | None:
    """A minus touches the number after it and nothing before it."""
    token, before = scan.at(i), scan.at(i - 1)
    if token.text not in ("-", "−", "–") or scan.kind(i + 1) not in NUMBERS or not scan.touches(i):
        return None
    if before.end == token.start or before.kind == "whole":
        return None
    said = _first(READERS[scan.kind(i + 1)], scan, i + 1)
    if said is None:
        return None
    options = tuple((("minus",), *alternative) for alternative in said.options)
    return Said(said.length + 1, f"minus {said.reading}", options, said.kind)


_WHOLE: Sequence[Reader] = (
    codes.digit_by_digit,
    dates.day,
    dates.year,
    measures.scaled,
    measures.measured,
    agreeing.dotted,
    agreeing.decade,
    clock.run_together,
    agreeing.numbered,
    clock.hour,
    agreeing.first_of,
    counting.counted,
    counting.of_them,
    counting.one_of,
    agreeing.before_singular,
    counting.bare,
)
READERS: Mapping[str, Sequence[Reader]] = {
    "whole": _WHOLE,
    "group": (_grouped,),
    "decimal": (dates.dotted_day, clock.dotted_time, dates.bare_day, measures.decimal),
    "iso": (dates.iso, dates.not_a_date),
    "dmy": (dates.dmy, dates.not_a_date),
    "dm": (clock.time_with_stop, dates.dm, dates.not_a_date),
    "scale": (divided.scale,),
    "time": (clock.time, divided.ratio),
    "ratio": (divided.ratio,),
    "phone": (codes.phone, _grouped),
    "postal": (codes.postal, divided.range_),
    "fraction": (divided.fraction,),
    "vulgar": (divided.vulgar,),
    "range": (divided.range_,),
    "lettered": (codes.lettered,),
    "compound": (codes.compounded,),
    "sign": (shortened.sign,),
    "mark": (_minus,),
    "dotted": (shortened.dotted,),
    "abbreviation": (shortened.abbreviation,),
    "word": (shortened.without_dot, romans.roman),
}


def _first(readers: Sequence[Reader], scan: Scan, i: int) -> Said | None:
    return next((said for reader in readers if (said := reader(scan, i))), None)


def read_numbers(text: str) -> Numbers:
    """Every expression of a text, at most `MOST_EXPRESSIONS`."""
    clean = run(CLEAN, text)
    places = None if clean == text else trace(CLEAN, text)[1]
    scan, i = Scan(clean), 0
    found: list[Expression] = []
    while (token := scan.at(i)).kind:
        said = _first(READERS[token.kind], scan, i) if _may_be_read(token) else None
        if said:
            if len(found) == MOST_EXPRESSIONS:
                start = scan.at(i).start
                return Numbers(clean, tuple(found), places[start][0] if places else start)
            found.append(_expression(scan, i, said, places))
        i += said.length if said else 1
    return Numbers(clean, tuple(found), len(text))


def _may_be_read(token: Token) -> bool:
    """Whether a reader has anything to say of it: of most words and signs none has, which spares them the question."""
    if token.kind == "word":
        return token.low in WITHOUT_DOT or token.text in UNDOTTED_SCALES or token.text in ROMAN
    return token.text in MINUS if token.kind == "mark" else token.kind in READERS


def _expression(scan: Scan, i: int, said: Said, places: Sequence[Span] | None) -> Expression:
    start, end = scan.at(i).start, scan.at(i + said.length - 1).end
    written = " ".join(words1(scan.text[start:end]))
    options = (((written,),), ((said.reading,),), *said.options)
    raw_start, raw_end = (places[start][0], places[end - 1][1]) if places else (start, end)
    return Expression(raw_start, raw_end, said.reading, said.kind, options, start, end)


def spoken1(text: str) -> str:
    """The text as it is spoken: every expression with digits, Roman numeral and listed abbreviation in words (12.1).

    A text form: a frozen function of the text alone. All else stays character by character, and so does what follows
    the first `MOST_EXPRESSIONS` expressions.

    Args:
        text: What a recogniser wrote, any string.

    >>> spoken1("W 2018 r. kupił 2 psy za 125 zł.")
    'W dwa tysiące osiemnastym roku kupił dwa psy za sto dwadzieścia pięć złotych.'
    """
    return spoken(text, read_numbers(text))


def spoken(text: str, numbers: Numbers) -> str:
    """`spoken1` of a text whose numbers are read."""
    pieces, at = [], 0
    for expression in numbers.expressions:
        pieces += [text[at : expression.start], _apart(text, expression)]
        at = expression.end
    return "".join([*pieces, text[at:]])


def spoken_readings(text: str) -> list[tuple[int, int, str]]:
    """What `spoken1` replaces: start and end in characters of the text, and what stands there afterwards.

    >>> spoken_readings("Peron 2, tor 4.")
    [(6, 7, 'drugi'), (13, 14, 'czwarty')]
    """
    expressions = read_numbers(text).expressions
    return [(expression.start, expression.end, _apart(text, expression)) for expression in expressions]


def _apart(text: str, expression: Expression) -> str:
    """The reading, with a space where letters or digits, or a mark that would join it, touch it."""
    left = text[expression.start - 1 : expression.start]
    right = text[expression.end : expression.end + 1]
    joins = right.isalnum() or bool(right and unicodedata.combining(right))
    return " " * left.isalnum() + expression.reading + " " * joins


def number_options(text: str) -> tuple[Expression, ...]:
    """Every expression of a text with all its right readings, whatever the context (12.2).

    `spoken1`'s reading and what was written are always among an expression's `options`; wrong values never.

    >>> first = number_options("Kupił 3 psy.")[0]
    >>> first.start, first.end, first.reading, "trzema" in first.options[2][0]
    (6, 7, 'trzy', True)
    """
    return read_numbers(text).expressions
