"""From records to answers: which column has them, and what each row says (RUN, section 6)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial, reduce
from typing import Any, NamedTuple

from puma_metrics import Given
from puma_metrics.errors import InputError
from puma_metrics.grade import is_missing
from puma_metrics.sentence import Sentence
from puma_metrics.wording import shorten

from .endings import FAILED, REFUSED, TRUNCATED, error_text, is_filter, word
from .responses import Said, said_of
from .shapes import FIELDS, PLAIN, SHAPES, Record, Shape, shape_of
from .values import EXAMPLE, TEXT_COLUMNS, Twice, is_nothing, model_name, no_text, refusal, shown

ENDINGS = ("finish_reason", "stop_reason", "finishReason", "done_reason")
NORMALISED = ("raw_prediction", "normaliser")
"""What `puma normalise` adds: the answer before, and how it was made."""
ABOUT = frozenset((*ENDINGS, *NORMALISED, "model", "error", "refusal", "status_code"))
"""Columns that say something of an answer."""
USED = ("id", *TEXT_COLUMNS, *sorted(ABOUT), "sample")
"""The columns of a plain table that are read; whatever else a file has is left alone, and refuses nothing."""
READ = frozenset((*USED, *FIELDS))
LONGEST_ERROR = 500
"""Characters of what was said of a failed request, which may be a whole page, that are kept."""

Refusing = Callable[..., InputError]
"""What makes a refusal of what is wrong in one row: its problem, and the field."""
Records = Iterable[tuple[int, object]]
"""Each record of a file with its line."""


class Row(NamedTuple):
    """One answer as it stands in the file. `line` counts as the file does: lines, or rows from 1."""

    line: int
    id: str
    given: Given
    model: str
    file: str = ""
    """Of a folder: which of its files."""
    sample: int | None = None
    """Of a task that was asked several times: which of its answers, if the file says it."""


@dataclass(frozen=True)
class Answers:
    """The answers of a file, what it was read as, and which columns could have been meant and were not read."""

    rows: Sequence[Row]
    read_as: str
    ignored: tuple[str, ...] = ()


def read(name: str, records: Callable[[], Records], chosen: str = "") -> Answers:
    """The answers of the records of a file.

    Args:
        name: what messages call the file.
        records: gives each with its line, from the first, whenever it is called: most files are read once, record by
            record, and only where it takes all of them to tell in which column the answers are, a second time.
        chosen: the column of the answers; "" for the only one that can be meant.

    Raises:
        InputError: with the address, if a record is no answer, or if its answer could be more than one thing.

    >>> read("a", lambda: [(1, {"id": "t1", "output": "Gdynia"})]).rows[0].given.text
    'Gdynia'
    """
    rows = None if chosen else _one_by_one(name, records())
    return Answers(rows, PLAIN.name) if rows is not None else _all_at_once(name, records(), chosen)


def _one_by_one(name: str, records: Records) -> list[Row] | None:
    """The rows of a table with one column that can be the answer; None if it is anything else."""
    columns: dict[tuple[str, ...], str] = {}
    rows = []
    only = ""
    for line, record in records:
        if type(record) is not dict:
            return None
        fields = tuple(record)
        column = columns.get(fields)
        if column is None:
            column = columns[fields] = _only_column(fields)
        if not column or column != (only or column):
            return None
        only = column
        rows.append(row_of(name, line, record, column))
    return rows


def _only_column(fields: tuple[str, ...]) -> str:
    found = [field for field in fields if field in TEXT_COLUMNS]
    is_plain = shape_of(frozenset(fields)).name == PLAIN.name
    return found[0] if is_plain and len(found) == 1 else ""


def _all_at_once(name: str, records: Records, chosen: str) -> Answers:
    shapes: dict[tuple[str, ...], Shape] = {}
    flats: list[tuple[int, Record]] = []
    for line, record in records:
        if not isinstance(record, Mapping):
            raise refusal(Sentence("no-record", value=shown(record), example=EXAMPLE), name, line)
        if isinstance(record, Twice) and record.twice in READ:
            raise refusal(Sentence("field-twice", field=record.twice), name, line)
        fields = tuple(record)
        shape = shapes.get(fields) or shapes.setdefault(fields, shape_of(frozenset(fields)))
        flats.append((line, record if shape is PLAIN else _flat(name, line, record, shape)))
    found = set(shapes.values())
    candidates = dict.fromkeys(
        (*TEXT_COLUMNS, *(column for shape in SHAPES if shape in found for column in shape.columns))
    )
    column, ignored = column_of(name, flats, chosen, _fields(shapes, flats), list(candidates))
    rows = [row_of(name, line, record, column) for line, record in flats]
    used = [shape for shape in SHAPES if shape in found and (column in shape.columns or not shape.columns)]
    return Answers(rows, " and ".join(dict.fromkeys(shape.name for shape in used)) or PLAIN.name, ignored)


def _fields(shapes: Mapping[tuple[str, ...], Shape], flats: Sequence[tuple[int, Record]]) -> set[str]:
    if all(shape.name == PLAIN.name for shape in shapes.values()):
        return {field for fields in shapes for field in fields}
    return {field for _, flat in flats for field in flat}


def _flat(name: str, line: int, record: Record, shape: Shape) -> Record:
    try:
        return shape.flat(record)
    except InputError as error:
        raise refusal(error.sentence, name, line) from error
    except (AttributeError, TypeError, KeyError, IndexError) as error:
        raise refusal(Sentence("other-form", shape=shape.name, error=str(error)), name, line) from error


def column_of(
    name: str, flats: Sequence[tuple[int, Record]], chosen: str, fields: set[str], candidates: Sequence[str]
) -> tuple[str, tuple[str, ...]]:
    """The column that has the answers, and those that are named as ignored. Raises InputError if it is not one.

    A field such as `text` is a candidate only in a shape that brings it: elsewhere it may be the question.
    """
    if chosen:
        if chosen not in fields:
            names = tuple(field for field in sorted(fields) if field not in ABOUT)
            raise refusal(Sentence("no-column", column=chosen, names=names), name)
        return chosen, ()
    present = [column for column in candidates if column in fields]
    if len(present) < 2:
        return (present or [TEXT_COLUMNS[0]])[0], ()
    full = [column for column in present if any(_candidate(flat.get(column)) is not None for _, flat in flats)]
    if "prediction" in present:
        return "prediction", tuple(column for column in full if column != "prediction")
    if len(full) > 1:
        _refuse_different(name, flats, full)
    return (full or present)[0], ()


def _candidate(value: Any) -> str | None:
    """What a column that may be the answer says, or how its value looks; None for nothing."""
    if is_nothing(value):
        return None
    if isinstance(value, str):
        return value
    try:
        said = said_of(value)
    except InputError:  # several answers: what it is will be said where it is read
        return shown(value)
    return said.text if said else shown(value)


def _refuse_different(name: str, flats: Sequence[tuple[int, Record]], columns: Sequence[str]) -> None:
    for line, flat in flats:
        found = {column: _candidate(flat.get(column)) for column in columns}
        if len(set(found.values())) > 1:
            each = [Sentence("column-value", column=column, value=shown(text)) for column, text in found.items()]
            values = reduce(lambda first, second: Sentence("both", first=first, second=second), each)
            raise refusal(Sentence("could-be", values=values, column=columns[-1]), name, line, id=str(flat.get("id")))


def row_of(name: str, line: int, record: Record, column: str) -> Row:
    """An answer from its record, with its text in `column`. Raises InputError, with the address, if it is none."""
    task = record.get("id")
    if not isinstance(task, str) or not task:
        raise _no_id(name, line, task, record)
    value = record.get(column)
    if type(value) is str and _says_little(tuple(record)):
        ending, model = record.get("finish_reason"), record.get("model")
        if (ending is None or type(ending) is str) and (model is None or type(model) is str):
            truncated, refused, failed = ended(ending)
            if not failed:
                return Row(line, task, Given(value, truncated, refused), model_name(model))
    at = partial(refusal, file=name, line=line, id=task)
    if column not in record and is_nothing(record.get("error")) and is_nothing(record.get("refusal")):
        raise at(_no_answer(record, column))
    said = _said(at, column, value)
    model = _model(at, record) or model_name(said.model)
    return Row(line, task, _given(at, record, said), model, "", _number(record.get("sample")))


def _number(value: object) -> int | None:
    """The number of a sample, as text too; None for whatever else a column of that name holds."""
    if isinstance(value, str) and value.isdecimal() and value.isascii() and len(value) < 10:
        return int(value)
    return value if type(value) is int and value >= 0 else None


@lru_cache(4096)
def _says_little(fields: tuple[str, ...]) -> bool:
    """Whether nothing in a record can say more of an answer than its model and how it ended."""
    return ABOUT & frozenset(fields) <= {"model", "finish_reason"} and "sample" not in fields


@lru_cache(4096)
def ended(ending: str | None) -> tuple[bool, bool, bool]:
    """Whether a stop reason says that the answer was cut, refused, or that the request failed.

    >>> ended("MAX_TOKENS"), ended("SAFETY"), ended("stop")
    ((True, False, False), (False, True, False), (False, False, False))
    """
    said = word(ending)
    return said in TRUNCATED, said in REFUSED, said in FAILED


def _no_id(name: str, line: int, task: object, record: Record) -> InputError:
    if is_missing(task) or task == "":
        return refusal(Sentence("no-id-in-record", example=EXAMPLE, instead=instead("id", record)), name, line)
    return refusal(no_text(task), name, line, field="id")


def _no_answer(record: Record, column: str) -> Sentence:
    if others := [name for name in TEXT_COLUMNS if name in record]:
        return Sentence("other-column", column=column, other=others[0])
    return Sentence("no-answer-in-record", names=TEXT_COLUMNS, instead=instead("prediction", record))


def _said(at: Refusing, column: str, value: Any) -> Said:
    try:
        said = said_of(value)
    except InputError as error:
        raise at(_without_field(error.sentence, column), field=column) from error
    if said is None or not isinstance(said.text, str | None):
        is_json = isinstance(value, dict | list)
        way_out = Sentence("write-json-as-text") if is_json else Sentence("expected-text-or-null")
        raise at(Sentence("no-text-here", value=shown(value), way_out=way_out), field=column)
    return said


def _without_field(problem: str, field: str) -> str:
    """What is wrong in a field, without the name of the field if it is named already."""
    about = problem.values if isinstance(problem, Sentence) else {}
    return about["problem"] if about.get("address") == (field,) else problem


def _given(at: Refusing, record: Record, said: Said) -> Given:
    """The answer, and how it ended: a failed request is neither an answer nor a refusal."""
    endings = {word(record.get(name)) for name in ENDINGS} | {said.ending}
    error, status = record.get("error"), record.get("status_code")
    failure = said.failure or ("" if is_filter(error) else error_text(error))
    if not failure and type(status) is int and status >= 400:
        failure = f"status {status}"
    has_text = bool(said.text and said.text.strip())
    if failure and has_text:
        raise at(Sentence("error-and-answer", error=shown(failure)))
    if failure or (endings & FAILED and not has_text):
        return Given(None, failed=True, error=shorten(failure, LONGEST_ERROR))
    refused = said.is_refusal or is_filter(error) or bool(endings & REFUSED) or not is_nothing(record.get("refusal"))
    raw, normaliser = _before(at, record)
    return Given(said.text, bool(endings & TRUNCATED), refused, raw=raw, normaliser=normaliser)


def _before(at: Refusing, record: Record) -> tuple[str | None, str]:
    """The answer before it was normalised, and how it was; nothing of most answers."""
    raw, normaliser = map(record.get, NORMALISED)
    if is_nothing(normaliser):
        return (raw if isinstance(raw, str) else None), ""
    if not isinstance(normaliser, str) or not isinstance(raw, str):
        raise at(Sentence("normaliser-alone"))
    from puma_metrics.normal import known_normaliser  # its tables take 50 ms, which other answers do not need

    try:
        return raw, known_normaliser(normaliser)
    except InputError as error:
        raise at(error.sentence) from error


def _model(at: Refusing, record: Record) -> str:
    model = record.get("model")
    if not isinstance(model, str) and not is_nothing(model):
        raise at(no_text(model), field="model")
    return model_name(model) if isinstance(model, str) else ""


def instead(wanted: str, record: Mapping[str, Any]) -> str:
    names = tuple(str(name) for name in record if name not in (*USED, "usage"))
    return Sentence("rename", names=names, wanted=wanted) if names else ""
