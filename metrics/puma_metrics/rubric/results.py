"""From a sheet to everything that is said about it: one call, one value, one plain form of it."""

import hashlib
import json
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

import puma_metrics
from puma_metrics.errors import InputError, InvalidSheet, SheetFinding
from puma_metrics.rubric.consistency import complete
from puma_metrics.rubric.errors import ErrorTables, tabulate_errors
from puma_metrics.rubric.findings import check_sheet
from puma_metrics.rubric.lock import Lock, check_lock
from puma_metrics.rubric.raters import balanced
from puma_metrics.rubric.scores import Grid, ModelScores, difficulty, ranking, score_grid, score_models
from puma_metrics.rubric.sheet import Sheet, natural, rows_where
from puma_metrics.rubric.statistics import (
    Pair,
    Settings,
    bootstrap_means,
    compare_pairs,
    intervals,
    rank_probabilities,
    tied_with_best,
)
from puma_metrics.rubric.taxonomy import TAXONOMY, Taxonomy
from puma_metrics.sentence import Sentence

FORMAT = 1
LISTED = 5
"""How many of the hardest and of the easiest prompts are listed at most."""


@dataclass(frozen=True, eq=False)
class Results:
    """Everything that is said about a sheet.

    Attributes:
        grid: points per prompt and model.
        scores: per model.
        ranking: models by macro, best first.
        intervals: of each model's macro; None where there is only one prompt.
        rank_probabilities: per model, how probable each rank is.
        tied_with_best: the best model and those that it does not beat significantly.
        pairs: every pair of models.
        errors: the tables of the error taxonomy.
        difficulty: per prompt, its mean percentage over the models.
        left_out: prompts that some model lacks, under on_missing="intersect".
        findings: warnings; a sheet with errors has no results.
        ddof: 1 for a sample's standard deviation, 0 for a population's.
        signature: what the numbers depend on beside the sheet.
    """

    grid: Grid
    scores: dict[str, ModelScores]
    ranking: list[str]
    intervals: dict[str, tuple[float, float] | None]
    rank_probabilities: dict[str, list[float]]
    tied_with_best: list[str]
    pairs: list[Pair]
    errors: ErrorTables
    difficulty: dict[str, float]
    left_out: tuple[str, ...]
    findings: tuple[SheetFinding, ...]
    ddof: int
    signature: str

    @property
    def by_difficulty(self) -> list[str]:
        """The prompts, hardest first; equally hard ones by name."""
        return sorted(self.difficulty, key=lambda prompt: (self.difficulty[prompt], natural(prompt)))


def score_sheet(
    sheet: Sheet,
    *,
    taxonomy: Taxonomy = TAXONOMY,
    lock: Lock | None = None,
    on_missing: Literal["error", "intersect"] = "error",
    ddof: int = 1,
    settings: Settings = Settings(),  # noqa: B008 (frozen)
) -> Results:
    """Checks a sheet and scores it (RUBRIC.md; the paper's equations 1 to 5, reconstructed).

    Args:
        sheet: from `Sheet.of`.
        taxonomy: the error types.
        lock: refuse the sheet where its positive criteria differ from these.
        on_missing: "error" refuses a sheet in which a model lacks a prompt, and warns of a rater who skipped a model or
            a criterion of a prompt (W123); "intersect" scores the prompts that every model has and every rater of
            theirs judged in full, and names the others.
        ddof: 1 for the standard deviation of a sample, 0 for that of a population.
        settings: of the bootstrap and the permutation test.

    Raises:
        InvalidSheet: with every error that the sheet has.
        InputError: no prompt is common to all models.
    """
    found = find_all(sheet, taxonomy, lock)
    return score_checked(
        sheet, found, taxonomy=taxonomy, on_missing=on_missing, ddof=ddof, settings=settings, locked=lock
    )


def find_all(sheet: Sheet, taxonomy: Taxonomy = TAXONOMY, lock: Lock | None = None) -> tuple[SheetFinding, ...]:
    """The findings of `check_sheet`, and with a lock those of `check_lock`."""
    found = check_sheet(sheet, taxonomy)
    return found if lock is None or sheet.missing or not len(sheet) else (*found, *check_lock(sheet, lock))


