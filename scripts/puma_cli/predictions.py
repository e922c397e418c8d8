"""Reading a file of answers from any inference stack (TASKS, "Predictions"; RUN, section 6)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from puma_answers import Row, by_sample
from puma_answers.formats import WANTED, ending
from puma_answers.samples import places
from puma_answers.values import EXAMPLE
from puma_metrics import Given
from puma_metrics.errors import InputError, did_you_mean
from puma_metrics.sentence import Sentence
from puma_metrics.wording import counted, one_name

from .answer_files import read_answers, samples_of

SHOWN = 10
"""How many ids a message names."""


@dataclass(frozen=True)
class Predictions:
    """What a file holds: its answers by id, and how it looked."""

    file: str
    answers: Mapping[str, Given]
    model: str
    rows: int
    extra: int
    duplicate: int
    null: int
    read_as: str = "rows"
    """The shape of the file."""
    notes: tuple[str, ...] = ()
    """What the user should know of how it was read."""
    is_blind: bool = False
    """Answers of a run that sent no media."""
    others: tuple[Mapping[str, Given], ...] = ()
    """Of tasks that were asked several times the second answers, the third and so on; `answers` are the first."""

    @property
    def samples(self) -> tuple[Mapping[str, Given], ...]:
        return (self.answers, *self.others)


def read_predictions(
    file: Path,
    ids: Sequence[str],
    extra: str = "refuse",
    duplicates: str = "refuse",
    prediction: str = "",
    samples: int = 0,
) -> Predictions:
    """The answers of one model to the tasks named by `ids`. Raises InputError with the address of what is wrong."""
    found = read_models(file, ids, extra, duplicates, prediction, samples)
    if len(found) > 1:
        names = tuple(given.model for given in found[:SHOWN])
        raise InputError(Sentence("several-models", file=str(file), models=len(found), names=names))
    return found[0]


def single(given: Predictions, what: str) -> Predictions:
    """Answers of which there is one a task. Raises InputError if there are more than `what` takes."""
    if given.others:
        raise InputError(f"{given.file}: holds {len(given.samples)} answers to each task, and {what} takes one")
    return given


def _samples(file: Path, samples: int) -> int:
    """How often each task was asked: as the user says it, else as a run says of itself, else once."""
    of_run = samples_of(file)
    if samples and of_run and samples != of_run:
        raise InputError(
            f"{file}: was asked for {counted(of_run, 'sample')} a task, not {samples}; leave out --samples"
        )
    return samples or of_run or 1


def read_models(
    file: Path,
    ids: Sequence[str],
    extra: str = "refuse",
    duplicates: str = "refuse",
    prediction: str = "",
    samples: int = 0,
) -> list[Predictions]:
    """The answers in a file, model by model where its column `model` names several; raises as `read_predictions`.

    `prediction` names the column of the answers; without it, it must be the only one that can be meant. `samples` says
    how often each task was asked: 0 is once, or as often as a folder of puma run says.
    """
    samples = _samples(file, samples)
    found = read_answers(file, prediction, samples)
    rows = found.answers.rows
    if not rows:
        expected = WANTED.get(ending(file.name), Sentence("line-of-answers", example=EXAMPLE))
        raise InputError(Sentence("holds-no-answer", file=str(file), expected=expected))
    wanted = set(ids)
    if extra == "refuse" and (unknown := [row for row in rows if row.id not in wanted]):
        places = {row.id: _place(row) for row in reversed(unknown)}  # the first of each, from the last id to the first
        raise InputError(extra_message(file, len(unknown), dict(reversed(places.items())), ids))
    models = list(dict.fromkeys(row.model for row in rows if row.model))
    nameless = next((row for row in rows if not row.model), None)
    ignored = ", ".join(f"'{column}'" for column in found.answers.ignored)
    notes = (*found.notes, *([f"not read beside 'prediction': {ignored}"] if ignored else []))
    about = (found.answers.read_as, notes, found.is_blind)
    if only := only_model(file, models, f"{nameless.line}, '{nameless.id}'" if nameless else ""):
        return [_predictions(file, only, rows, wanted, duplicates, samples, *about)]
    by_model: dict[str, list[Row]] = {model: [] for model in models}
    for row in rows:
        by_model[row.model].append(row)
    return [_predictions(file, model, found, wanted, duplicates, samples, *about) for model, found in by_model.items()]


def _place(row: Row) -> str:
    return Sentence("line-in", file=row.file, line=row.line) if row.file else Sentence("line-at", line=row.line)


def only_model(file: Path, models: Sequence[str], nameless: str) -> str:
    """The one model of a file, named by some of its rows, or by its own name; "" if its rows name several.

    `nameless` says where the first row without a name is, if there is one. Raises InputError if others name several.
    """
    if len(models) < 2:
        return models[0] if models else one_name(_stem(file)) or "standard input"
    if nameless:
        problem = f"is missing, and the file holds answers of {len(models)} models; name each row's model"
        raise InputError(f"{file}:{nameless}, model: {problem}")
    return ""


def _stem(file: Path) -> str:
    """A file's name without its ending and what packed it."""
    name = file.name if file.is_dir() or ending(file.name) not in (".gz", ".zip") else file.stem
    return (name if file.is_dir() else Path(name).stem).strip("-")


