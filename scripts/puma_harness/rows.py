"""A row of the dataset as harnesses want it: its question, its media, and the scores of an answer to it."""

import io
from collections.abc import Mapping
from typing import Any

from puma_dataset.prompts import prompt_of
from puma_metrics import grade
from puma_metrics.errors import InputError

Row = Mapping[str, Any]
FAILED = "[LMMS_EVAL_REQUEST_FAILED"
"""How lmms-eval begins what it writes in place of an answer where a request failed."""


def text(row: Row) -> str:
    """The task's prompt, with the schema in it where it has one: harnesses send no `response_format`.

    >>> text({"id": "t", "category": "asr", "rules": '[{"type": "asr", "reference": "kot"}]'}).partition(" ")[0]
    'Dokonaj'
    """
    return prompt_of(row, with_schema=True)


def pictures(row: Row) -> list[Any]:
    """The pictures and the pages of documents, as Pillow has them. Raises InputError for a document that is a PDF."""
    found = [*(row.get("images") or []), *(row.get("documents") or [])]
    if any(isinstance(one, Mapping) for one in found):
        raise InputError(f"'{row['id']}': a document is a PDF, which this harness cannot show; ask it with puma run")
    return found


def sounds(row: Row) -> list[dict[str, Any]]:
    """The recordings as `array` and `sampling_rate`, one channel, as models for sound take them."""
    import soundfile

    found = []
    for clip in row.get("audio") or []:
        samples, rate = soundfile.read(io.BytesIO(clip["bytes"]), dtype="float32", always_2d=True)
        found.append({"array": samples.mean(axis=1), "sampling_rate": rate})
    return found


def scores(row: Row, answer: str | None) -> dict[str, float]:
    """The scores of an answer, from 0 to 1; a request that failed is no answer.

    >>> row = {"id": "t", "category": "asr", "rules": '[{"type": "asr", "reference": "kot"}]'}
    >>> scores(row, "kot"), scores(row, "[LMMS_EVAL_REQUEST_FAILED after 5 retries] kot")
    ({'strict': 1.0, 'soft': 1.0}, {'strict': 0.0, 'soft': 0.0})
    """
    found = grade(row, None if answer is None or answer.startswith(FAILED) else answer)
    return {"strict": float(found.strict), "soft": found.soft}
