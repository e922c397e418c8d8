"""What a task is known by: its prompt, references, answers and notes, phrase lists and patterns, and its media."""

import hashlib
import json
import math
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from typing import Any

from puma_metrics.rules import ready_rule
from puma_metrics.rules.quotes import Quotes
from puma_metrics.tables import read_tables, unescape

from ..across import ALIKE
from ..opening import read_inside
from .gallery import Gallery
from .letters import folded
from .likeness import Likeness, likeness
from .needles import Needles
from .passages import FEWEST_LETTERS, RUN, Index, Text, is_telling, text_of

SHORTEST_PATTERN, SHORTEST_RULE = 8, 5
"""Characters of a pattern, and letters and digits that a rule asks for: with fewer, others have such a one too."""
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


@dataclass(frozen=True)
class Traces:
    """What must not be found of a private task. Phrases are words between spaces, so that `in` finds whole words.

    Patterns are without spaces and backslashes, of which every encoding adds some.
    """

    id: str
    texts: tuple[Text, ...]
    lists: tuple[frozenset[str], ...]
    values: tuple[frozenset[str], ...]
    patterns: tuple[str, ...]
    media: tuple[Medium, ...]


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

    @cached_property
    def _lists(self) -> Mapping[str, Sequence[tuple[str, str, frozenset[str]]]]:
        """Task, what it is, and phrases of each list and of the values of each part, by words one of which is there."""
        found: dict[str, list[tuple[str, str, frozenset[str]]]] = defaultdict(list)
        for task in self.tasks:
            for phrases in task.lists:
                found[_rarest(max(phrases, key=len))].append((task.id, "a list of its phrases", phrases))
            for values in task.values:
                for word in {_rarest(value) for value in values}:
                    found[word].append((task.id, "values of its reference", values))
        return found

    @cached_property
    def _patterns(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for task in self.tasks:
            for pattern in task.patterns:
                found[pattern].append(task.id)
        return found

    @cached_property
    def _needles(self) -> Needles:
        return Needles(self._patterns, SHORTEST_PATTERN)

    @cached_property
    def _media(self) -> Sequence[tuple[str, Medium]]:
        return [(task.id, medium) for task in self.tasks for medium in task.media]

    @cached_property
    def _gallery(self) -> Gallery:
        return Gallery([medium.likeness for _, medium in self._media])

    @cached_property
    def _digests(self) -> Mapping[str, Sequence[int]]:
        found: dict[str, list[int]] = defaultdict(list)
        for number, (_, medium) in enumerate(self._media):
            found[medium.digest].append(number)
        return found

    def same(self, other: Medium) -> list[tuple[float, str, str]]:
        """How well each medium fits that has the content of the other one, from 0 to 1; its task, and its path."""
        fits = self._gallery.same(other.likeness) | dict.fromkeys(self._digests.get(other.digest, ()), 1.0)
        return [(fits[number], self._media[number][0], self._media[number][1].path) for number in sorted(fits)]

    def quoted(self, text: str) -> Iterator[tuple[str, str]]:
        """The ids of the tasks of whose texts or patterns enough stands anywhere in a text, each with what it is."""
        yield from ((found.task, found.what) for found in self.index.told(folded(text)) if found.task in self._ids)
        for _, pattern in self._needles.find(_squeezed(text)):
            yield from ((task, "its pattern") for task in self._patterns[pattern])

    def told(self, text: str) -> Iterator[tuple[str, str]]:
        """What one line or value tells: only there do all phrases of a list make up the list."""
        words = folded(text)
        both = (words, [word[::-1] for word in words])
        yield from dict.fromkeys(found for read in both for found in self._listed_in(read))

    def _listed_in(self, words: Sequence[str]) -> Iterator[tuple[str, str]]:
        joined = f" {' '.join(words)} "
        near = (item for word in dict.fromkeys(words) for item in self._lists.get(word, ()))
        for task, what, phrases in dict.fromkeys(near):
            is_list = what == "a list of its phrases"
            if all(phrase in joined for phrase in phrases) if is_list else _are_told(phrases, joined):
                yield task, what

    def nearly(self, text: str) -> Iterator[str]:
        """The ids of the tasks whose prompt is nearly the text."""
        from rapidfuzz import fuzz, process

        words = " ".join(folded(text))
        if len(words) >= FEWEST_LETTERS:
            found = process.extract(words, self._prompts, scorer=fuzz.ratio, score_cutoff=ALIKE, limit=None)
            yield from (name for _, _, name in found)


def _rarest(phrase: str) -> str:
    """The longest word of a phrase, which stands in few places."""
    return max(phrase.split(), key=len)


def _squeezed(text: str) -> str:
    return re.sub(r"[\s\\]+", "", text)


def _joined(text: str) -> str:
    return f" {' '.join(folded(text))} "


def medium(path: str, kind: str, content: bytes) -> Medium:
    return Medium(path, kind, hashlib.sha256(content).hexdigest(), likeness(content, kind))


def traces(record: Mapping[str, Any], folder: Path) -> Traces:
    """What a task is known by; its media are read from the folder."""
    quotes = [ready_rule(rule).quotes() for rule in record["rules"]]
    lists = [frozenset(map(_joined, items)) for rule in quotes for items in _listed(rule)]
    patterns = (_squeezed(rule.pattern) for rule in quotes)
    return Traces(
        id=record["id"],
        texts=tuple(_texts(record, quotes)),
        lists=tuple(dict.fromkeys(items for items in lists if _is_telling_list(items))),
        values=tuple(frozenset(part) for rule in quotes for part in _parts(rule.reference)),
        patterns=tuple(pattern for pattern in patterns if len(pattern) >= SHORTEST_PATTERN),
        media=tuple(medium(m["path"], m["type"], read_inside(folder, m["path"])) for m in record["media"]),
    )


def _texts(record: Mapping[str, Any], quotes: Sequence[Quotes]) -> Iterator[Text]:
    """A reference stays the task's own where another task has it too: publishing that one would tell it."""
    name = record["id"]
    yield text_of(name, "its prompt", record["prompt"] or "", is_common=True)
    for rule in quotes:
        yield from (text_of(name, "its reference", shown) for text in rule.texts for shown in _as_shown(text))
        yield from (text_of(name, "a phrase of its rule", text, is_common=True) for text in rule.phrases)
    for rule, quoted in zip(record["rules"], quotes, strict=True):
        if _is_telling_rule(quoted):
            yield text_of(name, "its rule", json.dumps(rule, ensure_ascii=False), is_common=True, is_form=True)
    for field in HOME:
        what = "its notes" if field == "notes" else "an example answer"
        yield from (text_of(name, what, text, is_common=True) for text in strings(record.get(field)))


def _as_shown(text: str) -> Iterator[str]:
    """A reference as it is written, and the words that it shows: its tables row by row, and column by column."""
    yield text
    if "<" in text:
        yield unescape(read_tables(text, tables_as_text=True)[0])
        for table in read_tables(text)[1]:
            columns = zip_longest(*([words for words, _, _ in row] for row in table), fillvalue="")
            yield " ".join(words for column in columns for words in column)


def _listed(rule: Quotes) -> Iterator[list[str]]:
    """The phrases that a rule asks for, and the values of each object that an extraction expects."""
    yield [phrase for phrase in rule.phrases if rule.is_asked and folded(phrase)]
    for item in rule.reference if isinstance(rule.reference, list) else [rule.reference]:
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
    """Whether a list has two phrases that are more than a letter or a number, and enough letters.

    >>> [_is_telling_list(frozenset(some)) for some in ([" 5 ", " kwinta czysta "], [" 1410 ", " grunwald "])]
    [False, True]
    """
    told = [letters for phrase in phrases if len(letters := phrase.replace(" ", "")) >= FEWEST_DIGITS]
    return len(told) > 1 and sum(map(len, told)) >= FEWEST_LETTERS


def _is_telling_rule(rule: Quotes) -> bool:
    """Whether a rule asks for more than a letter, a number or a short word.

    >>> [_is_telling_rule(Quotes(phrases=some)) for some in (("ź",), ("5", "nie"), ("Zamość", "lubelskie"))]
    [False, False, True]
    """
    words = folded(" ".join([*rule.texts, *rule.phrases, rule.pattern, *strings(rule.reference)]))
    return rule.is_asked and (len(words) >= RUN or sum(map(len, words)) >= SHORTEST_RULE)


def shared(known: Sequence[Traces]) -> Mapping[str, str]:
    """By id of each task whose list of phrases another one has: the first of these."""
    owners: dict[frozenset[str], list[str]] = defaultdict(list)
    for task in known:
        for phrases in task.lists:
            owners[phrases].append(task.id)
    found: dict[str, str] = {}
    for task in known:
        others = (name for phrases in task.lists for name in owners[phrases] if name != task.id)
        if (other := next(others, None)) is not None:
            found[task.id] = other
    return found
