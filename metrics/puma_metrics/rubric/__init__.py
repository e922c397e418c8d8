"""Rubric aggregation: from the columns of an annotation sheet to a leaderboard, its errors and its uncertainty.

In reading order: sheet (normalizing), taxonomy, findings (with consistency, raters, wording and similar), scores,
errors, statistics, results; reliability and agreement for the raters; lock for a rubric that is fixed before any output
is seen.

>>> sheet = Sheet.of({
...     "prompt_id": ["Q1", "Q1"], "model": ["A", "A"], "scope": ["cultural"] * 2, "criterion_id": ["P1", "P2"],
...     "kind": ["positive"] * 2, "dimension": ["Accuracy"] * 2, "objectivity": ["objective"] * 2,
...     "explicitness": ["explicit"] * 2, "weight": ["3", "1"], "max_score": ["3", "1"], "result": ["pass", "fail"],
...     "score": ["3", "0"], "error_types": ["", "Omission"], "justification": ["", "brak daty"]})
>>> check_sheet(sheet)
()
>>> float(score_sheet(sheet).scores["A"].macro)
75.0
"""

from puma_metrics.rubric.agreement import Agreement, sheet_agreement
from puma_metrics.rubric.findings import check_sheet
from puma_metrics.rubric.lock import Lock, check_lock, check_rubric, lock_as_dict, lock_from_dict, lock_rubric
from puma_metrics.rubric.results import Results, find_all, findings_as_list, results_as_dict, score_checked, score_sheet
from puma_metrics.rubric.sheet import Column, Sheet, join
from puma_metrics.rubric.statistics import Settings
from puma_metrics.rubric.taxonomy import TAXONOMY, Taxonomy

__all__ = [
    "TAXONOMY",
    "Agreement",
    "Column",
    "Lock",
    "Results",
    "Settings",
    "Sheet",
    "Taxonomy",
    "check_lock",
    "check_rubric",
    "check_sheet",
    "find_all",
    "findings_as_list",
    "join",
    "lock_as_dict",
    "lock_from_dict",
    "lock_rubric",
    "results_as_dict",
    "score_checked",
    "score_sheet",
    "sheet_agreement",
]
