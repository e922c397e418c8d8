"""Rows of the edit distance table, carried through slots: taken apart where readings part, together where they meet."""

from collections.abc import Iterable, Sequence

import numpy as np

from .lattice import Joined, Slot
from .options import Options, Phrases

Codes = tuple[int, ...]
Row = np.ndarray
"""Costs of turning the answer so far into the reference's first words, from `Alignment.start` on."""
UNKNOWN = -1
"""A word that the reference lacks; all of them are alike, so most readings fall together."""


class Alignment:
    """One reference. Costs above the limit are cut off at both ends of a row, since the best reading never has them."""

    def __init__(self, reference: Sequence[str], most: int):
        self.ids = {word: code for code, word in enumerate(dict.fromkeys(reference))}
        self.length, self.most = len(reference), most
        codes = np.array([self.ids[word] for word in reference], dtype=np.int32)
        self._misses = {code: (codes != code).astype(np.int32) for code in self.ids.values()}
        self._misses[UNKNOWN] = np.ones(len(reference), dtype=np.int32)
        self._steps = np.arange(len(reference) + 2, dtype=np.int32)
        self._phrases: dict[int, tuple[Codes, ...]] = {}

    # ---------------------------------------------------------------- what an answer says, in codes
    def codes(self, words: Iterable[str]) -> Codes:
        return tuple(self.ids.get(word, UNKNOWN) for word in words)

    def phrases(self, segment: Phrases) -> tuple[Codes, ...]:
        """A segment's phrases in codes, each once; without those too long for any reading that counts."""
        if id(segment) not in self._phrases:
            short = (phrase for phrase in segment if phrase.count(" ") < self.most)
            found = sorted({self.codes(phrase.lower().split()) for phrase in short})
            self._phrases[id(segment)] = tuple(found)
        return self._phrases[id(segment)]

    def alternatives(self, options: Options) -> list[tuple[tuple[Codes, ...], ...]]:
        found = dict.fromkeys(tuple(map(self.phrases, alternative)) for alternative in options)
        return [alternative for alternative in found if all(alternative)]

    def shortest(self, slots: Iterable[Slot]) -> int:
        """The words of the shortest combination of readings; counting stops above `most`."""
        total = 0
        for slot in slots:
            total += self._least(slot)
            if total > self.most:
                break
        return total

    def _least(self, slot: Slot) -> int:
        if isinstance(slot, str):
            return 1
        if isinstance(slot, Joined):
            return min(len(slot.written), self.shortest(slot.slots))
        lengths = (sum(min(map(len, segment)) for segment in rest) for rest in self.alternatives(slot))
        return min(lengths, default=self.most + 1)

    # ---------------------------------------------------------------- rows
    def errors(self, slots: Iterable[Slot], limit: int) -> int:
        """The least errors of all combinations if they are at most `limit`, else a number above it."""
        self.limit, self.start = limit, 0
        row = self._steps[: min(limit, self.length) + 1]
        for slot in slots:
            row = self._trimmed(self._through(row, slot))
            if not len(row):
                return limit + 1
        reached = self.start + len(row) > self.length
        return int(row[-1]) if reached else limit + 1

    def _through(self, row: Row, slot: Slot) -> Row:
        if isinstance(slot, str):
            return self._step(row, self.ids.get(slot, UNKNOWN))
        if isinstance(slot, Joined):
            written = self._phrase(row, self.codes(slot.written))
            if self.shortest(slot.slots) > self.most:
                return written
            spoken = row
            for part in slot.slots:
                spoken = self._through(spoken, part)
            return _least_of([spoken, written])
        ways = [self._alternative(row, segments) for segments in self.alternatives(slot)]
        return _least_of(ways) if ways else np.full_like(row, self.limit + 2)

    def _alternative(self, row: Row, segments: tuple[tuple[Codes, ...], ...]) -> Row:
        for phrases in segments:
            row = self._segment(row, phrases)
        return row

    def _segment(self, row: Row, phrases: tuple[Codes, ...]) -> Row:
        """The best of several phrases; those with a common beginning share its rows."""
        rows: dict[Codes, Row] = {(): row}
        for phrase in phrases:
            for end in range(1, len(phrase) + 1):
                if phrase[:end] not in rows:
                    rows[phrase[:end]] = self._step(rows[phrase[: end - 1]], phrase[end - 1])
        return _least_of([rows[phrase] for phrase in phrases])

    def _phrase(self, row: Row, phrase: Codes) -> Row:
        for code in phrase:
            row = self._step(row, code)
        return row

    def _step(self, row: Row, code: int) -> Row:
        """One more word: inserted, or in the place of the next word of the reference, or after words left out."""
        width = min(len(row) + 1, self.length - self.start + 1)
        new = np.empty(width, dtype=np.int32)
        new[: len(row)] = row + 1
        if width > len(row):
            new[-1] = self.limit + 2
        changed = row[: width - 1] + self._misses[code][self.start : self.start + width - 1]
        np.minimum(new[1:], changed, out=new[1:])
        steps = self._steps[:width]
        return np.minimum.accumulate(new - steps) + steps

    def _trimmed(self, row: Row) -> Row:
        good = np.flatnonzero(row <= self.limit)
        if not len(good):
            return row[:0]
        self.start += int(good[0])
        return row[good[0] : good[-1] + 1]


def _least_of(rows: Sequence[Row]) -> Row:
    """The smaller cost at each place; a row that ends sooner has none there."""
    best = max(rows, key=len).copy()
    for row in rows:
        np.minimum(best[: len(row)], row, out=best[: len(row)])
    return best
