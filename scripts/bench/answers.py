"""How fast files of answers are read, against another checkout of this project, in one run.

    python scripts/bench/answers.py --before FOLDER [--rows 1000000] [--rounds 3]

JSONL and Parquet with id, prediction, model and finish_reason. Both checkouts read the same file in turn, each in a
process of its own; the figures are seconds of the processor, medians of the rounds, and the ratio is what counts.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
TIMED = """
import sys, time
from pathlib import Path
from puma_cli.predictions import read_models

ids = [f"task_{number}" for number in range(int(sys.argv[2]))]
start = time.process_time()
(found,) = read_models(Path(sys.argv[1]), ids)
print(time.process_time() - start, len(found.answers))
"""


def rows(number: int) -> Iterator[dict[str, Any]]:
    for n in range(number):
        yield {"id": f"task_{n}", "prediction": f"Odpowiedź numer {n}.", "model": "model", "finish_reason": "stop"}


def write(folder: Path, number: int) -> list[Path]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    with (folder / "answers.jsonl").open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows(number))
    pq.write_table(pa.Table.from_pylist(list(rows(number))), folder / "answers.parquet")
    return [folder / "answers.jsonl", folder / "answers.parquet"]


def seconds(checkout: Path, file: Path, number: int) -> float:
    paths = os.pathsep.join(str(checkout / name) for name in ("metrics", "dataset_builder", "scripts"))
    command = [sys.executable, "-c", TIMED, str(file), str(number)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": paths}, cwd=file.parent
    )
    took, read = done.stdout.split()
    if int(read) != number:
        raise SystemExit(f"{checkout} read {read} of {number} answers")
    return float(took)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", type=Path, required=True)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for file in write(Path(folder), given.rows):
            took = [
                (seconds(given.before, file, given.rows), seconds(ROOT, file, given.rows)) for _ in range(given.rounds)
            ]
            before, now = (statistics.median(times) for times in zip(*took, strict=True))
            print(
                f"{file.suffix}: {given.rows:,} rows, before {before:.2f} s, now {now:.2f} s, ratio {now / before:.2f}"
            )


if __name__ == "__main__":
    main()
