"""Marker: a tree of blocks with HTML, or the same blocks in a list."""

import re
from collections.abc import Iterator
from typing import Any

from .labels import block, paragraphs, plain_label
from .layouts import are_objects, marked_up

_REFERENCE = re.compile(r"<content-ref\b[^<>]*>(?:\s*</content-ref>)?")
_TAG = re.compile(r"<[^<>]*>")


def is_marker(value: Any) -> bool:
    """Blocks with `block_type` and `html` or `children`, or an object with a list of them."""
    if isinstance(value, dict) and "block_type" in value:
        return "html" in value or "children" in value
    return isinstance(value, dict) and are_objects(value.get("blocks"), "block_type", "html")


def read_marker(value: Any, order: str) -> str:
    """The blocks' HTML in order; what is said by a block is not said again by its children.

    >>> cell = {"block_type": "TableCell", "html": "Ser"}
    >>> read_marker({"block_type": "Table", "html": "<table><tr><td>Ser</table>", "children": [cell]}, "given")
    '<table><tr><td>Ser</table>'
    """
    blocks = value["blocks"] if "block_type" not in value else [value]
    return paragraphs(text for item in blocks for text in _texts(item))


def _texts(item: dict[str, Any]) -> Iterator[str]:
    html = _REFERENCE.sub("", item.get("html") or "")
    children = item.get("children") or ()
    if plain_label(item.get("block_type")) in ("picture", "figure"):
        yield from (text for child in children if child.get("block_type") == "Caption" for text in _texts(child))
    elif _TAG.sub("", html).strip() or not children:
        yield marked_up(block(item.get("block_type"), html))
    else:
        for child in children:
            yield from _texts(child)
