"""What stands in the results of grading, of a run and of a rubric: the keys of a real run, each with its meaning."""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from .findings import SOUND, picture, sound
from .record_words import (
    ANSWER_KEYS,
    ATTEMPT_KEYS,
    FAILURE_KEYS,
    NAMES,
    RESULT_KEYS,
    RUBRIC_KEYS,
    RUN_KEYS,
    SAMPLE_KEYS,
    Meanings,
)
from .stage import WORKED
from .task_cases import MEDIUM
from .words import of

PAGE = {"category": "structured_extraction", "modality": "document", "tags": ["receipt", "scan", "2020s"]}
SCHEMA = {"type": "object", "properties": {"suma": {"type": "number"}}}
TASKS = (
    SOUND,
    {**SOUND, "id": "pies", "rules": [{"type": "include", "clauses": [["pies"]]}]},
    {**SOUND, "id": "dom"},
    {**SOUND, **PAGE, "id": "paragon", "rules": [{"type": "extraction", "reference": {"suma": 5}, "schema": SCHEMA}]},
)
ANSWERS = (
    {"id": "kot", "prediction": "Kot.", "finish_reason": "length"},
    {"id": "pies", "prediction": "", "finish_reason": "content_filter"},
    {"id": "dom", "error": {"message": "overloaded"}},
    {"id": "paragon", "prediction": '{"suma": 5}'},
)
TAGS = ["short", "noise", "2020s"]
RECORDING = {**SOUND, "id": "nagranie", "category": "asr", "modality": "audio", "prompt": None, "tags": TAGS}
SPOKEN_TASKS = (
    {
        **RECORDING,
        "media": [{**MEDIUM, "path": "kot.wav", "type": "audio"}],
        "rules": [{"type": "asr", "reference": "ma dwa psy"}],
    },
)
SPOKEN_ANSWERS = ({"id": "nagranie", "prediction": "ma 2 psy"},)
TWICE = tuple({"id": name, "prediction": text} for name in ("kot", "pies") for text in ("Kot.", "Pies."))
RUNS = (
    (TASKS, ANSWERS, ()),
    (SPOKEN_TASKS, SPOKEN_ANSWERS, ("--normalise",)),
    (TASKS[:2], TWICE, ("--samples", "2")),
)
"""Tasks, answers and options: of one answer to each task, of answers that are normalised, and of several."""


