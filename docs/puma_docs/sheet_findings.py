"""What `puma rubric check` says of each case, by really running it."""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from .sheet_cases import CASES, Case
from .stage import WORKED

Rows = list[dict[str, str]]


def section(language: str) -> Iterator[str]:
    """A heading for each code, with the change that causes it, what is said, and the way out."""
    shown, out = ("Przyczyna", "Wyjście") if language == "pl" else ("Caused by", "Way out")
    for code, case in CASES.items():
        change, said = caused(code)
        yield f"### {code}\n\n{shown}: {change}\n\n```text\n{said}\n```\n\n{out}: {case.way_out[language == 'pl']}\n"


def caused(code: str) -> tuple[str, str]:
    """How the worked example is changed, and the first finding of this code; ValueError where there is none."""
    case = CASES[code]
    with TemporaryDirectory() as room:
        said = _checked(case, Path(room))
    found = [line for line in said if f"{code}: " in line]
    if not found:
        raise ValueError(f"the case of {code} in sheet_cases.py does not cause it; it causes {said}")
    return _told(case), found[0]


def _checked(case: Case, room: Path) -> list[str]:
    from puma_cli.sheets import read_sheets
    from puma_metrics.errors import InvalidSheet
    from puma_metrics.rubric import Sheet, check_lock, check_sheet, lock_rubric, score_sheet

    file = _book(case, room / "sheet.xlsx") if case.book else _csv(case, room / "sheet.csv")
    read = read_sheets([file])
    found = [str(finding) for finding in read.findings]
    try:
        if "intersect" in case.options:
            found += map(str, score_sheet(read.sheet, on_missing="intersect").findings)
        else:
            found += map(str, check_sheet(read.sheet))
    except InvalidSheet as error:
        found += map(str, error.findings)
    if case.locked:
        worked = _rows(Case(("", "")))
        lock = lock_rubric(Sheet.of({name: [row[name] for row in worked] for name in worked[0]}))
        found += map(str, check_lock(read.sheet, lock))
    return found


def _rows(case: Case) -> Rows:
    """The worked example with what the case changes."""
    with WORKED.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for number, values in case.rows.items():
        rows[number - 2] |= values
    rows += [rows[number - 2] | values for number, values in case.added]
    rows = [row for number, row in enumerate(rows, 2) if number not in case.dropped]
    if "copy_rater" in case.options:
        rows += [row | {"rater_id": "r2"} for row in rows]
    if "two_penalties" in case.options:
        rows += [row | {"rater_id": "r2", "weight": _halved(row)} for row in rows]
    if "skipped" in case.options:
        rows += [row | {"rater_id": "r2"} for row in rows[:1]]
    for old, new in case.columns.items():
        rows = [
            {new if name == old else name: value for name, value in row.items() if name != old or new} for row in rows
        ]
    names = list(dict.fromkeys(name for row in rows for name in row))
    return [{name: row.get(name, "") for name in names} for row in rows]


def _halved(row: dict[str, str]) -> str:
    return "-1" if row["kind"] == "negative" else row["weight"]


def _csv(case: Case, file: Path) -> Path:
    written = io.StringIO(newline="")
    rows = _rows(case)
    writer = csv.DictWriter(written, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    file.write_text(case.text or written.getvalue(), "utf-8")
    return file


def _book(case: Case, file: Path) -> Path:
    import openpyxl

    book = openpyxl.Workbook()
    page = book.active
    rows = _rows(case)
    page.append(list(rows[0]))
    for row in rows:
        page.append(list(row.values()))
    for cell, value in case.book.get("cells", {}).items():
        page[cell] = value
    if "merged" in case.book:
        page.merge_cells(case.book["merged"])
    for number in case.book.get("hidden_rows", ()):
        page.row_dimensions[number].hidden = True
    if "page" in case.book:
        name, text = case.book["page"]
        book.create_sheet(name).append([text])
    book.save(file)
    return file


def _told(case: Case) -> str:
    """The change in one line, the same in both languages."""
    if case.text:
        return f"`{case.text.strip()}`".replace("\n", "` / `")
    parts = [f"{n}: {json.dumps(v, ensure_ascii=False)}" for n, v in case.rows.items()]
    parts += [f"+{n}: {json.dumps(v, ensure_ascii=False)}" for n, v in case.added]
    parts += [f"-{n}" for n in case.dropped]
    parts += [f"{old} → {new or '∅'}" for old, new in case.columns.items() if old != new]
    parts += [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in case.book.items()]
    parts += [option.replace("_", " ") for option in case.options]
    return "; ".join(f"`{part}`" for part in parts)
