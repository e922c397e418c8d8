"""What a task is known by: its prompt, references, phrase lists and patterns, and its media."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puma_metrics.text import words1

from ..across import ALIKE
from .likeness import are_alike, likeness

if TYPE_CHECKING:
    from .likeness import Vector

WINDOW = 12
"""So many words in a row of a reference give it away."""
FEWEST_WORDS, FEWEST_LETTERS = 4, 12
"""A prompt or reference of fewer words, and a list with fewer letters, could be anybody's."""
SHORTEST_PATTERN = 8


@dataclass(frozen=True)
class Medium:
    """A file of a task: its digest knows a copy, its likeness a copy that was encoded anew."""

    path: str
    kind: str
    digest: str
    likeness: "Vector | None"

    def is_same(self, other: "Medium") -> bool:
        alike = self.kind == other.kind and are_alike(self.likeness, other.likeness, self.kind)
        return self.digest == other.digest or alike


@dataclass(frozen=True)
class Traces:
    """What must not be found of a private task. Texts are words between spaces, so that `in` finds whole words."""

    id: str
    prompt: str
    passages: tuple[str, ...]
    lists: tuple[frozenset[str], ...]
    patterns: tuple[str, ...]
    media: tuple[Medium, ...]

    @cached_property
    def windows(self) -> frozenset[str]:
        return frozenset(window for passage in self.passages for window in windows(passage))


def joined(text: str) -> str:
    """The words of a text between single spaces.

    >>> joined("Kto to, proszę?")
    ' kto to proszę '
    """
    return f" {' '.join(words1(text))} "


def windows(text: str) -> Iterator[str]:
    """Every WINDOW words in a row of a joined text; a shorter text is one itself."""
    words = text.split()
    for start in range(max(1, len(words) - WINDOW + 1)):
        yield f" {' '.join(words[start : start + WINDOW])} "


def medium(path: str, kind: str, content: bytes) -> Medium:
    return Medium(path, kind, hashlib.sha256(content).hexdigest(), likeness(content, kind))


def traces(record: Mapping[str, Any], folder: Path) -> Traces:
    """What a task is known by; its media are read from the folder."""
    rules = record["rules"]
    prompt = joined(record["prompt"] or "")
    passages = [joined(text) for rule in rules for text in _passages(rule)]
    lists = [frozenset(map(joined, items)) for rule in rules for items in _lists(rule)]
    patterns = [rule["pattern"] for rule in rules if rule["type"] == "regex"]
    media = [medium(item["path"], item["type"], (folder / item["path"]).read_bytes()) for item in record["media"]]
    return Traces(
        id=record["id"],
        prompt=prompt if _is_telling(prompt) else "",
        passages=tuple(filter(_is_telling, passages)),
        lists=tuple(dict.fromkeys(items for items in lists if _is_telling_list(items))),
        patterns=tuple(pattern for pattern in patterns if len(pattern) >= SHORTEST_PATTERN),
        media=tuple(media),
    )


def _passages(rule: Mapping[str, Any]) -> list[str]:
    return [rule["reference"]] if rule["type"] == "asr" else list(rule.get("blocks", []))


def _lists(rule: Mapping[str, Any]) -> Iterator[list[str]]:
    """The phrases of a rule, and the values of each object that an extraction expects."""
    if rule["type"] == "include":
        yield [phrase for clause in rule["clauses"] for phrase in clause]
    elif rule["type"] in ("exclude", "order"):
        yield rule["phrases"]
    elif rule["type"] == "extraction":
        reference = rule["reference"]
        for item in reference if isinstance(reference, list) else [reference]:
            yield [str(value) for value in strings(item) if joined(value).strip()]


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


def _is_telling(text: str) -> bool:
    return len(text.split()) >= FEWEST_WORDS


def _is_telling_list(phrases: frozenset[str]) -> bool:
    return len(phrases) > 1 and sum(map(len, "".join(phrases).split())) >= FEWEST_LETTERS


def told(text: str, of: Iterable[Traces], *, in_one_place: bool = True) -> Iterator[tuple[Traces, str]]:
    """What a text tells of tasks: each task with what of it is there.

    `in_one_place` says that the text is one line or value; only there do all phrases of a list make up the list.
    """
    words = joined(text)
    there = frozenset(windows(words))
    for task in of:
        if task.prompt and task.prompt in words:
            yield task, "its prompt"
        if not there.isdisjoint(task.windows) or any(p in words for p in task.passages if len(p.split()) < WINDOW):
            yield task, "its reference"
        if in_one_place and any(all(phrase in words for phrase in phrases) for phrases in task.lists):
            yield task, "a list of its phrases"
        if any(pattern in text for pattern in task.patterns):
            yield task, "its pattern"


def nearly(text: str, of: Sequence[Traces]) -> Iterator[Traces]:
    """The tasks whose prompt is nearly the text."""
    from rapidfuzz import fuzz, process

    prompts = {number: task.prompt for number, task in enumerate(of) if task.prompt}
    for _, _, number in process.extract(joined(text), prompts, scorer=fuzz.ratio, score_cutoff=ALIKE, limit=None):
        yield of[number]


def shared(one: Traces, of: Sequence[Traces]) -> Iterator[tuple[Traces, str]]:
    """What a task has in common with others: media, or a list of phrases that both have."""
    for task in of:
        for here in one.media:
            if any(here.is_same(there) for there in task.media):
                yield task, f"the content of its '{here.path}'"
        if not set(one.lists).isdisjoint(task.lists):
            yield task, "a list of its phrases"
