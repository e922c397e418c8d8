"""What a task asks for, as far as flags need it: the words of its prompt, and what would answer it otherwise."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from .. import text
from ..attacks.names import NAMES
from ..attacks.options import options
from ..attacks.spelled import spelled
from ..lazy import made_once
from ..rules import Exclude, Include, Order, Rule
from ..rules.pattern_rule import Regex
from .cues import STANCES, words
from .seen import lemmas

if TYPE_CHECKING:
    from ..task import Task

_ERRORS = frozenset(cue.strip() for cue in STANCES["fails"].split(";"))
_SAY = words("wypisać podać odpowiedzieć pisać napisać wpisać wskazać wymienić podawać write give answer list reply")
_ONLY = words("tylko wyłącznie jedynie sam only just")
_NOT = frozenset(("nie", "not", "don’t"))
ECHO = 6
"""So many words in a row that also stand in the prompt are an echo of it."""
SHORTEST = 4
"""Letters of a word of the prompt that says what is asked for."""


@dataclass(frozen=True)
class Question:
    """A task's question, made ready once."""

    words: tuple[str, ...]
    """The prompt's tokens in lower case."""
    marks: frozenset[str]
    """The marks of the prompt."""
    topic: frozenset[str]
    """The base forms of its longer words."""
    own: frozenset[str]
    """The base forms of what the rules ask for."""
    rivals: frozenset[str]
    """The base forms of what would answer otherwise: what rules cap or exclude, options, names of the same kind."""
    wants: int
    """How many things the rules ask for."""
    wants_only: bool
    """Whether it wants nothing beside what it asks for: "wypisz tylko"."""
    forbids_names: bool
    is_about_errors: bool
    """Whether it asks for what is wrong, so that to name it denies nothing."""

    @made_once
    def runs(self) -> frozenset[tuple[str, ...]]:
        """Every six words of the prompt that stand in a row."""
        return frozenset(self.words[at : at + ECHO] for at in range(len(self.words) - ECHO + 1))

    @classmethod
    def of(cls, task: "Task") -> "Question":
        prompt = _prompt(task.prompt or "")
        own = frozenset().union(*(_bases(phrase) for rule in task.rules for phrase in wanted_phrases(rule)))
        rival = [phrase for rule in task.rules for phrase in unwanted_phrases(rule)]
        alike = (group for group in (*prompt.groups, *_named()) if not own.isdisjoint(group))
        return cls(
            words=prompt.words,
            marks=prompt.marks,
            topic=prompt.topic,
            own=own,
            rivals=frozenset().union(*map(_telling, rival), *alike) - own,
            wants=sum(map(_count, task.rules)),
            wants_only=prompt.wants_only,
            forbids_names=prompt.forbids_names,
            is_about_errors=not prompt.topic.isdisjoint(_ERRORS),
        )


@dataclass(frozen=True)
class _Prompt:
    """What the prompt says by itself."""

    words: tuple[str, ...]
    marks: frozenset[str]
    topic: frozenset[str]
    groups: tuple[frozenset[str], ...]
    """The base forms of each group of options."""
    wants_only: bool
    forbids_names: bool


@lru_cache(500)
def _prompt(prompt: str) -> _Prompt:
    tokens = text.tokens(prompt)
    return _Prompt(
        words=tuple(token.lower() for token in tokens),
        marks=frozenset(char for char in prompt if not char.isalnum()),
        topic=frozenset().union(*(lemmas(token) for token in tokens if len(token) >= SHORTEST)),
        groups=tuple(frozenset().union(*map(_offered, group)) for group in options(prompt)),
        wants_only=_has_pair(tokens, _SAY, _ONLY),
        forbids_names=_has_pair(tokens, _NOT, _SAY),
    )


@lru_cache(5_000)
def _bases(phrase: str) -> frozenset[str]:
    return frozenset().union(*map(lemmas, text.tokens(phrase)))


def _offered(option: str) -> frozenset[str]:
    """The same of an option of the prompt, of which every longer word tells where none is a name."""
    return _telling(option) or frozenset().union(*(lemmas(token) for token in text.tokens(option) if len(token) > 2))


@cache
def _named() -> tuple[frozenset[str], ...]:
    """The base forms of each list of names."""
    return tuple(frozenset().union(*map(_telling, names)) for names in NAMES.values())


def _has_pair(tokens: list[str], first: frozenset[str], second: frozenset[str]) -> bool:
    return any(not lemmas(a).isdisjoint(first) and not lemmas(b).isdisjoint(second) for a, b in pairwise(tokens))


@lru_cache(5_000)
def _telling(phrase: str) -> frozenset[str]:
    """The base forms of a phrase's one word, or of those of its words that are names or numbers."""
    tokens = text.tokens(phrase)
    telling = tokens if len(tokens) == 1 else [token for token in tokens if not token[0].islower() and len(token) > 1]
    return frozenset().union(*map(lemmas, telling))


def _count(rule: Rule) -> int:
    if isinstance(rule, Include):
        return rule.bounds[0]
    if isinstance(rule, Order):
        return len(rule.phrases)
    return rule.regex_min or (rule.regex_min is None) if isinstance(rule, Regex) else 0


def wanted_phrases(rule: Rule) -> Iterator[str]:
    """The phrases that a rule asks for."""
    if isinstance(rule, Include) and rule.bounds[0]:
        for clause in rule.clauses:
            yield from clause
    elif isinstance(rule, Order):
        yield from rule.phrases
    elif isinstance(rule, Regex) and rule.regex_min != 0:
        yield from spelled(rule.pattern)[0]


def unwanted_phrases(rule: Rule) -> Iterator[str]:
    """The phrases that a rule excludes, or of which it allows a few only."""
    if isinstance(rule, Exclude):
        yield from rule.phrases
    elif isinstance(rule, Include) and not rule.bounds[0]:
        for clause in rule.clauses:
            yield from clause
