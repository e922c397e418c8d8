"""Findings that need more than one row: models, prompts and raters compared with each other.

Each check first counts with numpy whether a prompt can be at fault at all, and only then looks at its rows one by one.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from puma_metrics.errors import SheetFinding
from puma_metrics.rubric.sheet import Codes, Sheet, combine, natural, number, rows_where

Rubric = dict[str, tuple[str, ...]]
"""From a criterion to its weight and dimension, as a finding prints them."""


def check_across(sheet: Sheet) -> Iterator[SheetFinding]:
    """The findings about the sheet as a whole, prompt by prompt in natural order."""
    by_prompt: dict[str, list[SheetFinding]] = {}
    for prompt, finding in (*_absent_models(sheet), *_rubrics(sheet)):
        by_prompt.setdefault(prompt, []).append(finding)
    for prompt in sorted(by_prompt, key=natural):
        yield from by_prompt[prompt]
    yield from _penalties(sheet)
    yield from _copies(sheet, "rater_id", "model")
    yield from _copies(sheet, "model", "rater_id")


def presence(sheet: Sheet) -> NDArray[np.bool_]:
    """Whether there is a row at all, for each prompt and model (in the order of the columns' distinct texts)."""
    table = np.zeros((len(sheet["prompt_id"].values), len(sheet["model"].values)), bool)
    table[sheet["prompt_id"].codes[sheet.named], sheet["model"].codes[sheet.named]] = True
    return table


def _absent_models(sheet: Sheet) -> Iterator[tuple[str, SheetFinding]]:
    table = presence(sheet)
    known = np.asarray(table.any(0))
    prompts, models = sheet["prompt_id"].values, sheet["model"].values
    for place in rows_where(np.asarray(table.any(1))):
        for name in sorted(models[model] for model in rows_where(~table[place] & known)):
            yield prompts[place], SheetFinding(0, "E012", f"{prompts[place]}: no rows for model {name!r}")


def _rubrics(sheet: Sheet) -> Iterator[tuple[str, SheetFinding]]:
    prompts = sheet["prompt_id"].values
    for place in _suspects(sheet).tolist():
        prompt = prompts[place]
        rows = rows_where(sheet.named & (sheet["prompt_id"].codes == place))
        rubrics: dict[str, Rubric] = {sheet["model"].text(row): {} for row in rows}
        raters: dict[tuple[str, str], str] = {}
        for row in (row for row in rows if sheet.readable[row] and sheet.kind[row] == 0):
            model, criterion, rater = (sheet[name].text(row) for name in ("model", "criterion_id", "rater_id"))
            value = str(number(sheet["weight"].text(row))), sheet["dimension"].text(row)
            first = raters.setdefault((model, criterion), rater)
            if first == rater:  # of two copies, which are a finding of their own, the last counts
                rubrics[model][criterion] = value
            elif not _same(known := rubrics[model][criterion], value):
                between = f"{first!r} {known} and {rater!r} {value}"
                text = f"{prompt}/{model}: positive criterion {criterion!r} differs between raters {between}"
                yield prompt, SheetFinding(int(sheet.rows[row]), "E011", text)
        yield from ((prompt, finding) for finding in _compare(prompt, rubrics))


def _compare(prompt: str, rubrics: dict[str, Rubric]) -> Iterator[SheetFinding]:
    """Every model's positive criteria against those of the first model that has any."""
    reference = ""
    for model in sorted(rubrics):
        rubric = rubrics[model]
        if not rubric:
            text = "no positive criterion, so the maximum is 0 and the percentage is undefined"
            yield SheetFinding(0, "E018", f"{prompt}/{model}: {text}")
            continue
        reference = reference or model
        first = rubrics[reference]
        for criterion in sorted(first.keys() | rubric.keys()):
            one, other = first.get(criterion, ()), rubric.get(criterion, ())
            if not _same(one, other):
                text = f"positive criterion {criterion!r} differs between {reference!r} {one} and {model!r} {other}"
                yield SheetFinding(0, "E011", f"{prompt}: {text}")


def _same(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Equal as numbers and names: a weight of 5 is a weight of 5.0."""
    return one[1:] == other[1:] and len(one) == len(other) and (not one or float(one[0]) == float(other[0]))


def _suspects(sheet: Sheet) -> Codes:
    """The prompts in which the models do not all have the same positive criteria, or one has none."""
    prompt, model, criterion = (sheet[name].codes for name in ("prompt_id", "model", "criterion_id"))
    size = len(sheet["prompt_id"].values)
    rows = sheet.named & sheet.readable & (sheet.kind == 0)

    def distinct(*codes: Codes, where: NDArray[np.bool_] = rows) -> Codes:
        """Per prompt, how many distinct combinations its rows have."""
        first = np.unique(combine(prompt[where], *(code[where] for code in codes)), return_index=True)[1]
        return np.bincount(prompt[where][first], minlength=size)

    rubric, models = distinct(criterion), distinct(model)
    equal = distinct(criterion, sheet.amounts.weight, sheet["dimension"].codes) == rubric
    complete = distinct(model, criterion) == rubric * models
    return np.flatnonzero(~equal | ~complete | (models < distinct(model, where=sheet.named)))


def _penalties(sheet: Sheet) -> Iterator[SheetFinding]:
    """Raters who give the same negative criterion different weights; their mean still has a meaning."""
    rows = np.flatnonzero(sheet.named & sheet.readable & (sheet.kind == 1))
    group = combine(*(sheet[name].codes[rows] for name in ("prompt_id", "model", "criterion_id")))
    _, first = np.unique(group, return_index=True)
    weight = sheet.amounts.weight[rows]
    for place in np.flatnonzero(weight != weight[first[group]]) if len(rows) else ():
        values = [sheet["weight"].text(rows[where]) for where in (first[group[place]], place)]
        text = f"{sheet.address(rows[place])}: weight {values[1]} differs from another rater's {values[0]}"
        yield SheetFinding(int(sheet.rows[rows[place]]), "W111", text)


def _copies(sheet: Sheet, who: str, other: str) -> Iterator[SheetFinding]:
    """Pairs of raters (or models) with word for word the same annotations of a prompt, justifications included.

    A block without any justification proves nothing: two good answers pass every criterion alike.
    """
    names = ("criterion_id", "result", "error_types", "justification")
    content = combine(*(sheet[name].codes for name in names))
    block = combine(*(sheet[name].codes for name in ("prompt_id", other, who)))
    order = np.lexsort((content, block))
    starts = np.flatnonzero(np.diff(block[order], prepend=-1))
    justified = np.logical_or.reduceat(~sheet["justification"].blank[order], starts)
    pairs: dict[tuple[str, str], list[str]] = {}
    seen: dict[tuple[int, int, bytes], list[str]] = {}
    ends = np.append(starts[1:], len(order))
    context = combine(*(sheet[name].codes for name in ("prompt_id", other)))[order][starts]
    for place in np.flatnonzero(justified & _repeated(content[order], starts, context)):
        rows = order[starts[place] : ends[place]]
        key = int(sheet["prompt_id"].codes[rows[0]]), int(sheet[other].codes[rows[0]]), content[rows].tobytes()
        name = sheet[who].text(rows[0])
        for earlier in seen.setdefault(key, []):
            first, second = sorted((earlier, name), key=natural)
            pairs.setdefault((first, second), []).append(_block_name(sheet, rows[0], other))
        seen[key].append(name)
    for (first, second), blocks in sorted(pairs.items()):
        shown = ", ".join(sorted(blocks, key=natural)[:3]) + (", ..." if len(blocks) > 3 else "")
        kind = "raters" if who == "rater_id" else "models"
        text = f"{kind} {first!r} and {second!r} have identical annotations, justifications included, of {shown}"
        yield SheetFinding(0, "W109", text)


def _block_name(sheet: Sheet, row: int, other: str) -> str:
    return "/".join(filter(None, (sheet["prompt_id"].text(row), sheet[other].text(row))))


def _repeated(content: Codes, starts: Codes, context: Codes) -> NDArray[np.bool_]:
    """Per block, whether another block of its context has the same sum and size: others cannot be copies."""
    sizes = np.diff(np.append(starts, len(content)))
    mark = combine(context, sizes, np.add.reduceat(content, starts))
    return np.bincount(mark)[mark] > 1