@cache
def results() -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The lines of results.json and samples.jsonl of gradings that together have something of everything."""
    graded = [_graded(*one) for one in RUNS]
    return [one for one, _ in graded], [sample for _, samples in graded for sample in samples]


def _graded(
    tasks: Sequence[dict[str, Any]], answers: Sequence[dict[str, Any]], options: Sequence[str]
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """results.json and the lines of samples.jsonl."""
    from click.testing import CliRunner

    from puma_cli.main import cli

    with TemporaryDirectory() as room:
        folder, out = Path(room, "tasks"), Path(room, "out")
        folder.mkdir()
        (folder / "kot.png").write_bytes(picture(0))
        (folder / "kot.wav").write_bytes(sound())
        (folder / "tasks.jsonl").write_text(_lines(tasks), "utf-8")
        file = Path(room, "answers.jsonl")
        file.write_text(_lines(answers), "utf-8")
        command = ["grade", str(file), "--tasks", str(folder), "--out", str(out), *options]
        CliRunner().invoke(cli, command, catch_exceptions=False)
        samples = (out / "samples.jsonl").read_text("utf-8").splitlines()
        return json.loads((out / "results.json").read_text("utf-8")), list(map(json.loads, samples))


@cache
def rubric_results() -> dict[str, Any]:
    """What `puma rubric score --json` prints of the worked example."""
    from puma_cli.sheets import read_sheets
    from puma_metrics.rubric import Settings, results_as_dict, score_sheet

    return results_as_dict(score_sheet(read_sheets([WORKED]).sheet, settings=Settings(resamples=50)))


@cache
def asked() -> dict[str, list[dict[str, Any]]]:
    """The files of a run against a server that is none: it answers one task, and fails another, at once."""
    import httpx2

    from puma_dataset import read_tasks
    from puma_run.requests import jobs_of
    from puma_run.running import Plan, run
    from puma_run.settings import Asked, Pacing, Price

    replies = iter(
        [
            (400, {"error": {"message": "Unsupported value: 'temperature' does not support 0"}}),
            (200, {"choices": [{"message": {"content": "Kot."}}], "usage": {"prompt_tokens": 9, "completion_tokens": 2}}),
            (415, {"error": {"message": "no such medium"}}),
        ]
    )  # fmt: skip

    def reply(request: httpx2.Request) -> httpx2.Response:
        status, body = next(replies)
        return httpx2.Response(status, json=body)

    with TemporaryDirectory() as room:
        folder, out, wanted = Path(room, "tasks"), Path(room, "run"), Asked("model")
        folder.mkdir()
        (folder / "kot.png").write_bytes(picture(0))
        (folder / "tasks.jsonl").write_text(_lines(TASKS[:2]), "utf-8")
        tasks = read_tasks(folder, validate=False)[0]
        jobs = tuple(jobs_of(folder, tasks, wanted, 1))
        pacing = Pacing(concurrency=1, tries=1, price=Price(1.0, 2.0))
        plan = Plan(folder, tasks, jobs, wanted, pacing, out, "http://127.0.0.1:9/v1")
        run(plan, lambda _: None, httpx2.MockTransport(reply))
        lines = {name: (out / name).read_text("utf-8").splitlines() for name in JOURNALS}
        found = {name: [json.loads(line) for line in some] for name, some in lines.items()}
        return {"run.json": [json.loads((out / "run.json").read_text("utf-8"))], **found}


JOURNALS = ("answers.jsonl", "failures.jsonl", "attempts.jsonl")


def _lines(records: Sequence[dict[str, Any]]) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def keys(value: Any, under: str = "") -> Iterator[str]:
    """The keys of a record, `overall.n`; `*` stands for a name that a user gave, `[]` for the items of a list.

    >>> sorted(set(keys({"tags": {"a": {"n": 1}}, "rules": [{"type": "asr"}]})))
    ['rules', 'rules[].type', 'tags', 'tags.*.n']
    """
    if isinstance(value, list):
        for item in value:
            yield from keys(item, f"{under}[]")
    elif isinstance(value, dict):
        for name, item in value.items():
            is_name = under in NAMES
            place = ".".join(filter(None, (under, "*" if is_name else name)))
            if not is_name:
                yield place
            yield from keys(item, place)


def found_keys() -> dict[str, list[str]]:
    """The keys of each record, in the order in which they stand there."""
    runs, samples = results()
    rubric = {"puma rubric score --json": [rubric_results()]}
    records = {"results.json": runs, "samples.jsonl": samples, **asked(), **rubric}
    return {name: list(dict.fromkeys(key for record in some for key in keys(record))) for name, some in records.items()}


MEANINGS: dict[str, Meanings] = {
    "results.json": RESULT_KEYS,
    "samples.jsonl": SAMPLE_KEYS,
    "run.json": RUN_KEYS,
    "answers.jsonl": ANSWER_KEYS,
    "failures.jsonl": FAILURE_KEYS,
    "attempts.jsonl": ATTEMPT_KEYS,
    "puma rubric score --json": RUBRIC_KEYS,
}


def pages(language: str) -> Iterator[tuple[str, str]]:
    """One page, a table for each record."""
    yield "records", "\n".join(_page(language))


def _page(language: str) -> Iterator[str]:
    polish = language == "pl"
    if polish:
        yield "# Pliki wyników\n\nKażdy klucz plików, które pisze `puma`. `*` to nazwa (kategoria, etykieta, model), `[]` element listy. Procenty nie są zaokrąglone.\n"
    else:
        yield "# Records\n\nEvery key of the files that `puma` writes. `*` is a name (a category, a tag, a model), `[]` an item of a list. Percentages are not rounded.\n"
    for record, found in found_keys().items():
        yield f"## {record}\n\n| {of(language, 'key')} | {of(language, 'meaning')} |\n|---|---|"
        yield "\n".join(f"| `{key}` | {meaning(record, key)[polish]} |" for key in found) + "\n"


def meaning(record: str, key: str) -> tuple[str, str]:
    """What a key means: by its whole place, else by its last name. KeyError for one that nobody has described."""
    words = MEANINGS[record]
    return words[key] if key in words else words[key.rpartition(".")[2]]
