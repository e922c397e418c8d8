"""What a task is known by: its prompt, references, answers and notes, phrase lists and patterns, and its media."""

import hashlib
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ..across import ALIKE
from ..opening import read_inside
from .likeness import Likeness, fit, likeness
from .passages import FEWEST_LETTERS, Index, Text, folded, is_telling

SHORTEST_PATTERN = 8
FEWEST_VALUES, FEWEST_DIGITS = 3, 3
"""Values that tell an object or a list of an extraction's reference, if they are half of it; digits of such a one."""
HOME = ("answers_ok", "answers_bad", "notes")
"""Fields of a task that are not published."""


@dataclass(frozen=True)
class Medium:
    """A file of a task: its digest knows a copy, its likeness a copy that was changed."""

    path: str
    kind: str
    digest: str
    likeness: Likeness | None

    def fit(self, other: "Medium") -> float:
        """From 0 to 1, how well the contents fit, if they are the same, else 0."""
        return 1.0 if self.digest == other.digest else fit(self.likeness, other.likeness)


@dataclass(frozen=True)
class Traces:
    """What must not be found of a private task. Phrases are words between spaces, so that `in` finds whole words."""

    id: str
    texts: tuple[Text, ...]
    lists: tuple[frozenset[str], ...]
    values: tuple[frozenset[str], ...]
    patterns: tuple[str, ...]
    media: tuple[Medium, ...]

    def told(self, joined: str, text: str) -> Iterator[str]:
        """What of the task's lists and patterns stands in one place, given as joined words and as it is written."""
        if any(all(phrase in joined for phrase in phrases) for phrases in self.lists):
            yield "a list of its phrases"
        if any(pattern in text for pattern in self.patterns):
            yield "its pattern"
        if any(_are_told(values, joined) for values in self.values):
            yield "values of its reference"


@dataclass(frozen=True)
class Known:
    """Tasks whose traces are looked for; the texts of others, beside them, say which runs of words are common."""

    tasks: Sequence[Traces]
    index: Index

    @cached_property
    def _ids(self) -> frozenset[str]:
        return frozenset(task.id for task in self.tasks)

    @cached_property
    def _prompts(self) -> Mapping[str, str]:
        prompts = (text for task in self.tasks for text in task.texts if text.what == "its prompt")
        return {text.task: " ".join(text.words) for text in prompts if is_telling(text.words)}

    def quoted(self, text: str) -> Iterator[tuple[str, str]]:
        """The ids of the tasks of whose texts enough stands anywhere in a text, each with what it is."""
        yield from ((found.task, found.what) for found in self.index.told(folded(text)) if found.task in self._ids)

    def spelled(self, letters: str) -> Iterator[tuple[str, str]]:
        """The same of letters that stood one by one."""
        found = self.index.told_in_letters("".join(folded(letters)))
        yield from ((text.task, text.what) for text in found if text.task in self._ids)

    def told(self, text: str) -> Iterator[tuple[str, str]]:
        """What one line or value tells: only there do all phrases of a list make up the list."""
        joined = _joined(text)
        for task in self.tasks:
            yield from ((task.id, what) for what in task.told(joined, text))

    def nearly(self, text: str) -> Iterator[str]:
        """The ids of the tasks whose prompt is nearly the text."""
        from rapidfuzz import fuzz, process

        words = " ".join(folded(text))
        if len(words) >= FEWEST_LETTERS:
            found = process.extract(words, self._prompts, scorer=fuzz.ratio, score_cutoff=ALIKE, limit=None)
            yield from (name for _, _, name in found)


def _joined(text: str) -> str:
    return f" {' '.join(folded(text))} "


def medium(path: str, kind: str, content: bytes) -> Medium:
    return Medium(path, kind, hashlib.sha256(content).hexdigest(), likeness(content, kind))


