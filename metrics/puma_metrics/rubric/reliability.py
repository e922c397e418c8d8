"""Agreement between raters beyond chance, for names without an order (RUBRIC.md, "Statistics").

Ratings are counted into a table, units by categories; every coefficient starts from it. On data that make a coefficient
undefined the value is None and the reason is said, never nan.

Cohen 1960, Educational and Psychological Measurement 20; Fleiss 1971, Psychological Bulletin 76; Krippendorff 2011,
Computing Krippendorff's Alpha-Reliability; Gwet 2008, British Journal of Mathematical and Statistical Psychology 61.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.float64]
"""Units (what was rated) by categories: how many raters chose the category."""


@dataclass(frozen=True)
class Coefficient:
    """A coefficient: 1 for perfect agreement, 0 at the level of chance; None, with the reason, where undefined."""

    value: float | None
    reason: str = ""


NO_PAIRS = Coefficient(None, "no unit was rated by two raters")
CONSTANT = Coefficient(None, "all ratings are the same, so agreement by chance is certain")


def count_ratings(
    raters: Sequence[Sequence[Hashable]], categories: Sequence[Hashable] = ()
) -> tuple[tuple[Hashable, ...], Counts]:
    """The categories, and how often each was chosen for each unit.

    Args:
        raters: one list per rater, all in the same order of units; None where a rater did not rate.
        categories: the declared ones; those that occur are added after them.

    Raises:
        ValueError: the lists differ in length.

    >>> count_ratings([["pass", "fail"], ["pass", None]])[1].tolist()
    [[2.0, 0.0], [0.0, 1.0]]
    """
    if len({len(ratings) for ratings in raters}) > 1:
        raise ValueError("the raters' lists differ in length; write None for a unit that a rater did not rate")
    occurring = (rating for ratings in raters for rating in ratings if rating is not None)
    places = {name: place for place, name in enumerate(dict.fromkeys((*categories, *occurring)))}
    counts = np.zeros((len(raters[0]) if raters else 0, len(places)))
    for ratings in raters:
        given = [(unit, places[rating]) for unit, rating in enumerate(ratings) if rating is not None]
        np.add.at(counts, tuple(np.array(given, np.int64).reshape(-1, 2).T), 1)
    return tuple(places), counts


def raw_agreement(counts: Counts) -> Coefficient:
    """The share of agreeing pairs of raters, averaged over the units with at least two ratings.

    >>> raw_agreement(np.array([[2.0, 0.0], [1.0, 1.0]])).value
    0.5
    """
    counts = _rated_twice(counts)
    return Coefficient(float(_agreement(counts).mean())) if len(counts) else NO_PAIRS


def cohen_kappa(first: Sequence[Hashable], second: Sequence[Hashable]) -> Coefficient:
    """Cohen's kappa of two raters: chance agreement from each rater's own shares.

    Args:
        first, second: their ratings of the same units in the same order; units that one left out (None) are skipped.

    Raises:
        ValueError: the lists differ in length.

    >>> cohen_kappa([1, 1, 0, 1, 0, 0, 1, 1], [1, 1, 0, 0, 0, 0, 1, 1]).value
    0.75
    """
    both = [pair for pair in zip(first, second, strict=True) if None not in pair]
    names = {name: place for place, name in enumerate(dict.fromkeys(name for pair in both for name in pair))}
    table = np.zeros((len(names), len(names)))
    for one, other in both:
        table[names[one], names[other]] += 1
    return cohen_kappa_of(table)


def cohen_kappa_of(table: Counts) -> Coefficient:
    """Cohen's kappa from the square table of the first rater's categories by the second's."""
    total = table.sum()
    if not total:
        return NO_PAIRS
    chance = float(table.sum(0) @ table.sum(1)) / total**2
    return CONSTANT if chance == 1 else Coefficient(float((np.trace(table) / total - chance) / (1 - chance)))


def fleiss_kappa(counts: Counts) -> Coefficient:
    """Fleiss' kappa: chance agreement from the shares of all ratings together; needs equally many raters per unit."""
    sizes = np.unique(counts.sum(1))
    if not len(sizes) or sizes.max() < 2:
        return NO_PAIRS
    if len(sizes) > 1:
        return Coefficient(
            None, f"the units have between {int(sizes[0])} and {int(sizes[-1])} ratings, not equally many"
        )
    chance = float(((counts.sum(0) / counts.sum()) ** 2).sum())
    return CONSTANT if chance == 1 else Coefficient(float((_agreement(counts).mean() - chance) / (1 - chance)))


def krippendorff_alpha(counts: Counts) -> Coefficient:
    """Krippendorff's alpha for nominal data: observed over expected disagreement, missing ratings allowed."""
    counts = _rated_twice(counts)
    if not len(counts):
        return NO_PAIRS
    sizes, totals = counts.sum(1, keepdims=True), counts.sum(0)
    total = totals.sum()
    observed = float(((sizes - counts) * counts / (sizes - 1)).sum()) / total
    expected = float(total**2 - (totals**2).sum()) / (total * (total - 1))
    return Coefficient(1 - observed / expected) if expected else CONSTANT


def gwet_ac1(counts: Counts) -> Coefficient:
    """Gwet's AC1: chance agreement only where raters are unsure, so that rare categories do not spoil it.

    The number of columns is the number of categories there are, chosen or not: declare them all.

    >>> gwet_ac1(np.array([[2.0, 0.0], [2.0, 0.0]])).value
    1.0
    """
    rated, paired = counts[counts.sum(1) >= 1], _rated_twice(counts)
    if not len(paired):
        return NO_PAIRS
    if counts.shape[1] < 2:
        return Coefficient(None, "only one category; declare all categories that raters could choose")
    shares = (rated / rated.sum(1, keepdims=True)).mean(0)
    chance = float((shares * (1 - shares)).sum()) / (counts.shape[1] - 1)
    return Coefficient(float((_agreement(paired).mean() - chance) / (1 - chance)))


def _rated_twice(counts: Counts) -> Counts:
    return counts[counts.sum(1) >= 2]


def _agreement(counts: Counts) -> Counts:
    """Per unit, the share of pairs of its ratings that agree."""
    sizes = counts.sum(1)
    return (counts * (counts - 1)).sum(1) / (sizes * (sizes - 1))
