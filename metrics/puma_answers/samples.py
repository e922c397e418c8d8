"""Several answers to each task: in one row, as choices of one request, or in rows of their own."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from puma_metrics import Given
from puma_metrics.errors import InputError
from puma_metrics.wording import counted

from .rows import Records, Row

SHOWN = 10
"""How many ids a message names."""
PLACES: tuple[tuple[str, ...], ...] = (
    ("choices",),
    ("candidates",),
    ("outputs",),
    ("response", "choices"),
    ("response", "candidates"),
    ("response", "outputs"),
    ("response", "body", "choices"),
    ("output", "choices"),
    ("model_response", "text"),
    ("__model_response__", "text"),
)
"""Where the shapes have the answers to one request side by side."""


def apart(records: Records) -> Iterator[tuple[int, object]]:
    """The records of a file, one that holds several answers as so many records of one answer each.

    >>> [record for _, record in apart([(1, {"id": "t", "outputs": [{"text": "a"}, {"text": "b"}]})])]
    [{'id': 't', 'outputs': [{'text': 'a'}]}, {'id': 't', 'outputs': [{'text': 'b'}]}]
    """
    for line, record in records:
        if type(record) is dict:
            yield from ((line, one) for one in _apart(record))
        else:
            yield line, record


def _apart(record: dict[str, Any]) -> Iterable[dict[str, Any]]:
    if "doc" in record and ("resps" in record or "filtered_resps" in record):
        return _repeats(record)
    for place in PLACES:
        answers = _at(record, place)
        if isinstance(answers, Sequence) and not isinstance(answers, str) and len(answers) > 1:
            return [_with(record, place, [answer]) for answer in answers]
    return [record]


def _repeats(record: dict[str, Any]) -> Iterable[dict[str, Any]]:
    """lm-eval's repeats: a list for each request, of one text or of a text for each repeat.

    What its filter kept of them, such as the first, is left out where `resps` has more.
    """
    counts = {name: texts for name in ("filtered_resps", "resps") if len(texts := _texts(record.get(name))) > 1}
    if not counts:
        return [record]
    name = max(counts, key=lambda one: len(counts[one]))
    others = {key: value for key, value in record.items() if key not in ("resps", "filtered_resps")}
    return [{**others, name: [text]} for text in counts[name]]


def _texts(value: Any) -> list[Any]:
    """The texts in lists within lists."""
    return [text for item in value for text in _texts(item)] if isinstance(value, list) else [value]


def _at(record: Any, place: Sequence[str]) -> Any:
    for name in place:
        if not isinstance(record, Mapping):
            return None
        record = record.get(name)
    return record


def _with(record: Mapping[str, Any], place: Sequence[str], value: Any) -> dict[str, Any]:
    """The record with another value in one place."""
    name, *inside = place
    return {**record, name: _with(record[name], inside, value) if inside else value}


def by_sample(name: str, rows: Sequence[Row], k: int) -> list[dict[str, Given]]:
    """The answers of rows by task, for each of `k` samples; one that is not there is left out.

    Where all rows have a number of their sample it counts, from 0 or from 1, else their order.

    Args:
        name: what messages call the file.
        rows: of one model.
        k: how often each task was asked.

    Raises:
        InputError: a task has more answers, or two answers are one sample.

    >>> by_sample("a", [Row(1, "t", Given("x"), ""), Row(2, "t", Given("y"), "")], 2)[1]["t"].text
    'y'
    """
    by_task: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_task[row.id].append(row)
    _refuse_more(name, by_task, k)
    numbers = {row.sample for row in rows}
    first = 0 if 0 in numbers else 1
    is_numbered = None not in numbers
    if is_numbered:
        _refuse_twice(name, by_task)
    fits = is_numbered and numbers <= set(range(first, first + k))
    found: list[dict[str, Given]] = [{} for _ in range(k)]
    for task, answers in by_task.items():
        for rank, row in enumerate(answers):
            found[row.sample - first if fits and row.sample is not None else rank][task] = row.given
    return found


def _refuse_more(name: str, by_task: Mapping[str, Sequence[Row]], k: int) -> None:
    more = {task: rows for task, rows in by_task.items() if len(rows) > k}
    if not more:
        return
    shown = ", ".join(f"'{task}' ({len(rows)}: {places(rows)})" for task, rows in list(more.items())[:SHOWN])
    rest = f" and {len(more) - SHOWN} more" if len(more) > SHOWN else ""
    most = max(map(len, more.values()))
    raise InputError(
        f"{name}: more than {k} answers to {counted(len(more), 'task')}: {shown}{rest}\n"
        f"Say how often each task was asked with --samples {most}, or leave out what is too many."
    )


def _refuse_twice(name: str, by_task: Mapping[str, Sequence[Row]]) -> None:
    for task, rows in by_task.items():
        for number in (numbers := [row.sample for row in rows]):
            if numbers.count(number) > 1:
                both = places([row for row in rows if row.sample == number])
                raise InputError(f"{name}: two answers to '{task}' are its sample {number} ({both}); keep one of them")


def places(rows: Sequence[Row]) -> str:
    """Where some rows stand, as a message says it."""
    if rows[0].file:
        return "; ".join(f"{row.file}, line {row.line}" for row in rows[:SHOWN])
    return f"lines {', '.join(str(row.line) for row in rows[:SHOWN])}"
