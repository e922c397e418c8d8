"""What flags cost: `puma grade` with and without them, over answers in many styles, in one run.

    python scripts/bench/flags.py [--rounds N]

Every judged answer of the tests is graded as a task of its own, so that nothing is graded twice. Rounds alternate; the
ratio of the medians matters, the machine is noisy. The bound is 1.5.
"""

import argparse
import contextlib
import io
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / layer) for layer in ("metrics", "dataset_builder", "scripts")]

from puma_cli.main import cli  # noqa: E402
from puma_dataset.read import SAMPLE  # noqa: E402

GOLDEN = ROOT / "tests" / "golden"


def written(folder: Path) -> Path:
    """A folder of tasks, one for each judged answer, and beside it the answers."""
    tasks = {task["id"]: task for task in map(json.loads, (SAMPLE / "tasks.jsonl").read_text("utf-8").splitlines())}
    judged = [json.loads(line) for file in sorted(GOLDEN.glob("verdicts*.jsonl")) for line in file.open("rb")]
    plain = {"media", "answers_ok", "answers_bad"}
    rows = [
        {**{name: value for name, value in tasks[line["id"]].items() if name not in plain}, "id": f"task-{number}"}
        for number, line in enumerate(judged)
    ]
    answers = [{"id": f"task-{number}", "prediction": line["answer"]} for number, line in enumerate(judged)]
    for name, records in (("tasks", rows), ("answers", answers)):
        lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
        (folder / f"{name}.jsonl").write_text(lines, encoding="utf-8")
    return folder


def seconds(folder: Path, with_flags: bool) -> float:
    """The computing time of one run of the command."""
    grading = sys.modules["puma_metrics.grade"]
    flags = grading.flags
    if not with_flags:
        grading.flags = lambda *_: ()
    out = folder / "out"
    start = time.process_time()
    with contextlib.redirect_stdout(io.StringIO()):
        cli.main(
            ["grade", str(folder / "answers.jsonl"), "--tasks", str(folder), "--out", str(out)], standalone_mode=False
        )
    grading.flags = flags
    return time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as name:
        folder = written(Path(name))
        seconds(folder, True)  # what is read once
        pairs = [(seconds(folder, False), seconds(folder, True)) for _ in range(rounds)]
    without, with_flags = (statistics.median(side) for side in zip(*pairs, strict=True))
    print(f"puma grade without flags {without:.2f} s, with flags {with_flags:.2f} s: {with_flags / without:.2f} times")


if __name__ == "__main__":
    main()
