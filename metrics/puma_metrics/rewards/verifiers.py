"""Reward functions for verifiers: of a task of verifiers 0.4, and of the Rubric of the releases before it.

A task of verifiers 0.4 carries `answer = task_text(task)` in its data, and takes the reward by its name in the
configuration (`rewards = {"strict_reward": {"fn": "puma_metrics.rewards.verifiers:strict_reward"}}`) or calls it in a
method under `@vf.reward`. Where the grader could not judge, the function raises RuleError: verifiers then records a
TaskError in the trace, whose reward stays None.

`rubric_strict_reward` and `rubric_soft_reward` are for `vf.Rubric(funcs=[...])` up to verifiers 0.3, whose dataset has
`answer = task_text(task)`. That Rubric makes 0.0 of None and of every exception, an invalid task's too; so the reward
is NaN where the grader could not judge, and tasks are checked when `task_text` writes them.
"""

from math import nan
from typing import Any

from ..errors import RuleError
from ..grade import TaskScore, grade
from .judging import judged_one, last_reply, problem, ready


async def strict_reward(task: Any, trace: Any, **options: bool) -> float:
    """1.0 if the trace's last reply meets every rule of the task, else 0.0.

    `task` has the field `answer`, a `task_text`; `trace` is verifiers' own, `options` are those of `grade`. Raises
    InvalidTask if that is no valid task, RuleError if the grader cannot judge.

    >>> import asyncio
    >>> from types import SimpleNamespace as Given
    >>> answer = '{"id":"t1","category":"speech_qa","rules":[{"type":"include","clauses":[["Gdynia"],["Hel"]]}]}'
    >>> asyncio.run(strict_reward(Given(answer=answer), Given(last_reply="Gdynia, Hel")))
    1.0
    """
    return float(_score(task, trace, **options).strict)


async def soft_reward(task: Any, trace: Any, **options: bool) -> float:
    """How far the trace's last reply meets the task's rules, from 0.0 to 1.0; otherwise as `strict_reward`.

    >>> import asyncio
    >>> from types import SimpleNamespace as Given
    >>> answer = '{"id":"t1","category":"speech_qa","rules":[{"type":"include","clauses":[["Gdynia"],["Hel"]]}]}'
    >>> asyncio.run(soft_reward(Given(answer=answer), Given(last_reply="w Gdyni")))
    0.5
    """
    return _score(task, trace, **options).soft


def _score(task: Any, trace: Any, **options: bool) -> TaskScore:
    score = grade(ready(task.answer), trace.last_reply, **options)
    if found := problem(score):
        raise RuleError(f"no reward for {found}")
    return score


def rubric_strict_reward(
    completion: Any, answer: str, *, keep_thinking: bool = False, unwrap_arrays: bool = False, **_more: Any
) -> float:
    """1.0 if the completion meets every rule of the task, else 0.0; NaN where the grader could not judge.

    `completion` is a text or a list of messages, `answer` the task as `task_text` writes it.

    >>> answer = '{"id":"t1","category":"speech_qa","rules":[{"type":"include","clauses":[["Gdynia"],["Hel"]]}]}'
    >>> rubric_strict_reward(completion=[{"role": "assistant", "content": "Gdynia, Hel"}], answer=answer)
    1.0
    """
    options = {"keep_thinking": keep_thinking, "unwrap_arrays": unwrap_arrays}
    score = judged_one(ready(answer), last_reply(completion), **options)
    return nan if score is None else float(score.strict)


def rubric_soft_reward(
    completion: Any, answer: str, *, keep_thinking: bool = False, unwrap_arrays: bool = False, **_more: Any
) -> float:
    """How far the completion meets the task's rules, from 0.0 to 1.0; otherwise as `rubric_strict_reward`.

    >>> answer = '{"id":"t1","category":"speech_qa","rules":[{"type":"include","clauses":[["Gdynia"],["Hel"]]}]}'
    >>> rubric_soft_reward(completion="w Gdyni", answer=answer)
    0.5
    """
    options = {"keep_thinking": keep_thinking, "unwrap_arrays": unwrap_arrays}
    score = judged_one(ready(answer), last_reply(completion), **options)
    return nan if score is None else score.soft
