"""What the YAML file beside it calls: rows of the dataset in, messages, media and scores out."""

from typing import Any

from puma_dataset.prompts import messages as messages_of
from puma_harness.rows import pictures, sounds
from puma_harness.rows import scores as scores_of
from puma_harness.rows import text as text_of


def text(row: dict[str, Any], lmms_eval_specific_kwargs: Any = None) -> str:
    """The question; the media come beside it."""
    return text_of(row)


def visual(row: dict[str, Any]) -> list[Any]:
    """The media for models that take them apart from the text: Pillow's pictures, and recordings as arrays."""
    return [*pictures(row), *sounds(row)]


def messages(row: dict[str, Any]) -> list[dict[str, Any]]:
    """The media, then the question, for models that chat; a recording is a data address, which servers take."""
    parts: list[dict[str, Any]] = [{"type": "image", "url": picture} for picture in pictures(row)]
    asked = messages_of(row)[0]["content"]
    clips = [part["input_audio"] for part in asked if part["type"] == "input_audio"]
    parts += [{"type": "audio", "url": f"data:audio/{clip['format']};base64,{clip['data']}"} for clip in clips]
    return [{"role": "user", "content": [*parts, {"type": "text", "text": text_of(row)}]}]


def scores(row: dict[str, Any], results: list[str]) -> dict[str, Any]:
    """Strict and soft of an answer, and the task's id: the log leaves the row out, and keeps what stands here."""
    return {**scores_of(row, results[0]), "id": row["id"]}
