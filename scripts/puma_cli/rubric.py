"""`puma rubric`: from an annotation sheet to a leaderboard."""

import json
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any, Literal, TypeVar

import click

from puma_cli import rubric_files, rubric_tables, sheets
from puma_cli.files import print_json, say, write_text
from puma_cli.language import spoken
from puma_cli.opening import text_of
from puma_metrics.errors import InputError, SheetFinding
from puma_metrics.rubric import (
    TAXONOMY,
    Lock,
    Results,
    Settings,
    Taxonomy,
    check_lock,
    check_rubric,
    find_all,
    findings_as_list,
    lock_as_dict,
    lock_from_dict,
    lock_rubric,
    results_as_dict,
    score_checked,
    sheet_agreement,
)
from puma_metrics.rubric.lock import NEEDED

LOCK_NAME = "rubric.lock.json"
Command = TypeVar("Command", bound=Callable[..., Any])


class Refused(click.ClickException):
    """The input is refused: exit code 3."""

    exit_code = 3


@click.group()
def rubric() -> None:
    """Aggregate a rubric: check, lock and score an annotation sheet.

    A sheet has one row per prompt, model, criterion and rater: CSV, TSV, XLSX, JSONL or Parquet. Several files, and all
    worksheets of a workbook, count as one sheet; a file or worksheet that names no rater is a rater's own.
    """


def sheet_options(command: Command) -> Command:
    """One SHEET or several, or --sample in their place."""
    command = click.option("--sample", is_flag=True, help="Use the made-up sample sheet instead of SHEET.")(command)
    return click.argument("sheet", type=click.Path(path_type=Path), nargs=-1)(command)


def check_options(command: Command) -> Command:
    """What a sheet is compared with."""
    path = click.Path(path_type=Path)
    taxonomy = '{"names": [...], "aliases": {...}} in place of the nine error types.'
    command = click.option("--taxonomy", "taxonomy_path", type=path, metavar="FILE", help=taxonomy)(command)
    text = f"Refuse a rubric that differs from this {LOCK_NAME}."
    return click.option("--lock", "lock_path", type=path, metavar="FILE", help=text)(command)


@rubric.command()
@sheet_options
@check_options
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def check(
    sheet: tuple[Path, ...], sample: bool, lock_path: Path | None, taxonomy_path: Path | None, as_json: bool
) -> None:
    """Find every slip in a sheet. Exit code 3 when one of them is an error.

    A SHEET without the columns model and result is checked as a rubric alone, as lock and template do.
    """
    read = _read(sheet, sample)
    locked, taxonomy = _lock(lock_path), _taxonomy(taxonomy_path)
    if {"model", "result"} <= set(read.sheet.missing) and not set(NEEDED) & set(read.sheet.missing):
        _note("no columns model and result: checked as a rubric alone")
        found = _sorted(read, (*check_rubric(read.sheet), *(check_lock(read.sheet, locked) if locked else ())))
    else:
        found = _find(read, taxonomy, locked)
    if as_json:
        print_json(findings_as_list(found))
    else:
        for finding in found:
            say(finding.sentence)
    errors = sum(finding.is_error for finding in found)
    _note(f"{_number(len(read.sheet), 'row')}: {_number(errors, 'error')}, {_number(len(found) - errors, 'warning')}")
    if errors:
        raise SystemExit(Refused.exit_code)


@rubric.command()
@sheet_options
@click.option("--out", type=click.Path(path_type=Path), default=LOCK_NAME, show_default=True, help="The lock's file.")
@click.option("--force", is_flag=True, help="Replace a lock that differs.")
def lock(sheet: tuple[Path, ...], sample: bool, out: Path, force: bool) -> None:
    """Fix the positive criteria before any output is seen: commit the lock, then collect the answers.

    SHEET needs prompt_id, criterion_id, weight and dimension; the criteria's other columns are locked too where it has
    them. Prints the SHA-256 of the whole rubric.
    """
    locked = _rubric_of(sheet, sample)
    if out.exists() and not force and _lock(out) != locked:
        raise Refused(f"{out} holds the lock of a different rubric; keep it, or replace it with --force")
    _refusing(write_text, out, json.dumps(lock_as_dict(locked), ensure_ascii=False, indent=2) + "\n")
    say(locked.sha256)
    criteria = sum(map(len, locked.criteria.values()))
    _note(f"{_number(criteria, 'criterion', 'criteria')} of {_number(len(locked.criteria), 'prompt')} locked in {out}")


