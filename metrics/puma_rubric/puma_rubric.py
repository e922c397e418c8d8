"""Rubric aggregation as an `evaluate` module: the columns of an annotation sheet in, a leaderboard out."""

import datasets
import evaluate

import puma_metrics.rubric  # From: puma-bench
import puma_metrics.rubric.sheet  # From: puma-bench

DESCRIPTION = """Scores of models from experts' annotations, criterion by criterion: percentages that are never clipped,
the error taxonomy, intervals and paired tests. Every slip in the sheet is found; a sheet with errors is refused."""

KWARGS = """One list of texts per column of the sheet, all required ones, and optionally
    rater_id, criterion_text, response; further on_missing="intersect", ddof=0, resamples, seed, confidence."""


class PumaRubric(evaluate.Metric):
    """The sheet's required columns are the features; see README.md."""

    def _info(self):
        columns = {name: datasets.Value("string") for name in puma_metrics.rubric.sheet.REQUIRED}
        return evaluate.MetricInfo(
            description=DESCRIPTION, citation="", inputs_description=KWARGS, features=datasets.Features(columns)
        )

    def compute(self, **columns):
        """As every module's; but a missing column is named before evaluate trips over it."""
        missing = [name for name in puma_metrics.rubric.sheet.REQUIRED if name not in columns]
        if missing and "prompt_id" in columns:
            raise ValueError(f"missing column(s): {', '.join(missing)}")
        return super().compute(**columns)

    def _compute(self, *, on_missing="error", ddof=1, resamples=10_000, seed=0, confidence=0.95, **columns):
        known = (*puma_metrics.rubric.sheet.REQUIRED, *puma_metrics.rubric.sheet.OPTIONAL)
        if unknown := columns.keys() - set(known):
            raise TypeError(f"unknown argument(s): {', '.join(sorted(unknown))}")
        settings = puma_metrics.rubric.Settings(resamples, seed, confidence)
        sheet = puma_metrics.rubric.Sheet.of(columns)
        results = puma_metrics.rubric.score_sheet(sheet, on_missing=on_missing, ddof=ddof, settings=settings)
        return puma_metrics.rubric.results_as_dict(results)
