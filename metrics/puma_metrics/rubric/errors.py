"""Tables of the error taxonomy. An instance is a row times an error type (RUBRIC.md, "Scores", errors)."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puma_metrics.rubric.scores import points
from puma_metrics.rubric.sheet import Sheet, combine
from puma_metrics.rubric.taxonomy import TAXONOMY, Taxonomy


@dataclass(frozen=True, eq=False)
class ErrorTables:
    """Counts per error type (row) and model (column).

    Attributes:
        types: every name of the taxonomy, those that never occur too.
        models: names, in natural order.
        instances: rows times types.
        prompts: prompts with at least one instance.
        lost: points lost, exact; a row's loss is split equally over its types and is divided by its criterion's raters,
            so that all losses of a model add up to M - S.
        asked: per model, how many prompts it answered.
    """

    types: tuple[str, ...]
    models: tuple[str, ...]
    instances: NDArray[np.int64]
    prompts: NDArray[np.int64]
    lost: tuple[tuple[Fraction, ...], ...]
    asked: NDArray[np.int64]

    @property
    def per_model(self) -> NDArray[np.int64]:
        return self.instances.sum(0)

    @property
    def per_type(self) -> NDArray[np.int64]:
        return self.instances.sum(1)


def tabulate_errors(sheet: Sheet, taxonomy: Taxonomy = TAXONOMY) -> ErrorTables:
    """The tables of a sheet without errors; tags of rows without an error of the model are ignored.

    >>> sheet = Sheet.of({"prompt_id": ["Q"], "model": ["A"], "criterion_id": ["P1"], "kind": ["positive"],
    ...     "weight": ["3"], "result": ["fail"], "error_types": ["Omission; Formatting"]})
    >>> tables = tabulate_errors(sheet)
    >>> tables.per_model.tolist(), sum(row[0] for row in tables.lost), tables.lost[1]
    ([2], Fraction(3, 1), (Fraction(3, 2),))
    """
    cells, models = sheet["error_types"], sheet["model"].ordered()
    size = len(models.values)
    faults = sheet.result == 1
    carries = _memberships(cells.values, taxonomy)
    counts = np.zeros((len(cells.values), size), np.int64)
    np.add.at(counts, (cells.codes[faults], models.codes[faults]), 1)
    prompt = sheet["prompt_id"].codes
    return ErrorTables(
        types=taxonomy.names,
        models=models.values,
        instances=carries.T @ counts,
        prompts=_prevalence(carries[cells.codes[faults]], prompt[faults], models.codes[faults], size),
        lost=_losses(sheet, carries, faults, models.codes, size),
        asked=_distinct(prompt, models.codes, size),
    )


def _memberships(cells: tuple[str, ...], taxonomy: Taxonomy) -> NDArray[np.int64]:
    """1 where the distinct cell (row) carries the error type (column); a tag given twice counts once."""
    found = [{tag.name for tag in tags} for tags in taxonomy.tags_of(cells)]
    return np.array([[int(name in names) for name in taxonomy.names] for names in found], np.int64)


def _prevalence(
    carries: NDArray[np.int64], prompt: NDArray[np.int64], model: NDArray[np.int64], size: int
) -> NDArray[np.int64]:
    columns = (carries[:, place] > 0 for place in range(carries.shape[1]))
    return np.array([_distinct(prompt[column], model[column], size) for column in columns])


def _distinct(prompt: NDArray[np.int64], model: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """Per model, how many different prompts."""
    first = np.unique(combine(prompt, model), return_index=True)[1]
    return np.bincount(model[first], minlength=size)


def _losses(
    sheet: Sheet, carries: NDArray[np.int64], faults: NDArray[np.bool_], model: NDArray[np.int64], size: int
) -> tuple[tuple[Fraction, ...], ...]:
    share, unit = points(sheet)
    lost: NDArray[Any] = np.zeros((len(carries), size), share.dtype)
    np.add.at(lost, (sheet["error_types"].codes[faults], model[faults]), abs(share[faults]))
    sizes = carries.sum(1)
    whole = math.lcm(*(int(number) for number in np.unique(sizes) if number))
    parts = np.where(sizes, whole // np.maximum(sizes, 1), 0).astype(object)
    split = (carries.astype(object) * parts[:, None]).T @ lost.astype(object)
    return tuple(tuple(Fraction(int(value), unit * whole) for value in row) for row in split)
