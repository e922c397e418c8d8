"""Findings that need more than one row: models, prompts and raters compared with each other.

Each check first counts with numpy whether a prompt can be at fault at all, and only then looks at its rows one by one.
What a large sheet has more than LISTED of is counted in one finding, so that time and findings grow with its rows only.
"""

from collections.abc import Iterator
from heapq import merge
from itertools import combinations, groupby, islice

import numpy as np
from numpy.typing import NDArray

from puma_metrics.errors import SheetFinding
from puma_metrics.rubric.raters import skipped
from puma_metrics.rubric.sheet import LISTED, Codes, Sheet, combine, cut, listed, natural, number
from puma_metrics.sentence import Sentence

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
    yield from skipped(sheet)
    yield from _copies(sheet, "rater_id", "model")
    yield from _copies(sheet, "model", "rater_id")


def complete(sheet: Sheet) -> NDArray[np.bool_]:
    """Per prompt, in the order of the column's distinct texts, whether every model has a row."""
    pairs = _present(sheet)
    counts: Codes = np.bincount(pairs[:, 0], minlength=len(sheet["prompt_id"].values))
    return counts == len(np.unique(pairs[:, 1]))


def _present(sheet: Sheet) -> Codes:
    """Each pair of a prompt and a model that has a row, by their codes, in order."""
    codes = np.stack([sheet[name].codes[sheet.named] for name in ("prompt_id", "model")], 1)
    return np.unique(codes, axis=0)


def _absent_models(sheet: Sheet) -> Iterator[tuple[str, SheetFinding]]:
    pairs = _present(sheet)
    prompts, models = sheet["prompt_id"].values, sheet["model"].values
    known = sorted(np.unique(pairs[:, 1]).tolist(), key=lambda place: models[place])
    for group in _grouped(pairs[:, 0]):
        if len(group) == len(known):
            continue
        prompt, there = prompts[pairs[group[0], 0]], set(pairs[group, 1].tolist())
        # no more steps than the prompt has rows, and LISTED
        absent = list(islice((models[place] for place in known if place not in there), LISTED))
        yield from ((prompt, finding) for finding in _no_rows(prompt, absent, len(known) - len(there)))


def _no_rows(prompt: str, absent: list[str], size: int) -> Iterator[SheetFinding]:
    if size > LISTED:
        names = tuple(map(cut, absent))
        text = Sentence("no-rows-for-models", models=size, names=names, more=size - LISTED)
        yield _about("E012", cut(prompt), text)
        return
    for name in absent:
        yield _about("E012", cut(prompt), Sentence("no-rows-for-model", model=cut(name)))


def _about(code: str, place: str, problem: str) -> SheetFinding:
    """A finding that begins with the prompt, or with prompt and model."""
    return SheetFinding(0, code, Sentence("finding", address=(place,), problem=problem))


def _grouped(codes: Codes) -> list[Codes]:
    """The places of each code, codes in order and places too."""
    order = np.argsort(codes, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(codes[order])) + 1) if len(codes) else []


def _rubrics(sheet: Sheet) -> Iterator[tuple[str, SheetFinding]]:
    prompts, codes = sheet["prompt_id"].values, sheet["prompt_id"].codes
    named, suspects = np.flatnonzero(sheet.named), set(_suspects(sheet).tolist())
    for group in _grouped(codes[named]):
        rows, place = named[group].tolist(), int(codes[named[group[0]]])
        if place not in suspects:
            continue
        prompt = prompts[place]
        rubrics: dict[str, Rubric] = {sheet["model"].text(row): {} for row in rows}
        raters: dict[tuple[str, str], str] = {}
        for row in (row for row in rows if sheet.readable[row] and sheet.kind[row] == 0):
            model, criterion, rater = (sheet[name].text(row) for name in ("model", "criterion_id", "rater_id"))
            value = str(number(sheet["weight"].text(row))), cut(sheet["dimension"].text(row))
            first = raters.setdefault((model, criterion), rater)
            if first == rater:  # of two copies, which are a finding of their own, the last counts
                rubrics[model][criterion] = value
            elif not _same(known := rubrics[model][criterion], value):
                between = {"first": cut(first), "first_has": known, "second": cut(rater), "second_has": value}
                problem = Sentence("raters-differ", criterion=cut(criterion), **between)
                address = (f"{cut(prompt)}/{cut(model)}",)
                yield prompt, sheet.finding(row, "E011", Sentence("finding", address=address, problem=problem))
        yield from ((prompt, finding) for finding in _compare(prompt, rubrics))


