"""What several test modules read."""

import json
from pathlib import Path

import pytest

SAMPLE = Path(__file__).parents[1] / "dataset_builder" / "puma_dataset" / "sample" / "tasks.jsonl"


@pytest.fixture(scope="session")
def sample_tasks():
    """The tasks of the sample set, as parsed JSON."""
    if not SAMPLE.exists():
        pytest.skip("the sample set is not there yet")
    return [json.loads(line) for line in SAMPLE.read_text(encoding="utf-8").splitlines()]