@rubric.command()
@sheet_options
@check_options
@click.option(
    "--on-missing",
    type=click.Choice(["error", "intersect"]),
    default="error",
    show_default=True,
    help="A model lacks a prompt: refuse the sheet, or score the prompts that all models have. "
    "A rater skipped a part of a prompt: warn, or leave the prompt out.",
)
@click.option(
    "--ddof", type=click.IntRange(0, 1), default=1, show_default=True, help="1: SD of a sample, 0: population."
)
@click.option("--resamples", type=click.IntRange(1), default=10_000, show_default=True, help="Draws of the statistics.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the draws.")
@click.option(
    "--confidence",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.95,
    show_default=True,
    help="Coverage of the intervals.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Write results, tables, figures, report.")
def score(
    sheet: tuple[Path, ...],
    sample: bool,
    lock_path: Path | None,
    taxonomy_path: Path | None,
    on_missing: Literal["error", "intersect"],
    ddof: int,
    resamples: int,
    seed: int,
    confidence: float,
    as_json: bool,
    out: Path | None,
) -> None:
    """Score a sheet: the leaderboard, the prompts, the errors, and whether the differences are real."""
    read = _read(sheet, sample)
    taxonomy, locked = _taxonomy(taxonomy_path), _lock(lock_path)
    beside = dict.fromkeys(path.parent / LOCK_NAME for path in sheet if (path.parent / LOCK_NAME).exists())
    for path in beside if locked is None else ():
        _note(f"{path} is not compared; name it with --lock")
    results: Results = _refusing(
        score_checked,
        read.sheet,
        _find(read, taxonomy, locked),
        taxonomy=taxonomy,
        on_missing=on_missing,
        ddof=ddof,
        settings=Settings(resamples, seed, confidence),
        locked=locked,
    )
    if as_json:
        print_json(results_as_dict(results))
    else:
        rubric_tables.print_results(results)
        for finding in results.findings:
            _note(finding.sentence)
    if out:
        _refusing(rubric_files.write_results, results, read.sheet, out, _note)


@rubric.command()
@sheet_options
@click.option("--json", "as_json", is_flag=True, help="Print the coefficients as JSON.")
def agree(sheet: tuple[Path, ...], sample: bool, as_json: bool) -> None:
    """Measure how far the raters agree: raw, Cohen, Fleiss, Krippendorff, Gwet."""
    read = _read(sheet, sample)
    found = _find(read, TAXONOMY, None)
    _refuse_errors(found, tolerated=("E012", "E016", "E018"))
    if len(read.sheet["rater_id"].values) < 2:
        raise Refused("agreement needs at least two raters; the column rater_id names one at most")
    for finding in found:
        if finding.code in ("W123", "W124", "W125"):  # what is measured, and on what
            _note(finding.sentence)
    agreement = sheet_agreement(read.sheet)
    if as_json:
        print_json(rubric_tables.agreement_as_list(agreement))
    else:
        rubric_tables.print_agreement(agreement)


@rubric.command()
@sheet_options
@click.option("--model", "models", multiple=True, help="A model to annotate; repeat it for each.")
@click.option("--rater", "raters", multiple=True, default=("r1",), show_default=True, help="A rater; repeat for each.")
@click.option(
    "--out", type=click.Path(path_type=Path), default="annotations", show_default=True, help="Name, no ending."
)
@click.option("--force", is_flag=True, help="Replace files that exist.")
def template(
    sheet: tuple[Path, ...], sample: bool, models: tuple[str, ...], raters: tuple[str, ...], out: Path, force: bool
) -> None:
    """Make an empty sheet to fill in, as XLSX with drop-down lists and as CSV.

    SHEET is the rubric: its positive criteria give the rows, once per model and rater.
    """
    if not models and not sample:
        raise click.UsageError("name the models to annotate: --model A --model B")
    locked = _rubric_of(sheet, sample)
    header, rows = _refusing(rubric_files.template, locked, models or ("A", "B"), raters)
    paths = [out.with_name(out.name + ending) for ending in (".csv", ".xlsx")]
    existing = [str(path) for path in paths if path.exists() and not force]
    if existing:
        raise Refused(f"{' and '.join(existing)}: exists, perhaps filled in; choose another --out, or --force")
    _refusing(rubric_files.write_template, header, rows, *paths)
    for path in paths:
        say(path)
    _note(f"{_number(len(rows), 'row')} to fill in")


