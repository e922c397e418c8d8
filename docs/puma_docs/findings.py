"""Every kind of finding, with an input that causes it, by really running it, and the way out."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from puma_metrics.sentence import Sentence, in_language

from . import sheet_findings
from .task_cases import CASES, INCLUDE, MEDIUM, Case

LONGEST = 60
"""Bytes of a file that are shown."""

SOUND: dict[str, Any] = {
    "id": "kot",
    "category": "contemporary_life",
    "modality": "image",
    "prompt": "Jakie zwierzę siedzi na dachu?",
    "media": [MEDIUM],
    "rules": [INCLUDE],
    "answers_ok": ["Kot."],
    "answers_bad": ["Pies."],
    "tags": ["animals"],
    "notes": "",
}
"""A task without a finding, which every case changes."""


def pages(language: str) -> Iterator[tuple[str, str]]:
    """One page: of task folders, then of sheets."""
    yield "findings", "\n".join(_page(language))


def _page(language: str) -> Iterator[str]:
    polish = language == "pl"
    yield "# Znalezione błędy\n" if polish else "# Findings\n"
    if polish:
        yield "Każdy błąd i każde ostrzeżenie: co je powoduje, co mówi `puma` i jak to naprawić. Komunikaty pochodzą z prawdziwego uruchomienia.\n"
        yield "## Zadania: puma validate\n\nKażdy przykład zmienia to poprawne zadanie:\n"
    else:
        yield "Every error and warning: what causes it, what `puma` says, and the way out. The messages come from a real run.\n"
        yield "## Tasks: puma validate\n\nEvery example changes this sound task:\n"
    yield f"```json\n{json.dumps(SOUND, ensure_ascii=False, indent=2)}\n```\n"
    for case in CASES:
        yield _section(case, polish)
    yield f"(sheet-findings)=\n\n## {'Rubryki' if polish else 'Rubrics'}: puma rubric check\n"
    if polish:
        yield "Kod E to błąd, W ostrzeżenie. Każdy przykład zmienia [ten arkusz](annotate.md#worked-sheet): `2: {…}` to nowe wartości w wierszu 2, `+2` jego kopia, `-2` bez niego.\n"
    else:
        yield "E is an error, W a warning. Every example changes [this sheet](annotate.md#worked-sheet): `2: {…}` are new values in row 2, `+2` is a copy of it, `-2` takes it away.\n"
    yield from sheet_findings.section(language)


def _section(case: Case, polish: bool) -> str:
    name = case.name[polish]
    cause, out = ("Przyczyna", "Wyjście") if polish else ("Caused by", "Way out")
    said = "\n".join(said_of(case, "pl" if polish else "en"))
    return f"### {name[0].upper()}{name[1:]}\n\n{cause}: {_told(case)}\n\n```text\n{said}\n```\n\n{out}: {case.way_out[polish]}\n"


def _told(case: Case) -> str:
    if case.raw:
        return f"`{case.raw!r}`" if len(case.raw) <= LONGEST else f"`{case.raw[:LONGEST]!r}...`"
    if case.file:
        return f"`kot.png`: `{case.file!r}`"
    parts = [json.dumps({n: v for n, v in (case.change or {}).items() if v is not ...}, ensure_ascii=False)]
    parts += [f"-{name}" for name, value in (case.change or {}).items() if value is ...]
    parts += [f"+{json.dumps(more, ensure_ascii=False)}" for more in case.more]
    return "; ".join(f"`{part}`" for part in parts if part != "{}")


def said_of(case: Case, language: str = "en") -> list[str]:
    """What `puma validate` prints of the case; ValueError where it finds nothing."""
    from puma_dataset import read_tasks

    with TemporaryDirectory() as room:
        folder = Path(room)
        _write(case, folder)
        _, findings = read_tasks(folder)
    if not findings:
        raise ValueError(f"the case {case.name[0]!r} in task_cases.py causes no finding")
    lines = ((finding, "warning-line" if finding.is_warning else "error-line") for finding in findings)
    return [in_language(Sentence(kind, finding=finding.sentence), language) for finding, kind in lines]


def _write(case: Case, folder: Path) -> None:
    records = [{**SOUND, **(case.change or {}), **more} for more in ({}, *case.more)]
    records = [{name: value for name, value in record.items() if value is not ...} for record in records]
    text = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    (folder / "tasks.jsonl").write_bytes(case.raw or text.encode())
    for number, name in enumerate(("kot.png", "pies.png")):
        (folder / name).write_bytes(case.file or picture(number))
    (folder / "kot.wav").write_bytes(sound())


def picture(number: int) -> bytes:
    from PIL import Image

    written = io.BytesIO()
    Image.new("RGB", (4, 4), (number, 1, 2)).save(written, "PNG")
    return written.getvalue()


def sound() -> bytes:
    import numpy
    import soundfile

    written = io.BytesIO()
    soundfile.write(written, numpy.zeros(160), 16000, format="WAV")
    return written.getvalue()
