"""What models are asked: the paper's default prompts (appendices A.1 to A.3), and a task's messages (RUN, 1)."""

import base64
import io
import json
import mimetypes
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from puma_metrics import Task, parse_task
from puma_metrics.errors import InputError

from .opening import read_inside

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
    return next(
        (schema for rule in parse_task(task).rules if (schema := getattr(rule, "schema", None)) is not None), None
    )


def response_format(task: Given) -> dict[str, Any] | None:
    """What OpenAI-compatible servers take as `response_format`; None for a task without a schema.

    >>> rule = {"type": "extraction", "reference": {"a": 1}, "schema": {"type": "object"}}
    >>> response_format({"id": "t1", "category": "structured_extraction", "rules": [rule]})["json_schema"]["schema"]
    {'type': 'object'}
    """
    schema = schema_of(task)
    if schema is None:
        return None
    return {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema}}


def messages(
    task: Given, folder: Path | str | None = None, *, media: str = "inline", with_schema: bool = False
) -> list[dict[str, Any]]:
    """The messages of a chat that asks a task: its media in their order, then the prompt.

    Args:
        task: a task, a record of tasks.jsonl, or a row of the dataset, which brings its media.
        folder: where the media of a task stand; None for the sample's.
        media: "inline" as base64, with OGG converted to WAV, since no server takes it; or "path".
        with_schema: as for `prompt_of`.

    Raises:
        InvalidTask, InputError: as `prompt_of`; a medium is missing, or cannot be converted.

    >>> row = {"id": "t1", "category": "speech_qa", "prompt": "Co to?", "audio": [{"path": "a.wav", "bytes": b"RIFF"}],
    ...        "rules": '[{"type": "include", "clauses": [["kot"]]}]'}
    >>> [part["type"] for part in messages(row)[0]["content"]]
    ['input_audio', 'text']
    """
    if media not in ("inline", "path"):
        raise InputError(f"media: is unknown ('{media}'); expected 'inline' or 'path'")
    text = {"type": "text", "text": prompt_of(task, with_schema=with_schema)}
    parts = [_part(path, content, media) for path, content in _media(task, folder, media)]
    return [{"role": "user", "content": [*parts, text]}]


def paths(task: Given, folder: Path | str | None = None) -> list[str]:
    """Where the media of a task are, in their order."""
    return [path for path, _ in _media(task, folder, "path")]


def _media(task: Given, folder: Path | str | None, media: str) -> Iterator[tuple[str, bytes]]:
    """Path and content of each medium, in the order of the task; no content where only paths are wanted."""
    from .read import SAMPLE

    record = task.record if isinstance(task, Task) else task
    columns = [clip for name in ("images", "audio", "documents") for clip in record.get(name) or []]
    if columns:
        yield from (_clip(record, clip, media) for clip in columns)
        return
    place = Path(folder) if folder is not None else Path(str(SAMPLE))
    for medium in record.get("media") or []:
        path = medium["path"]
        yield str(place / path), b"" if media == "path" else _read(place, path)


def _read(folder: Path, path: str) -> bytes:
    try:
        return read_inside(folder, path)
    except FileNotFoundError as error:
        raise InputError(f"{folder}: '{path}' does not exist; put the file there") from error


def _clip(record: Mapping[str, Any], clip: Any, media: str) -> tuple[str, bytes]:
    """A medium of a row of the dataset: bytes with a path, or a picture that datasets has decoded."""
    if isinstance(clip, Mapping):
        path, content = clip.get("path"), clip.get("bytes")
    else:
        path, content = getattr(clip, "filename", "") or "", _png(clip)
    if media == "path" and not path:
        raise InputError(f"'{record.get('id')}': a row of the dataset has its media inside; ask for them inline")
    if content is None:
        raise InputError(f"'{record.get('id')}': the medium {path} has no bytes; read the dataset with its media")
    return path or "a.png", content


def _png(picture: Any) -> bytes:
    written = io.BytesIO()
    picture.save(written, format="PNG")
    return written.getvalue()


def _part(path: str, content: bytes, media: str) -> dict[str, Any]:
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    if media == "path":
        kinds = {"image": "image_url", "audio": "audio_url"}
        name = kinds.get(kind.partition("/")[0], "file_url")
        return {"type": name, name: {"url": Path(path).absolute().as_uri()}}
    if kind.startswith("audio/"):
        sound, form = (content, "mp3") if kind == "audio/mpeg" else (_wav(path, content), "wav")
        return {"type": "input_audio", "input_audio": {"data": _base64(sound), "format": form}}
    url = f"data:{kind};base64,{_base64(content)}"
    if kind.startswith("image/"):
        return {"type": "image_url", "image_url": {"url": url}}
    return {"type": "file", "file": {"filename": Path(path).name, "file_data": url}}


def _base64(content: bytes) -> str:
    return base64.b64encode(content).decode()


def _wav(path: str, content: bytes) -> bytes:
    """A recording as WAV PCM16 at its own rate, which `input_audio` takes; WAV stays as it is."""
    if content[:4] == b"RIFF":
        return content
    import soundfile

    try:
        with soundfile.SoundFile(io.BytesIO(content)) as sound:
            samples, rate = sound.read(dtype="int16"), sound.samplerate
    except soundfile.LibsndfileError as error:
        raise InputError(f"{path}: cannot be converted to WAV ({error.error_string.rstrip('.')})") from error
    written = io.BytesIO()
    soundfile.write(written, samples, rate, format="WAV", subtype="PCM_16")
    return written.getvalue()
