"""The words by which an answer denies, doubts, attributes, concedes, lists, takes back or concludes: lemmas in a table.

A cue is a run of lemmas; `*` stands for up to three words. Polish words are compared through their base forms, so that
*wątpić* is every form of it; English ones are compared as they are written, and only in a sentence that is English
where Polish knows the word too.
"""

from dataclasses import dataclass
from functools import cache

from .cues_against import AGAINST
from .cues_open import OPEN_ENDED

Rest = tuple[tuple[str, ...], str]
"""What must follow in a cue, and its stance."""
SKIPPED = 3
"""Words that a star stands for at most."""


def words(written: str) -> frozenset[str]:
    """The words between spaces.

    >>> sorted(words("ale lecz"))
    ['ale', 'lecz']
    """
    return frozenset(written.split())


STANCES = {**AGAINST, **OPEN_ENDED}
"""For each stance its cues, between semicolons."""

ENGLISH = words(
    "the of and is was are were be been it its it’s this that that’s these those with from for which who what "
    "would have has had an by at as i’d i’m i’ll you my me we they his her their not correct answer"
)
"""Words that only English has; to two of them a sentence is English."""


@dataclass(frozen=True)
class Beginning:
    """The cues that one lemma begins."""

    alone: list[str]
    """The stances of the lemma by itself."""
    next: dict[str, list[Rest]]
    """By the lemma right behind it, what must follow that one and the stance."""
    near: dict[str, list[Rest]]
    """The same for a lemma up to SKIPPED words on."""


@cache
def beginnings() -> dict[str, Beginning]:
    """All cues, by their first lemma."""
    found: dict[str, Beginning] = {}
    for stance, cues in STANCES.items():
        for cue in cues.split(";"):
            first, *rest = cue.split()
            begun = found.setdefault(first, Beginning([], {}, {}))
            if not rest:
                begun.alone.append(stance)
            elif rest[0] != "*":
                begun.next.setdefault(rest[0], []).append((tuple(rest[1:]), stance))
            else:
                begun.near.setdefault(rest[1], []).append((tuple(rest[2:]), stance))
    return found
