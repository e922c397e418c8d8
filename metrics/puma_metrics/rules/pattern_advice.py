"""What a pattern's author should know: what its text never has, and what nobody could read (GRADING, section 5)."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .. import text
from . import fields
from .pattern_form import APOSTROPHE, HYPHEN, INVISIBLE, compiled_text, named
from .pattern_items import CLASS, END, ESCAPE, HEAD, LAYOUT, LITERAL, REPEAT, Item, items, meant, members, opens_group


def never_held(pattern: str, normalize: bool) -> Iterator[str]:
    """What a pattern asks for by escapes, or with `normalize` by letters and numbers, that its text never has.

    >>> list(never_held(r"\\bkm²", normalize=True))
    ['looks for "km²", which the text never has; the text has "km2" in its place']
    """
    found = items(compiled_text(pattern, normalize))
    for written, char in dict.fromkeys(_escaped(found)):
        held = _held(char, normalize)
        if held != char:
            in_place = f"{fields.shown(held)} in its place" if held.strip() or held == " " else "nothing in its place"
            yield f"looks for {written} ({named(char)}), which the text never has; the text has {in_place}"
    whole = (*_words(found), *_lone_members(found)) if normalize else tuple(_raw_runs(found))
    for words in dict.fromkeys(whole):
        formed = " ".join(text.phrase1(words)) if normalize else text.raw1(words)
        if formed != (words.lower() if normalize else words) and (formed or not normalize):
            in_place = f"{fields.shown(formed)} in its place" if formed else "nothing in its place"
            yield f"looks for {fields.shown(words)}, which the text never has; the text has {in_place}"


def _raw_runs(found: Sequence[Item]) -> Iterator[str]:
    """Whole runs, of which `raw1` changes LaTeX's comma and takes comments away."""
    for run in _literal_runs(found):
        yield unicodedata.normalize("NFC", "".join(_held(char, normalize=False) for char, _ in run.chars))


def _lone_members(found: Sequence[Item]) -> Iterator[str]:
    """The members of classes that match nothing else than characters which become others, as `[½]` does."""
    for index, item in enumerate(found):
        is_repeated = index + 1 < len(found) and found[index + 1].kind == REPEAT
        if item.kind != CLASS or item.text.startswith("[^") or is_repeated:
            continue
        chars = [meant(member.text) if member.kind == ESCAPE else member.text for member in members(item.text)]
        if all(len(char) == 1 and unicodedata.normalize("NFKC", char) != char for char in chars):
            yield from chars


def is_never_held_mark(char: str) -> bool:
    """Whether the normalized text, words and numbers between single spaces, has no such mark and none in its place."""
    return not (char.isalnum() or char.isspace() or unicodedata.combining(char) or char in f".:{text.APOSTROPHES}")


def _escaped(found: Sequence[Item]) -> Iterator[tuple[str, str]]:
    """The escapes that stand for one character each, those at the ends of ranges left out."""
    for item in found:
        if item.kind == ESCAPE and meant(item.text):
            yield item.text, meant(item.text)
        elif item.kind == CLASS:
            inside = members(item.text)
            for index, member in enumerate(inside):
                near = inside[max(0, index - 1) : index + 2]
                if member.kind == ESCAPE and meant(member.text) and all(other.kind != REPEAT for other in near):
                    yield member.text, meant(member.text)


def _held(char: str, normalize: bool) -> str:
    """What the text has in a character's place. Of marks other than space and apostrophe the caller tells elsewhere."""
    if INVISIBLE.match(char):
        return ""
    composed = unicodedata.normalize("NFC", char)
    if composed.isspace():
        return " " if normalize else composed.replace("\r", "\n") if composed in "\n\r" else " "
    if not normalize:
        return "-" if HYPHEN.match(composed) else composed
    return "’" if APOSTROPHE.match(composed) else composed


