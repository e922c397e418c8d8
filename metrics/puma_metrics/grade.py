"""One task and one answer: the task's score, with the scores of its rules (GRADING, section 1)."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import fsum
from numbers import Real
from typing import Any

from .flags import Flag, flags
from .lazy import made_once
from .phrases import Answer
from .rules import Extraction, RuleScore, score_rule
from .signature import canonical
from .task import Task, parse_task
from .wording import counted, shorten

LONGEST_ANSWER = 1_000_000
"""Bytes in UTF-8; a longer answer is cut there, which is counted and reported."""

_MARKS = (
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<reasoning>", "</reasoning>"),
    ("◁think▷", "◁/think▷"),
    ("[THINK]", "[/THINK]"),
)
"""What opens a block of reasoning, and what closes it."""

_FINAL = re.compile(r"<\|channel\|>final\b[^<]*+(?:<\|constrain\|>[^<]*+)?<\|message\|>")  # `<|constrain|>json` too
_WITHOUT_TOKENS = ("analysis", "assistantfinal")  # gpt-oss where its special tokens were dropped
_SIGNS = ("<", "[", "◁", _WITHOUT_TOKENS[1])
"""Every block of reasoning has one of these; most answers have none."""
_FINAL_END = re.compile(r"<\|(?:return|end)\|>\s*\Z")
_HARMONY = re.compile(r"(?:<\|start\|>assistant)?<\|channel\|>(?:analysis|commentary)\b")
_START = re.compile(r"[\s\ufeff]*")


def without_thinking(answer: str) -> str:
    """The answer after its leading reasoning block, by a table of marks (GRADING, section 1).

    A block that never closes leaves nothing; without an opening mark all goes up to the first closing one of which no
    opening one stands before it. Of gpt-oss what stands in the channel `final` is the answer.

    >>> without_thinking("<think>Zamość?</think> Lublin"), without_thinking("Zamość?</think> Lublin")
    (' Lublin', ' Lublin')
    >>> without_thinking("<think>Zamość"), without_thinking("Tag <think> to </think> tekst.")
    ('', 'Tag <think> to </think> tekst.')
    >>> without_thinking("<|channel|>analysis<|message|>Zamość?<|end|><|channel|>final<|message|>Lublin<|return|>")
    'Lublin'
    """
    if not any(sign in answer for sign in _SIGNS):
        return answer
    start = _START.match(answer).end()  # type: ignore[union-attr]  # it matches anywhere
    for opening, closing in _MARKS:
        if answer.startswith(opening, start):
            return answer[start:].partition(closing)[2]
    opening, closing = _WITHOUT_TOKENS
    if answer.startswith(opening, start) and closing in answer:
        return answer.partition(closing)[2]
    if _HARMONY.match(answer, start):
        final = _FINAL.search(answer)
        return _FINAL_END.sub("", answer[final.end() :]) if final else ""
    end, mark = min(_unopened(answer), default=(0, ""))
    rest = answer[end + len(mark) :]
    return _FINAL_END.sub("", rest) if mark.startswith("<|") else rest


def _unopened(answer: str) -> Iterator[tuple[int, str]]:
    """Where the first closing mark of each kind stands that has no opening mark of its kind before it."""
    if final := _FINAL.search(answer):
        yield final.start(), final[0]
    for opening, closing in _MARKS:
        at = answer.find(closing)
        if at >= 0 and opening not in answer[:at]:
            yield at, closing


def cut(answer: str) -> str:
    """The answer, or as much of it as LONGEST_ANSWER allows, cut between two characters.

    >>> len(cut("ą" * 600_000))
    500000
    """
    if 4 * len(answer) <= LONGEST_ANSWER:
        return answer
    encoded = answer.encode("utf-8", "surrogatepass")
    if len(encoded) <= LONGEST_ANSWER:
        return answer
    end = LONGEST_ANSWER
    while encoded[end] & 0xC0 == 0x80:  # inside a character
        end -= 1
    return encoded[:end].decode("utf-8", "surrogatepass")


@dataclass(frozen=True)
class TaskScore:
    """What a task's rules say of one answer."""

    strict: int
    """1 if every rule is met, else 0."""
    soft: float
    """The mean of the rules' soft scores, from 0 to 1."""
    rules: tuple[RuleScore, ...]
    task: Task = field(repr=False)
    answer: Answer = field(repr=False)
    """What was graded: the raw answer less its reasoning block, cut to LONGEST_ANSWER."""
    is_cut: bool = field(default=False, repr=False)

    @made_once
    def flagged(self) -> tuple[Flag, ...]:
        """What a person should read before trusting this score, and why; it never changes it, and waits to be asked."""
        found = [Flag("cut", f"{LONGEST_ANSWER} bytes were graded")] if self.is_cut else []
        found += [Flag("rule error", rule.error) for rule in self.rules if rule.error][:1]
        return (*found, *flags(self.task, self.answer, self.rules))

    @property
    def flags(self) -> tuple[str, ...]:
        """The kinds of the flags, each once."""
        return tuple(dict.fromkeys(flag.kind for flag in self.flagged))

    @property
    def is_contested(self) -> bool:
        """Whether the answer passes with a flag."""
        return bool(self.strict and self.flags)


