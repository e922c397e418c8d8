"""Unbalanced designs: a rater who judged a prompt, but not all models or criteria of it.

The mean over a criterion's raters then compares models by different raters. Who judged nothing of a prompt is no such
case: all models have the same raters there.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from puma_metrics.errors import SheetFinding
from puma_metrics.rubric.sheet import LISTED, Codes, Sheet, combine, cut, listed, natural
from puma_metrics.sentence import Sentence

MOST_GAPS = 10_000
"""So many combinations of rater, model and prompt are named at most; what is more is said to be more."""
MOST_PAIRS = 50
"""So many combinations of rater and model get a finding of their own."""


Gaps = dict[tuple[str, str], list[str]]
"""From a rater and a model to the prompts, each with the criteria that are missing if it is not all of them."""


def balanced(sheet: Sheet) -> NDArray[np.bool_]:
    """Per prompt, in the order of the column's distinct texts, whether each of its raters judged all of it."""
    rows = _judged(sheet)
    prompt = sheet["prompt_id"].codes[rows]
    model, criterion, rater = (sheet[name].codes[rows] for name in ("model", "criterion_id", "rater_id"))
    size = len(sheet["prompt_id"].values)

    def distinct(*codes: Codes) -> Codes:
        first = np.unique(combine(prompt, *codes), return_index=True)[1]
        return np.bincount(prompt[first], minlength=size)

    return distinct(model, criterion, rater) == distinct(rater) * distinct(model, criterion)


def _judged(sheet: Sheet) -> Codes:
    """The rows of positive criteria: negative ones are found per answer, and need not be the same for all."""
    return np.flatnonzero(sheet.named & sheet.readable & (sheet.kind == 0))


def skipped(sheet: Sheet) -> Iterator[SheetFinding]:
    """W123: which rater did not judge which model of which prompts, or which criteria of it."""
    suspects = ~balanced(sheet)
    if not suspects.any():
        return
    rows = _judged(sheet)
    by_prompt: dict[str, list[int]] = defaultdict(list)
    for row in rows[suspects[sheet["prompt_id"].codes[rows]]].tolist():
        by_prompt[sheet["prompt_id"].text(row)].append(row)
    gaps: Gaps = defaultdict(list)
    found = (gap for prompt in sorted(by_prompt, key=natural) for gap in _gaps(sheet, prompt, by_prompt[prompt]))
    for rater, model, where in islice(found, MOST_GAPS):
        gaps[rater, model].append(where)
    yield from _as_findings(gaps, next(found, None) is not None)


def _gaps(sheet: Sheet, prompt: str, rows: Sequence[int]) -> Iterator[tuple[str, str, str]]:
    """Rater, model and where: a prompt, with its criteria that were not judged if it is not all of them."""
    wanted: dict[str, set[str]] = defaultdict(set)
    judged: dict[tuple[str, str], set[str]] = defaultdict(set)
    for row in rows:
        rater, model, criterion = (sheet[name].text(row) for name in ("rater_id", "model", "criterion_id"))
        wanted[model].add(criterion)
        judged[rater, model].add(criterion)
    ordered = {model: sorted(criteria, key=natural) for model, criteria in wanted.items()}
    for rater in sorted({rater for rater, _ in judged}, key=natural):
        for model in sorted(wanted, key=natural):
            has = judged.get((rater, model), set())
            if len(has) < len(wanted[model]):
                yield rater, model, cut(prompt) + _missing(ordered[model], has)


def _missing(criteria: Sequence[str], has: set[str]) -> str:
    if not has:
        return ""
    names = list(islice((cut(name) for name in criteria if name not in has), LISTED))
    more = len(criteria) - len(has) - len(names)
    return f" ({', '.join(names)}{', ...' if more else ''})"


def _as_findings(gaps: Mapping[tuple[str, str], list[str]], is_cut: bool) -> Iterator[SheetFinding]:
    pairs = sorted(gaps, key=lambda pair: (natural(pair[0]), natural(pair[1])))
    for rater, model in pairs[:MOST_PAIRS]:
        where = listed(gaps[rater, model])
        what = Sentence("rater-skipped", rater=cut(rater), model=cut(model), prompts=where)
        yield SheetFinding(0, "W123", Sentence("with-effect", what=what, effect=Sentence("effect-means")))
    if rest := pairs[MOST_PAIRS:]:
        what = Sentence("pairs-skipped-or-more" if is_cut else "pairs-skipped", pairs=len(rest))
        yield SheetFinding(0, "W123", Sentence("with-effect", what=what, effect=Sentence("effect-means")))
