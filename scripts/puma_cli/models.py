"""Answers of several models: reading and joining their files, and where each model's results go."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path

import click

from puma_metrics import Task, exports, grade_all, leaderboard
from puma_metrics.errors import InputError
from puma_metrics.leaderboard import Results
from puma_metrics.wording import counted, one_name

from . import hub
from .files import say
from .predictions import SHOWN, Predictions, read_models, read_predictions
from .subset import Subset

HUB_FORMATS = ("model-index", "eval-results")
FORMATS = (*exports.TABLES, *HUB_FORMATS)
FILES = {
    "csv": "models.csv",
    "markdown": "models.md",
    "latex": "models.tex",
    "model-index": "model-index.yaml",
    "eval-results": ".eval_results/puma.yaml",
}

_PORTS = (f"{port}{n}" for port in ("com", "lpt") for n in "0123456789¹²³")
DEVICES = {"con", "prn", "aux", "nul", *_PORTS}
"""What Windows takes for a device whatever comes after a dot: no folder of a model is named so."""


def read_all(
    files: Sequence[Path],
    pairs: Sequence[str],
    ids: Sequence[str],
    extra: str = "refuse",
    duplicates: str = "refuse",
    prediction: str = "",
) -> list[Predictions]:
    """The models of all files, and those that pairs put together; no two of them have the same name."""
    if not files and not pairs:
        raise click.UsageError("Missing argument 'PREDICTIONS...': name a file of answers, or join some with --pair.")
    found = [given for file in files for given in read_models(file, ids, extra, duplicates, prediction)]
    found += [read_pair(pair, ids, extra, duplicates, prediction) for pair in pairs]
    for a, b in combinations(found, 2):
        if a.model == b.model:
            raise InputError(
                f"{b.file}: the model '{b.model}' stands in {a.file} too; join the two with "
                f"--pair '{b.model}={a.file}+{b.file}', or give one another name in its column 'model'"
            )
    return found


def read_pair(
    pair: str, ids: Sequence[str], extra: str = "refuse", duplicates: str = "refuse", prediction: str = ""
) -> Predictions:
    """One model out of `NAME=FILE+FILE`, such as the vision and the audio part that the paper's Table 1 joins."""
    name, equals, files = pair.partition("=")
    if not (equals and name.strip() and all(files.split("+"))):
        raise click.UsageError(f"--pair '{pair}': expected NAME=FILE+FILE, such as 'A with B=a.jsonl+b.jsonl'")
    parts = [read_predictions(Path(file), ids, extra, duplicates, prediction) for file in files.split("+")]
    for a, b in combinations(parts, 2):
        if both := sorted(set(a.answers) & set(b.answers)):
            shown = ", ".join(f"'{task}'" for task in both[:SHOWN])
            more = f" and {len(both) - SHOWN} more" if len(both) > SHOWN else ""
            raise InputError(
                f"{b.file}: {counted(len(both), 'task')} answered in {a.file} too: {shown}{more}; "
                "keep each task's answer in one part"
            )
    return Predictions(
        file="+".join(part.file for part in parts),
        answers={task: given for part in parts for task, given in part.answers.items()},
        model=one_name(name),
        read_as=" and ".join(dict.fromkeys(part.read_as for part in parts)),
        notes=tuple(note for part in parts for note in part.notes),
        **{count: sum(getattr(part, count) for part in parts) for count in ("rows", "extra", "duplicate", "null")},
    )


def read_before(
    files: Sequence[Path], models: Mapping[str, Results], tasks: Sequence[Task], extra: str, subset: Subset
) -> dict[str, Results]:
    """The results of each model's raw output, before it was normalised; one of one model needs no name.

    Of `tasks` those count that `subset` chooses.
    """
    found = [given for file in files for given in read_models(file, [task.id for task in tasks], extra)]
    tasks = subset.of(tasks)
    wanted = {task.id for task in tasks}
    said = {given.model: {name: one for name, one in given.answers.items() if name in wanted} for given in found}
    raw: dict[str, Results] = {model: grade_all(tasks, answers).results() for model, answers in said.items()}
    if len(raw) == len(models) == 1:
        return dict(zip(models, raw.values(), strict=True))
    missing = [name for name in models if name not in raw]
    if raw and missing:
        named = ", ".join(f"'{name}'" for name in missing[:SHOWN])
        raise InputError(
            f"--before: holds no raw output of {named}; name the model of each answer in the column 'model'"
        )
    return {name: raw[name] for name in models if raw}


def folders(models: Sequence[str]) -> dict[str, str]:
    """A folder's name for each model, safe on every system, no two alike even where case does not count.

    >>> folders(["org/model a", "org:model a", "..", "con.v1"])
    {'org/model a': 'org_model_a', 'org:model a': 'org_model_a-2', '..': '_', 'con.v1': '_con.v1'}
    """
    names: dict[str, str] = {}
    taken: set[str] = set()
    for model in models:
        plain = re.sub(r"[^\w.-]+", "_", model)[:80].strip(".") or "_"
        if plain.partition(".")[0].lower() in DEVICES:
            plain = f"_{plain}"
        number, name = 1, plain
        while name.lower() in taken:
            number += 1
            name = f"{plain}-{number}"
        taken.add(name.lower())
        names[model] = name
    return names


def formatted(models: Mapping[str, Results], form: str, dataset: str | None) -> Iterator[tuple[str, str, str]]:
    """Of a format: the model that each text is about, or "" for all of them, the file it belongs in, and the text."""
    if form in exports.TABLES:
        yield "", FILES[form], exports.TABLES[form](models)
        return
    if dataset and not re.fullmatch(r"[\w.-]+/[\w.-]+", dataset):
        raise click.BadParameter(f"'{dataset}' is no dataset on the Hub; expected ORG/NAME", param_hint="--dataset-id")
    if not dataset:
        raise click.UsageError(f"--format {form} names the dataset on the Hub: add --dataset-id ORG/NAME")
    for model, results in models.items():
        index = form == "model-index"
        text = hub.model_index(model, results, dataset) if index else hub.eval_results(results, dataset)
        yield model, FILES[form], text


def print_models(
    models: Mapping[str, Results],
    before: Mapping[str, Results],
    accounts: Sequence[str],
    notes: Sequence[str],
    tags: bool,
) -> None:
    from .tables import console, models_table, recognisers_table, tags_table

    for account in accounts:
        say(f"Answers: {account}")
    say()
    alone = before or leaderboard.are_recognisers(models)
    console().print(recognisers_table(models, before) if alone else models_table(models))
    say()
    if tags:
        console().print(tags_table(models))
        say()
    if len(models) > 1 and not alone:
        say("* the best strict score; a dash where nothing was answered, and then no mean")
    for note in notes:
        say(note)
    for signature in dict.fromkeys(results["signature"] for results in models.values()):
        say(signature)
