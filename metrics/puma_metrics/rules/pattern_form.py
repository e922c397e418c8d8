"""A pattern's literals in the form of the text that they are compared with (GRADING, section 5).

What people paste holds spaces that do not break, hyphens that do not break and letters in two parts; the text forms
hold none of them, so that a pattern with one would never match, without a word.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .. import text
from . import fields
from .pattern_items import CLASS, LAYOUT, LITERAL, REPEAT, Item, items, members

INVISIBLE = re.compile(f"[{text.INVISIBLE}]")
SPACE, HYPHEN, APOSTROPHE = (
    re.compile(r"[^\S\n ]"),
    re.compile("[\u2010\u2011]"),
    re.compile(f"[{text.APOSTROPHES}]"),
)


_NEWLINE = re.compile("\n")


@dataclass(frozen=True)
class PatternForm:
    """What is compiled for a pattern, and why it cannot mean what it says, if so."""

    text: str
    problems: tuple[str, ...] = ()


def compiled_text(pattern: str, normalize: bool = True) -> str:
    r"""The text that the engine compiles for a rule's pattern.

    Args:
        pattern: As the task has it.
        normalize: Whether the rule compares words (`phrase1`) or letters (`raw1`).

    >>> compiled_text("Ala\u00a0ma [\u2011x]"), compiled_text("d'Artagnan"), compiled_text("Krako\u0301w")
    ('Ala ma [\\-x]', 'd’Artagnan', 'Kraków')
    """
    return pattern_form(pattern, normalize).text


def pattern_form(pattern: str, normalize: bool = True) -> PatternForm:
    """The same text with what is wrong: invisible characters, and changes that would alter a class or an atom."""
    problems = [_invisible(pattern, match) for match in INVISIBLE.finditer(pattern)][:1]
    if not problems and _is_plain(pattern, normalize):
        return PatternForm(pattern)
    pieces: list[str] = []
    for run, is_repeated in _runs(items(INVISIBLE.sub("", pattern))):
        if run[0].kind == LITERAL:
            pieces.append(_literals("".join(item.text for item in run), normalize, run[0].verbose))
            problems += _atom_problems(pattern, run) if is_repeated else []
        elif run[0].kind == CLASS:
            written, wrong = _class(pattern, run[0], normalize)
            pieces.append(written)
            problems += wrong
        else:
            pieces.append(run[0].text)
    return PatternForm("".join(pieces), tuple(problems))


def _is_plain(pattern: str, normalize: bool) -> bool:
    """Whether nothing in the pattern can have another form."""
    marks = [SPACE, HYPHEN, *([APOSTROPHE, _NEWLINE] if normalize else [])]
    return not any(mark.search(pattern) for mark in marks) and unicodedata.is_normalized("NFC", pattern)


def _runs(found: Sequence[Item]) -> Iterator[tuple[list[Item], bool]]:
    """Literals next to each other together, every other item alone; and whether the run's last item is repeated."""
    run: list[Item] = []
    for index, item in enumerate(found):
        run.append(item)
        following = found[index + 1] if index + 1 < len(found) else None
        if item.kind == LITERAL and following and following.kind == LITERAL and following.verbose == item.verbose:
            continue
        after = next((other for other in found[index + 1 :] if other.kind != LAYOUT), None)
        yield run, bool(after and after.kind == REPEAT)
        run = []


def _literals(written: str, normalize: bool, verbose: bool) -> str:
    composed = unicodedata.normalize("NFC", written)
    if normalize:
        composed = APOSTROPHE.sub("’", composed).replace("\n", " ")
    else:
        composed = composed.replace("\r\n", "\n").replace("\r", "\n")
    spaced = SPACE.sub(r"\\x20" if verbose else " ", composed)
    return HYPHEN.sub(r"\\-", spaced)


def _place(pattern: str, at: int) -> str:
    return f"at character {at + 1} ({fields.shown(pattern)})"


def named(char: str) -> str:
    return f"U+{ord(char):04X}"


def _invisible(pattern: str, match: re.Match[str]) -> str:
    return (
        f"holds an invisible character, {named(match[0])}, {_place(pattern, match.start())}, "
        "which the text never has; expected the pattern without it"
    )


def _atom_problems(pattern: str, run: Sequence[Item]) -> list[str]:
    """A repetition takes one character: a letter in two parts would be repeated in part, or as a whole."""
    before, last = "".join(item.text for item in run[:-1]), run[-1].text
    alone = unicodedata.normalize("NFC", last)
    if len(alone) == 1 and unicodedata.normalize("NFC", before + last) == unicodedata.normalize("NFC", before) + alone:
        return []
    return [
        f"repeats a letter that is written in parts, {named(last)} {_place(pattern, run[-1].at)}; "
        "expected the letter as one character, or in a group (?:...)"
    ]


def _class(pattern: str, item: Item, normalize: bool) -> tuple[str, list[str]]:
    """A class with its members in form, and what would alter it."""
    found = members(item.text)
    pieces, problems = [item.text[:2] if item.text.startswith("[^") else "["], []
    for index, member in enumerate(found):
        formed = _member(member, normalize)
        pieces.append(formed)
        near = found[max(0, index - 1) : index + 2]
        if formed != member.text and any(other.kind == REPEAT for other in near):
            problems.append(
                f"has a range that ends in {named(member.text)} {_place(pattern, item.at + member.at)}, "
                "which the text never has; expected a range of characters that it has, or an escape"
            )
        elif _is_altered(found, index):
            problems.append(
                f"has a letter in two parts in a class, {named(member.text)} "
                f"{_place(pattern, item.at + member.at)}; expected the letter as one character, or (?:...|...)"
            )
    return "".join([*pieces, "]"]), problems


def _member(member: Item, normalize: bool) -> str:
    if member.kind != LITERAL:
        return member.text
    composed = unicodedata.normalize("NFC", member.text)
    if normalize and APOSTROPHE.fullmatch(composed):
        return "’"
    if (composed == "\n" and normalize) or SPACE.fullmatch(composed):
        return r"\n" if composed == "\r" and not normalize else r"\x20"
    return r"\-" if HYPHEN.fullmatch(composed) else composed


def _is_altered(found: Sequence[Item], index: int) -> bool:
    """Whether the member is more than one character in NFC, or one with the member before it."""
    if found[index].kind != LITERAL:
        return False
    char = found[index].text
    alone = unicodedata.normalize("NFC", char)
    before = found[index - 1].text if index and found[index - 1].kind == LITERAL else ""
    return len(alone) != 1 or unicodedata.normalize("NFC", before + char) != (
        unicodedata.normalize("NFC", before) + alone
    )
