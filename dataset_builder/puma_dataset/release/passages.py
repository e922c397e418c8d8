"""Texts by which a task is known, and where so much of one stands in another text that it was taken from there.

A text is known by two kinds of pieces, as letters and digits alone, so that it does not matter how they are parted:
runs of four words, of which most of a short text or six of a longer one must stand in one place, in whatever order; and
passages of nine words, or a shorter text as a whole, of which one is enough. Where prompts share a beginning or an end,
what lies between is known by itself: measured against the whole it would be too little.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from .letters import folded, streams
from .needles import Needles

RUN, FEWEST_LETTERS = 4, 12
"""Words of a run, and letters and digits of the shortest text that is no one's but its author's."""
RUN_LETTERS = 9
"""A run of fewer letters and digits is numbers and particles, which stand anywhere."""
MOST_RUNS, SHARE = 6, 0.6
"""So many runs tell a text, of a short one this share: nine words in a row, or several shorter passages."""
PASSAGE, FEWEST_DIGITS = 9, 12
"""Words of a passage, and digits of one that has numbers alone."""
SHORTEST_CORE = 5
"""Words of the shortest part of a text that is known by itself, where the rest stands in other tasks too."""
PLACE = 1200
"""Letters that are read together as one place, some two hundred words; half of them are read again with the next."""


@dataclass(frozen=True)
class Text:
    """A text of a task: whose, what it is, and whether another task that has the same runs makes them nobody's.

    `written` are its words between spaces, each folded: "" where it has no letter, several words where it has a hyphen.
    A form is filled in, as a rule is: what it has in common with others is never known, not even as a whole.
    """

    task: str
    what: str
    written: tuple[str, ...]
    is_common: bool = False
    is_form: bool = False

    @cached_property
    def words(self) -> tuple[str, ...]:
        return tuple(" ".join(self.written).split())


def text_of(task: str, what: str, text: str, is_common: bool = False, is_form: bool = False) -> Text:
    """A text as it stands in a task."""
    return Text(task, what, tuple(" ".join(folded(word)) for word in text.split()), is_common, is_form)


def runs(words: Sequence[str]) -> Iterator[str]:
    """The letters of every RUN words in a row that are more than numbers and particles."""
    for start in range(len(words) - RUN + 1):
        run = "".join(words[start : start + RUN])
        if len(run) >= RUN_LETTERS:
            yield run


def passages(text: Text) -> Iterator[str]:
    """The letters of every PASSAGE words in a row, however words are counted; of a shorter text those of the whole."""
    for words in (text.written, text.words):
        for start in range(max(1, len(words) - PASSAGE + 1)):
            passage = " ".join(words[start : start + PASSAGE]).split()
            letters = "".join(passage)
            if len(letters) >= FEWEST_LETTERS and not (letters.isdecimal() and _is_counting(passage)):
                yield letters


def _is_counting(numbers: Sequence[str]) -> bool:
    """Whether numbers go on in equal steps, as anybody counts."""
    steps = {int(after) - int(before) for before, after in pairwise(numbers)}
    return len(steps) < 2 or len("".join(numbers)) < FEWEST_DIGITS


def is_telling(words: Sequence[str]) -> bool:
    """Whether a text is long enough to be known by.

    >>> is_telling(folded("To herb Leliwa Słowackiego.")), is_telling(folded("5, 2, 1, 3")), is_telling(["zamosc"])
    (True, False, False)
    """
    return len(words) >= RUN and sum(map(len, words)) >= FEWEST_LETTERS


class Index:
    """The pieces of many texts, each with the texts that have it, so that one look at a place tells of all tasks.

    Passages that stand in the texts of `public` are no secret; where it is not said what is public, those that several
    tasks have.
    """

    def __init__(self, texts: Iterable[Text], public: Sequence[str] | None = None):
        whole = [text for text in texts if is_telling(text.words)]
        common = _common(whole)
        self.texts = [*whole, *(core for text in whole if text.is_common for core in _cores(text, common))]
        self._needed = [_needed(text) for text in self.texts]
        self._owners = self._own(self._indexed(runs(text.words) for text in self.texts))
        self._passages = self._indexed(passages(text) for text in self.texts)
        if public is None:
            self._passages = self._own(self._passages)
        else:
            told = Needles(self._passages, RUN_LETTERS)
            for passage in {piece for text in public for _, piece in told.find("".join(folded(text)))}:
                del self._passages[passage]
            self._give_up_forms(public)
        self._add_wholes()
        self._needles = Needles([*self._owners, *self._passages], RUN_LETTERS)

    def _give_up_forms(self, public: Sequence[str]) -> None:
        """A form's runs may stand in a public one, too, whose word begins with the letters of the run's last."""
        forms = {run: numbers for run, numbers in self._owners.items() if any(map(self._is_form, numbers))}
        told = Needles(forms, RUN_LETTERS)
        for run in {piece for text in public for _, piece in told.find("".join(folded(text)))}:
            self._owners[run] = [number for number in forms[run] if not self._is_form(number)]

    def _is_form(self, number: int) -> bool:
        return self.texts[number].is_form

    def _add_wholes(self) -> None:
        """A text that has too little to itself is known as a whole."""
        own = Counter(number for numbers in self._owners.values() for number in numbers)
        for number, text in enumerate(self.texts):
            if own[number] < self._needed[number] and not text.is_form:
                self._passages.setdefault("".join(text.words), []).append(number)

    def _indexed(self, pieces: Iterable[Iterable[str]]) -> dict[str, list[int]]:
        found: dict[str, list[int]] = defaultdict(list)
        for number, own in enumerate(pieces):
            for piece in set(own):
                found[piece].append(number)
        return dict(found)

    def _own(self, pieces: Mapping[str, list[int]]) -> dict[str, list[int]]:
        """Of the texts that have a piece those that are known by it: instructions stand in many prompts."""
        found = {}
        for piece, numbers in pieces.items():
            tasks = {self.texts[number].task for number in numbers}
            if own := [number for number in numbers if len(tasks) == 1 or not self.texts[number].is_common]:
                found[piece] = own
        return found

    def told(self, words: Sequence[str]) -> Iterator[Text]:
        """The texts of which enough stands in one place of a text, read in whichever direction, each once."""
        known: set[int] = set()
        for stream in streams(words):
            found = list(self._needles.find(stream))
            known.update(number for _, piece in found for number in self._passages.get(piece, ()))
            for place in _places((at, piece) for at, piece in found if piece in self._owners):
                known |= self._enough(place)
        yield from (self.texts[number] for number in sorted(known))

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
            yield replace(text, written=words)


def _needed(text: Text) -> int:
    return max(1, min(MOST_RUNS, math.ceil(SHARE * len(set(runs(text.words))))))


def _places(found: Iterable[tuple[int, str]]) -> Iterable[set[str]]:
    """The different runs in each PLACE letters, by where they start; each is in two places that overlap."""
    half = PLACE // 2
    places: dict[int, set[str]] = defaultdict(set)
    for at, run in found:
        places[at // half].add(run)
        places[at // half + 1].add(run)
    return places.values()
