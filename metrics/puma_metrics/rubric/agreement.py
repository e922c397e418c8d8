"""Reliability of a sheet: how far its raters agree on the results, in all and in parts of the rubric."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from puma_metrics.rubric.reliability import (
    Coefficient,
    cohen_kappa_of,
    fleiss_kappa,
    gwet_ac1,
    krippendorff_alpha,
    raw_agreement,
)
from puma_metrics.rubric.sheet import KEYS, Codes, Sheet

PARTS = ("kind", "dimension", "objectivity", "explicitness", "scope")


@dataclass(frozen=True)
class Agreement:
    """The coefficients of one part of the sheet.

    Attributes:
        part: "all", or a column and its value.
        units: combinations of prompt, model and criterion that at least two raters judged.
        cohen: Cohen's kappa of each pair of raters.
    """

    part: str
    units: int
    raw: Coefficient
    fleiss: Coefficient
    alpha: Coefficient
    ac1: Coefficient
    cohen: dict[tuple[str, str], Coefficient]


def sheet_agreement(sheet: Sheet) -> list[Agreement]:
    """Agreement of the raters on error or no error, for the whole sheet and for each part of the rubric.

    Pass and absent mean no error, fail and present an error: two categories, declared, so that AC1 is defined on a
    sheet without errors. Criteria that only one rater judged say nothing about agreement and are left out.

    Args:
        sheet: one whose findings hold no error; there may be any number of raters.
    """
    raters = sheet["rater_id"].ordered()
    unit = sheet.groups(*KEYS)
    ratings = np.full((int(unit.max(initial=-1)) + 1, len(raters.values)), -1)
    ratings[unit, raters.codes] = sheet.result
    first = np.unique(unit, return_index=True)[1]
    return [
        _agreement(part, ratings[rows], raters.values)
        for part, rows in _parts(sheet, first)
        if ((ratings[rows] >= 0).sum(1) >= 2).any() or part == "all"
    ]


def _parts(sheet: Sheet, first: Codes) -> Iterator[tuple[str, NDArray[np.bool_]]]:
    yield "all", np.ones(len(first), np.bool_)
    for name in PARTS:
        column = sheet[name].ordered()
        for place, value in enumerate(column.values):
            yield f"{name}: {value}", column.codes[first] == place


def _agreement(part: str, ratings: Codes, raters: tuple[str, ...]) -> Agreement:
    counts = np.stack([(ratings == category).sum(1) for category in (0, 1)], 1).astype(np.float64)
    counts = counts[counts.sum(1) >= 2]
    return Agreement(
        part=part,
        units=len(counts),
        raw=raw_agreement(counts),
        fleiss=fleiss_kappa(counts),
        alpha=krippendorff_alpha(counts),
        ac1=gwet_ac1(counts),
        cohen={
            (raters[one], raters[other]): cohen_kappa_of(_cross(ratings[:, one], ratings[:, other]))
            for one, other in combinations(range(len(raters)), 2)
        },
    )


def _cross(one: Codes, other: Codes) -> NDArray[np.float64]:
    both = (one >= 0) & (other >= 0)
    return np.bincount(2 * one[both] + other[both], minlength=4).reshape(2, 2).astype(np.float64)
