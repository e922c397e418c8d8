"""The builder behind load_dataset("puma"): tasks and media into Arrow tables, with neither torch nor torchcodec."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import datasets
import pyarrow as pa
from datasets.builder import Key

import puma_metrics

from .features import features, holds_pdf, row
from .read import set_digests

NAME = "puma"
# tasks held in memory at a time: their media are embedded
ROWS_AT_ONCE = 16


class Puma(datasets.ArrowBasedBuilder):
    """One config, one split `test`. Tables and not examples, since encoding an Audio example needs torchcodec."""

    # of the columns; the tasks and the package are in the hash
    VERSION = datasets.Version("1.0.0")
    BUILDER_CONFIGS = (datasets.BuilderConfig(name="default", version=VERSION),)

    def __init__(self, folder: Path, records: Sequence[Mapping[str, Any]], **options: Any):
        self.folder = folder
        self.records = records
        super().__init__(dataset_name=NAME, **options)

    def _info(self) -> datasets.DatasetInfo:
        return datasets.DatasetInfo(
            description="PUMA: tasks with media in Polish and the rules that grade an answer to them.",
            features=features(holds_pdf(self.records)),
        )

    def _split_generators(self, dl_manager: Any) -> list[datasets.SplitGenerator]:
        return [datasets.SplitGenerator(name="test")]

    def _generate_tables(self) -> Iterator[tuple[Key, pa.Table]]:
        for number, table in enumerate(row_tables(self.records, self.folder)):
            yield Key(0, number), table


def row_tables(records: Sequence[Mapping[str, Any]], folder: Path) -> Iterator[pa.Table]:
    """The tasks in file order as Arrow tables of a few rows, with the schema of their features."""
    schema = features(holds_pdf(records)).arrow_schema
    for start in range(0, len(records), ROWS_AT_ONCE):
        rows = [row(record, folder) for record in records[start : start + ROWS_AT_ONCE]]
        yield pa.Table.from_pylist(rows, schema=schema)


def fingerprint(folder: Path, records: Sequence[Mapping[str, Any]]) -> str:
    """What names the cached rows, in 64 hexadecimal digits: the package's version, the tasks' bytes and the media's."""
    version = hashlib.sha256(puma_metrics.__version__.encode()).digest()
    return hashlib.sha256(version + set_digests(folder, records)).hexdigest()
