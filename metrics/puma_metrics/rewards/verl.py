"""`compute_score` for verl, after verl 0.9.1, with `reward.custom_reward_function.path=pkg://puma_metrics.rewards.verl`.

`name` chooses the function: `compute_score` (the default), `compute_soft_score`, or for the batch manager of earlier
releases `compute_score_batch` and `compute_soft_score_batch`; `reward_kwargs` sets `on_error`, `keep_thinking` and
`unwrap_arrays`. `columns` makes a row of verl's data from a task.

verl knows no answer without a reward: of a batch with a None it drops all the scores. So the score is NaN where the
grader could not judge. Its group's advantages become NaN, verl skips the optimiser's step for that mini-batch, and
nothing is learnt from a score that nobody gave; `on_error=0.0` counts such an answer as wrong instead.
"""

from collections.abc import Iterable, Mapping
from math import nan
from typing import Any

from ..errors import Finding, InvalidTask
from ..grade import TaskScore
from ..task import Task, parse_task
from .judging import each, judged, judged_one, ready, task_text


def columns(task: Mapping[str, Any] | Task) -> dict[str, Any]:
    """The columns that verl reads, of one task: `load_dataset("puma")["test"].map(columns).to_parquet("puma.parquet")`.

    Raises InvalidTask if it is no valid task, or has no prompt.

    >>> task = {"id": "t1", "category": "speech_qa", "prompt": "Jakie słowo nadano?",
    ...         "rules": '[{"type":"include","clauses":[["Gdynia"]]}]'}
    >>> columns(task)["prompt"], columns(task)["reward_model"]["style"]
    ([{'role': 'user', 'content': 'Jakie słowo nadano?'}], 'rule')
    """
    task = parse_task(task)
    if task.prompt is None:
        problem = "is null; expected a question: give the task the default prompt of its category first"
        raise InvalidTask([Finding(problem, id=task.id, field="prompt")])
    return {
        "data_source": "puma",
        "prompt": [{"role": "user", "content": task.prompt}],
        "ability": task.category,
        "reward_model": {"style": "rule", "ground_truth": task_text(task)},
        "extra_info": {"id": task.id},
    }


def compute_score(
    data_source: Any, solution_str: str, ground_truth: str, extra_info: Any = None, **options: Any
) -> dict[str, float]:
    """The score of one answer, strict: 1.0 if it meets every rule of its task, else 0.0.

    `ground_truth` is the task as `task_text` writes it; `options` are `on_error`, `keep_thinking` and `unwrap_arrays`.
    The keys are always the same: `score`, `strict`, `soft`, and `rule_error`, which is 1.0 where the grader could not
    judge. Raises InvalidTask if the ground truth is no valid task.

    >>> task = {"id": "t1", "category": "speech_qa", "rules": [{"type": "include", "clauses": [["Gdynia"], ["Hel"]]}]}
    >>> compute_score("puma", "w Gdyni", task_text(task))
    {'score': 0.0, 'strict': 0.0, 'soft': 0.5, 'rule_error': 0.0}
    """
    return _one("strict", solution_str, ground_truth, **options)


def compute_soft_score(
    data_source: Any, solution_str: str, ground_truth: str, extra_info: Any = None, **options: Any
) -> dict[str, float]:
    """The score of one answer, soft: how far it meets its task's rules; otherwise as `compute_score`.

    >>> task = {"id": "t1", "category": "speech_qa", "rules": [{"type": "include", "clauses": [["Gdynia"], ["Hel"]]}]}
    >>> compute_soft_score("puma", "w Gdyni", task_text(task))["score"]
    0.5
    """
    return _one("soft", solution_str, ground_truth, **options)


def compute_score_batch(
    data_sources: Any,
    solution_strs: Iterable[str],
    ground_truths: Iterable[str],
    extra_infos: Any = None,
    **options: Any,
) -> list[dict[str, float]]:
    """`compute_score` of many answers, in their order.

    >>> task = {"id": "t1", "category": "speech_qa", "rules": [{"type": "include", "clauses": [["Gdynia"]]}]}
    >>> [row["score"] for row in compute_score_batch(["puma"] * 2, ["w Gdyni", "Hel"], [task_text(task)] * 2)]
    [1.0, 0.0]
    """
    return _rows("strict", solution_strs, ground_truths, **options)


def compute_soft_score_batch(
    data_sources: Any,
    solution_strs: Iterable[str],
    ground_truths: Iterable[str],
    extra_infos: Any = None,
    **options: Any,
) -> list[dict[str, float]]:
    """`compute_soft_score` of many answers, in their order.

    >>> task = {"id": "t1", "category": "speech_qa", "rules": [{"type": "include", "clauses": [["Gdynia"], ["Hel"]]}]}
    >>> [row["score"] for row in compute_soft_score_batch(["puma"] * 2, ["w Gdyni", "Łeba"], [task_text(task)] * 2)]
    [0.5, 0.0]
    """
    return _rows("soft", solution_strs, ground_truths, **options)


def _one(kind: str, answer: str, task: str, *, on_error: float = nan, **options: Any) -> dict[str, float]:
    return _row(kind, judged_one(ready(task), answer, **_of_grade(**options)), on_error)


def _rows(
    kind: str, answers: Iterable[str], tasks: Iterable[str], *, on_error: float = nan, **options: Any
) -> list[dict[str, float]]:
    given, truths = each(solution_strs=answers, ground_truths=tasks)
    scores = judged(map(ready, truths), given, **_of_grade(**options))
    return [_row(kind, score, on_error) for score in scores]


def _of_grade(*, keep_thinking: bool = False, unwrap_arrays: bool = False, **_of_reward_models: Any) -> dict[str, bool]:
    """The options of `grade` among those given: verl adds its own where a reward model runs beside."""
    return {"keep_thinking": keep_thinking, "unwrap_arrays": unwrap_arrays}


def _row(kind: str, score: TaskScore | None, on_error: float) -> dict[str, float]:
    strict, soft = (on_error, on_error) if score is None else (float(score.strict), score.soft)
    chosen = strict if kind == "strict" else soft
    return {"score": chosen, "strict": strict, "soft": soft, "rule_error": float(score is None)}
