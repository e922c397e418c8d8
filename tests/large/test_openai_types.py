"""Every body that `puma run` sends is one that the openai package's own types describe."""

import json
from collections.abc import Callable
from types import ModuleType

import pytest

from puma_dataset.read import SAMPLE, read_tasks
from puma_run.abilities import Abilities
from puma_run.chat import outgoing
from puma_run.media import media_of
from puma_run.requests import jobs_of
from puma_run.settings import Asked

ASKED = {
    "the paper's": Asked("m"),
    "everything": Asked("m", max_tokens=100, seed=3, wrap_arrays="always", audio="mp3", extra={"top_p": 0.9}),
    "no schema": Asked("m", response_format="never"),
    "blind": Asked("m", without_media=True),
}


@pytest.mark.parametrize("name", ASKED)
def test_every_body_parses(name: str, library: Callable[[str], ModuleType]):
    params = library("openai.types.chat.completion_create_params").CompletionCreateParamsNonStreaming
    body = library("pydantic").TypeAdapter(params)
    asked = ASKED[name]
    jobs = list(jobs_of(SAMPLE, read_tasks(SAMPLE, validate=False)[0], asked, 1))
    for job in jobs:
        media = media_of(SAMPLE, job.media, asked.pdf, asked.audio)
        sent = outgoing(job, media, asked, asked.temperature, Abilities()).body
        body.validate_python(json.loads(b"".join(sent.written())))
    assert len(jobs) == 52
