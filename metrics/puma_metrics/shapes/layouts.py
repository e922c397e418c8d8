"""Pages of labelled blocks: PP-Structure, dots.ocr, Mistral OCR, olmOCR, Chandra's blocks."""

import re
from collections.abc import Iterator
from typing import Any

from .cells import otsl_tables, pipe_tables
from .labels import block, literal, paragraphs


def are_objects(value: object, *names: str) -> bool:
    """Whether a value is a list of objects, one at least, that all have the names."""
    return (
        isinstance(value, list) and bool(value) and all(isinstance(v, dict) and v.keys() >= set(names) for v in value)
    )


def marked_up(text: str) -> str:
    """Markdown or HTML of a block, its pipe tables and OTSL as HTML tables."""
    return otsl_tables(pipe_tables(text))


# ---------------------------------------------------------------- PP-Structure and PaddleOCR-VL
def _paddle_pages(value: Any) -> Iterator[dict[str, Any]]:
    """The pages of a result: bare, as `res`, or as a server sends them."""
    if not isinstance(value, dict):
        return
    if isinstance(value.get("parsing_res_list"), list):
        yield value
    elif isinstance(value.get("res"), dict):
        yield from _paddle_pages(value["res"])
    elif isinstance(value.get("layoutParsingResults"), list):
        for page in value["layoutParsingResults"]:
            inner = list(_paddle_pages(page.get("prunedResult")))
            yield from inner or ([page] if isinstance(page.get("markdown"), dict) else [])
    elif isinstance(value.get("result"), dict):
        yield from _paddle_pages(value["result"])


def is_pp_structure(value: Any) -> bool:
    """Pages with `parsing_res_list`, or version 2's list of regions with `type` and `res`."""
    return are_objects(value, "type", "res") or any(_paddle_pages(value))


def read_pp_structure(value: Any, order: str) -> str:
    """The blocks in reading order; `number` is a page number.

    >>> read_pp_structure({"parsing_res_list": [{"block_label": "number", "block_content": "7"}]}, "given")
    ''
    """
    if isinstance(value, list):
        return paragraphs(map(_region, value))
    return paragraphs(map(_paddle_page, _paddle_pages(value)))


def _paddle_page(page: dict[str, Any]) -> str:
    if "parsing_res_list" not in page:
        return marked_up(page["markdown"]["text"])
    blocks = [(b.get("block_label") or b.get("label"), b.get("block_content")) for b in page["parsing_res_list"]]
    return paragraphs(marked_up(block(label, text)) for label, text in blocks if label != "number")


def _region(region: dict[str, Any]) -> str:
    """Version 2: a table's HTML, or lines."""
    found = region["res"]
    if isinstance(found, dict):
        return block(region["type"], found.get("html") or found.get("text"))
    return block(region["type"], "\n".join(literal(line["text"]) for line in found or ()))


# ---------------------------------------------------------------- dots.ocr
def is_dots(value: Any) -> bool:
    """A list of objects with `category`, and `bbox` or `text`."""
    return are_objects(value, "category") and all("bbox" in item or "text" in item for item in value)


def read_dots(value: Any, order: str) -> str:
    """The blocks in reading order: Markdown, HTML tables, LaTeX.

    >>> read_dots([{"category": "Picture"}, {"category": "Title", "text": "# Cennik"}], "given")
    '# Cennik'
    """
    return paragraphs(marked_up(block(item["category"], item.get("text"))) for item in value)


# ---------------------------------------------------------------- Mistral OCR
_LINK = re.compile(r"\[([^\[\]()\n]++)\]\(([^\[\]()\n]*+)\)")


def is_mistral(value: Any) -> bool:
    """Pages with `markdown`."""
    return isinstance(value, dict) and are_objects(value.get("pages"), "markdown")


def read_mistral(value: Any, order: str) -> str:
    """Each page's header, Markdown and footer, with the tables that stand beside it in their places.

    >>> table = {"id": "t", "content": "<table><tr><td>9</table>"}
    >>> read_mistral({"pages": [{"markdown": "Ceny [t](t)", "tables": [table], "footer": "4"}]}, "given")
    'Ceny \\n\\n<table><tr><td>9</table>'
    """
    return paragraphs(map(_mistral_page, value["pages"]))


def _mistral_page(page: dict[str, Any]) -> str:
    tables = {table["id"]: table["content"] for table in page.get("tables") or ()}

    def table(mark: re.Match[str]) -> str:
        """A table in the place of the first link to it."""
        return f"\n\n{tables.pop(mark[1])}\n\n" if mark[1] == mark[2] and mark[1] in tables else mark[0]

    text = _LINK.sub(table, page["markdown"])
    header, footer = (block(name, page.get(name)) for name in ("header", "footer"))
    return paragraphs(map(marked_up, (header, text, *tables.values(), footer)))


# ---------------------------------------------------------------- olmOCR
def is_olmocr(value: Any) -> bool:
    """An object with `natural_text`, or a line of the result files, whose source is olmocr."""
    if not isinstance(value, dict):
        return False
    return "natural_text" in value or (value.get("source") == "olmocr" and "text" in value)


def read_olmocr(value: Any, order: str) -> str:
    """The text, which is nothing where the page has none.

    >>> read_olmocr({"natural_text": None}, "given"), read_olmocr({"natural_text": "Cennik"}, "given")
    ('', 'Cennik')
    """
    return marked_up(value.get("natural_text", value.get("text")) or "")


# ---------------------------------------------------------------- Chandra
def is_chandra_blocks(value: Any) -> bool:
    """A list of objects with `label`, `bbox` and `content`."""
    return are_objects(value, "label", "bbox", "content")


def read_chandra_blocks(value: Any, order: str) -> str:
    """The blocks' HTML.

    >>> read_chandra_blocks([{"label": "Page-Footer", "bbox": [], "content": "<p>4</p>"}], "given")
    ''
    """
    return paragraphs(block(item["label"], item["content"]) for item in value)
