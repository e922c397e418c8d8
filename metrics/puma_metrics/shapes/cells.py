"""Tables of three kinds as HTML tables: cells with places, pipe tables, OTSL (NORMALISE, section 12.4)."""

import html
import re
from collections.abc import Iterable, Iterator
from itertools import groupby

Cell = tuple[int, int, int, int, str]
"""Row, column, rowspan, colspan and what the cell holds, which is HTML."""

MAX_PADDED = 200_000
"""Cells of a pipe table with its short rows filled up; a table that would have more keeps its rows as they are."""


def written(text: object) -> str:
    """Plain text as the content of a cell, on one line.

    >>> written(" R&D \\n 2 < 3 ")
    'R&amp;D 2 &lt; 3'
    """
    return html.escape(" ".join(str(text or "").split()), quote=False)


def span(value: object) -> int:
    """A rowspan or colspan as recognisers write it: a number, digits or nothing.

    >>> span(2), span("3"), span(None), span(0), span("x")
    (2, 3, 1, 1, 1)
    """
    if isinstance(value, str) and re.fullmatch("[0-9]{1,9}", value):
        value = int(value)
    return value if isinstance(value, int) and value > 1 else 1


def table_html(cells: Iterable[Cell]) -> str:
    """An HTML table of cells in any order; a row without cells is none.

    >>> table_html([(0, 1, 1, 1, "9 zł"), (0, 0, 2, 1, "Ser"), (1, 1, 1, 1, "8 zł")])
    '<table><tr><td rowspan="2">Ser</td><td>9 zł</td></tr><tr><td>8 zł</td></tr></table>'
    """
    rows = groupby(sorted(cells, key=lambda cell: cell[:2]), key=lambda cell: cell[0])
    return f"<table>{''.join(_row(row) for _, row in rows)}</table>"


def _row(cells: Iterable[Cell]) -> str:
    return f"<tr>{''.join(map(_cell, cells))}</tr>"


def _cell(cell: Cell) -> str:
    _, _, down, across, text = cell
    spans = (f' rowspan="{down}"' if down > 1 else "") + (f' colspan="{across}"' if across > 1 else "")
    return f"<td{spans}>{text}</td>"


# ---------------------------------------------------------------- pipe tables
_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-++:?[ \t]*(?:\|[ \t]*:?-++:?[ \t]*)*\|?[ \t]*")
_BAR = re.compile(r"(?<!\\)\|")
_BREAK = re.compile(r"<br[ \t]*/?>", re.IGNORECASE)
_BOLD = re.compile(r"(?<![*_\\])(\*\*|__)(?=\S)([^*_]++)(?<=\S)\1(?![*_])")
_TABLE = re.compile(r"</?t(?:able|r|d|h|head|body|foot)\b[^<>]*>", re.IGNORECASE)


def pipe_tables(text: str) -> str:
    """The text with Markdown's pipe tables as HTML tables: a header line, a line of dashes with as many cells, rows.

    >>> pipe_tables("| Ser | Cena |\\n|---|--:|\\n| biały | 9 zł |")
    '<table><tr><td>Ser</td><td>Cena</td></tr><tr><td>biały</td><td>9 zł</td></tr></table>'
    >>> pipe_tables("a | b | c\\nd | e")
    'a | b | c\\nd | e'
    """
    if "|" not in text or "-" not in text:
        return text
    return "\n".join(_pieces(text.split("\n")))


def has_pipe_table(text: str) -> bool:
    """Whether `pipe_tables` would find one."""
    lines = text.split("\n") if "|" in text and "-" in text else []
    return any(_end_of_table(lines, start) for start in range(len(lines) - 1))


def _pieces(lines: list[str]) -> Iterator[str]:
    at = 0
    while at < len(lines):
        end = _end_of_table(lines, at)
        yield _from_pipes(lines[at], lines[at + 2 : end]) if end else lines[at]
        at = end or at + 1


