"""MinerU: the list of contents (two versions), the file of the middle, and the model's own marks."""

import re
from collections.abc import Iterator
from typing import Any

from .labels import block, paragraphs, plain_label
from .layouts import are_objects, marked_up

_NAMES = (
    "text title paragraph table image chart seal equation equationinterline interlineequation list index code "
    "algorithm header footer pagenumber pageheader pagefooter asidetext pageasidetext pagefootnote reftext phonetic "
    "imagebody imagecaption imagefootnote tablebody tablecaption tablefootnote discarded"
)
_TYPES = frozenset(_NAMES.split())
_GRAPHICS = frozenset(("image", "chart", "seal"))


def is_mineru(value: Any) -> bool:
    """A list of objects with one of MinerU's types, pages of such lists, or an object with `pdf_info`."""
    if isinstance(value, dict):
        return are_objects(value.get("pdf_info"), "para_blocks")
    return _are_blocks(value) or _are_pages(value)


def _are_pages(value: Any) -> bool:
    """Version 2: a list of blocks for each page."""
    is_list = isinstance(value, list) and any(value) and all(isinstance(page, list) for page in value)
    return is_list and all(_are_blocks(page) for page in value if page)


def _are_blocks(value: Any) -> bool:
    return are_objects(value, "type") and all(plain_label(item["type"]) in _TYPES for item in value)


def read_mineru(value: Any, order: str) -> str:
    """The blocks in reading order; of a graphic its caption and footnote.

    >>> read_mineru([{"type": "image", "img_path": "a.jpg", "image_caption": ["Fot. archiwum"]}], "given")
    'Fot. archiwum'
    """
    if isinstance(value, dict):
        return paragraphs(_middle(item) for page in value["pdf_info"] for item in _in_page(page))
    items = [item for page in value for item in page] if _are_pages(value) else value
    return paragraphs(map(_content, items))


def _content(item: dict[str, Any]) -> str:
    """A block of either list: caption, body and footnote, in this order."""
    kind = plain_label(item["type"])
    fields = item["content"] if isinstance(item.get("content"), dict) else item
    captions = [_said(fields[name]) for name in fields if name.endswith("_caption")]
    notes = [_said(fields[name]) for name in fields if name.endswith("_footnote")]
    body = "" if kind in _GRAPHICS else block(kind, _body(fields))
    return paragraphs([*captions, marked_up(body), *notes])


_BODIES = ("text", "table_body", "html", "code_body", "math_content", "list_items", "content")


def _body(fields: dict[str, Any]) -> str:
    named = [name for name in fields if name.endswith("_content") and name != "math_content"]
    return "\n".join(filter(None, (_said(fields[name]) for name in (*_BODIES, *named) if name in fields)))


def _said(value: object) -> str:
    """A text, the texts of a list, or what an object of version 2 holds."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        between = " " if are_objects(value, "content") else "\n"
        return between.join(filter(None, map(_said, value)))
    if isinstance(value, dict):
        return _said(value.get("content", value.get("item_content")))
    return ""


# ---------------------------------------------------------------- middle.json
def _in_page(page: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Page headers, the body, then whatever else was set aside."""
    aside = page.get("discarded_blocks") or []
    yield from (item for item in aside if item.get("type") == "header")
    yield from page["para_blocks"]
    yield from (item for item in aside if item.get("type") != "header")


def _middle(item: dict[str, Any]) -> str:
    inner = item.get("blocks") or ()
    kind = plain_label(item.get("type"))
    if inner:
        ranked = sorted(inner, key=lambda part: _RANK.get(plain_label(part.get("type")).removeprefix(kind), 1))
        return paragraphs(map(_middle, ranked))
    lines = (" ".join(map(_span, line.get("spans") or ())) for line in item.get("lines") or ())
    return "" if kind in ("imagebody", "chartbody") else marked_up(block(kind, "\n".join(lines)))


_RANK = {"caption": 0, "body": 1, "footnote": 2}


def _span(item: dict[str, Any]) -> str:
    text = item.get("html") or item.get("content") or ""
    return block(item.get("type"), f"${text}$" if item.get("type") == "inline_equation" else text)


# ---------------------------------------------------------------- the model's own marks
_BOX = re.compile(r"<\|box_start\|>[^<>]*<\|box_end\|>\s*<\|ref_start\|>([^<>]*)<\|ref_end\|>")


def is_mineru_marks(text: str) -> bool:
    """Whether there are `<|box_start|>` and `<|md_start|>`."""
    return "<|box_start|>" in text and "<|md_start|>" in text


def read_mineru_marks(text: str, order: str) -> str:
    """The blocks between their marks.

    >>> read_mineru_marks("<|box_start|>0 0 9 9<|box_end|><|ref_start|>text<|ref_end|><|md_start|>Ceny<|md_end|>", "")
    'Ceny'
    """
    parts = _BOX.split(text)
    pairs = zip(parts[1::2], parts[2::2], strict=True)
    return paragraphs([parts[0], *(marked_up(block(label, _inside(written))) for label, written in pairs)])


def _inside(written: str) -> str:
    return written.partition("<|md_start|>")[2].partition("<|md_end|>")[0].replace("<|txt_contd|>", "")
