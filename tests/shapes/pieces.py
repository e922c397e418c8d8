"""A document's pieces, and their tables as HTML and as OTSL.

A piece is a paragraph or a table; a table is rows of (text, rowspan, colspan).
"""

import html
import re

from puma_metrics.tables import read_tables

TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)


def pieces(blocks):
    """A reference's paragraphs and tables in order."""
    found = []
    for block in blocks:
        done = 0
        for table in TABLE.finditer(block):
            found += paragraphs(block[done : table.start()])
            rows = read_tables(table[0])[1][0]
            found.append([[(text, rowspan, colspan) for text, colspan, rowspan in row] for row in rows])
            done = table.end()
        found += paragraphs(block[done:])
    return found


def paragraphs(text):
    return [part.strip().removeprefix("# ") for part in text.split("\n\n") if part.strip()]


def cells(rows):
    """(row, column, rowspan, colspan, text) with the columns that a grid gives them."""
    taken, found = set(), []
    for r, row in enumerate(rows):
        column = 0
        for text, down, across in row:
            while (r, column) in taken:
                column += 1
            found.append((r, column, down, across, text))
            taken |= {(r + i, column + j) for i in range(down) for j in range(across)}
            column += across
    return found


def table_html(rows, tag="td"):
    spans = lambda down, across: f' rowspan="{down}"' * (down > 1) + f' colspan="{across}"' * (across > 1)  # noqa: E731
    inner = (
        "".join(f"<{tag}{spans(down, across)}>{html.escape(text)}</{tag}>" for text, down, across in row)
        for row in rows
    )
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in inner)}</table>"


def otsl(rows):
    grid = {}
    for r, c, down, across, text in cells(rows):
        for i in range(down):
            for j in range(across):
                grid[r + i, c + j] = "xcel" if i and j else "ucel" if i else "lcel" if j else text
    width = 1 + max(c for _, c in grid)
    marks = {"xcel", "ucel", "lcel"}
    return "".join(
        "".join(
            f"<{t}>" if (t := grid.get((r, c), "")) in marks else f"<fcel>{t}" if t else "<ecel>" for c in range(width)
        )
        + "<nl>"
        for r in range(len(rows))
    )


def is_table(piece):
    return isinstance(piece, list)


def lines(found):
    """Every line of text, the tables' cells too: what shapes without tables can carry."""
    for piece in found:
        yield from (text for row in piece for text, _, _ in row) if is_table(piece) else piece.split("\n")


def box(n):
    return [[0, 10 * n], [100, 10 * n], [100, 10 * n + 8], [0, 10 * n + 8]]
