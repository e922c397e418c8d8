"""Rules under attack: which cheap answers a task passes, and whether a flag contests them."""

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import lru_cache
from math import fsum
from typing import Any

from .attacks import ATTACKS, Attack
from .grade import TaskScore, grade
from .phrases import Answer
from .rules import score_rule
from .signature import tasks_digest
from .task import QUESTION_RULES, Task
from .wording import shorten

SHOWN = 200
"""Characters of an answer that go into the results."""
ALMOST = 0.9
"""From this soft score on a cheap answer that is not made of the reference is no longer cheap, whatever strict says."""


@dataclass(frozen=True)
class Breach:
    """An attack that a task does not withstand."""

    task: Task
    attack: str
    score: TaskScore = field(repr=False)
    """Of the first answer that passes, and that no flag contests where there is such a one."""
    passing: int
    tried: int

    @property
    def is_blind(self) -> bool:
        return ATTACKS[self.attack].is_blind

    @property
    def is_listed(self) -> bool:
        """Whether the task needs mending: an answer passes that no flag contests.

        Rules cannot see a hedge or a list (GRADING, section 11), flags can: what they catch is caught.
        """
        return not self.score.flags

    def plain(self) -> dict[str, Any]:
        """As plain Python, for JSON; the answer is shortened."""
        answer = shorten(self.score.answer.text, SHOWN)
        counts = {"passing": self.passing, "tried": self.tried}
        scores = {"strict": self.score.strict, "soft": self.score.soft, "flags": list(self.score.flags)}
        return {"id": self.task.id, "attack": self.attack, "blind": self.is_blind, **counts, "answer": answer, **scores}


@dataclass(frozen=True)
class Stressed:
    """A task after all attacks."""

    task: Task
    tried: int
    """Answers given."""
    breaches: tuple[Breach, ...]
    soft: dict[str, float]
    """Of each attack that is made of the reference the best soft score."""
    unjudged: tuple[str, ...]
    """The attacks with an answer that a rule could not judge: a pattern ran into its deadline."""

    @property
    def names_nothing_wrong(self) -> bool:
        """Whether all that the rules name may stand in a right answer, so that naming it all at once is no attack."""
        return is_question(self.task) and not any(True for _ in ATTACKS["every phrase"].answers(self.task))


def stress(task: Task) -> Stressed:
    """Give every cheap answer to one task.

    >>> from puma_metrics import parse_task
    >>> rules = [{"type": "regex", "pattern": "[0-9]+"}]
    >>> stressed = stress(parse_task({"id": "t1", "category": "speech_qa", "rules": rules}))
    >>> [breach.attack for breach in stressed.breaches][:2]
    ['numbers 0 to 1000', 'numbers, each alone']
    """
    tried, breaches, soft, unjudged = 0, [], {}, []
    for name, attack in attacks_on(task).items():
        answers = list(dict.fromkeys(attack.answers(task)))
        tried += len(answers)
        outcomes = [_outcome(task, answer, attack) for answer in answers]
        passing = [answer for answer, (passes, _, _) in zip(answers, outcomes, strict=True) if passes]
        if len(passing) > attack.most:
            breaches.append(Breach(task, name, _worst(task, passing), len(passing), len(answers)))
        if answers and not is_question(task) and not attack.is_blind:
            soft[name] = max(score for _, score, _ in outcomes)
        if any(error for _, _, error in outcomes):
            unjudged.append(name)
    return Stressed(task, tried, tuple(breaches), soft, tuple(unjudged))


def attacks_on(task: Task) -> dict[str, Attack]:
    """The attacks that suit a task."""
    return {name: attack for name, attack in ATTACKS.items() if is_question(task) or not attack.asks_a_question}


def is_question(task: Task) -> bool:
    """Whether a task asks for words in an answer, and not for a transcript, a page or a form."""
    return all(rule.type in QUESTION_RULES for rule in task.rules)


@lru_cache(4096)
def _ready(text: str) -> Answer:
    """An answer whose text forms are made: most cheap answers are the same for every task."""
    answer = Answer(text)
    _ = answer.raw1, answer.all_keys
    return answer


def _outcome(task: Task, text: str, attack: Attack) -> tuple[bool, float, str]:
    """Whether an answer passes, or almost does; the last soft score seen, and why a rule could not judge.

    The first rule that is not met decides, which is most of the speed.
    """
    answer = copy(_ready(text))  # what rules find in it is kept with the copy, and goes with it
    soft = 1.0
    for rule in task.rules:
        score = score_rule(rule, answer)
        soft = score.soft
        almost = attack.is_blind and not is_question(task) and soft >= ALMOST
        if not (score.strict or almost):
            return False, soft, score.error
    return True, soft, ""


def _worst(task: Task, passing: Sequence[str]) -> TaskScore:
    """The score of the first answer that no flag contests, else of the first."""
    first, *others = passing
    score = grade(task, first)
    unflagged = (other for other in (grade(task, answer) for answer in others) if not other.flags)
    return next(unflagged, score) if score.flags else score


def summary(results: Sequence[Stressed]) -> dict[str, Any]:
    """All of it as plain Python, for JSON: what is listed, what a flag contests, and what soft scores say."""
    breaches = [breach for result in results for breach in result.breaches]
    return {
        "digest": tasks_digest([result.task for result in results]),
        "n": len(results),
        "answers": sum(result.tried for result in results),
        "listed": [breach.plain() for breach in breaches if breach.is_listed],
        "contested": [breach.plain() for breach in breaches if not breach.is_listed],
        "naming_nothing_wrong": [result.task.id for result in results if result.names_nothing_wrong],
        "soft": soft_scores(results),
        "unjudged": [{"id": result.task.id, "attack": name} for result in results for name in result.unjudged],
    }


def soft_scores(results: Iterable[Stressed]) -> dict[str, dict[str, Any]]:
    """What is left of the soft score where a reference is put out of order: by attack the mean and the highest."""
    by_attack: dict[str, list[tuple[float, str]]] = {}
    for result in results:
        for name, soft in result.soft.items():
            by_attack.setdefault(name, []).append((soft, result.task.id))
    found = {}
    for name, scores in by_attack.items():
        highest, task = max(scores, key=lambda score: score[0])
        mean = fsum(soft for soft, _ in scores) / len(scores)
        found[name] = {"n": len(scores), "mean": mean, "highest": highest, "id": task}
    return found
