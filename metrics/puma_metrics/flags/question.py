"""What a task asks for, as far as flags need it: the words of its prompt, and what would answer it otherwise."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .. import text
from ..attacks.names import NAMES
from ..attacks.options import options
from ..attacks.spelled import spelled
from ..rules import Exclude, Include, Order, Rule
from ..rules.pattern_rule import Regex
from .cues import STANCES
from .seen import lemmas

if TYPE_CHECKING:
    from ..task import Task

_ERRORS = frozenset(cue.strip() for cue in STANCES["fails"].split(";"))
SHORTEST = 4
"""Letters of a word of the prompt that says what is asked for."""


@dataclass(frozen=True)
class Question:
    """A task's question, made ready once."""

    words: tuple[str, ...]
    """The prompt's tokens in lower case."""
    topic: frozenset[str]
    """The base forms of its longer words."""
    own: frozenset[str]
    """The base forms of what the rules ask for."""
    rivals: frozenset[str]
    """The base forms of what would answer otherwise: what rules cap or exclude, options, names of the same kind."""
    wants: int
    """How many things the rules ask for."""
    is_about_errors: bool
    """Whether it asks for what is wrong, so that to name it denies nothing."""

    @classmethod
    def of(cls, task: "Task") -> "Question":
        tokens = text.tokens(task.prompt or "")
        wanted = [phrase for rule in task.rules for phrase in wanted_phrases(rule)]
        own = frozenset().union(*(lemmas(token) for phrase in wanted for token in text.tokens(phrase)))
        rival = [phrase for rule in task.rules for phrase in unwanted_phrases(rule)]
        for group in [*options(task.prompt or ""), *NAMES.values()]:
            rival += group if any(not own.isdisjoint(_telling(name)) for name in group) else ()
        others = frozenset().union(*map(_telling, rival))
        topic = frozenset().union(*(lemmas(token) for token in tokens if len(token) >= SHORTEST))
        return cls(
            tuple(token.lower() for token in tokens),
            topic,
            own,
            others - own,
            sum(map(_count, task.rules)),
            not topic.isdisjoint(_ERRORS),
        )


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
