"""A word or phrase that ends a text three times or more: a recogniser that ran into a loop (NORMALISE 12.3)."""

import re
from dataclasses import dataclass

LONGEST_LOOP = 400
"""Pieces of a phrase whose repetition is looked for."""
_PIECE = re.compile(r"<[^<>]*>|[^\s<]+|<")
_TABLE_TAG = re.compile(r"<(/?)table\b[^<>]*>", re.IGNORECASE)
_CLOSING = re.compile(r"</[^<>]*>")
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True)
class Tables:
    """Where the last closed table ends, and where the outermost table begins that never closes, -1 if none."""

    closed: int
    opened: int


def _tables(text: str) -> Tables:
    open_at: list[int] = []
    closed = 0
    for tag in _TABLE_TAG.finditer(text):
        if not tag[1]:
            open_at.append(tag.start())
        elif open_at:
            open_at.pop()
            closed = tag.end()
    return Tables(closed, open_at[0] if open_at else -1)


def without_loop(text: str) -> str:
    """The text with one copy of what it repeats at its end; a last copy that is cut off goes with the others.

    >>> without_loop("Wstęp Ala ma kota. Ala ma kota. Ala ma kota. Ala ma")
    'Wstęp Ala ma kota.'
    >>> without_loop("Ocena: 5 5 5")
    'Ocena: 5 5 5'
    """
    tables = _tables(text)
    pieces = list(_PIECE.finditer(text, tables.closed))
    while pieces and _CLOSING.fullmatch(pieces[-1][0]):
        pieces.pop()  # tags that close at the very end do not hide the loop before them
    backwards = [piece[0] for piece in reversed(pieces)]
    best, stays = 0, 0
    for period, more in enumerate(_repeated(backwards), start=1):
        covered = more + period
        if more < 2 * period or covered <= best:
            continue
        first = len(pieces) - covered
        copy = pieces[first : first + period]
        if _is_loop(copy, tables):
            best, stays = covered, period
    if not best:
        return text
    last = pieces[len(pieces) - best + stays - 1]
    return text[: last.end()] + text[pieces[-1].end() :]


def _is_loop(copy: list[re.Match[str]], tables: Tables) -> bool:
    """Whether it holds a letter outside of tags, or stands in a table that never closes: marks of 5 5 5 are none."""
    if 0 <= tables.opened < copy[0].start():
        return True
    return any(not _is_tag(piece[0]) and _LETTER.search(piece[0]) for piece in copy)


def _is_tag(piece: str) -> bool:
    return piece.startswith("<") and piece.endswith(">")


def _repeated(words: list[str]) -> list[int]:
    """Of each place from 1 to `LONGEST_LOOP`, how many words from there on equal those at the beginning.

    The Z function, which compares each word once: linear in the words.
    """
    found: list[int] = [0]
    left = right = 0
    for place in range(1, min(LONGEST_LOOP, len(words) - 1) + 1):
        same = min(right - place, found[place - left]) if place < right else 0
        while place + same < len(words) and words[same] == words[place + same]:
            same += 1
        found.append(same)
        if place + same > right:
            left, right = place, place + same
    return found[1:]