def _compare(prompt: str, rubrics: dict[str, Rubric]) -> Iterator[SheetFinding]:
    """Every model's positive criteria against those of the first model that has any."""
    reference, first, ordered = "", Rubric(), list[str]()  # of the first model that has any
    for model in sorted(rubrics):
        rubric = rubrics[model]
        if not rubric:
            yield _about("E018", f"{cut(prompt)}/{cut(model)}", Sentence("no-positive"))
            continue
        if not first:
            first, ordered, reference = rubric, sorted(rubric), model
        between = cut(reference), cut(model)
        yield from _differences(cut(prompt), between, first, rubric, ordered)


def _differences(
    address: str, between: tuple[str, str], first: Rubric, rubric: Rubric, ordered: list[str]
) -> Iterator[SheetFinding]:
    """The first LISTED criteria in which two models differ, and how many more; in steps of the second one's size."""
    common = [name for name in rubric if name in first]
    size = len(first) + len(rubric) - 2 * len(common) + sum(not _same(first[name], rubric[name]) for name in common)
    names = (name for name, _ in groupby(merge(ordered, sorted(rubric))))
    different = (name for name in names if not _same(first.get(name, ()), rubric.get(name, ())))
    for name in islice(different, min(size, LISTED)):
        has = {"first_has": first.get(name, ()), "second_has": rubric.get(name, ())}
        pair = {"first": between[0], "second": between[1]}
        yield _about("E011", address, Sentence("models-differ", criterion=cut(name), **pair, **has))
    if size > LISTED:
        text = Sentence("more-criteria-differ", more=size - LISTED, first=between[0], second=between[1])
        yield _about("E011", address, text)


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
        values = [cut(sheet["weight"].text(rows[where])) for where in (first[group[place]], place)]
        yield sheet.placed(rows[place], "W111", Sentence("weights-differ", weight=values[1], other=values[0]))


def _copies(sheet: Sheet, who: str, other: str) -> Iterator[SheetFinding]:
    """Raters (or models), two or many, with word for word the same annotations of a prompt, justifications included.

    A block without any justification proves nothing: two good answers pass every criterion alike.
    """
    columns = ("criterion_id", "result", "error_types", "justification")
    content = combine(*(sheet[name].codes for name in columns))
    block = combine(*(sheet[name].codes for name in ("prompt_id", other, who)))
    order = np.lexsort((content, block))
    starts = np.flatnonzero(np.diff(block[order], prepend=-1))
    justified = np.logical_or.reduceat(~sheet["justification"].blank[order], starts)
    copies: dict[tuple[int, int, bytes], list[int]] = {}
    ends = np.append(starts[1:], len(order))
    context = combine(*(sheet[name].codes for name in ("prompt_id", other)))[order][starts]
    for place in np.flatnonzero(justified & _repeated(content[order], starts, context)):
        rows = order[starts[place] : ends[place]]
        key = int(sheet["prompt_id"].codes[rows[0]]), int(sheet[other].codes[rows[0]]), content[rows].tobytes()
        copies.setdefault(key, []).append(int(rows[0]))
    blocks: dict[tuple[str, ...], list[str]] = {}
    for firsts in copies.values():
        names = sorted((sheet[who].text(row) for row in firsts), key=natural)
        # of many that are alike, each pair would be too much to read
        for alike in combinations(names, 2) if len(names) <= LISTED else [tuple(names)]:
            blocks.setdefault(alike, []).append(_block_name(sheet, firsts[0], other))
    kind = "raters-alike" if who == "rater_id" else "models-alike"
    for alike, where in sorted(blocks.items()):
        more = Sentence("and-so-on") if len(where) > 3 else ""
        shown = tuple(sorted(where, key=natural)[:3])
        yield SheetFinding(0, "W109", Sentence(kind, names=_alike(alike), where=shown, more=more))


def _alike(names: tuple[str, ...]) -> Sentence:
    quoted = [Sentence("cell", value=cut(name)) for name in names]
    return Sentence("both", first=quoted[0], second=quoted[1]) if len(quoted) == 2 else listed(quoted)


def _block_name(sheet: Sheet, row: int, other: str) -> str:
    return "/".join(filter(None, (cut(sheet[name].text(row)) for name in ("prompt_id", other))))


def _repeated(content: Codes, starts: Codes, context: Codes) -> NDArray[np.bool_]:
    """Per block, whether another block of its context has the same sum and size: others cannot be copies."""
    sizes = np.diff(np.append(starts, len(content)))
    mark = combine(context, sizes, np.add.reduceat(content, starts))
    return np.bincount(mark)[mark] > 1
