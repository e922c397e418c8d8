"""What the YAML files beside it call: rows of the dataset in, questions, media and scores out."""

from typing import Any

from puma_harness.rows import pictures, sounds
from puma_harness.rows import scores as scores_of
from puma_harness.rows import text as text_of


def with_pictures(rows: Any) -> Any:
    """The tasks about pictures and documents."""
    return rows.filter(lambda modality: modality in ("image", "document"), input_columns="modality")


def with_sounds(rows: Any) -> Any:
    """The tasks about recordings."""
    return rows.filter(lambda modality: modality == "audio", input_columns="modality")


def text(row: dict[str, Any]) -> str:
    """The question; the media come beside it."""
    return text_of(row)


def images(row: dict[str, Any]) -> list[Any]:
    """The pictures of a task. Ask with as many as a task has: --model_args ...,max_images=10."""
    return pictures(row)


def audio(row: dict[str, Any]) -> list[Any]:
    """The recordings of a task."""
    return sounds(row)


def scores(row: dict[str, Any], results: list[str]) -> dict[str, float]:
    """Strict and soft of an answer."""
    return scores_of(row, results[0])
