"""What is asked for a task, before anything is known of the server: a job with its digest, and its request's fields."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from puma_dataset.media import content_digest
from puma_dataset.prompts import prompt_of, schema_of
from puma_metrics.errors import InputError
from puma_metrics.signature import canonical
from puma_metrics.task import Task

from .abilities import Abilities
from .arrays import is_array, wrapped
from .settings import Asked

NAME = "answer"
"""What a schema is called where a server wants a name."""


@dataclass(frozen=True)
class Job:
    """One answer to be had: a task, and which of its samples, from 0. `request` is the digest of what is asked for."""

    id: str
    category: str
    prompt: str
    prompt_with_schema: str
    """For a server that takes no `response_format`."""
    schema: Mapping[str, Any] | None
    media: tuple[Mapping[str, Any], ...]
    sample: int
    request: str

    @property
    def key(self) -> tuple[str, int]:
        return self.id, self.sample


def jobs_of(folder: Path, tasks: Sequence[Task], asked: Asked, samples: int) -> Iterator[Job]:
    """The jobs of tasks, each task's samples side by side. Raises InputError for a medium that is not there."""
    for task in tasks:
        media = () if asked.without_media else tuple(task.record.get("media", ()))
        digests = [_digest(folder, task.id, medium["path"]) for medium in media]
        prompt, longer, schema = prompt_of(task), prompt_of(task, with_schema=True), schema_of(task)
        for sample in range(samples):
            seen = {"prompt": prompt, "schema": schema, "media": digests, "asked": asked.record(), "sample": sample}
            request = hashlib.sha256(canonical(seen).encode("utf-8", "surrogatepass")).hexdigest()[:16]
            yield Job(task.id, task.category, prompt, longer, schema, media, sample, request)


def _digest(folder: Path, name: str, path: str) -> str:
    try:
        return content_digest(folder, path)
    except FileNotFoundError as error:
        raise InputError(f"'{name}', media.path: '{path}' is missing; see puma validate {folder}") from error


@dataclass(frozen=True)
class Fields:
    """A request but for its media. `own` are the fields that we chose to send, which a server may refuse."""

    record: Mapping[str, Any]
    text: str
    own: frozenset[str]
    is_wrapped: bool


def fields_of(job: Job, asked: Asked, abilities: Abilities, temperature: float | None) -> Fields:
    """The fields of a chat completion, as far as the server is able to take them."""
    own: dict[str, Any] = {}
    text, wrap = job.prompt, False
    if job.schema is not None:
        wrap = _wraps(job.schema, asked, abilities)
        if _takes(job.schema, asked, abilities, wrap):
            schema = wrapped(job.schema) if wrap else job.schema
            own["response_format"] = {"type": "json_schema", "json_schema": {"name": NAME, "schema": schema}}
        else:
            text, wrap = job.prompt_with_schema, False
    if temperature is not None and abilities.temperature:
        own["temperature"] = temperature
    if asked.max_tokens is not None:
        own["max_tokens" if abilities.max_tokens else "max_completion_tokens"] = asked.max_tokens
    if asked.seed is not None and abilities.seed:
        own["seed"] = asked.seed
    record = {"model": asked.model, **own, **asked.extra}
    return Fields(record, text, frozenset(own) - frozenset(asked.extra), wrap)


def _wraps(schema: Mapping[str, Any], asked: Asked, abilities: Abilities) -> bool:
    if not is_array(schema) or asked.wrap_arrays == "never":
        return False
    return asked.wrap_arrays == "always" or not abilities.arrays


def _takes(schema: Mapping[str, Any], asked: Asked, abilities: Abilities, wrap: bool) -> bool:
    """Whether a schema is sent as `response_format`."""
    if asked.response_format != "auto":
        return asked.response_format == "always"
    return abilities.response_format and (wrap or abilities.arrays or not is_array(schema))
