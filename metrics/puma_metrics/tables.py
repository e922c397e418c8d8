"""Tables and the text around them, read from mixed Markdown and HTML as a browser would (GRADING, section 7.1).

Only the structure of tables matters here, so of HTML's tree construction only the insertion modes of tables are
followed, one token at a time, in one pass. Every other tag is a separator or nothing. That keeps stray text in
document order, where a browser's tree would move it before the table, and the time linear in the length of the text;
a general parser walks its stack of open elements once per tag, and a megabyte of `<div>` takes it two minutes.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from .hidden import Hide
from .markup import ENTITY, FORMATTING, NAMES, SEPARATOR, Tag, character, edits_of, tags
from .text import CLEAN, INVISIBLE, run

Cell = tuple[str, int, int]
"""Text, colspan and rowspan."""

Table = list[list[Cell]]
"""Rows of cells. The grid is never built: spans are attributes of cells."""

MAX_COLSPAN = 1000
MAX_ROWSPAN = 65534

_LINES = (
    "address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset "
    "figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu nav ol "
    "optgroup option p pre search section summary table tbody td tfoot th thead title tr ul"
)
BLOCKS = frozenset(_LINES.split())
"""Elements that begin and end a line, over which no mark of Markdown reaches; other tags are a space."""

_SECTIONS = frozenset(("thead", "tbody", "tfoot"))

# What is no character of a text: the invisible ones of all text forms, controls other than white space, surrogates.
_DROPPED = re.compile(f"[{INVISIBLE}\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]")

_DECLARATION = re.compile(r"<(?:!(?!--)|\?|/(?![a-z]))[^<>]*+>", re.IGNORECASE)  # browsers treat them as comments
_CUT_OFF = re.compile(r"<(/?)([a-z][^\s/<>]*+)([^<>]*+)\Z", re.IGNORECASE)
_ATTRIBUTE = re.compile(
    r"""([^ \t\n\f/=]+)(?:[ \t\n\f]*=[ \t\n\f]*(?:"([^"]*)"|'([^']*)'|([^ \t\n\f"'][^ \t\n\f]*)?))?"""
)
_ANGLE_TARGET = re.compile(r"\]:[ \t]*+\n?[ \t>]*+(?=<[^<>\n]*+>[ \t]*+(?:$|[\"'(]))", re.MULTILINE)
_SPAN = re.compile(r"[ \t\n\f\r]*\+?([0-9]+)")


def unescape(text: str) -> str:
    """The text with its character references replaced; numbers of any length are read without an exception."""
    return ENTITY.sub(character, text) if "&" in text else text


@dataclass
class _OpenTable:
    """A table under construction. `state` is the insertion mode: table, section, row, cell or caption."""

    state: str = "table"
    section: str = ""
    cell: str = ""
    rows: list[list[tuple[list[str], int, int]]] = field(default_factory=list)


@dataclass
class _Reader:
    """Takes tags and text in document order. Only tables outside of cells and captions become tables of the result."""

    text: list[str] = field(default_factory=list)
    tables: list[_OpenTable] = field(default_factory=list)
    open: list[_OpenTable] = field(default_factory=list)
    sink: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sink = self.text

    def start(self, name: str, attributes: str) -> None:
        if name == "table":
            if self.open and self.open[-1].state not in ("cell", "caption"):
                self._close_table()
            self._open_table()
        elif self.open and name in _START:
            _START[name](self, self.open[-1], name, attributes)

    def end(self, name: str) -> None:
        if not self.open:
            return
        table = self.open[-1]
        if name == "table":
            self._close_table()
        elif name in ("td", "th"):
            if table.state == "cell" and table.cell == name:
                self._leave(table, "row")
        elif name == "tr":
            if table.state in ("cell", "row"):
                self._leave(table, "section")
        elif name == "caption":
            if table.state == "caption":
                self._leave(table, "table")
        elif name in _SECTIONS and table.section == name and table.state in ("cell", "row", "section"):
            self._leave(table, "table")

    def _open_table(self) -> None:
        self.open.append(_OpenTable())
        if len(self.open) == 1:
            self.tables.append(self.open[0])

    def _close_table(self) -> None:
        self.open.pop()
        if not self.open:
            self.sink = self.text

    def _leave(self, table: _OpenTable, state: str) -> None:
        table.state = state
        if state == "table":
            table.section = ""
        if len(self.open) == 1:
            self.sink = self.text

    def row(self, table: _OpenTable, name: str, attributes: str) -> None:
        self._leave(table, "row")
        table.section = table.section or "tbody"
        table.rows.append([])

    def begin_cell(self, table: _OpenTable, name: str, attributes: str) -> None:
        if table.state not in ("row", "cell"):
            self.row(table, "tr", "")
        table.state, table.cell = "cell", name
        pieces: list[str] = []
        table.rows[-1].append((pieces, *_spans(attributes)))
        if len(self.open) == 1:
            self.sink = pieces

    def begin_section(self, table: _OpenTable, name: str, attributes: str) -> None:
        self._leave(table, "section")
        table.section = name

    def caption(self, table: _OpenTable, name: str, attributes: str) -> None:
        self._leave(table, "table")
        table.state = "caption"

    def columns(self, table: _OpenTable, name: str, attributes: str) -> None:
        self._leave(table, "table")


