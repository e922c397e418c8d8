"""Reading XLSX workbooks: every worksheet as rows of text, within bounds that are looked at before anything is read.

A workbook is a ZIP archive of XML. It may claim an extent of 17 thousand million cells in a few bytes, so only cells
with text are kept, and the archive's own sizes, beyond which nothing is unpacked, are compared with a bound first.
"""

import posixpath
import zipfile
import zlib
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import IO, BinaryIO
from xml.parsers import expat

from puma_metrics.errors import InputError

from .workbook_xml import (
    MOST_CELLS,
    Area,
    SheetReader,
    Style,
    Worksheet,
    elements,
    epoch,
    letters,
    parse,
    shared_strings,
    style_of,
)

MOST_BYTES = 100_000_000
"""Bytes of a workbook's parts, unpacked."""
_OLE = bytes.fromhex("d0cf11e0a1b11ae1")
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_BOOK = "xl/workbook.xml"


@dataclass(frozen=True)
class Page:
    """A worksheet of a workbook; `content` is None for a page of another kind, such as a chart."""

    name: str
    is_hidden: bool
    content: Worksheet | None


def pages_of(name: str, file: BinaryIO) -> list[Page]:
    """All worksheets of a workbook, in its order; whoever calls opens the file, and `name` is what messages call it.

    A merged cell counts for every cell that it covers in a row with a text of its own. A formula counts as the value
    that the file stores for it; where there is none, `Worksheet.broken` says so.

    Raises:
        InputError: no workbook, a protected one, or one that claims more than the bounds.
    """
    try:
        _refuse_protected(file)
        return _pages(file)
    except InputError as error:
        raise InputError(f"{name}: {error}") from error
    except (OSError, EOFError, ValueError, LookupError, NotImplementedError, RuntimeError, *_BROKEN) as error:
        # each reader of a damaged archive and its XML has exceptions of its own
        text = f"{name}: not an XLSX workbook ({error}); save it again from a spreadsheet program"
        raise InputError(text) from error


_BROKEN = (zipfile.BadZipFile, zlib.error, expat.ExpatError)


def _refuse_protected(file: BinaryIO) -> None:
    """Protected workbooks, and those of the nineties, are archives of another kind."""
    if file.read(len(_OLE)) == _OLE:
        is_protected = _ENCRYPTED in _OLE + file.read(MOST_BYTES)
        if is_protected:
            said = "is protected by a password; take it off in the spreadsheet program, or save it as CSV UTF-8"
            raise InputError(said)
        raise InputError("is a workbook of the old kind (.xls); save it as XLSX, or as CSV UTF-8")
    file.seek(0)


def _pages(file: BinaryIO) -> list[Page]:
    with zipfile.ZipFile(file) as archive:
        parts = _related(archive, "")
        book = next((target for target, kind in parts.values() if kind == "officeDocument"), _BOOK)
        parts = _related(archive, book)
        _refuse_large(archive, [book, *(target for target, _ in parts.values())])
        strings, styles = _strings(archive, parts), _styles(archive, parts)
        day = epoch(elements(archive.open(book), "workbookPr"))
        pages, room = [], MOST_CELLS
        for sheet in elements(archive.open(book), "sheet", "sheets"):
            target, kind = parts[sheet["id"]]
            content = None
            if kind == "worksheet":
                reader = SheetReader(strings, styles, day, room)
                content = _content(archive.open(target), reader, sheet["name"])
                room = reader.room
            pages.append(Page(sheet["name"], sheet.get("state", "visible") != "visible", content))
        return pages


def _content(stream: IO[bytes], reader: SheetReader, name: str) -> Worksheet:
    try:
        parse(stream, reader.start, reader.end, reader.text)
        _spread(reader.sheet)
    except InputError as error:
        raise InputError(f"worksheet {name!r}: {error}") from error
    return reader.sheet


Parts = dict[str, tuple[str, str]]
"""From the id of a relation to the name of the part that it leads to, and to its kind."""


def _related(archive: zipfile.ZipFile, part: str) -> Parts:
    """What a part of the workbook, or with "" the archive, refers to."""
    folder, name = posixpath.split(part)
    relations = posixpath.join(folder, "_rels", f"{name}.rels")
    _refuse_large(archive, [relations])
    return {
        relation["Id"]: (
            posixpath.normpath(posixpath.join("/", folder, relation["Target"])).lstrip("/"),
            posixpath.basename(relation["Type"]),
        )
        for relation in elements(archive.open(relations), "Relationship")
        if relation.get("TargetMode") != "External"
    }


def _refuse_large(archive: zipfile.ZipFile, names: list[str]) -> None:
    """Nothing is unpacked beyond the size that the archive states."""
    size = sum(archive.getinfo(name).file_size for name in dict.fromkeys(names) if name in archive.NameToInfo)
    if size > MOST_BYTES:
        what = f"unpacks to {size:,} bytes, of which at most {MOST_BYTES:,} are read"
        raise InputError(f"{what}; delete empty rows and columns with a format, or save it as CSV UTF-8")


def _strings(archive: zipfile.ZipFile, parts: Parts) -> list[str]:
    found = [target for target, kind in parts.values() if kind == "sharedStrings"]
    return [text for target in found for text in shared_strings(archive.open(target))]


def _styles(archive: zipfile.ZipFile, parts: Parts) -> list[Style]:
    """Of each style of a cell, how it shows numbers."""
    found: list[Style] = []
    for part in [target for target, kind in parts.values() if kind == "styles"]:
        codes = {item["numFmtId"]: item["formatCode"] for item in elements(archive.open(part), "numFmt", "numFmts")}
        used = [item.get("numFmtId", "0") for item in elements(archive.open(part), "xf", "cellXfs")]
        known = {number: style_of(int(number), codes.get(number, "")) for number in set(used)}
        found += [known[number] for number in used]
    return found


def _spread(sheet: Worksheet) -> None:
    """Write the text of a merged cell into the cells that it covers, in rows that have a text of their own."""
    numbers = sorted(sheet.rows)
    room = MOST_CELLS
    for top, left, bottom, right in sheet.merged:
        text = sheet.rows.get(top, [])[left - 1 : left]
        covered = numbers[bisect_left(numbers, top) : bisect_right(numbers, bottom)] if any(text) else []
        room -= len(covered)
        if room < 0:
            raise InputError("its merged cells overlap; unmerge them, or save it as CSV UTF-8")
        for number in covered:
            row = sheet.rows[number]
            last = min(right, max(left, len(row)))
            row += [""] * (last - len(row))
            row[left - 1 : last] = text * (last - left + 1)


def area_name(area: Area) -> str:
    """The name of an area as spreadsheets write it.

    >>> area_name((1, 1, 3, 28))
    'A1:AB3'
    """
    top, left, bottom, right = area
    return f"{letters(left)}{top}:{letters(right)}{bottom}"