def grade(
    task: Mapping[str, Any] | Task,
    answer: str | None,
    *,
    keep_thinking: bool = False,
    unwrap_arrays: bool = False,
) -> TaskScore:
    """Grade one answer to one task (GRADING, section 1).

    `task` is a line of tasks.jsonl, a row of the dataset or such a row as pandas gives it. `answer` is what the model
    wrote, a missing one None (or NaN, as pandas has it); one leading reasoning block is removed unless
    `keep_thinking`. Raises InvalidTask if the record is no valid task, TypeError if the answer is no text.

    >>> task = {"id": "t1", "category": "speech_qa", "rules": [{"type": "include", "clauses": [["Gdynia"]]}]}
    >>> grade(task, "<think>Gdańsk?</think>Nadano słowo GDYNIA.").strict
    1
    """
    task = parse_task(task)
    raw = _checked(answer) or ""
    visible = raw if keep_thinking else without_thinking(raw)
    graded = Answer(cut(visible))
    rules = [r.unwrapping if unwrap_arrays and isinstance(r, Extraction) else r for r in task.rules]
    scores = tuple(score_rule(rule, graded) for rule in rules)
    strict = min(score.strict for score in scores)
    soft = fsum(score.soft for score in scores) / len(scores)
    return TaskScore(strict, soft, scores, task, graded, is_cut=len(graded.text) < len(visible))


def _checked(answer: object) -> str | None:
    if isinstance(answer, str):
        return answer
    if is_missing(answer):
        return None
    raise TypeError(f"an answer is text or None, not {type(answer).__name__} ({shorten(repr(answer))})")


def is_missing(value: object) -> bool:
    """Whether a value stands for none: None, or what pandas has in its place.

    >>> is_missing(None), is_missing(float("nan")), is_missing(""), is_missing(0.0)
    (True, True, False, False)
    """
    return value is None or (isinstance(value, Real) and value != value) or type(value).__name__ == "NAType"


def no_sequence(given: object) -> str:
    """What keeps an argument from being a sequence of answers, tasks or columns; "" if nothing does.

    A text has letters, a mapping and a table names and a set no order: each can be gone through, and would be graded
    as something that nobody meant.

    >>> no_sequence("tak"), no_sequence(["tak"])
    ('is one str', '')
    """
    if isinstance(given, str | bytes | Mapping | Task | set | frozenset) or getattr(given, "ndim", 1) != 1:
        return f"is one {type(given).__name__}"
    return "" if isinstance(given, Iterable) else f"is no sequence ({shorten(repr(given))})"


def grade_batch(
    tasks: Iterable[Mapping[str, Any] | Task],
    answers: Iterable[str | None],
    *,
    keep_thinking: bool = False,
    unwrap_arrays: bool = False,
) -> list[TaskScore]:
    """Grade many answers, each to the task in its place: `grade` of every pair, in the order given.

    `tasks` and `answers` are of one length; a task may stand there as often as it was answered. Tasks of one content
    are parsed once and equal answers to them graded once, and then have the same score object. The function keeps
    nothing between calls, and may run in threads and in other processes. Raises InvalidTask, TypeError as `grade`
    does, and ValueError if the lengths differ.

    >>> task = {"id": "t1", "category": "speech_qa", "rules": [{"type": "include", "clauses": [["Gdynia"]]}]}
    >>> [score.strict for score in grade_batch([task] * 3, ["w Gdyni", "Sopot", None])]
    [1, 0, 0]
    """
    for name, given in (("tasks", tasks), ("answers", answers)):
        if problem := no_sequence(given):
            raise TypeError(f"{name} {problem}; expected a sequence of them")
    tasks, answers = list(tasks), list(answers)
    if len(tasks) != len(answers):
        counts = f"{counted(len(tasks), 'task')} and {counted(len(answers), 'answer')}"
        raise ValueError(f"{counts}; expected one answer to each task")
    known = _by_content({id(task): task for task in tasks})
    scores: dict[tuple[int, str | None], TaskScore] = {}
    found = []
    for task, answer in zip(tasks, answers, strict=True):
        ready = known[id(task)]
        pair = id(ready), _checked(answer)
        if pair not in scores:
            scores[pair] = grade(ready, pair[1], keep_thinking=keep_thinking, unwrap_arrays=unwrap_arrays)
        found.append(scores[pair])
    return found


def _by_content(tasks: Mapping[int, Mapping[str, Any] | Task]) -> dict[int, Task]:
    """The tasks made ready, by the identity of their records; records of one content share one task."""
    of_rows: dict[tuple[Any, ...], Task] = {}
    ready: dict[str, Task] = {}
    found = {}
    for number, task in tasks.items():
        row = _texts(task)
        if row and row in of_rows:
            found[number] = of_rows[row]
            continue
        parsed = parse_task(task)
        content = canonical([parsed.id, parsed.category, parsed.prompt, parsed.tags, list(parsed.record["rules"])])
        found[number] = of_rows[row] = ready.setdefault(content, parsed)
    return found


def _texts(task: Mapping[str, Any] | Task) -> tuple[str, ...]:
    """What a row of the dataset is known by without being parsed; nothing for what is no such row."""
    if not isinstance(task, Mapping):
        return ()
    values = [task.get("id"), task.get("category"), task.get("rules"), task.get("prompt") or ""]
    texts = tuple(value for value in values if isinstance(value, str))
    return texts if len(texts) == len(values) else ()
