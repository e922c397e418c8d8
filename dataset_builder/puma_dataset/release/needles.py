"""Many strings looked for in a text at once, in a time that grows with the text and not with their number."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    Vector = np.ndarray[Any, np.dtype[Any]]

BLOCK = 1 << 20
"""Characters that are looked at together: numbers take eight times the text's memory."""
_FACTOR = 0x9E3779B97F4A7C15


class Needles:
    """Strings of at least `anchor` characters; a text's places where one may begin are told by a number of so many."""

    def __init__(self, strings: Iterable[str], anchor: int):
        import numpy as np

        self._strings, self._anchor = frozenset(strings), anchor
        lengths: dict[str, set[int]] = defaultdict(set)
        for string in self._strings:
            lengths[string[:anchor]].add(len(string))
        self._lengths = dict(lengths)
        self._numbers = np.unique(_numbers("".join(self._lengths), anchor)[::anchor])

    def find(self, text: str) -> Iterator[tuple[int, str]]:
        """Each place where one of the strings stands, in order, with the string.

        >>> list(Needles(["kotka", "kot"], 3).find("to kotka"))
        [(3, 'kot'), (3, 'kotka')]
        """
        for start in range(0, len(text), BLOCK) if len(self._numbers) else ():
            for at in self._anchored(text[start : start + BLOCK + self._anchor - 1]):
                for length in sorted(self._lengths.get(text[start + at : start + at + self._anchor], ())):
                    if (string := text[start + at : start + at + length]) in self._strings:
                        yield start + at, string

    def _anchored(self, text: str) -> list[int]:
        import numpy as np

        numbers = _numbers(text, self._anchor)
        nearest = np.minimum(np.searchsorted(self._numbers, numbers), len(self._numbers) - 1)
        return np.flatnonzero(self._numbers[nearest] == numbers).tolist()


def _numbers(text: str, size: int) -> "Vector":
    """For every `size` characters in a row a number; equal characters have equal ones."""
    import numpy as np

    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(np.uint64)
    count = max(0, len(codes) - size + 1)
    found = np.zeros(count, dtype=np.uint64)
    for offset in range(size):
        found = found * np.uint64(_FACTOR) + codes[offset : offset + count]
    return found
