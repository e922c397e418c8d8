"""Several files or worksheets as one sheet, with a rater for each where nobody is named."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from puma_cli.sheet_files import Findings, Part, read_csv, read_jsonl, read_parquet, reading
from puma_cli.worksheets import read_xlsx
from puma_metrics.errors import InputError, InvalidSheet
from puma_metrics.rubric import Column, Sheet, join
from puma_metrics.rubric.findings import absent_columns
from puma_metrics.rubric.sheet import KEYS, combine

READERS: dict[str, Callable[[Path], list[Part]]] = {
    ".csv": read_csv,
    ".tsv": read_csv,
    ".txt": read_csv,
    ".xlsx": read_xlsx,
    ".jsonl": read_jsonl,
    ".parquet": read_parquet,
}


@dataclass(frozen=True, eq=False)
class Reading:
    """A sheet, what is wrong with its files rather than with their content, and what was decided about them."""

    sheet: Sheet
    findings: Findings
    notes: tuple[str, ...] = ()


def read_sheet(path: Path) -> tuple[Sheet, Findings]:
    """The sheet, and what is wrong with the file rather than with its content.

    Raises:
        InputError: the file cannot be read as what its name says.
    """
    read = read_sheets([path])
    return read.sheet, read.findings


def read_sheets(paths: Sequence[Path], wants_rubric: bool = False) -> Reading:
    """All files, and all worksheets with the columns of each, as one sheet.

    Where several have rows about the same criteria and one names no rater, its own name is its rater's.

    Raises:
        InputError: a file cannot be read as what its name says, is named twice, or lacks columns that another one has.
    """
    real = [path.resolve() for path in paths]
    if twice := [path for path in paths if real.count(path.resolve()) > 1]:
        raise InputError(f"{twice[0]}: is named twice")
    parts = [(path, part) for path in paths for part in _read(path, wants_rubric)]
    if len(parts) == 1:
        return Reading(parts[0][1].sheet, parts[0][1].findings + parts[0][1].left_out)
    names = [_name(path, part, len(paths) > 1, ", ") for path, part in parts]
    raters = [_name(path.with_name(path.stem), part, len(paths) > 1, " ") for path, part in parts]
    short = [_name(Path(path.stem), part, len(paths) > 1, " ") for path, part in parts]
    sheets = dict(zip(names, (part.sheet for _, part in parts), strict=True))
    _refuse_other_columns(sheets)
    findings = [
        replace(found, sheet=name) for name, (_, part) in zip(names, parts, strict=True) for found in part.findings
    ]
    several = len(paths) > 1
    findings += [replace(found, sheet=str(path) * several) for path, part in parts for found in part.left_out]
    nameless = [name for name, sheet in sheets.items() if sheet["rater_id"].blank.all()]
    if not nameless or not _overlap(join(sheets)):
        return Reading(join(sheets), findings)
    own = dict(zip(names, short if len(set(short)) == len(short) else raters, strict=True))
    called = {name: _rated_by(sheet, own[name]) if name in nameless else sheet for name, sheet in sheets.items()}
    notes = tuple(f"{name}: rater_id is empty, so its rows count as those of rater {own[name]!r}" for name in nameless)
    return Reading(join(called), findings, notes)


def _read(path: Path, wants_rubric: bool) -> list[Part]:
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        raise InputError(f"{path}: a sheet's name ends in {', '.join(READERS)}; this one ends in '{path.suffix}'")
    function = partial(read_xlsx, wants_rubric=wants_rubric) if reader is read_xlsx else reader
    parts = reading(path, function)
    # a file of one worksheet needs no name for it
    return [replace(parts[0], page="")] if len(parts) == 1 else parts


def _name(path: Path, part: Part, with_file: bool, between: str) -> str:
    return between.join(filter(None, (str(path) if with_file else "", part.page)))


def _refuse_other_columns(sheets: dict[str, Sheet]) -> None:
    """Columns that one lacks and another has would be blank in a part of the rows."""
    common = set.intersection(*(set(sheet.missing) for sheet in sheets.values()))
    found = [
        replace(absent_columns(sheet, [column for column in sheet.missing if column not in common]), sheet=name)
        for name, sheet in sheets.items()
        if set(sheet.missing) - common
    ]
    if found:
        raise InvalidSheet(found)


def _overlap(sheet: Sheet) -> bool:
    """Whether two files have rows about the same prompt, model and criterion: then they are those of two raters."""
    if sheet.source is None or not len(sheet):
        return False
    key = sheet.groups(*KEYS)
    return len(np.unique(combine(key, sheet.source))) > len(np.unique(key))


def _rated_by(sheet: Sheet, rater: str) -> Sheet:
    return replace(sheet, columns={**sheet.columns, "rater_id": Column.of([rater] * len(sheet))})
