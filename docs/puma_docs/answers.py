"""Which files of answers are read: kinds, shapes, endings and refusals, from the tables and messages of the reader."""

import json
from collections.abc import Iterable, Iterator

from puma_answers.endings import FAILED, REFUSED, TRUNCATED
from puma_answers.formats import OTHER_KINDS, READERS
from puma_answers.rows import read
from puma_answers.shapes import SHAPES
from puma_answers.values import TEXT_COLUMNS
from puma_metrics.errors import InputError

WRITERS: dict[str, tuple[str, str]] = {
    "OpenAI batch output": (
        "OpenAI's batch, vLLM's `run_batch`, SGLang, Azure; the id is `custom_id`",
        "batch OpenAI, `run_batch` vLLM, SGLang, Azure; id to `custom_id`",
    ),
    "Anthropic batch results": ("Anthropic's batch; the id is `custom_id`", "batch Anthropic; id to `custom_id`"),
    "Gemini batch output": ("Gemini's batch; the id is `key`", "batch Gemini; id to `key`"),
    "lm-eval samples": (
        "lm-eval and lmms-eval with `--log_samples`; the id is `id` of the document",
        "lm-eval i lmms-eval z `--log_samples`; id to `id` w dokumencie",
    ),
    "lmms-eval samples": (
        "lmms-eval's log without the document; the id stands among the scores, where `python -m puma_harness lmms-eval` puts it",
        "dziennik lmms-eval bez dokumentu; id stoi wśród wyników, gdzie umieszcza je `python -m puma_harness lmms-eval`",
    ),
    "lighteval details": (
        "lighteval's details; the id is `specific.id` or `id` of the document",
        "szczegóły lighteval; id to `specific.id` albo `id` w dokumencie",
    ),
    "Inspect log": ("Inspect AI, `.eval` and `.json`; the id is the sample's", "Inspect AI, `.eval` i `.json`; id próbki"),
    "promptfoo results": ("promptfoo; the id is `vars.id`", "promptfoo; id to `vars.id`"),
    "failures of puma run": ("failures.jsonl of a [run](ask.md)", "failures.jsonl [przebiegu](ask.md)"),
    "samples of puma grade": ("samples.jsonl of an earlier `puma grade`", "samples.jsonl wcześniejszego `puma grade`"),
    "rows": ("a table of your own", "własna tabela"),
    "VLMEvalKit table": ("VLMEvalKit's XLSX; the id is `index`", "XLSX z VLMEvalKit; id to `index`"),
    "chat completions": ("bodies of /chat/completions, one a line", "odpowiedzi /chat/completions, po jednej w wierszu"),
    "Gemini responses": ("bodies of Gemini, one a line", "odpowiedzi Gemini, po jednej w wierszu"),
    "vLLM outputs": ("vLLM's offline outputs as JSON", "wyniki vLLM bez serwera jako JSON"),
    "OpenAI responses": ("bodies of OpenAI's /responses", "odpowiedzi /responses OpenAI"),
    "messages of Anthropic": ("bodies of Anthropic's /messages", "odpowiedzi /messages Anthropic"),
    "messages": ("one message a line", "jedna wiadomość w wierszu"),
    "conversations": ("conversations whose last message is the answer", "rozmowy, w których ostatnia wiadomość to odpowiedź"),
    "Ollama responses": ("bodies of Ollama's /api/chat", "odpowiedzi /api/chat Ollamy"),
    "SGLang outputs": ("SGLang's offline outputs", "wyniki SGLang bez serwera"),
}  # fmt: skip
"""Who writes each shape, and where its id stands."""

REFUSALS: tuple[tuple[str, tuple[dict[str, object], ...]], ...] = (
    ("several columns that could be the answer", ({"id": "hc_001", "answer": "Leliwa", "output": "Nie wiem."},)),
    ("an error and an answer", ({"id": "hc_001", "prediction": "Leliwa", "error": "timeout"},)),
    ("an id that is no text", ({"id": 1.1, "prediction": "Leliwa"},)),
    ("no column of answers", ({"id": "hc_001", "reply": "Leliwa"},)),
    ("an answer that is no text", ({"id": "ex_001", "prediction": {"suma": 5}},)),
    ("answers in different columns", ({"id": "hc_001", "output": "Leliwa"}, {"id": "hc_002", "answer": "Wisła"})),
)
"""What is refused by name, each with records that cause it."""


def pages(language: str) -> Iterator[tuple[str, str]]:
    """One page."""
    yield "answers", "\n".join(_page(language == "pl"))


def refused(records: Iterable[dict[str, object]]) -> str:
    """What is said of records that are no answers."""
    lines = list(records)
    try:
        read("answers.jsonl", lambda: enumerate(lines, 1))
    except InputError as error:
        return str(error)
    raise ValueError(f"is read: {lines}")


