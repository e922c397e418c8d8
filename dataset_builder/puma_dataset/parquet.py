"""The set as one Parquet file, through Arrow, with the features in its schema."""

import tempfile
from pathlib import Path

import pyarrow.parquet as pq

from .builder import row_tables
from .canary import canary
from .features import features, holds_pdf
from .read import read_sound_tasks


def to_parquet(folder: str | Path, out: str | Path) -> int:
    """Write the tasks of `folder` and their media into the file `out`; the number of tasks.

    The schema carries the features, so that load_dataset("parquet", data_files=...) reads the same columns; the split
    is the reader's to name, and with them the canary, which no compression hides. The file appears when it is whole.

    Raises InputError if the folder holds no task set, and InvalidTask, with every error, if tasks are wrong.
    """
    records = [task.record for task in read_sound_tasks(folder)[0]]
    mark, out = canary(Path(folder)), Path(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".parquet-") as room:
        new = Path(room, out.name)
        schema = features(holds_pdf(records)).arrow_schema
        with pq.ParquetWriter(new, schema.with_metadata({**schema.metadata, b"canary": mark.encode()})) as writer:
            for table in row_tables(records, Path(folder)):
                writer.write_table(table)
        new.replace(out)
    return len(records)