def _refuse(found: tuple[SheetFinding, ...], on_missing: str, ddof: int) -> None:
    if on_missing not in ("error", "intersect") or ddof not in (0, 1):
        raise ValueError(f"on_missing is 'error' or 'intersect' and ddof 0 or 1, not {on_missing!r} and {ddof!r}")
    tolerated = ("E012",) if on_missing == "intersect" else ()
    errors = [finding for finding in found if finding.is_error and finding.code not in tolerated]
    if errors:
        raise InvalidSheet(errors)


def score_checked(
    sheet: Sheet,
    found: tuple[SheetFinding, ...],
    *,
    taxonomy: Taxonomy = TAXONOMY,
    on_missing: Literal["error", "intersect"] = "error",
    ddof: int = 1,
    settings: Settings = Settings(),  # noqa: B008 (frozen)
    locked: Lock | None = None,
) -> Results:
    """`score_sheet` for a sheet whose findings are known already."""
    _refuse(found, on_missing, ddof)
    sheet, left_out = _intersect(sheet) if on_missing == "intersect" else (sheet, ())
    grid = score_grid(sheet)
    scores = score_models(grid, ddof)
    ranked = ranking(scores)
    table = grid.percentages
    means = bootstrap_means(table, settings)
    pairs = compare_pairs(table, grid.models, means, settings)
    bounds: list[tuple[float, float] | None] = [*intervals(means, settings.confidence)]
    if len(table) < 2:  # drawing one prompt again and again says nothing
        bounds, pairs = [None] * len(bounds), [replace(pair, interval=None) for pair in pairs]
    return Results(
        grid=grid,
        scores=scores,
        ranking=ranked,
        intervals=dict(zip(grid.models, bounds, strict=True)),
        rank_probabilities=dict(zip(grid.models, rank_probabilities(means).tolist(), strict=True)),
        tied_with_best=tied_with_best(ranked, pairs, settings.confidence),
        pairs=pairs,
        errors=tabulate_errors(sheet, taxonomy),
        difficulty=difficulty(grid),
        left_out=left_out,
        findings=tuple(_left_out_warnings(found, on_missing)),
        ddof=ddof,
        signature=_signature(taxonomy, settings, ddof, on_missing, locked),
    )


def _intersect(sheet: Sheet) -> tuple[Sheet, tuple[str, ...]]:
    """The prompts that all models have, and that each of their raters judged for all of them; the others by name."""
    common = complete(sheet)
    if not common.any():
        raise InputError(Sentence("no-common-prompt"))
    kept = common & balanced(sheet)
    if not kept.any():
        raise InputError(Sentence("no-full-prompt"))
    names = [sheet["prompt_id"].values[place] for place in rows_where(~kept)]
    return sheet.take(np.flatnonzero(kept[sheet["prompt_id"].codes])), tuple(sorted(names, key=natural))


def _left_out_warnings(found: tuple[SheetFinding, ...], on_missing: str) -> list[SheetFinding]:
    """The findings with the gaps of models and raters that were left out as such warnings."""
    return [_left_out(finding) if on_missing == "intersect" else finding for finding in found]


def _left_out(finding: SheetFinding) -> SheetFinding:
    """A gap as the warning that it was left out; any other finding as it is."""
    message = finding.message
    if finding.code == "E012":
        effect = Sentence("effect-prompt-left-out")
        return replace(finding, code="W120", message=Sentence("with-effect", what=message, effect=effect))
    if finding.code == "W123" and isinstance(message, Sentence):
        left_out = Sentence("with-effect", what=message.values["what"], effect=Sentence("effect-left-out"))
        return replace(finding, code="W120", message=left_out)
    return finding


