"""Reward functions for TRL: `GRPOTrainer(reward_funcs=strict_reward, ...)`, after TRL 1.16.

The training set needs the dataset's own columns `id`, `category` and `rules`, which TRL passes on; so there is nothing
to prepare. A reward is None where the grader could not judge: TRL leaves that answer out of its group's mean and
gives it no advantage.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from ..grade import TaskScore
from .judging import each, judged, last_reply, of_columns


def strict_reward(
    completions: Sequence[Any],
    id: Sequence[str],
    category: Sequence[str],
    rules: Sequence[str],
    *,
    keep_thinking: bool = False,
    unwrap_arrays: bool = False,
    **_more: Any,
) -> list[float | None]:
    """1.0 for each completion that meets every rule of its task, else 0.0.

    `completions` are texts or conversations, the columns lists of the same length; `keep_thinking` and `unwrap_arrays`
    are those of `grade`, to be set with functools.partial. Raises InvalidTask if a row is no valid task.

    >>> rules = '[{"type":"include","clauses":[["Gdynia"],["Sopot"]]}]'
    >>> columns = {"id": ["t1", "t1"], "category": ["speech_qa", "speech_qa"], "rules": [rules, rules]}
    >>> strict_reward(completions=["Gdynia i Sopot", "w Gdyni"], **columns)
    [1.0, 0.0]
    """
    scores = _scores(completions, id, category, rules, keep_thinking=keep_thinking, unwrap_arrays=unwrap_arrays)
    return [None if score is None else float(score.strict) for score in scores]


def soft_reward(
    completions: Sequence[Any],
    id: Sequence[str],
    category: Sequence[str],
    rules: Sequence[str],
    *,
    keep_thinking: bool = False,
    unwrap_arrays: bool = False,
    **_more: Any,
) -> list[float | None]:
    """How far each completion meets the rules of its task, from 0.0 to 1.0; otherwise as `strict_reward`.

    >>> rules = '[{"type":"include","clauses":[["Gdynia"],["Sopot"]]}]'
    >>> soft_reward(completions=["w Gdyni"], id=["t"], category=["speech_qa"], rules=[rules])
    [0.5]
    """
    scores = _scores(completions, id, category, rules, keep_thinking=keep_thinking, unwrap_arrays=unwrap_arrays)
    return [None if score is None else score.soft for score in scores]


def _scores(completions: Iterable[Any], *columns: Sequence[str], **options: bool) -> list[TaskScore | None]:
    given, *rows = each(**dict(zip(("completions", "id", "category", "rules"), (completions, *columns), strict=True)))
    tasks = [of_columns(*row) for row in zip(*rows, strict=True)]
    return judged(tasks, map(last_reply, given), **options)