def traces(record: Mapping[str, Any], folder: Path) -> Traces:
    """What a task is known by; its media are read from the folder."""
    rules = record["rules"]
    lists = [frozenset(map(_joined, items)) for rule in rules for items in _lists(rule)]
    patterns = [rule["pattern"] for rule in rules if rule["type"] == "regex"]
    return Traces(
        id=record["id"],
        texts=tuple(_texts(record)),
        lists=tuple(dict.fromkeys(items for items in lists if _is_telling_list(items))),
        values=tuple(frozenset(part) for rule in rules for part in _parts(rule.get("reference"))),
        patterns=tuple(pattern for pattern in patterns if len(pattern) >= SHORTEST_PATTERN),
        media=tuple(medium(m["path"], m["type"], read_inside(folder, m["path"])) for m in record["media"]),
    )


def _texts(record: Mapping[str, Any]) -> Iterator[Text]:
    """A reference stays the task's own where another task has it too: publishing that one would tell it."""
    name = record["id"]
    yield Text(name, "its prompt", tuple(folded(record["prompt"] or "")), is_common=True)
    for rule in record["rules"]:
        references = [rule["reference"]] if rule["type"] == "asr" else rule.get("blocks", [])
        yield from (Text(name, "its reference", tuple(folded(text))) for text in references)
    for field in HOME:
        what = "its notes" if field == "notes" else "an example answer"
        yield from (Text(name, what, tuple(folded(text)), is_common=True) for text in strings(record.get(field)))


def _lists(rule: Mapping[str, Any]) -> Iterator[list[str]]:
    """The phrases of a rule, and the values of each object that an extraction expects."""
    if rule["type"] == "include":
        yield [phrase for clause in rule["clauses"] for phrase in clause]
    elif rule["type"] in ("exclude", "order"):
        yield rule["phrases"]
    elif rule["type"] == "extraction":
        reference = rule["reference"]
        for item in reference if isinstance(reference, list) else [reference]:
            yield [str(value) for value in strings(item) if folded(value)]


def _parts(reference: Any) -> Iterator[list[str]]:
    """Of each object and list in an extraction's reference the values that a text has from there alone."""
    if isinstance(reference, Mapping | list):
        yield [_joined(text.removesuffix(".0")) for text in strings(reference) if _is_telling_value(text)]
        for item in reference.values() if isinstance(reference, Mapping) else reference:
            yield from _parts(item)


def _is_telling_value(text: str) -> bool:
    """Whether a value is two words or more, or a number of several digits.

    >>> [_is_telling_value(text) for text in ("Chleb żytni", "Szczypiorek", "5.65", "4.2")]
    [True, False, True, False]
    """
    if any(map(str.isalpha, text)):
        return len(folded(text)) > 1
    return sum(map(str.isdigit, text)) >= FEWEST_DIGITS


def _are_told(values: Collection[str], joined: str) -> bool:
    return sum(value in joined for value in values) >= max(FEWEST_VALUES, math.ceil(len(values) / 2))


def distinctive(known: Sequence[Traces], records: Sequence[Mapping[str, Any]]) -> list[Traces]:
    """The tasks' traces, of their values only those that stand in no other task, where enough of them are left."""
    texts = {record["id"]: _joined(" ".join(strings(record))) for record in records}
    found = []
    for task in known:
        others = " ".join(text for name, text in texts.items() if name != task.id) if task.values else ""
        own = (frozenset(value for value in values if value not in others) for values in task.values)
        found.append(replace(task, values=tuple(dict.fromkeys(v for v in own if len(v) >= FEWEST_VALUES))))
    return found


def strings(value: Any) -> Iterator[str]:
    """Every text and number in a JSON value, in order, as text; names of fields are none."""
    if isinstance(value, Mapping):
        for item in value.values():
            yield from strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)
    elif value is not None and not isinstance(value, bool):
        yield str(value)


def _is_telling_list(phrases: frozenset[str]) -> bool:
    return len(phrases) > 1 and sum(map(len, "".join(phrases).split())) >= FEWEST_LETTERS


def shared(one: Traces, of: Iterable[Traces]) -> Iterator[tuple[str, str]]:
    """The lists that a task has in common with others, each with the other's id."""
    for task in of:
        if not set(one.lists).isdisjoint(task.lists):
            yield task.id, "a list of its phrases"
