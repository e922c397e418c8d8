"""What models are asked: the paper's default prompts (appendices A.1 to A.3), and a task's messages (RUN, 1)."""

import base64
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from puma_metrics import Task, parse_task
from puma_metrics.errors import InputError

from .sendable import Medium, is_pdf, media_of, part_of, png_of, sendable

SPEECH = (
    "Dokonaj transkrypcji pliku audio w języku polskim. Wszystkie wartości liczbowe powinny być zapisywane pełnymi "
    'słowami i bez stosowania skrótów np. "sto dwadzieścia pięć złotych" zamiast "125 zł". Zwróć tylko zawartość '
    "nagrania, bez dodatkowych komentarzy."
)
"""Appendix A.1, of tasks of the category asr."""
DOCUMENTS = (
    "Przekonwertuj poniższy dokument w języku polskim do formatu markdown. Zwróć tylko markdown bez dodatkowych "
    "komentarzy. ZASADY: - Zwróć tekst zgodnie z kierunkiem jego czytania: od góry do dołu i od lewej do prawej. - "
    "Słowa przeniesione z myślnikiem do nowej linii połącz w całość. - Musisz uwzględnić wszystkie tekstowe informacje "
    "znajdujące się na stronie. Nie pomijaj nagłówków, stopek, tabel, podpisów pod ilustracjami, przypisów. - Pomiń "
    "numerację stron. - Pomiń zdjęcia, ilustracje, znaki wodne, pieczątki i inne elementy graficzne. Nie dodawaj "
    "żadnych komentarzy dotyczących elementów graficznych. - Tabele zapisz w formacie HTML. - Preferuj używanie znaków "
    "□ i ☑ do prezentacji check boxów."
)
"""Appendix A.2, of tasks of the category ocr; the characters of check boxes are ours, where the paper has formulas."""
EXTRACTION = (
    "Wyodrębnij informacje z załączonego dokumentu i zwróć odpowiedź w formacie JSON zgodnym z nastepującym JSON "
    "schema: {JSON_SCHEMA}"
)
"""Appendix A.3, letter for letter; appended where a server takes no `response_format`."""
DEFAULT = {"asr": SPEECH, "ocr": DOCUMENTS}
APPENDICES = {"A.1": SPEECH, "A.2": DOCUMENTS, "A.3": EXTRACTION}

Given = Mapping[str, Any] | Task


def prompt_of(task: Given, *, with_schema: bool = False) -> str:
    """What a model is asked: the task's own prompt, else the default one of its category.

    Args:
        task: a task, a record of tasks.jsonl or a row of the dataset.
        with_schema: append the universal prompt with the task's schema, for servers that take no `response_format`.

    Raises:
        InvalidTask: it is no valid task.
        InputError: it has no prompt, and its category no default one.

    >>> rule = {"type": "asr", "reference": "dzień dobry"}
    >>> prompt_of({"id": "t1", "category": "asr", "rules": [rule]})[:44]
    'Dokonaj transkrypcji pliku audio w języku po'
    """
    parsed = parse_task(task)
    prompt = parsed.prompt or DEFAULT.get(parsed.category)
    if not prompt:
        raise InputError(f"'{parsed.id}': has no prompt, and {parsed.category} has no default one; write its question")
    schema = schema_of(parsed) if with_schema else None
    if schema is None:
        return prompt
    return f"{prompt}\n\n{EXTRACTION.replace('{JSON_SCHEMA}', json.dumps(schema, ensure_ascii=False))}"


def schema_of(task: Given) -> Any:
    """The JSON schema that a task's answer should follow; None without one."""
    schemas = (rule.expected().schema for rule in parse_task(task).rules)
    return next((schema for schema in schemas if schema is not None), None)


def response_format(task: Given) -> dict[str, Any] | None:
    """What OpenAI-compatible servers take as `response_format`; None for a task without a schema.

    >>> rule = {"type": "extraction", "reference": {"a": 1}, "schema": {"type": "object"}}
    >>> response_format({"id": "t1", "category": "structured_extraction", "rules": [rule]})["json_schema"]["schema"]
    {'type': 'object'}
    """
    schema = schema_of(task)
    return None if schema is None else format_of(schema)


def format_of(schema: Any) -> dict[str, Any]:
    """A schema as `response_format`; servers want a name for it."""
    return {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema}}


