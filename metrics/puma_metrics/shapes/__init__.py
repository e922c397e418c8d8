"""What recognisers write, as text with HTML tables (NORMALISE, section 12.4).

Nothing here looks at a reference or an image, corrects a letter or builds a table out of places: that would be
recognising. `kinds` is the table of shapes; every other file reads some of them.
"""

import json
from typing import Any

from ..errors import InputError, did_you_mean
from .kinds import SHAPES, Shape
from .labels import paragraphs

__all__ = ["ORDERS", "SHAPES", "VERSION", "Shape", "document_text", "shape_not_found"]

VERSION = "shapes1"
ORDERS = ("given", "columns")


def document_text(raw: str, format: str | None = None, order: str = "given") -> tuple[str, str]:
    """A recogniser's answer as text with HTML tables (NORMALISE, section 12.4).

    Pictures, stamps and page numbers go; headers, footers, captions and footnotes stay; words of a table are said once.
    What fits no shape, or only almost, is text and stays as it is, character by character.

    Args:
        raw: What the recogniser wrote, any string.
        format: A name of `SHAPES`; None finds the shape by its marks.
        order: "given" keeps the recogniser's order; "columns" orders lines that have boxes and no order by columns.

    Returns:
        The shape's name and the text. If another format was asked for than "text" and the name is "text",
        `shape_not_found` says so.

    Raises:
        InputError: There is no such format or order. No answer raises anything.

    >>> document_text('[[[[0, 0], [9, 0], [9, 5], [0, 5]], "Remiza OSP", 0.98]]')
    ('rapidocr', 'Remiza OSP')
    >>> document_text("a | b", format="alto")
    ('text', 'a | b')
    """
    if format is not None and format not in SHAPES:
        raise InputError(f"unknown format '{format}'; {did_you_mean(format, SHAPES)}")
    if order not in ORDERS:
        raise InputError(f"unknown order '{order}'; {did_you_mean(order, ORDERS)}")
    shapes = SHAPES if format is None else {format: SHAPES[format]}
    text = _without_fence(raw)
    value = _value(text) if any(shape.json for shape in shapes.values()) else None
    for name, shape in shapes.items():
        read = None if value is None else _read_json(shape, value, order)
        read = _read_text(shape, text, order) if read is None else read
        if read is not None:
            return name, raw if read == text else read
    return format if format and SHAPES[format].is_any_text else "text", raw


def shape_not_found(format: str) -> str:
    """What to say of an answer for which a format was named that was not found.

    >>> shape_not_found("alto")
    "format 'alto' was asked for, but no <alto> element was found; read as text"
    """
    return f"format '{format}' was asked for, but no {SHAPES[format].mark} was found; read as text"


def _without_fence(raw: str) -> str:
    """The answer without white space around it, or what stands in the code fence that it is as a whole."""
    text = raw.strip("\ufeff \t\r\n")
    first, _, rest = text.partition("\n")
    info = first.removeprefix("```").strip().lower()
    is_fenced = first.startswith("```") and rest.endswith("```") and rest.find("```") == len(rest) - 3
    return rest[:-3].strip() if is_fenced and info in ("", "json", "html", "markdown", "md", "xml") else text


def _value(text: str) -> Any:
    """The JSON value that an answer is, or None."""
    if text[:1] not in ("{", "["):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):  # no JSON, a number of too many digits, or nested too deep: then it is text
        return None


_ALMOST = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)
"""What reading a value raises that only looks like a shape: a field is missing, or of another type, or without end."""


def _read_json(shape: Shape, value: Any, order: str) -> str | None:
    """The value's text, or that of each page in a list; None if it is not of the shape, or only almost."""
    if not shape.json:
        return None
    fits, read = shape.json
    try:
        if fits(value):
            return read(value, order)
        if isinstance(value, list) and any(value) and all(page is None or fits(page) for page in value):
            return paragraphs(read(page, order) for page in value if page is not None)
    except _ALMOST:
        return None
    return None


def _read_text(shape: Shape, text: str, order: str) -> str | None:
    if not shape.text:
        return None
    fits, read = shape.text
    return read(text, order) if fits(text) else None
