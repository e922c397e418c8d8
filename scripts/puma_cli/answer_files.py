"""Opening what holds answers: a file, standard input, or a folder of shards or of a run; puma_answers reads it."""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from puma_answers import Answers, Row, answers_of, apart, read
from puma_answers.formats import READERS, ending, lines
from puma_answers.parquet import open_parquet as opened_parquet
from puma_answers.rows import USED
from puma_dataset.opening import text_inside
from puma_metrics.errors import InputError
from puma_metrics.wording import counted

if TYPE_CHECKING:
    from pyarrow.parquet import ParquetFile

RUN_FILES = ("run.json", "answers.jsonl", "failures.jsonl")
"""What a folder of puma run holds: its answers, and beside them what failed."""
GRADED = ("results.json", "samples.jsonl")
LOGS = "samples_*.jsonl"
"""What lm-eval and lmms-eval call their logs, beside files of scores."""
STANDARD_INPUT = "standard input"
SHOWN = 10
"""How many files a message names."""


@dataclass(frozen=True)
class FoundAnswers:
    """What a path holds, and what its user should know of how it was read."""

    answers: Answers
    notes: tuple[str, ...] = ()
    is_blind: bool = False
    """Answers of a run that sent no media."""


def read_answers(path: Path, prediction: str = "", samples: int = 1) -> FoundAnswers:
    """The answers at a path; of several `samples` a task, several in one row too.

    A pipe is read only as standard input, under the name `-`: any other that is named could be waited for. Raises
    InputError with the address of what is wrong.
    """
    if str(path) == "-":
        content = _standard_input()
        records = partial(lines, STANDARD_INPUT, content)
        return FoundAnswers(read(STANDARD_INPUT, (lambda: apart(records())) if samples > 1 else records, prediction))
    if path.is_dir():
        return _folder(path, prediction, samples)
    if not path.is_file():
        what = "is no regular file" if path.exists() else "no such file"
        raise InputError(f"{path}: {what}; expected a file of answers, or - for JSONL from standard input")
    found = answers_of(str(path), path.read_bytes(), prediction, samples=samples)
    is_blind = path.name == RUN_FILES[1] and _is_blind(path.parent)
    return FoundAnswers(found, _blind_note(path) if is_blind else (), is_blind)


def samples_of(path: Path) -> int:
    """How often each task was asked, as a run of puma run says of itself; 0 of anything else."""
    if not (path.is_dir() and all((path / name).is_file() for name in RUN_FILES[:2])):
        return 0
    try:
        asked = json.loads(text_inside(path, RUN_FILES[0])).get("samples", 1)
    except (ValueError, RecursionError, AttributeError) as error:
        raise InputError(f"{path / RUN_FILES[0]}: is not what puma run writes ({error}); run it again") from error
    return asked if type(asked) is int and asked > 0 else 1


def _standard_input() -> bytes:
    stream = getattr(sys.stdin, "buffer", None)
    return stream.read() if stream else sys.stdin.read().encode()


def _folder(folder: Path, prediction: str, samples: int) -> FoundAnswers:
    """The shards of a folder are parts of one model, unless their rows name models."""
    names = sorted(one.name for one in folder.iterdir() if one.is_file() and not one.name.startswith("."))
    if (folder / "parts").is_dir() and "run.json" in names:
        told = "was graded in parts, which hold no answers; name the file of answers"
        raise InputError(f"{folder}: {told}: {sources_of(folder)}")
    if set(GRADED) <= set(names):
        raise InputError(f"{folder}: holds what puma grade wrote, and no answers; name the file that was graded")
    if "tasks.jsonl" in names:
        raise InputError(f"{folder}: is a folder of tasks; name a file of answers, and the tasks with --tasks")
    shards = _shards(folder, names)
    if not shards:
        raise InputError(f"{folder}: is a folder without a file of answers; expected {', '.join(READERS)}, .gz or .zip")
    found = {
        name: answers_of(str(folder / name), (folder / name).read_bytes(), prediction, samples=samples)
        for name in shards
    }
    rows = [row._replace(file=name) for name, answers in found.items() for row in answers.rows]
    read_as = " and ".join(dict.fromkeys(answers.read_as for answers in found.values()))
    ignored = tuple(dict.fromkeys(column for answers in found.values() for column in answers.ignored))
    is_blind = _is_blind(folder)
    notes = (*_notes(folder, names, found), *(_blind_note(folder) if is_blind else ()))
    return FoundAnswers(Answers(rows, read_as, ignored), notes, is_blind)


def sources_of(folder: Path) -> str:
    """The files of answers of a run that was graded in parts, as its run.json names them."""
    try:
        sources = json.loads(text_inside(folder, RUN_FILES[0]))["sources"]
        return ", ".join(str(source["file"]) for source in sources[:SHOWN])
    except (ValueError, RecursionError, KeyError, TypeError) as error:
        raise InputError(f"{folder / RUN_FILES[0]}: is not what puma grade writes ({error}); grade it again") from error


def _is_blind(folder: Path) -> bool:
    """Whether a folder is that of a run which sent no media; another program's run.json says nothing of that."""
    from puma_run.completions import read_json
    from puma_run.journal import content_of

    if not all((folder / name).is_file() for name in RUN_FILES):
        return False
    record = read_json(content_of(folder / RUN_FILES[0]))
    return isinstance(record, dict) and record.get("blind") is True


def _blind_note(place: Path) -> tuple[str, ...]:
    return (f"{place}: a blind run, without media: it belongs on no leaderboard",)


def _shards(folder: Path, names: Sequence[str]) -> list[str]:
    if set(RUN_FILES[:2]) <= set(names):
        return [name for name in RUN_FILES[1:] if name in names and (folder / name).stat().st_size]
    if logs := sorted(one.name for one in folder.glob(LOGS)):
        return logs
    return [name for name in names if ending(name) in READERS or ending(name) in (".gz", ".zip", ".eval")]


def _notes(folder: Path, names: Sequence[str], found: dict[str, Answers]) -> Iterator[str]:
    nameless = {name: rows for name, answers in found.items() if (rows := _nameless(answers.rows))}
    is_run = set(RUN_FILES[:2]) <= set(names)
    for (a, first), (b, second) in () if is_run else combinations(nameless.items(), 2):
        if both := sorted(first & second):
            raise InputError(
                f"{folder}: '{both[0]}' is answered in {a} and in {b}, and neither names its model; they are parts of "
                "one model or two models: name each row's model, or name the files themselves"
            )
    if len(nameless) > 1 and not is_run:
        yield f"{counted(len(nameless), 'file')} without a model's name are parts of one model: {', '.join(nameless)}"
    left = [
        name
        for name in names
        if name not in found and not (is_run and name in (*RUN_FILES, "attempts.jsonl", "run.lock"))
    ]
    if left:
        yield f"not read: {', '.join(left)}"


def _nameless(rows: Sequence[Row]) -> set[str]:
    return {row.id for row in rows if not row.model}


def open_parquet(file: Path) -> "ParquetFile":
    """A Parquet file ready to be read in parts, no used column of which stands twice."""
    import pyarrow

    return opened_parquet(str(file), pyarrow.OSFile(str(file)), USED)