def messages(
    task: Given,
    folder: Path | str | None = None,
    *,
    media: str = "inline",
    with_schema: bool = False,
    pdf: str = "pages",
) -> list[dict[str, Any]]:
    """The messages of a chat that asks a task, as `puma run` sends them: its media in their order, then the prompt.

    Args:
        task: a task, a record of tasks.jsonl, or a row of the dataset, which brings its media.
        folder: where the media of a task stand; None for the sample's.
        media: "inline" as base64, converted where no server takes them, such as OGG to WAV; or "path".
        with_schema: as for `prompt_of`.
        pdf: "pages" for one picture a page, or "file"; as paths a PDF stays one.

    Raises:
        InvalidTask, InputError: as `prompt_of`; a medium is missing, or cannot be converted.

    >>> row = {"id": "t1", "category": "document_qa", "documents": [{"path": "a.pdf", "bytes": b"%PDF-1.7"}],
    ...        "prompt": "Co to?", "rules": '[{"type": "include", "clauses": [["kot"]]}]'}
    >>> [part["type"] for part in messages(row, pdf="file")[0]["content"]]
    ['file', 'text']
    """
    if media not in ("inline", "path"):
        raise InputError(f"media: is unknown ('{media}'); expected 'inline' or 'path'")
    text = {"type": "text", "text": prompt_of(task, with_schema=with_schema)}
    if media == "path":
        parts = [_address(path, kind) for path, kind in _places(task, folder)]
    else:
        parts = [part_of(one, base64.b64encode(one.data).decode()) for one in _media(task, folder, pdf)]
    return [{"role": "user", "content": [*parts, text]}]


def paths(task: Given, folder: Path | str | None = None) -> list[str]:
    """Where the media of a task are, in their order."""
    return [path for path, _ in _places(task, folder)]


COLUMNS = {"images": "image", "audio": "audio", "documents": "pdf"}
"""The columns of the dataset in which media stand, and their kinds; a document is a PDF or pictures of its pages."""
PARTS = {"image": "image_url", "audio": "audio_url"}


def _record(task: Given) -> Mapping[str, Any]:
    return task.record if isinstance(task, Task) else task


def _clips(record: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The media of a row of the dataset, each with its kind; none of a task, which names files."""
    return [(kind, clip) for column, kind in COLUMNS.items() for clip in record.get(column) or []]


def _folder(folder: Path | str | None) -> Path:
    from .read import SAMPLE

    return Path(folder) if folder is not None else Path(str(SAMPLE))


def _media(task: Given, folder: Path | str | None, pdf: str) -> list[Medium]:
    record = _record(task)
    if not (clips := _clips(record)):
        return media_of(_folder(folder), record.get("media") or [], pdf)
    found = ((kind, *_content(record, clip)) for kind, clip in clips)
    return [one for kind, path, data in found for one in sendable(path, _kind(kind, data), data, pdf)]


def _kind(kind: str, data: bytes) -> str:
    return "image" if kind == "pdf" and not is_pdf(data) else kind


def _content(record: Mapping[str, Any], clip: Any) -> tuple[str, bytes]:
    """A medium of a row of the dataset: bytes with a path, or a picture that datasets has decoded."""
    if not isinstance(clip, Mapping):
        return getattr(clip, "filename", "") or "a.png", png_of(clip)
    if clip.get("bytes") is None:
        place = clip.get("path")
        raise InputError(f"'{record.get('id')}': the medium {place} has no bytes; read the dataset with its media")
    return clip.get("path") or "a", clip["bytes"]


def _places(task: Given, folder: Path | str | None) -> Iterator[tuple[str, str]]:
    """Path and kind of each medium, in the order of the task."""
    record = _record(task)
    for kind, clip in _clips(record):
        path = clip.get("path") if isinstance(clip, Mapping) else getattr(clip, "filename", "")
        if not path:
            raise InputError(f"'{record.get('id')}': a row of the dataset has its media inside; ask for them inline")
        yield path, kind
    if not _clips(record):
        for medium in record.get("media") or []:
            yield str(_folder(folder) / medium["path"]), medium["type"]


def _address(path: str, kind: str) -> dict[str, Any]:
    name = PARTS.get(kind, "file_url")
    return {"type": name, name: {"url": Path(path).absolute().as_uri()}}