def _end_of_table(lines: list[str], start: int) -> int:
    """The line behind the table that starts here, or 0."""
    if start + 1 >= len(lines) or "|" not in lines[start] or "|" not in lines[start + 1]:
        return 0
    rule = lines[start + 1].rstrip("\r")
    if not _RULE.fullmatch(rule) or len(_split(lines[start])) != len(_split(rule)):
        return 0
    end = start + 2
    while end < len(lines) and "|" in lines[end] and lines[end].strip():
        end += 1
    return end


def _split(line: str) -> list[str]:
    line = line.strip().removeprefix("|")
    parts = _BAR.split(line)
    return parts[:-1] if len(parts) > 1 and not parts[-1].strip() else parts


def _from_pipes(head: str, body: list[str]) -> str:
    rows = [_split(head)]
    width = len(rows[0])
    is_padded = width * (len(body) + 1) <= MAX_PADDED
    for line in body:
        cells = _split(line)[:width]
        rows.append(cells + [""] * (width - len(cells)) if is_padded else cells)
    return f"<table>{''.join(map(_pipe_row, rows))}</table>"


def _pipe_row(cells: list[str]) -> str:
    return f"<tr>{''.join(f'<td>{_from_markdown(cell)}</td>' for cell in cells)}</tr>"


def _from_markdown(cell: str) -> str:
    """What a cell of a pipe table holds: a break is a space, bold is a tag, a tag of a table goes."""
    text = cell.replace("\\|", "|")
    if "<" in text:
        text = _TABLE.sub(" ", _BREAK.sub(" ", text))
    if "**" in text or "__" in text:
        text = _BOLD.sub(r"<b>\2</b>", text)
    return text.strip()


# ---------------------------------------------------------------- OTSL
_MARK = re.compile(r"<(fcel|ecel|ched|rhed|srow|lcel|ucel|xcel|nl)>")
_FIRST_MARK = re.compile(r"<(?:fcel|ecel|ched|rhed|srow)>")
_LAST_MARK = re.compile(r"<nl>(?!\s*<(?:fcel|ecel|ched|rhed|srow|lcel|ucel|xcel|nl)>)")


def otsl_table(marked: str) -> str:
    """OTSL as an HTML table: fcel, ecel, ched, rhed, srow are cells; lcel, ucel, xcel continue one; nl ends a row.

    >>> otsl_table("<ched>Dni<lcel><nl><fcel>od<fcel>do<nl>")
    '<table><tr><td colspan="2">Dni</td></tr><tr><td>od</td><td>do</td></tr></table>'
    """
    parts = _MARK.split(marked)
    grid: list[list[tuple[str, str]]] = [[]]
    for mark, content in zip(parts[1::2], parts[2::2], strict=True):
        if mark == "nl":
            grid.append([])
        else:
            grid[-1].append((mark, " ".join(content.split())))
    cells = list(_owners(grid))
    return table_html(cells) if cells else ""


def _owners(grid: list[list[tuple[str, str]]]) -> Iterator[Cell]:
    for r, row in enumerate(grid):
        for c, (mark, content) in enumerate(row):
            if mark not in ("lcel", "ucel", "xcel"):
                yield r, c, _down(grid, r, c), _across(row, c), content


def _across(row: list[tuple[str, str]], start: int) -> int:
    end = start + 1
    while end < len(row) and row[end][0] == "lcel":
        end += 1
    return end - start


def _down(grid: list[list[tuple[str, str]]], start: int, column: int) -> int:
    end = start + 1
    while end < len(grid) and column < len(grid[end]) and grid[end][column][0] == "ucel":
        end += 1
    return end - start


def otsl_tables(text: str) -> str:
    """The text with every run of OTSL as an HTML table.

    >>> otsl_tables("Ceny\\n<fcel>Ser<fcel>9 zł<nl>\\nRazem")
    'Ceny\\n<table><tr><td>Ser</td><td>9 zł</td></tr></table>\\nRazem'
    """
    pieces, done = [], 0
    while first := _FIRST_MARK.search(text, done):
        last = _LAST_MARK.search(text, first.end())
        end = last.end() if last else len(text)
        pieces += [text[done : first.start()], otsl_table(text[first.start() : end])]
        done = end
    return "".join([*pieces, text[done:]])
