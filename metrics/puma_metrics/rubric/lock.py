"""The lock: the positive criteria, fixed and hashed before any model's output is seen (RUBRIC.md, "The two phases")."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from puma_metrics.errors import InputError, InvalidSheet, SheetFinding
from puma_metrics.rubric.sheet import DIMENSIONS, SCOPES, Sheet, natural, number

FORMAT = 1
LOCKED = ("scope", "dimension", "objectivity", "explicitness", "weight", "criterion_text")
"""What is locked of a criterion, of the columns that the sheet has."""

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
        InvalidSheet: a criterion is nameless, has no positive weight, or occurs in two versions.

    >>> rubric = {"prompt_id": ["Q1"], "criterion_id": ["P1"], "weight": ["5.0"], "dimension": ["Accuracy"]}
    >>> lock_rubric(Sheet.of(rubric)).criteria
    {'Q1': {'P1': {'dimension': 'Accuracy', 'weight': '5'}}}
    """
    absent = [name for name in ("prompt_id", "criterion_id", "weight", "dimension") if name in sheet.missing]
    if absent:
        raise InvalidSheet([SheetFinding(0, "E001", f"missing column(s): {', '.join(absent)}")])
    columns = tuple(name for name in LOCKED if name not in sheet.missing and _is_used(sheet, name))
    criteria, findings = _collect(sheet, columns)
    if not criteria and not findings:
        findings = [SheetFinding(0, "E001", "the sheet has no positive criterion")]
    if findings:
        raise InvalidSheet(findings)
    return Lock(columns, {prompt: _sorted(criteria[prompt]) for prompt in sorted(criteria, key=natural)})


def _is_used(sheet: Sheet, name: str) -> bool:
    return name != "criterion_text" or not bool(sheet[name].blank.all())


def _sorted(criteria: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    return {name: criteria[name] for name in sorted(criteria, key=natural)}


def _collect(sheet: Sheet, columns: tuple[str, ...]) -> tuple[dict[str, dict[str, dict[str, str]]], list[SheetFinding]]:
    """The criteria of each prompt, from one row of each version of a criterion, and what is wrong with them."""
    rows = np.flatnonzero(sheet["kind"].map(lambda kind: kind != "negative", np.bool_))
    version = sheet.take(rows).groups("prompt_id", "criterion_id", *columns) if len(rows) else rows
    criteria: dict[str, dict[str, dict[str, str]]] = {}
    findings: list[SheetFinding] = []
    for row in rows[np.sort(np.unique(version, return_index=True)[1])].tolist():
        prompt, name, kind = (sheet[column].text(row) for column in ("prompt_id", "criterion_id", "kind"))
        canonical = {column: _canonical(column, sheet[column].text(row)) for column in columns}
        findings += [
            SheetFinding(int(sheet.rows[row]), *problem) for problem in _problems(prompt, name, kind, canonical)
        ]
        known = criteria.setdefault(prompt, {}).setdefault(name, canonical)
        for column in columns:
            if known[column] != canonical[column]:
                text = (
                    f"{prompt}/{name}: {column} is {canonical[column]!r} here and {known[column]!r} in an earlier row"
                )
                findings.append(SheetFinding(int(sheet.rows[row]), "E011", text))
    return criteria, findings


def _canonical(column: str, text: str) -> str:
    value = number(text) if column == "weight" else None
    if value is None:
        return " ".join(text.split())
    plain = format(value, "f")
    return plain.rstrip("0").rstrip(".") if "." in plain else plain


def _problems(prompt: str, name: str, kind: str, canonical: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    if kind not in ("", "positive"):
        yield "E003", f"{prompt}/{name}: kind {kind!r} must be 'positive' or 'negative'"
    for key, text in (("prompt_id", prompt), ("criterion_id", name)):
        if not text:
            yield "E002", f"{key} is empty"
    weight = number(canonical["weight"])
    if weight is None:
        yield "E004", f"{prompt}/{name}: weight {canonical['weight']!r} is not a finite number"
    elif weight <= 0:
        yield "E005", f"{prompt}/{name}: positive criterion has weight {weight}; it must be > 0"
    if canonical["dimension"] not in DIMENSIONS:
        text = f"dimension {canonical['dimension']!r} is not one of {list(DIMENSIONS)}"
        yield "E014", f"{prompt}/{name}: {text}"
    if canonical.get("scope", SCOPES[0]) not in SCOPES:
        yield "E013", f"{prompt}/{name}: scope {canonical['scope']!r} must be '{SCOPES[0]}' or '{SCOPES[1]}'"


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
        raise InputError(f"this is not a rubric lock ({error}); make one with: puma rubric lock SHEET") from error
    if known[0] != FORMAT:
        raise InputError(f"the lock has format {known[0]!r}; this version reads format {FORMAT}")
    if known[1:] != (lock.sha256, lock.prompts):
        raise InputError("the lock's criteria do not give its hashes: it was edited; restore it from version control")
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
        return (
            SheetFinding(0, "E020", f"differs from the lock: the locked column(s) {', '.join(absent)} are missing"),
        )
    criteria, conflicts = _collect(sheet, lock.columns)
    if conflicts:
        return tuple(SheetFinding(item.row, "E020", f"differs from the lock: {item.message}") for item in conflicts)
    return tuple(
        SheetFinding(0, "E020", f"differs from the lock: {text}")
        for prompt in sorted(lock.criteria.keys() | criteria.keys(), key=natural)
        for text in _differences(prompt, lock.criteria.get(prompt, {}), criteria.get(prompt, {}))
    )


def _differences(prompt: str, locked: Mapping[str, Any], found: Mapping[str, Any]) -> Iterator[str]:
    if not locked or not found:
        yield f"{prompt}: the prompt is not in the {'sheet' if locked else 'lock'}"
        return
    for name in sorted(locked.keys() | found.keys(), key=natural):
        if name not in locked or name not in found:
            yield f"{prompt}/{name}: the criterion is not in the {'sheet' if name in locked else 'lock'}"
            continue
        for column, text in locked[name].items():
            if found[name][column] != text:
                yield f"{prompt}/{name}: {column} was locked as {text!r} and is {found[name][column]!r}"


def _digest(value: Any) -> str:
    canonical = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()