_START: dict[str, Callable[[_Reader, _OpenTable, str, str], None]] = {
    "tr": _Reader.row,
    "td": _Reader.begin_cell,
    "th": _Reader.begin_cell,
    "thead": _Reader.begin_section,
    "tbody": _Reader.begin_section,
    "tfoot": _Reader.begin_section,
    "caption": _Reader.caption,
    "col": _Reader.columns,
    "colgroup": _Reader.columns,
}


def _spans(attributes: str) -> tuple[int, int]:
    """colspan and rowspan: the leading digits of the attribute, else 1; 0 counts as 1; clamped as in HTML."""
    if "span" not in attributes.lower():
        return 1, 1
    values: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(attributes):
        values.setdefault(match[1].lower(), match[2] or match[3] or match[4] or "")
    return _span(values.get("colspan", ""), MAX_COLSPAN), _span(values.get("rowspan", ""), MAX_ROWSPAN)


def _span(value: str, maximum: int) -> int:
    match = _SPAN.match(unescape(value))
    digits = match[1].lstrip("0") if match else ""
    return min(int(digits[:9]), maximum) if digits else 1


def read_tables(markdown: str, tables_as_text: bool = False) -> tuple[str, list[Table]]:
    """Split mixed Markdown and HTML into the text outside of tables and the tables (GRADING, section 7.1).

    Unclosed, misplaced and cut-off tags are understood as a browser understands them. Sections are flattened, th is
    td, a nested table is text of its cell, a table without cells is no table, captions and stray text are text.

    Args:
        markdown: An answer or a reference block, any string.
        tables_as_text: Whether the cells too are text, in document order; then there are no tables.

    Returns:
        The text, tags and comments gone, Markdown and character references still in it, block tags as newlines;
        and the tables, each a list of rows of (text, colspan, rowspan).

    >>> text, tables = read_tables("Ceny <table><tr><td>Ser<td colspan=2>9 z&#322;</table> brutto")
    >>> text.split(), tables
    (['Ceny', 'brutto'], [[[('Ser', 1, 1), ('9 zł', 2, 1)]]])
    """
    source = _without_hidden(_DROPPED.sub("", markdown).replace("\r\n", "\n").replace("\r", "\n"))
    reader = _Reader()
    done = 0
    found = tags(source)
    joints = {start for start, _, new in edits_of(source, found) if SEPARATOR in new}
    targets = {match.end() for match in _ANGLE_TARGET.finditer(source)} if "]:" in source else set()
    for tag in found:
        if tag.start in targets and tag.name in FORMATTING:
            continue  # `[label]: <a b>` names an address
        reader.sink.append(source[done : tag.start])
        done = tag.end
        if source[tag.start - 1 : tag.start] == "`" == source[tag.end : tag.end + 1]:
            continue  # a tag that is spoken of, not used
        if tag.name in FORMATTING:
            reader.sink.append(" " if tag.start in joints else "")
        else:
            _tag(reader, tag, source, tables_as_text)
    reader.sink.append(_without_cut_off(source[done:]))
    return "".join(reader.text), [_finished(table) for table in reader.tables if any(table.rows)]


def _without_hidden(source: str) -> str:
    pieces, done = [], 0
    for start, end, new in Hide(" ")(source):
        pieces += [source[done:start], new]
        done = end
    return _DECLARATION.sub("", "".join([*pieces, source[done:]]))


def _without_cut_off(rest: str) -> str:
    """The text behind the last tag, less a tag that was cut off: one of HTML's names, or the beginning of one."""
    found = _CUT_OFF.search(rest, max(rest.rfind("<"), 0))
    if not found:
        return rest
    name = found[2].lower()
    is_tag = name in NAMES or (not found[3] and any(known.startswith(name) for known in NAMES))
    return rest[: found.start()] if is_tag else rest


def _tag(reader: _Reader, tag: Tag, source: str, tables_as_text: bool) -> None:
    """A tag separates on both of its sides, wherever the text on them belongs."""
    separator = "\n" if tag.name in BLOCKS else " "
    reader.sink.append(separator)
    if tables_as_text:
        return
    sink = reader.sink
    if tag.is_closing:
        reader.end(tag.name)
    else:
        reader.start(tag.name, source[tag.attributes : tag.end - 1])
    if reader.sink is not sink:
        reader.sink.append(separator)


def _finished(table: _OpenTable) -> Table:
    return [[(_cell_text(pieces), colspan, rowspan) for pieces, colspan, rowspan in row] for row in table.rows]


def _cell_text(pieces: list[str]) -> str:
    return " ".join(run(CLEAN, unescape("".join(pieces))).split())


def node_count(table: Table) -> int:
    """Nodes of the tree: the table, its rows and its cells."""
    return 1 + len(table) + sum(map(len, table))


def teds(prediction_html: str, reference_html: str) -> float:
    """TEDS of the first table of each side, in [0, 1] (the paper, section 3.2.2; GRADING, section 7.4).

    Args:
        prediction_html: Mixed Markdown and HTML, any string; everything but its first table is ignored.
        reference_html: The same for the reference.

    Returns:
        1 - distance / nodes of the larger tree, root included. 1 if neither side has a table, 0 if only one has.

    >>> teds("<table><tr><td>Chleb</td><td></td></tr></table>", "<table><tr><td>Chleb</td><td>4</td></tr></table>")
    0.75
    """
    from .trees import tree_similarity  # numpy takes 50 ms to import, which most rules do not need

    predicted, expected = (read_tables(side)[1] for side in (prediction_html, reference_html))
    if not predicted or not expected:
        return float(not predicted and not expected)
    return tree_similarity(predicted[0], expected[0])
