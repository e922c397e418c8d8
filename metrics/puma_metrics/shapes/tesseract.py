"""Tesseract's TSV: a row for each page, block, paragraph, line and word; words are rows of level 5."""

import re

from .labels import literal, paragraphs

_HEADER = re.compile(r"level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\t[^\n]*\btext\r?(?:\n|\Z)")
_PLACE = re.compile("[0-9]{1,9}")


def is_tsv(text: str) -> bool:
    """Whether the first line is the header of Tesseract's TSV."""
    return bool(_HEADER.match(text))


def read_tsv(text: str, order: str) -> str:
    """The words by blocks, paragraphs and lines."""
    found: dict[tuple[str, ...], dict[str, list[str]]] = {}
    for row in text.split("\n")[1:]:
        cells = row.rstrip("\r").split("\t", 11)
        if len(cells) < 12 or cells[0] != "5" or not all(map(_PLACE.fullmatch, cells[1:5])):
            continue
        if word := cells[11].strip():
            found.setdefault(tuple(cells[1:4]), {}).setdefault(cells[4], []).append(word)
    return paragraphs(literal("\n".join(map(" ".join, lines.values()))) for lines in found.values())
