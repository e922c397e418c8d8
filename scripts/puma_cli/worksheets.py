"""Which worksheets of a workbook are read: all that have the columns; the others are named."""

from pathlib import Path

from puma_answers.workbook_xml import WIDEST, Worksheet, letters
from puma_answers.workbooks import Page, area_name
from puma_cli.sheet_files import KNOWN, Findings, Part, column_name, encode, has_names, refuse_names_below
from puma_cli.workbooks import read_pages
from puma_metrics.errors import InputError, SheetFinding
from puma_metrics.rubric.sheet import cut, listed

LISTS = "lists"
"""The hidden worksheet of our own templates, with the words that cells offer."""
JUDGED = ("model", "result")
"""A worksheet with neither column holds a rubric and no annotations."""


def read_xlsx(path: Path, wants_rubric: bool = False) -> list[Part]:
    """The worksheets with annotations, or with the rubric where that is wanted; if there are none, the others.

    Raises:
        InputError: as `read_pages`; or no visible worksheet has cells, or one has its column names below row 1.
    """
    pages = [page for page in read_pages(path) if page.content and page.content.rows]
    visible = [page for page in pages if not page.is_hidden]
    if not visible:
        raise InputError(f"{path}: the workbook has no visible sheet with cells")
    for page in visible:
        if not has_names(_header(page)):
            _refuse_names_below(path, page, len(visible) > 1)
    named = [page for page in visible if has_names(_header(page))]
    chosen = [page for page in named if _is_rubric(page) == wants_rubric] or named or visible[:1]
    if not named:
        refuse_names_below(f"{path}", _content(visible[0]).rows)
    parts = [_part(page) for page in chosen]
    left = [SheetFinding(0, "W124", text) for page in pages if page not in chosen and (text := _why_not(page, chosen))]
    parts[0].left_out.extend(left)
    return parts


def _content(page: Page) -> Worksheet:
    assert page.content is not None  # those without were left out
    return page.content


def _header(page: Page) -> list[str]:
    return _content(page).rows.get(1, [])


def _is_rubric(page: Page) -> bool:
    names = set(map(column_name, _header(page)))
    return names.isdisjoint(JUDGED)


def _refuse_names_below(path: Path, page: Page, among_others: bool) -> None:
    rows = _content(page).rows
    if any(has_names(row) for row in rows.values()):
        refuse_names_below(f"{path}, worksheet {page.name!r}" if among_others else str(path), rows)


def _why_not(page: Page, chosen: list[Page]) -> str:
    """Why a worksheet is not read; "" for one that nobody misses."""
    what = f"worksheet {cut(page.name)!r} is not read: "
    if page.is_hidden:
        return "" if page.name == LISTS and not has_names(_header(page)) else f"{what}it is hidden"
    if not has_names(_header(page)):
        first = next(iter(sorted(_content(page).rows.items())))[1]
        return f"{what}row 1 has no column names, but {cut(next(filter(None, first)))!r}"
    kind = "no column model or result" if _is_rubric(page) else "a model's results"
    return f"{what}it has {kind}, unlike {listed([repr(cut(other.name)) for other in chosen])}"


def _part(page: Page) -> Part:
    content = _content(page)
    width = max(map(len, content.rows.values()))
    rows = {number: row + [""] * (width - len(row)) for number, row in content.rows.items()}
    header = rows.get(1, [""] * width)
    numbers = sorted(number for number in rows if number > 1)
    sheet, findings = encode(header, (rows[number] for number in numbers), numbers)
    return Part(page.name, sheet, [*_damaged(content, header), *findings])


def _damaged(content: Worksheet, header: list[str]) -> Findings:
    """Cells without a value, merged over several columns, or hidden; of columns that are nobody's none matters."""
    known = [place for place, name in enumerate(header, 1) if column_name(name) in KNOWN]
    findings = [
        SheetFinding(row, "E019", f"{header[column - 1] if column in known else letters(column)}: {what}")
        for row, column, what in content.broken
        if column in known or row == 1
    ]
    for top, left, bottom, right in content.merged:
        names = [header[place - 1] for place in known if left <= place <= right]
        if len(names) > 1 and any(top <= number <= bottom for number in content.rows):
            text = f"cells {area_name((top, left, bottom, right))} are merged over the columns {', '.join(names)}"
            findings.append(SheetFinding(top, "E022", f"{text}; unmerge them, and write what each of them holds"))
    if content.hidden:
        rows = listed([str(number) for number in content.hidden])
        text = f"hidden rows are read, as all others: {rows}; delete what should not count"
        findings.append(SheetFinding(0, "W125", text))
    spans = content.hidden_columns[:WIDEST]
    if unseen := [header[place - 1] for place in known if any(first <= place <= last for first, last in spans)]:
        text = f"hidden columns are read, as all others: {listed(unseen)}"
        findings.append(SheetFinding(0, "W125", text))
    return findings
