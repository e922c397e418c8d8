"""Docling's document as JSON: lists of texts, tables, pictures and groups, and a body that refers to them."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from .cells import span, table_html, written
from .labels import block, literal, paragraphs

_REFERENCE = re.compile(r"#/(texts|tables|pictures|groups|key_value_items|form_items|body|furniture)(?:/([0-9]{1,9}))?")


def is_docling(value: Any) -> bool:
    """Whether `schema_name` is DoclingDocument."""
    return isinstance(value, dict) and value.get("schema_name") == "DoclingDocument"


def read_docling(value: Any, order: str) -> str:
    """The body in its order; page headers that it does not name stand before it, other furniture behind it.

    >>> texts = [{"label": "text", "text": "Cennik"}, {"label": "page_footer", "text": "7"}]
    >>> body = {"children": [{"$ref": "#/texts/0"}, {"$ref": "#/texts/1"}]}
    >>> read_docling({"schema_name": "DoclingDocument", "body": body, "texts": texts}, "given")
    'Cennik'
    """
    seen: set[str] = set()
    body = list(_texts(value, _children(value.get("body")), seen))
    rest = [
        {"$ref": f"#/texts/{number}"}
        for number, item in enumerate(value.get("texts") or ())
        if item.get("content_layer") == "furniture" and f"#/texts/{number}" not in seen
    ]
    heads = [ref for ref in rest if _item(value, ref["$ref"]).get("label") == "page_header"]
    feet = [ref for ref in rest if ref not in heads]
    return paragraphs([*_texts(value, heads, seen), *body, *_texts(value, feet, seen)])


def _children(item: Any) -> list[dict[str, str]]:
    return (item or {}).get("children") or []


def _item(document: dict[str, Any], reference: str) -> dict[str, Any]:
    """What a reference stands for; a KeyError or IndexError if there is no such thing."""
    found = _REFERENCE.fullmatch(reference)
    if not found:
        raise KeyError(reference)
    part = document[found[1]]
    return part[int(found[2])] if found[2] else part


def _texts(document: dict[str, Any], references: Iterable[dict[str, str]], seen: set[str]) -> Iterator[str]:
    """What the references' items say, with all that is in them, each once."""
    todo = list(references)[::-1]
    while todo:
        reference = todo.pop()["$ref"]
        if reference in seen:
            continue
        seen.add(reference)
        item = _item(document, reference)
        captions, notes = (list(item.get(name) or ()) for name in ("captions", "footnotes"))
        yield from _texts(document, captions, seen)
        if item.get("label") == "inline":
            yield " ".join(_texts(document, _children(item), seen))
        elif reference.startswith("#/pictures/"):
            seen.update(child["$ref"] for child in _children(item) if child not in notes)
        else:
            yield _said(item)
        todo += [*_children(item), *notes][::-1]


def _said(item: dict[str, Any]) -> str:
    """A table or a text; a numbered item's number is beside its text."""
    data = item.get("data")
    if isinstance(data, dict) and "table_cells" in data:
        return table_html(map(_cell, data["table_cells"]))
    text = item.get("text") or item.get("orig") or ""
    if item.get("label") == "list_item" and item.get("marker"):
        text = f"{item['marker']} {text}"
    return block(item.get("label"), text if item.get("label") == "formula" else literal(text))


def _cell(cell: dict[str, Any]) -> tuple[int, int, int, int, str]:
    down, across = span(cell.get("row_span")), span(cell.get("col_span"))
    return cell["start_row_offset_idx"], cell["start_col_offset_idx"], down, across, written(cell.get("text"))
