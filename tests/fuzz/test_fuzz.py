"""The fuzz targets without the fuzzer: golden vectors, hostile pieces, and every input that once broke something."""

import pytest
from targets import CORPUS, TARGETS, seeds

CRASHES = sorted(file for file in CORPUS.rglob("*") if file.is_file())


@pytest.mark.parametrize("name", TARGETS)
def test_a_target_holds_for_what_it_starts_from(name: str):
    found = seeds(name)
    assert found
    for data in found:
        TARGETS[name](data)


@pytest.mark.parametrize("file", CRASHES, ids=lambda file: f"{file.parent.name}-{file.name}")
def test_what_once_broke_holds_now(file):
    TARGETS[file.parent.name](file.read_bytes())


@pytest.mark.parametrize("name", TARGETS)
def test_a_target_holds_for_nothing_and_for_noise(name: str):
    for data in (b"", b"\0", b"\xff" * 50, bytes(range(256)), bytes(range(255, -1, -1)) * 4):
        TARGETS[name](data)
