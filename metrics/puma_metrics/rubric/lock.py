"""The lock: the positive criteria, fixed and hashed before any model's output is seen (RUBRIC.md, "The two phases")."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from puma_metrics.errors import InputError, InvalidSheet, SheetFinding
from puma_metrics.rubric.findings import (
    absent_columns,
    dimension,
    duplicates,
    keys,
    kind,
    max_score,
    percentages,
    scope,
    vocabulary,
    weight,
)
from puma_metrics.rubric.sheet import Column, Sheet, cut, natural, number
from puma_metrics.rubric.wording import near_duplicates, signs
from puma_metrics.sentence import Sentence

FORMAT = 1
LOCKED = ("scope", "dimension", "objectivity", "explicitness", "weight", "criterion_text")
"""What is locked of a criterion, of the columns that the sheet has."""

NEEDED = ("prompt_id", "criterion_id", "weight", "dimension")
"""Without these columns there is no rubric."""

Criteria = Mapping[str, Mapping[str, Mapping[str, str]]]
"""From a prompt to its criteria, from a criterion to its columns' canonical texts."""


@dataclass(frozen=True)
class Lock:
    """The locked rubric.

    Attributes:
        columns: which columns are locked.
        criteria: the canonical text of every locked column.
    """

    columns: tuple[str, ...]
    criteria: Criteria

    @property
    def prompts(self) -> dict[str, str]:
        """SHA-256 of each prompt's criteria."""
        return {prompt: _digest(criteria) for prompt, criteria in self.criteria.items()}

    @property
    def sha256(self) -> str:
        """SHA-256 over all prompts' hashes and the names of the locked columns."""
        return _digest({"columns": self.columns, "prompts": self.prompts})


def lock_rubric(sheet: Sheet) -> Lock:
    """Locks the positive criteria of a sheet; it needs no model and no result, and kind only where negatives are in it.

    Canonical means: cleaned texts (NFKC, without invisible characters) and weights as shortest decimal numbers; neither
    the order of rows nor the number of models or raters matters.

    Raises:
        InvalidSheet: with every error that `check_rubric` finds.

    >>> rubric = {"prompt_id": ["Q1"], "criterion_id": ["P1"], "weight": ["5.0"], "dimension": ["Accuracy"]}
    >>> lock_rubric(Sheet.of(rubric)).criteria
    {'Q1': {'P1': {'dimension': 'Accuracy', 'weight': '5'}}}
    """
    errors = [finding for finding in check_rubric(sheet) if finding.is_error]
    if errors:
        raise InvalidSheet(errors)
    columns = _locked_columns(sheet)
    criteria, _ = _collect(sheet, columns)
    return Lock(columns, {prompt: _sorted(criteria[prompt]) for prompt in sorted(criteria, key=natural)})


def check_rubric(sheet: Sheet) -> tuple[SheetFinding, ...]:
    """All findings about the positive criteria of a sheet that need no model and no result; by row.

    >>> rubric = {"prompt_id": ["Q1"], "criterion_id": ["P1"], "weight": ["0"], "dimension": ["Accuracy"]}
    >>> [str(finding) for finding in check_rubric(Sheet.of(rubric))]
    ['row 2: E005: Q1/P1: positive criterion has weight 0; it must be > 0']
    """
    absent = [name for name in NEEDED if name in sheet.missing]
    if absent:
        return (absent_columns(sheet, absent),)
    alone = _positive(sheet)
    if not len(alone):
        return (SheetFinding(0, "E001", Sentence("no-positive-criterion")),)
    checks = [keys(alone, ("prompt_id", "criterion_id")), dimension(alone), kind(alone), weight(alone)]
    checks += [max_score(alone), percentages(alone), vocabulary(alone), near_duplicates(alone), signs(alone)]
    checks += [scope(alone)] if "scope" not in sheet.missing else []
    # rows of models repeat the criteria
    checks += [duplicates(replace(alone, columns=_named(alone)))] if "model" in sheet.missing else []
    found = _collect(alone, _locked_columns(sheet))[1] + [pair for check in checks for pair in check]
    return tuple(finding for _, finding in sorted(found, key=lambda pair: pair[0]))


def _positive(sheet: Sheet) -> Sheet:
    """The rows of a sheet that are not negative; a kind that is not given is positive."""
    given = sheet["kind"]
    positive = Column.encoded([text or "positive" for text in given.values], given.codes)
    rows = np.flatnonzero(given.map(lambda text: text != "negative", np.bool_))
    return replace(sheet, columns={**sheet.columns, "kind": positive}).take(rows)


def _named(sheet: Sheet) -> dict[str, Column]:
    """The columns with any text as model, without which no row counts as named."""
    return {**sheet.columns, "model": Column(("-",), np.zeros(len(sheet), np.int64))}


def _locked_columns(sheet: Sheet) -> tuple[str, ...]:
    return tuple(name for name in LOCKED if name not in sheet.missing and _is_used(sheet, name))


def _is_used(sheet: Sheet, name: str) -> bool:
    return name != "criterion_text" or not bool(sheet[name].blank.all())


