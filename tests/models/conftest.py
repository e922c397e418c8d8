"""Real models and Inspect AI, in an environment of their own that .ci/models makes.

Where a library is missing its tests are skipped, unless PUMA_MODELS is set, as in .ci/models: then they fail.
"""

import os
from collections.abc import Callable, Iterator

import pytest
from loopback_openai import Server

from puma_dataset.read import SAMPLE, read_tasks
from puma_dataset.sendable import media_of


@pytest.fixture(scope="session")
def needs() -> Callable[[str], None]:
    """A function that skips a test without a library, but where all are to be there."""

    def check(name: str) -> None:
        if not os.environ.get("PUMA_MODELS"):
            pytest.importorskip(name, reason=f"{name} is not installed; see .ci/models")

    return check


@pytest.fixture
def whole_sample() -> Iterator[Server]:
    """A loopback server that knows all 52 tasks of the sample, those with a default prompt by their media."""
    tasks = read_tasks(SAMPLE, validate=False)[0]
    with Server([task.record for task in tasks]) as running:
        for task in tasks:
            if task.prompt is None:
                running.expect(task.record, media_of(SAMPLE, task.record["media"])[0].data)
        yield running