def _read(paths: tuple[Path, ...], sample: bool, wants_rubric: bool = False) -> sheets.Reading:
    if bool(paths) is sample:
        raise click.UsageError("name a SHEET, or use --sample to see the made-up one; not both")
    if sample:
        _note("the sample sheet: its answers, raters and judgements are made up")
        with resources.as_file(resources.files("puma_dataset") / "sample" / "rubric_sample.csv") as path:
            found: sheets.Reading = _refusing(sheets.read_sheets, [path])
        return found
    found = _refusing(sheets.read_sheets, paths, wants_rubric)
    for note in found.notes:
        _note(note)
    return found


def _rubric_of(paths: tuple[Path, ...], sample: bool) -> Lock:
    """The rubric of the files; its errors refuse it, here and not when the sheets are filled in."""
    read = _read(paths, sample, wants_rubric=True)
    found = _sorted(read, check_rubric(read.sheet))
    _refuse_errors(found)
    for finding in found:
        _note(finding.sentence)
    locked: Lock = _refusing(lock_rubric, read.sheet)
    return locked


def _find(read: sheets.Reading, taxonomy: Taxonomy, locked: Lock | None) -> tuple[SheetFinding, ...]:
    return _sorted(read, find_all(read.sheet, taxonomy, locked))


def _sorted(read: sheets.Reading, found: tuple[SheetFinding, ...]) -> tuple[SheetFinding, ...]:
    """The findings about the files and those about their content, by file and row; those of the whole last."""
    places = {name: place for place, name in enumerate(read.sheet.sources)}
    last = int(read.sheet.rows.max(initial=1)) + len(places) + 1

    def key(finding: SheetFinding) -> tuple[int, int]:
        return (places.get(finding.sheet, 0), finding.row) if finding.row else (len(places), last)

    return tuple(sorted((*read.findings, *found), key=key))


def _refuse_errors(found: tuple[SheetFinding, ...] | list[SheetFinding], tolerated: tuple[str, ...] = ()) -> None:
    errors = [finding.sentence for finding in found if finding.is_error and finding.code not in tolerated]
    if errors:
        raise Refused("\n".join(map(spoken, errors)))


def _refusing(function: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    """The function's value; what it refuses ends the command with exit code 3."""
    try:
        return function(*arguments, **options)
    except InputError as error:
        raise Refused(spoken(error.sentence)) from error


def _lock(path: Path | None) -> Lock | None:
    return None if path is None else _refusing(lock_from_dict, _json(path))


def _taxonomy(path: Path | None) -> Taxonomy:
    if path is None:
        return TAXONOMY
    data = _json(path)
    names = data.get("names") if isinstance(data, dict) else None
    aliases = data.get("aliases", {}) if isinstance(data, dict) else None
    if not isinstance(names, list) or not names or not isinstance(aliases, dict):
        raise Refused(f'{path}: expected {{"names": ["Omission", ...], "aliases": {{"OMIT": "Omission"}}}}')
    if not all(isinstance(text, str) for text in (*names, *aliases.values())) or set(aliases.values()) - set(names):
        raise Refused(f"{path}: names must be texts, and every alias must lead to one of them")
    return Taxonomy(tuple(dict.fromkeys(names)), aliases)


def _json(path: Path) -> Any:
    try:
        return json.loads(_refusing(text_of, path))
    except (ValueError, RecursionError) as error:
        raise Refused(f"{path}: not JSON in UTF-8 ({error})") from error


def _note(text: str) -> None:
    say(text, err=True)


def _number(count: int, singular: str, plural: str = "") -> str:
    return f"{count:,} {singular if count == 1 else plural or singular + 's'}"