def _sorted(criteria: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    return {name: criteria[name] for name in sorted(criteria, key=natural)}


def _collect(
    sheet: Sheet, columns: tuple[str, ...]
) -> tuple[dict[str, dict[str, dict[str, str]]], list[tuple[int, SheetFinding]]]:
    """The criteria of each prompt, from one row of each version of a criterion, and those that have two (E011)."""
    rows = np.flatnonzero(sheet["kind"].map(lambda kind: kind != "negative", np.bool_))
    version = sheet.take(rows).groups("prompt_id", "criterion_id", *columns) if len(rows) else rows
    criteria: dict[str, dict[str, dict[str, str]]] = {}
    findings: list[tuple[int, SheetFinding]] = []
    for row in rows[np.sort(np.unique(version, return_index=True)[1])].tolist():
        prompt, name = (sheet[column].text(row) for column in ("prompt_id", "criterion_id"))
        canonical = {column: _canonical(column, sheet[column].text(row)) for column in columns}
        known = criteria.setdefault(prompt, {}).setdefault(name, canonical)
        for column in columns:
            if known[column] != canonical[column]:
                here, earlier = cut(canonical[column]), cut(known[column])
                problem = Sentence("two-versions", column=column, here=here, earlier=earlier)
                text = Sentence("finding", address=(f"{cut(prompt)}/{cut(name)}",), problem=problem)
                findings.append((row, sheet.finding(row, "E011", text)))
    return criteria, findings


def _canonical(column: str, text: str) -> str:
    value = number(text) if column == "weight" else None
    if value is None:
        return " ".join(text.split())
    plain = format(value, "f")
    return plain.rstrip("0").rstrip(".") if "." in plain else plain


def lock_as_dict(lock: Lock) -> dict[str, Any]:
    """The lock as it is written to rubric.lock.json."""
    return {
        "format": FORMAT,
        "sha256": lock.sha256,
        "columns": list(lock.columns),
        "prompts": {
            prompt: {"sha256": digest, "criteria": lock.criteria[prompt]} for prompt, digest in lock.prompts.items()
        },
    }


def lock_from_dict(data: Any) -> Lock:
    """The lock from what `lock_as_dict` gave.

    Raises:
        InputError: not a lock, or its criteria do not give its hashes: somebody edited it.
    """
    try:
        criteria = {prompt: entry["criteria"] for prompt, entry in data["prompts"].items()}
        lock = Lock(tuple(data["columns"]), criteria)
        known = data["format"], data["sha256"], {prompt: entry["sha256"] for prompt, entry in data["prompts"].items()}
    except (TypeError, KeyError, AttributeError) as error:
        raise InputError(Sentence("no-lock", error=str(error))) from error
    if known[0] != FORMAT:
        raise InputError(Sentence("other-lock-format", found=repr(known[0]), format=FORMAT))
    if known[1:] != (lock.sha256, lock.prompts):
        raise InputError(Sentence("edited-lock"))
    return lock


def check_lock(sheet: Sheet, lock: Lock) -> tuple[SheetFinding, ...]:
    """What differs between the locked rubric and the sheet's positive criteria; nothing where they are the same.

    Only the locked columns are compared.

    Args:
        sheet: a sheet whose other findings hold no error.
        lock: the rubric as it was fixed.
    """
    absent = [name for name in lock.columns if name not in sheet.columns or name in sheet.missing]
    absent += [name for name in lock.columns if name == "criterion_text" and not _is_used(sheet, name)]
    if absent:
        return (_differing(Sentence("locked-columns-missing", names=tuple(absent))),)
    criteria, conflicts = _collect(sheet, lock.columns)
    if conflicts:
        return tuple(replace(item, code="E020", message=_differing(item.message).message) for _, item in conflicts)
    return tuple(
        _differing(text)
        for prompt in sorted(lock.criteria.keys() | criteria.keys(), key=natural)
        for text in _differences(prompt, lock.criteria.get(prompt, {}), criteria.get(prompt, {}))
    )


def _differing(what: str) -> SheetFinding:
    return SheetFinding(0, "E020", Sentence("differs-from-lock", what=what))


def _differences(prompt: str, locked: Mapping[str, Any], found: Mapping[str, Any]) -> Iterator[Sentence]:
    def at(place: str, problem: Sentence) -> Sentence:
        return Sentence("finding", address=(place,), problem=problem)

    if not locked or not found:
        yield at(prompt, Sentence("prompt-not-in-sheet") if locked else Sentence("prompt-not-in-lock"))
        return
    for name in sorted(locked.keys() | found.keys(), key=natural):
        if name not in locked or name not in found:
            absent = Sentence("criterion-not-in-sheet") if name in locked else Sentence("criterion-not-in-lock")
            yield at(f"{prompt}/{name}", absent)
            continue
        for column, text in locked[name].items():
            if found[name][column] != text:
                changed = Sentence("locked-as", column=column, locked=text, found=found[name][column])
                yield at(f"{prompt}/{name}", changed)


def _digest(value: Any) -> str:
    canonical = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()
