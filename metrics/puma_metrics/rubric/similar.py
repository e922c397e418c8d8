"""Texts that are nearly the same, found without comparing each with each.

Two sets of which 95 % is common share one of the few rarest members of the one and of the other. So each text is
listed under its rarest 3-grams only, and compared only with the texts that are listed under the same ones: those that
are found are those that comparing all would find.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from heapq import merge
from itertools import groupby
from math import ceil

from puma_metrics.rubric.sheet import LISTED, clean

NEAR_DUPLICATE = 0.95
"""Jaccard similarity of the character 3-grams of two criteria from which on they say the same."""
MOST_COMPARED = 100_000
"""Comparisons within one prompt, long texts counted more; texts made to be alike could ask for far more."""

Grams = tuple[str, ...]


def trigrams(text: str) -> frozenset[str]:
    """The character 3-grams of the folded text.

    >>> sorted(trigrams("Ala ma"))
    [' ma', 'a m', 'ala', 'la ']
    """
    text = " ".join(clean(text).casefold().split())
    return frozenset(text[start : start + 3] for start in range(max(1, len(text) - 2)))


def ordered_grams(sets: Sequence[frozenset[str]]) -> list[Grams]:
    """Each set's members, those first that the fewest sets have."""
    counts = Counter(gram for grams in sets for gram in grams)
    return [tuple(sorted(grams, key=lambda gram: (counts[gram], gram))) for grams in sets]


def similarity(one: frozenset[str], other: frozenset[str]) -> float:
    """Jaccard: the share of the 3-grams that both have."""
    return len(one & other) / len(one | other)


@dataclass
class Similar:
    """The texts of one prompt so far, by their rarest 3-grams.

    Attributes:
        compared: how many pairs were compared, a pair of long texts as several.
    """

    compared: int = 0
    _by_gram: dict[str, list[int]] = field(default_factory=dict)
    _known: list[tuple[int, int, frozenset[str]]] = field(default_factory=list)

    @property
    def is_cut(self) -> bool:
        return self.compared >= MOST_COMPARED

    def add(self, row: int, grams: Grams, criterion: int) -> list[int]:
        """The rows of other criteria that say nearly the same as this one: all, or the first of more than LISTED."""
        own, near = frozenset(grams), list[int]()
        rare = grams[: len(grams) - ceil(NEAR_DUPLICATE * len(grams) - 1e-9) + 1]
        # merged and not collected: where many are alike, the first few are enough
        for place, _ in groupby(merge(*(self._by_gram.get(gram, ()) for gram in rare))):
            if self.is_cut or len(near) > LISTED:
                break
            self.compared += 1 + len(own) // 200
            other, its_criterion, theirs = self._known[place]
            if its_criterion != criterion and similarity(own, theirs) >= NEAR_DUPLICATE:
                near.append(other)
        for gram in rare:
            self._by_gram.setdefault(gram, []).append(len(self._known))
        self._known.append((row, criterion, own))
        return near