def _page(polish: bool) -> Iterator[str]:
    yield from PL_HEAD if polish else EN_HEAD
    kinds = ", ".join(f"`{kind}`" for kind in READERS)
    ways_out = dict.fromkeys(OTHER_KINDS.values())
    kinds_of = {way: " ".join(f"`{kind}`" for kind, other in OTHER_KINDS.items() if other == way) for way in ways_out}
    others = "\n".join(f"| {names} | {way_out} |" for way_out, names in kinds_of.items())
    columns = ", ".join(f"`{column}`" for column in TEXT_COLUMNS)
    yield (PL_KINDS if polish else EN_KINDS).format(kinds=kinds, columns=columns)
    yield f"{'| inny plik | co mówi `puma` |' if polish else '| another kind | what `puma` says |'}\n|---|---|\n{others}\n"
    yield from _shapes(polish)
    yield from _endings(polish)
    yield "## Odrzucane z nazwy\n" if polish else "## Refused by name\n"
    for _, records in REFUSALS:
        lines = "\n".join(json.dumps(record, ensure_ascii=False) for record in records)
        yield f"```json\n{lines}\n```\n\n```text\n{refused(records)}\n```\n"


def _shapes(polish: bool) -> Iterator[str]:
    yield f"## {'Kształty' if polish else 'Shapes'}\n\n{PL_SHAPES if polish else EN_SHAPES}\n"
    yield (
        "| odczytany jako | poznany po polach | pisze go |\n|---|---|---|"
        if polish
        else ("| read as | known by the fields | written by |\n|---|---|---|")
    )
    for shape in SHAPES[:-1]:
        known = f" {'albo' if polish else 'or'} ".join(
            " ".join(f"`{field}`" for field in sorted(fields)) for fields in shape.known_by
        )
        yield f"| {shape.name} | {known} | {WRITERS[shape.name][polish]} |"
    yield ""


def _endings(polish: bool) -> Iterator[str]:
    yield f"## {'Jak się skończyła odpowiedź' if polish else 'How an answer ended'}\n\n{PL_ENDS if polish else EN_ENDS}\n"
    yield "| licznik | słowa |\n|---|---|" if polish else "| counted as | words |\n|---|---|"
    for name, table in (("truncated", TRUNCATED), ("refused", REFUSED), ("failed", FAILED)):
        yield f"| `{name}` | {' '.join(f'`{word}`' for word in sorted(table))} |"
    yield ""


EN_HEAD = (
    "# Answers from any stack\n",
    "Hand over what your stack wrote: `puma grade batch_output.jsonl`. The output says what a file was read as, and which "
    "columns were left aside. Command line, demo and Python share one reader (normative: [RUN, section 6](run.md)).\n",
    "## Kinds of files\n",
)
PL_HEAD = (
    "# Odpowiedzi z dowolnego narzędzia\n",
    "Podaj to, co zapisało twoje narzędzie: `puma grade batch_output.jsonl`. Wynik mówi, za co uznano plik i które kolumny "
    "pominięto. Wiersz poleceń, demo i Python czytają tak samo (tekst normatywny: [RUN, punkt 6](run.md)).\n",
    "## Rodzaje plików\n",
)
EN_KINDS = (
    "These are read: {kinds} and Inspect's `.eval`, each also packed as `.gz` or alone in a `.zip`, and a folder of shards or of a "
    "[run](ask.md). A table of your own has the columns `id` and one of {columns}; `prediction` always wins. Whether commas, "
    "semicolons, tabs or bars separate the columns of a CSV file, its header says. A field with null, NaN, nothing, `false` or `None` is empty.\n"
)
PL_KINDS = (
    "Czytane są {kinds}, `.eval` z Inspect, każdy także spakowany jako `.gz` albo sam w `.zip`, oraz folder z częściami lub "
    "z [przebiegiem](ask.md). Własna tabela ma kolumny `id` i jedną z {columns}; `prediction` zawsze wygrywa. O tym, czy "
    "CSV dzielą przecinki, średniki, tabulatory czy kreski, decyduje nagłówek. Pole z null, NaN, pustym tekstem, `false` "
    "albo `None` jest puste.\n"
)
EN_SHAPES = (
    "A shape is known by its fields, and the first that fits is it. The task's id must stand where the table says."
)
PL_SHAPES = "Kształt poznaje się po polach; liczy się pierwszy pasujący. Id zadania musi stać tam, gdzie mówi tabela."
EN_ENDS = (
    "By `finish_reason`, `stop_reason`, `finishReason` or `done_reason`, in any case. **A failed request is no answer**: its "
    "task is missing, and counted as `failed` too; so is a row with an `error` or a `status_code` from 400 on. A refusal is "
    "an answer, and scores what its text scores."
)
PL_ENDS = (
    "Według `finish_reason`, `stop_reason`, `finishReason` albo `done_reason`, wielkie i małe litery bez różnicy. **Nieudane "
    "zapytanie to nie odpowiedź**: zadanie liczy się jako brakujące, a także jako `failed`; tak samo wiersz z `error` albo "
    "`status_code` od 400. Odmowa jest odpowiedzią i dostaje tyle, ile jej tekst."
)
