"""Parquet files of answers: only the columns that are read, and an error where one is broken."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from puma_metrics.errors import InputError
from puma_metrics.wording import shorten

from .values import refuse_twice

AT_ONCE = 10_000
"""Rows that are made Python's objects at a time."""

if TYPE_CHECKING:
    from pyarrow.parquet import ParquetFile


def parquet_records(name: str, content: bytes, read: Sequence[str]) -> Iterator[tuple[int, object]]:
    """The rows of a file with the columns in `read`; the others are named, but hold nothing."""
    import pyarrow

    file = open_parquet(name, pyarrow.BufferReader(content), read)
    names = file.schema_arrow.names
    # named where a column is missed, but not read
    others = dict.fromkeys(column for column in names if column not in read)
    number = 0
    with readable(name):
        for batch in file.iter_batches(AT_ONCE, columns=[column for column in names if column in read]):
            for row in batch.to_pylist():
                number += 1
                yield number, {**row, **others} if others else row


def open_parquet(name: str, source: Any, read: Sequence[str]) -> "ParquetFile":
    """A Parquet file ready to be read, no column of which that is read stands twice; whoever calls opens `source`."""
    import pyarrow.parquet

    with readable(name):
        opened = pyarrow.parquet.ParquetFile(source)
    names = opened.schema_arrow.names
    refuse_twice(name, names, read)
    return opened


@contextmanager
def readable(name: str) -> Iterator[None]:
    """Turns what a broken Parquet file raises while it is read into an InputError."""
    import pyarrow

    try:
        yield
    # a broken file fails at any of its layers; one without errno was opened, and is broken
    except (pyarrow.ArrowException, ValueError, OverflowError, MemoryError, OSError) as error:
        if isinstance(error, OSError) and error.errno:
            raise
        raise InputError(f"{name}: is no Parquet file ({shorten(str(error), 200)}); write it again") from error
