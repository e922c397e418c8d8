"""Lines with places: RapidOCR and EasyOCR, PaddleOCR, Surya."""

from collections.abc import Iterator
from itertools import repeat
from typing import Any

from .boxes import lines_text
from .labels import paragraphs

Pair = tuple[object, str]


def _is_place(value: object) -> bool:
    return isinstance(value, list) and len(value) >= 4 and all(isinstance(part, list | int | float) for part in value)


def _is_rapid_line(value: object) -> bool:
    """[box, text] or [box, text, score]."""
    return isinstance(value, list) and len(value) in (2, 3) and _is_place(value[0]) and isinstance(value[1], str)


_RAPID_KEYS = (("box", "txt"), ("boxes", "text"), ("dt_boxes", "rec_txt"))
"""The names of place and text in a line that is an object: RapidOCR 3, EasyOCR, RapidOCR's server."""


def _named(value: object) -> Pair | None:
    if isinstance(value, dict):
        for place, text in _RAPID_KEYS:
            if place in value and isinstance(value.get(text), str):
                return value[place], value[text]
    return None


def is_rapidocr(value: Any) -> bool:
    """Lists of box, text and score; objects of a line each; or one object of lists."""
    if isinstance(value, dict):
        if isinstance(value.get("txts"), list):
            return all(isinstance(text, str) for text in value["txts"])
        return bool(value) and all(map(str.isdecimal, value)) and all(map(_named, value.values()))
    if not isinstance(value, list) or not value:
        return False
    return all(map(_is_rapid_line, value)) or all(map(_named, value)) or _with_times(value)


def _with_times(value: list[Any]) -> bool:
    """The lines of RapidOCR 1 and how long they took."""
    if len(value) != 2 or not isinstance(value[0], list) or not value[0]:
        return False
    times = value[1] if isinstance(value[1], list) else [value[1]]
    return all(map(_is_rapid_line, value[0])) and all(isinstance(time, float | int) for time in times)


def read_rapidocr(value: Any, order: str) -> str:
    """The lines, in the given order or by columns.

    >>> read_rapidocr([[[[0, 0], [9, 0], [9, 5], [0, 5]], "Remiza OSP", 0.98]], "given")
    'Remiza OSP'
    """
    if isinstance(value, dict) and "txts" in value:
        return lines_text(_together(value["txts"], value.get("boxes")), order)
    if isinstance(value, dict):
        return read_rapidocr([value[key] for key in sorted(value, key=int)], order)
    if not all(map(_is_rapid_line, value)) and not all(map(_named, value)):
        value = value[0]
    return lines_text([_named(line) or (line[0], line[1]) for line in value], order)


def _together(texts: list[str], places: object) -> list[Pair]:
    """Texts with their places; with none where there are not as many."""
    if isinstance(places, list) and len(places) == len(texts):
        return list(zip(places, texts, strict=True))
    return list(zip(repeat(None), texts, strict=False))


def _is_paddle_line(value: object) -> bool:
    """[box, [text, score]]."""
    if not isinstance(value, list) or len(value) != 2 or not _is_place(value[0]):
        return False
    said = value[1]
    return isinstance(said, list) and len(said) == 2 and isinstance(said[0], str) and isinstance(said[1], float | int)


def is_paddleocr(value: Any) -> bool:
    """PaddleOCR 3's object of lists, bare, as `res` or from its server; or version 2's lines, or pages of them."""
    if isinstance(value, dict):
        return bool(list(_pages(value)))
    return isinstance(value, list) and bool(value) and (all(map(_is_paddle_line, value)) or _are_paddle_pages(value))


def _are_paddle_pages(value: list[Any]) -> bool:
    """Pages of lines; a page on which nothing was found is null or empty."""
    if not any(value) or not all(page is None or isinstance(page, list) for page in value):
        return False
    return all(_is_paddle_line(line) for page in value for line in page or ())


def _pages(value: object) -> Iterator[dict[str, Any]]:
    """The objects of PaddleOCR 3 that hold texts."""
    if not isinstance(value, dict):
        return
    if isinstance(value.get("rec_texts"), list) and "parsing_res_list" not in value:
        yield value
    elif isinstance(value.get("res"), dict):
        yield from _pages(value["res"])
    elif isinstance(value.get("result"), dict) and isinstance(value["result"].get("ocrResults"), list):
        for page in value["result"]["ocrResults"]:
            yield from _pages(page.get("prunedResult"))


def read_paddleocr(value: Any, order: str) -> str:
    """The lines of each page, in the given order or by columns.

    >>> read_paddleocr({"res": {"rec_texts": ["Dzień", "dobry"]}}, "given")
    'Dzień\\ndobry'
    """
    if isinstance(value, dict):
        return paragraphs(lines_text(_paddle_lines(page), order) for page in _pages(value))
    pages = [value] if all(map(_is_paddle_line, value)) else value
    return paragraphs(lines_text([(place, said[0]) for place, said in page or ()], order) for page in pages)


def _paddle_lines(page: dict[str, Any]) -> list[Pair]:
    texts = page["rec_texts"]
    places = next((page[name] for name in ("rec_polys", "rec_boxes", "dt_polys") if page.get(name)), None)
    return _together(texts, places)


def is_surya(value: Any) -> bool:
    """An object with `text_lines` for each page; in the file of results, lists of them by the documents' names."""
    if not isinstance(value, dict) or not value:
        return False
    if "text_lines" in value:
        lines = value["text_lines"]
        return isinstance(lines, list) and all(isinstance(line, dict) and "text" in line for line in lines)
    documents = list(value.values())
    return all(isinstance(pages, list) and pages and all(map(_is_surya_page, pages)) for pages in documents)


def _is_surya_page(page: object) -> bool:
    return isinstance(page, dict) and "text_lines" in page and is_surya(page)


def read_surya(value: Any, order: str) -> str:
    """The lines of each page, in the given order or by columns; Surya writes bold and formulas as tags.

    >>> read_surya({"text_lines": [{"text": "Remiza <b>OSP</b>", "bbox": [0, 0, 9, 5]}]}, "given")
    'Remiza <b>OSP</b>'
    """
    if "text_lines" not in value:
        return paragraphs(read_surya(page, order) for pages in value.values() for page in pages)
    lines = [(line.get("bbox") or line.get("polygon"), line["text"]) for line in value["text_lines"]]
    return lines_text(lines, order, is_markup=True)
