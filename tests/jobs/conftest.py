"""Parquet files of answers, and the files of a run."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from puma_cli import jobs, parts

SAID = ["Koty.", "Kot i pies.", "", None, "Dom!", "<think>kot</think> Psy."]


@pytest.fixture
def parquet(tmp_path: Path) -> Callable[..., str]:
    """A function that writes columns as a Parquet file and gives its name."""

    def write(name: str = "a.parquet", groups: int = 7, **columns: list[Any]) -> str:
        pq.write_table(pa.table(columns), tmp_path / name, row_group_size=groups)
        return name

    return write


@pytest.fixture
def small(monkeypatch) -> None:
    """Parts of ten answers, read four at a time."""
    monkeypatch.setattr(jobs, "PART", 10)
    monkeypatch.setattr(parts, "BATCH", 4)


@pytest.fixture
def many() -> Callable[[int], dict[str, list[Any]]]:
    """A function that makes the columns of so many answers."""
    return _many


def _many(n: int) -> dict[str, list[Any]]:
    return {"id": [("kot", "pies", "dom")[i % 3] for i in range(n)], "answer": [SAID[i * 5 % 6] for i in range(n)]}


@pytest.fixture
def written() -> Callable[[Path], dict[str, bytes]]:
    """A function that gives the content of each file of a run; the lists of what was written name the folder."""
    return _written


def _written(folder: Path) -> dict[str, bytes]:
    found = {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
    return {name: content.replace(str(folder.name).encode() + b"/", b"") for name, content in found.items()}