_DECIMAL_COMMA = re.compile(r"(?<=\d),(?=\d)")
_POINT_BY_LETTER = re.compile(r"[^\W\d_][.:]|[.:][^\W\d_]")  # points and colons stand between digits only
_OPEN_LEFT, _OPEN_RIGHT = re.compile(r"\A[\w.,:’]++"), re.compile(r"[\w.,:’]+\Z")


def _words(found: Sequence[Item]) -> Iterator[str]:
    """Words and numbers that stand in the pattern whole, or hold a character that no form has; marks left out."""
    for run in _literal_runs(found):
        written = "".join(_held(char, normalize=True) for char, _ in run.chars)
        if any(map(is_never_held_mark, _DECIMAL_COMMA.sub("", written))):
            continue
        if _POINT_BY_LETTER.search(written):
            yield written.strip()
            continue
        if unicodedata.normalize("NFKC", written) == written:
            written = written if not run.open_left else _OPEN_LEFT.sub("", written)
            written = written if not run.open_right else _OPEN_RIGHT.sub("", written)
        if written.strip(" .:’"):
            yield written.strip(" .:’")


@dataclass(frozen=True)
class _LiteralRun:
    """Characters next to each other, and whether what stands beside them could belong to their word."""

    chars: tuple[tuple[str, int], ...]
    open_left: bool
    open_right: bool


_PLACES = frozenset((r"\b", r"\B", r"\A", r"\Z", r"\z", r"\m", r"\M", r"\K", r"\G", "^", "$"))


def _literal_runs(found: Sequence[Item]) -> Iterator[_LiteralRun]:
    """A repeated character is none of its run's: it may be there or not."""
    run: list[tuple[str, int]] = []
    solid = [item for item in found if item.kind != LAYOUT]
    left = False
    for index, item in enumerate(solid):
        following = solid[index + 1] if index + 1 < len(solid) else None
        char = item.text if item.kind == LITERAL else meant(item.text) if item.kind == ESCAPE else ""
        is_repeated = bool(following and following.kind == REPEAT)
        if char and not is_repeated:
            run.append((char, item.at))
            continue
        opens = is_repeated or item.kind in (CLASS, REPEAT) or item.text == "." or (
            item.kind == ESCAPE and item.text not in _PLACES
        )  # fmt: skip
        if run:
            yield _LiteralRun(tuple(run), left, opens)
        run, left = [], opens
    if run:
        yield _LiteralRun(tuple(run), left, False)


LONGEST_READABLE = 60
"""Characters of a pattern that a person can still read."""
_LOOKAROUND = re.compile(r"\(\?<?[=!]")


def hard_to_read(pattern: str) -> str:
    """Why nobody could read a pattern, or nothing.

    >>> hard_to_read(r"Roztocze(?!.*(?:nie|zamiast|ani) )")
    'lists words in a lookaround'
    """
    if len(pattern) > LONGEST_READABLE:
        return f"is {len(pattern)} characters long, more than {LONGEST_READABLE}"
    deepest, listed = _lookarounds(pattern)
    if deepest > 1:
        return "has a lookaround within a lookaround"
    return "lists words in a lookaround" if listed else ""


def _lookarounds(pattern: str) -> tuple[int, bool]:
    """How many lookarounds are open at once at most, and whether one of them lists words."""
    outer: list[bool] = []
    bars, letters, words, deepest, listed = 0, 0, 0, 0, False
    for item in items(pattern):
        letters = letters + 1 if item.kind == LITERAL and item.text.isalpha() else 0
        if item.kind == HEAD and opens_group(item.text):
            outer.append(bool(_LOOKAROUND.fullmatch(item.text)))
            if outer[-1] and sum(outer) == 1:
                bars, words = 0, 0
        elif item.text == ")" and item.kind == END and outer:
            outer.pop()
        bars += item.kind == END and item.text == "|" and any(outer)
        words += letters == 3 and any(outer)
        deepest = max(deepest, sum(outer))
        listed = listed or bool(bars and words > 1)
    return deepest, listed