def _predictions(
    file: Path,
    model: str,
    rows: Sequence[Row],
    wanted: set[str],
    duplicates: str,
    samples: int,
    read_as: str,
    notes: tuple[str, ...],
    is_blind: bool,
) -> Predictions:
    known = [row for row in rows if row.id in wanted]
    if samples > 1:
        answers = by_sample(str(file), known, samples)
    else:
        if duplicates == "refuse":
            _refuse_repeated(file, known)
        kept = {row.id: row for row in (reversed(known) if duplicates == "first" else known)}
        answers = [{name: row.given for name, row in kept.items()}]
    given = [one for of_sample in answers for one in of_sample.values()]
    return Predictions(
        file=str(file),
        answers=answers[0],
        model=model,
        rows=len(rows),
        extra=len(rows) - len(known),
        duplicate=len(known) - len(given),
        null=sum(one.text is None and not one.failed for one in given),
        read_as=read_as,
        notes=notes,
        others=tuple(answers[1:]),
        is_blind=is_blind,
    )


def _refuse_repeated(file: Path, known: Sequence[Row]) -> None:
    repeated = {name: count for name, count in Counter(row.id for row in known).items() if count > 1}
    if repeated:
        shown = {name: places([row for row in known if row.id == name]) for name in list(repeated)[:SHOWN]}
        raise InputError(duplicate_message(file, len(repeated), shown, max(repeated.values())))


def extra_message(file: Path, n: int, places: Mapping[str, str], ids: Sequence[str]) -> str:
    """What to say of `n` answers to no task; `places` has the unknown ids and where each stands first."""
    known = did_you_mean(next(iter(places)), ids)
    is_close = known.kind == "did-you-mean"
    prints_alike = is_close and bool(known.values["unseen"])  # and not only the tasks of another set
    hint = Sentence("hint", hint=known) if is_close and (n < len(ids) or prints_alike) else ""
    return Sentence("no-task-for-in", file=str(file), answers=n, **_shown(places, len(places)), hint=hint)


def _shown(places: Mapping[str, str], n: int) -> dict[str, object]:
    """The first ids with their places, and how many of `n` there are more."""
    first = tuple(Sentence("id-at", id=name, place=place) for name, place in list(places.items())[:SHOWN])
    return {"places": first, "more": Sentence("and-more", more=n - SHOWN) if n > SHOWN else ""}


def duplicate_message(file: Path, n: int, places: Mapping[str, str], most: int) -> str:
    """What to say of `n` tasks that were answered up to `most` times; `places` says of the first few where."""
    return Sentence("answered-twice", file=str(file), tasks=n, **_shown(places, n), most=most)
