"""Texts by which a task is known, and where so much of one stands in another text that it was taken from there.

A text is known by its runs of four words: letters without their diacritics, case and punctuation do not matter. Where
most of a short text's runs or six of a longer one's stand in one place, in whatever order, it is told. Where prompts
share a beginning or an end, what lies between is known by itself: measured against the whole it would be too little.
"""

import math
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from puma_metrics.text import words1

RUN, FEWEST_LETTERS = 4, 12
"""Words of a run, and letters and digits of the shortest text that is no one's but its author's."""
RUN_LETTERS = 9
"""A run of fewer letters and digits is numbers and particles, which stand anywhere."""
MOST_RUNS, SHARE = 6, 0.6
"""So many runs tell a text, of a short one this share: nine words in a row, or several shorter passages."""
SHORTEST_CORE = 5
"""Words of the shortest part of a text that is known by itself, where the rest stands in other tasks too."""
PLACE = 200
"""Words that are read together as one place; half of them are read again with the next."""

_STROKES = str.maketrans("łøđħ", "lodh")


@dataclass(frozen=True)
class Text:
    """A text of a task: whose, what it is, and whether another task that has the same runs makes them nobody's."""

    task: str
    what: str
    words: tuple[str, ...]
    is_common: bool = False


def folded(text: str) -> list[str]:
    """The words of a text in lower case and without diacritics, as somebody types them who has no Polish keyboard.

    >>> folded("Zażółć GĘŚLĄ jaźń!")
    ['zazolc', 'gesla', 'jazn']
    """
    plain = " ".join(words1(text)).translate(_STROKES)
    if plain.isascii():
        return plain.split()
    return "".join(c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c)).split()


def runs(words: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Every RUN words in a row that are more than numbers and particles, with the number of the first, from 0."""
    for start in range(len(words) - RUN + 1):
        run = " ".join(words[start : start + RUN])
        if len(run) - RUN + 1 >= RUN_LETTERS:
            yield start, run


def is_telling(words: Sequence[str]) -> bool:
    """Whether a text is long enough to be known by.

    >>> is_telling(folded("To herb Leliwa Słowackiego.")), is_telling(folded("5, 2, 1, 3")), is_telling(["zamosc"])
    (True, False, False)
    """
    return len(words) >= RUN and sum(map(len, words)) >= FEWEST_LETTERS


class Index:
    """The runs of many texts, each with the texts that have it, so that one look at a place tells of all tasks."""

    def __init__(self, texts: Iterable[Text]):
        whole = [text for text in texts if is_telling(text.words)]
        common = _common(whole)
        self.texts = [*whole, *(core for text in whole if text.is_common for core in _cores(text, common))]
        self._owners = self._indexed()
        own = Counter(number for numbers in self._owners.values() for number in numbers)
        self._needed = [_needed(text) for text in self.texts]
        self._whole = [(f" {' '.join(t.words)} ", n) for n, t in enumerate(self.texts) if own[n] < self._needed[n]]

    def _indexed(self) -> Mapping[str, Sequence[int]]:
        found: dict[str, list[int]] = defaultdict(list)
        for number, text in enumerate(self.texts):
            for run in {run for _, run in runs(text.words)}:
                found[run].append(number)
        return {run: own for run, numbers in found.items() if (own := self._own(numbers))}

    def _own(self, numbers: list[int]) -> list[int]:
        """Of the texts that have a run those that are known by it: instructions stand in many prompts."""
        tasks = {self.texts[number].task for number in numbers}
        return [number for number in numbers if len(tasks) == 1 or not self.texts[number].is_common]

    def told(self, words: Sequence[str]) -> Iterator[Text]:
        """The texts of which enough stands in one place of a text, each once; one without runs of its own, whole."""
        joined = f" {' '.join(words)} "
        known = {number for whole, number in self._whole if whole in joined}
        for place in _places((at, run) for at, run in runs(words) if run in self._owners):
            known |= self._enough(place)
        yield from (self.texts[number] for number in sorted(known))

    def told_in_letters(self, letters: str) -> Iterator[Text]:
        """The texts of which enough stands in a few lines of letters between which no words are to be told apart."""
        found = (run for run in self._owners if run.replace(" ", "") in letters)
        yield from (self.texts[number] for number in sorted(self._enough(found)))

    def _enough(self, found: Iterable[str]) -> set[int]:
        """The texts that have enough of the runs found in one place."""
        counts = Counter(number for run in found for number in self._owners[run])
        return {number for number, count in counts.items() if count >= self._needed[number]}


def _edged(text: Text) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Every RUN words in a row and the number of the first; beginning and end count as words, two of them each."""
    words = ("", "", *text.words, "", "")
    yield from ((at - 2, words[at : at + RUN]) for at in range(len(words) - RUN + 1))


def _common(texts: Iterable[Text]) -> set[tuple[str, ...]]:
    """The runs that several tasks have, two words at a beginning or an end among them."""
    tasks: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for text in texts:
        for _, run in _edged(text):
            tasks[run].add(text.task)
    return {run for run, owners in tasks.items() if len(owners) > 1}


def _cores(text: Text, common: set[tuple[str, ...]]) -> Iterator[Text]:
    """What lies between the runs of a text that other tasks have too, if there are any, where it is long enough."""
    shared = {at + word for at, run in _edged(text) if run in common for word in range(RUN)}
    edges = [-1, *sorted(shared & set(range(len(text.words)))), len(text.words)]
    for before, after in pairwise(edges):
        words = text.words[before + 1 : after]
        if SHORTEST_CORE <= len(words) < len(text.words) and is_telling(words):
            yield replace(text, words=words)


def _needed(text: Text) -> int:
    own = {run for _, run in runs(text.words)}
    return max(1, min(MOST_RUNS, math.ceil(SHARE * len(own))))


def _places(found: Iterable[tuple[int, str]]) -> Iterable[set[str]]:
    """The different runs in each PLACE words, by where they start; each word is in two places that overlap."""
    half = PLACE // 2
    places: dict[int, set[str]] = defaultdict(set)
    for at, run in found:
        places[at // half].add(run)
        places[at // half + 1].add(run)
    return places.values()
