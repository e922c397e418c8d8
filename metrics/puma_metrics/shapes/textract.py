"""Amazon Textract: one list of blocks that refer to each other."""

from collections.abc import Iterator
from typing import Any

from .cells import Cell, span, table_html, written
from .labels import block, literal
from .layouts import are_objects

Block = dict[str, Any]

_BOXES = {"SELECTED": "☑", "NOT_SELECTED": "☐"}


def is_textract(value: Any) -> bool:
    """`Blocks` with `BlockType` and `Id`."""
    return isinstance(value, dict) and are_objects(value.get("Blocks"), "BlockType", "Id")


def read_textract(value: Any, order: str) -> str:
    """Lines and tables; a table stands where its first line would, and its words are not said again.

    >>> read_textract({"Blocks": [{"Id": "1", "BlockType": "LINE", "Text": "Ceny"}]}, "given")
    'Ceny'
    """
    blocks = {part["Id"]: part for part in value["Blocks"]}
    seen: set[str] = set()
    tables = {part["Id"]: list(_cells(part, blocks, seen)) for part in value["Blocks"] if part["BlockType"] == "TABLE"}
    owner = {word: table for table, cells in tables.items() for _, words in cells for word in words}
    found = _lines(value["Blocks"], blocks, owner)
    left = dict(tables)
    texts = []
    for line, words in found:
        inside = next((owner[word] for word in words if word in owner), "")
        if inside in left:
            texts.append(table_html(cell for cell, _ in left.pop(inside)))
        texts.append(literal(line))
    texts += [table_html(cell for cell, _ in cells) for cells in left.values()]
    return "\n".join(filter(None, texts))


def _related(part: Block, kind: str = "CHILD") -> list[str]:
    return [name for r in part.get("Relationships") or () if r["Type"] == kind for name in r["Ids"]]


def _lines(parts: list[Block], blocks: dict[str, Block], owner: dict[str, str]) -> Iterator[tuple[str, list[str]]]:
    """Each line's text outside of tables, and its words: in the layout's order, where there is a layout."""
    for part in _in_reading_order(parts, blocks):
        words = _related(part)
        outside = [word for word in words if word not in owner]
        said = part.get("Text") if len(outside) == len(words) else _words(outside, blocks)
        yield said or "", words


def _in_reading_order(parts: list[Block], blocks: dict[str, Block]) -> Iterator[Block]:
    dropped = {name for part in parts for name in _dropped(part, blocks)}
    layout = [part for part in parts if str(part["BlockType"]).startswith("LAYOUT_")]
    ordered = [name for part in layout for name in _related(part)]
    lines = [part["Id"] for part in parts if part["BlockType"] == "LINE"]
    for name in dict.fromkeys([*ordered, *lines]):
        part = blocks.get(name, {})
        if name not in dropped and part.get("BlockType") == "LINE":
            yield part


def _dropped(part: Block, blocks: dict[str, Block]) -> list[str]:
    """The lines of a figure or a page number."""
    label = str(part["BlockType"]).removeprefix("LAYOUT_")
    if label == part["BlockType"]:
        return []
    lines = _related(part)
    said = " ".join(blocks.get(name, {}).get("Text") or "" for name in lines)
    return [] if block(label, said or "?") else lines


def _words(names: list[str], blocks: dict[str, Block]) -> str:
    parts = (blocks[name] for name in names)
    return " ".join(filter(None, (part.get("Text") or _BOXES.get(part.get("SelectionStatus", "")) for part in parts)))


def _new(names: list[str], seen: set[str]) -> list[str]:
    """Those of the names that no other block has claimed: else few blocks could say the same words without end."""
    found = [name for name in dict.fromkeys(names) if name not in seen]
    seen.update(found)
    return found


def _cells(table: Block, blocks: dict[str, Block], seen: set[str]) -> Iterator[tuple[Cell, list[str]]]:
    """The cells and the words of each; a merged cell stands for those that it merges."""
    merged = _new(_related(table, "MERGED_CELL"), seen)
    within = {name: _new(_related(blocks[name]), seen) for name in merged}
    for name in [*_new(_related(table), seen), *merged]:
        cell = blocks[name]
        parts = within.get(name, [name])
        words = [word for part in parts for word in _new(_related(blocks[part]), seen)]
        spans = span(cell.get("RowSpan")), span(cell.get("ColumnSpan"))
        yield (cell["RowIndex"], cell["ColumnIndex"], *spans, written(_words(words, blocks))), words