def _signature(taxonomy: Taxonomy, settings: Settings, ddof: int, on_missing: str, lock: Lock | None) -> str:
    types = json.dumps([taxonomy.names, dict(taxonomy.aliases)], ensure_ascii=False, sort_keys=True)
    parts = {
        "puma_rubric": FORMAT,
        "sd": f"ddof{ddof}",
        "interval": f"percentile-bootstrap-{settings.confidence:g}",
        "test": "sign-flip-holm",
        "resamples": settings.resamples,
        "seed": settings.seed,
        "missing": on_missing,
        "taxonomy": hashlib.sha256(types.encode()).hexdigest()[:8],
        "lock": lock.sha256[:8] if lock else "none",
        "version": puma_metrics.__version__,
    }
    return "|".join(f"{name}:{value}" for name, value in parts.items())


def results_as_dict(results: Results) -> dict[str, Any]:
    """The results as plain values, as `puma rubric score --json` prints them (RUBRIC.md, "Results")."""
    ordered = results.by_difficulty
    listed = max(1, min(LISTED, len(ordered) // 2))
    return {
        "format": FORMAT,
        "signature": results.signature,
        "models": {model: _model(results, model) for model in results.grid.models},
        "ranking": results.ranking,
        "prompts": _prompts(results),
        "error_types": _error_types(results.errors),
        "pairs": [_pair(results, pair) for pair in results.pairs],
        "ranks": {
            model: {"probabilities": shares, "tied_with_best": model in results.tied_with_best}
            for model, shares in results.rank_probabilities.items()
        },
        "hardest": ordered[:listed],
        "easiest": ordered[::-1][:listed],
        "left_out": list(results.left_out),
        "sd_ddof": results.ddof,
        "findings": findings_as_list(results.findings),
    }


def findings_as_list(findings: tuple[SheetFinding, ...]) -> list[dict[str, Any]]:
    """The findings as plain values; with the file or worksheet of the row where the sheet has several."""
    return [
        {
            "row": finding.row,
            "code": finding.code,
            "message": str(finding.message),
            **({"sheet": finding.sheet} if finding.sheet else {}),
        }
        for finding in findings
    ]


def _model(results: Results, model: str) -> dict[str, Any]:
    scores, interval = results.scores[model], results.intervals[model]
    return {
        "prompts": scores.prompts,
        "macro": float(scores.macro),
        "micro": float(scores.micro),
        "sd": scores.sd,
        "median": float(scores.median),
        "minimum": float(scores.minimum),
        "maximum": float(scores.maximum),
        "at_least_50": scores.at_least_50,
        "negative": scores.negative,
        "errors": int(results.errors.per_model[results.errors.models.index(model)]),
        "interval": list(interval) if interval else None,
    }


def _prompts(results: Results) -> dict[str, Any]:
    table = results.grid.percentages.tolist()
    return {
        prompt: {"mean": results.difficulty[prompt], "models": dict(zip(results.grid.models, row, strict=True))}
        for prompt, row in zip(results.grid.prompts, table, strict=True)
    }


def _error_types(errors: ErrorTables) -> dict[str, Any]:
    """The types that occur, most frequent first."""
    total = int(errors.per_type.sum())
    frequent = sorted(np.flatnonzero(errors.per_type), key=lambda place: -errors.per_type[place])
    return {
        errors.types[place]: {
            "count": int(errors.per_type[place]),
            "share": int(errors.per_type[place]) / total,
            "models": {model: _cell(errors, int(place), column) for column, model in enumerate(errors.models)},
        }
        for place in frequent
    }


def _cell(errors: ErrorTables, place: int, column: int) -> dict[str, Any]:
    count, of_model = int(errors.instances[place, column]), int(errors.per_model[column])
    return {
        "count": count,
        "share": count / of_model if of_model else 0.0,
        "prevalence": int(errors.prompts[place, column]) / int(errors.asked[column]),
        "points_lost": float(errors.lost[place][column]),
    }


def _pair(results: Results, pair: Pair) -> dict[str, Any]:
    return {
        "a": pair.a,
        "b": pair.b,
        "difference": float(results.scores[pair.a].macro - results.scores[pair.b].macro),
        "interval": list(pair.interval) if pair.interval else None,
        "p": pair.p,
        "p_holm": pair.p_holm,
    }
