"""From what a trainer passes to scores: tasks made ready once, the answer's text, and where there is no score."""

import json
import logging
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from ..errors import Finding, InvalidTask
from ..grade import TaskScore, grade, grade_batch, no_sequence
from ..rules import fields
from ..task import Task, parse_task
from ..wording import shorten

KEPT = 4096
"""How many tasks stay ready between calls."""
_EXPECTED = "expected what puma_metrics.rewards.task_text gives"
_log = logging.getLogger(__name__)


def task_text(task: Mapping[str, Any] | Task) -> str:
    """All of a task that its score depends on, as JSON text: the `ground_truth` of verl, the `answer` of verifiers.

    `task` is a line of tasks.jsonl or a row of the dataset. Raises InvalidTask if it is no valid task.

    >>> task_text({"id": "t1", "category": "asr", "prompt": None, "rules": [{"type": "asr", "reference": "Łódź"}]})
    '{"id":"t1","category":"asr","rules":[{"type":"asr","reference":"Łódź"}]}'
    """
    task = parse_task(task)
    record = {"id": task.id, "category": task.category, "rules": task.record["rules"]}
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def ready(text: str) -> Task:
    """The task of a `task_text`, its rules made ready once for all the calls that bring the same text.

    Raises InvalidTask, which lists everything wrong.

    >>> text = task_text({"id": "t1", "category": "asr", "rules": [{"type": "asr", "reference": "Łódź"}]})
    >>> ready(text).id, ready(text) is ready(text)
    ('t1', True)
    """
    if not isinstance(text, str):
        raise InvalidTask([Finding(f"is no text ({fields.shown(text)}); {_EXPECTED}", field="task")])
    return _of_text(text)


@lru_cache(maxsize=KEPT)
def _of_text(text: str) -> Task:
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        problem = f"is no JSON ({fields.shown(text)}): {error}; {_EXPECTED}"
        raise InvalidTask([Finding(problem, field="task")]) from error
    return parse_task(record)


def of_columns(id: object, category: object, rules: object) -> Task:
    """The task of a dataset's columns; `rules` as the dataset's JSON text, made ready once, or as a list."""
    if isinstance(id, str) and isinstance(category, str) and isinstance(rules, str):
        return _of_texts(id, category, rules)
    return parse_task({"id": id, "category": category, "rules": rules})


@lru_cache(maxsize=KEPT)
def _of_texts(id: str, category: str, rules: str) -> Task:
    return parse_task({"id": id, "category": category, "rules": rules})


def last_reply(completion: Any) -> str:
    """The answer in a completion: its text or, of a conversation, the text of the last message of the assistant.

    A message's content is text, one part, or a list of parts, of which those with text count: a text itself, and the
    field `text` of a part of type `text` or of none; images, calls, thoughts and what is null are no text. Without a
    message of the assistant, or without text in it, the answer is empty. Raises TypeError for anything else.

    >>> last_reply([{"role": "assistant", "content": "To Sopot."}, {"role": "assistant", "content": "To Gdynia."}])
    'To Gdynia.'
    """
    if isinstance(completion, str):
        return completion
    if not isinstance(completion, list | tuple) or not all(isinstance(message, Mapping) for message in completion):
        problem = f"text or a list of messages, not {type(completion).__name__} ({shorten(repr(completion))})"
        raise TypeError(f"a completion is {problem}")
    content = next((m.get("content") for m in reversed(completion) if m.get("role") == "assistant"), None)
    if content is None or isinstance(content, str):
        return content or ""
    parts = [content] if isinstance(content, Mapping) else content
    if not isinstance(parts, list | tuple):
        problem = f"text or a list of parts, not {type(content).__name__} ({shorten(repr(content))})"
        raise TypeError(f"a message's content is {problem}")
    return "\n".join(text for text in map(_part_text, parts) if isinstance(text, str))


def _part_text(part: object) -> object:
    """The text of a part of a message; None of a part that has none, whatever it is."""
    if not isinstance(part, Mapping):
        return part
    return part.get("text") if part.get("type") in ("text", "output_text", None) and not part.get("thought") else None


def problem(score: TaskScore) -> str:
    """Why the grader could not judge, with task and rule; nothing if it could."""
    found = [Finding(r.error, id=score.task.id, rule=number) for number, r in enumerate(score.rules, 1) if r.error]
    return "; ".join(map(str, found))


def judged_one(task: Task, answer: str, **options: bool) -> TaskScore | None:
    """The score of one answer; None, and a warning, where a rule had an error."""
    score = grade(task, answer, **options)
    if found := problem(score):
        _log.warning("no reward for %s", found)
        return None
    return score


def each(**columns: Any) -> list[list[Any]]:
    """The arguments of a batch as lists; raises TypeError for one text in a list's place."""
    for name, given in columns.items():
        if problem := no_sequence(given):
            raise TypeError(f"{name} {problem}; expected a sequence of them")
    return list(map(list, columns.values()))


def judged(tasks: Iterable[Task], answers: Iterable[str | None], **options: bool) -> list[TaskScore | None]:
    """The scores of many answers, each to the task in its place; None, and one warning, where a rule had an error."""
    scores = grade_batch(tasks, answers, **options)
    problems = [problem(score) for score in scores]
    for text in dict.fromkeys(filter(None, problems)):
        _log.warning("no reward for %s", text)
    return [None if text else score for score, text in zip(scores, problems, strict=True)]
