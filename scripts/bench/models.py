"""How long, and with how much memory, many models are graded, compared and reported: 50 models by 900 tasks.

    python scripts/bench/models.py [--models 50] [--tasks 900] [--profile]

The tasks are the sample's, each several times under other ids, with their own test answers as the models' answers: the
better a model, the more often it gives the right one. Prints seconds per step and the peak of memory; with --profile,
which slows it down, also where the time goes.
"""

import argparse
import cProfile
import json
import pstats
import random
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from click.testing import CliRunner

from puma_cli.main import cli
from puma_dataset.read import SAMPLE, read_tasks


def make(folder: Path, models: int, tasks: int) -> list[str]:
    """A folder of tasks and a file of answers for each model; returns the files' paths."""
    sample = [task.record for task in read_tasks(SAMPLE, validate=False)[0]]
    records = [{**sample[n % len(sample)], "id": f"{sample[n % len(sample)]['id']}_{n}"} for n in range(tasks)]
    (folder / "tasks.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    for kind in ("images", "audio", "documents"):
        shutil.copytree(SAMPLE / kind, folder / kind)
    files = []
    for model in range(models):
        dice = random.Random(model)
        skill = 0.4 + 0.5 * model / models
        rows = [{"id": r["id"], "prediction": _answer(dice, r, skill)} for r in records]
        file = folder / f"model-{model:02}.jsonl"
        file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        files.append(str(file))
    return files


def _answer(dice: random.Random, record: dict, skill: float) -> str:
    kind = "answers_ok" if dice.random() < skill else "answers_bad"
    text = dice.choice(record[kind] or [""])
    # no two models word their answers alike, as no two real ones do
    return text if record["category"] in ("asr", "ocr", "structured_extraction") else f"{text} ({dice.random():.6f})"


def timed(what: str, *arguments: str) -> None:
    start = time.perf_counter()
    result = CliRunner().invoke(cli, arguments, catch_exceptions=False, standalone_mode=False)
    assert result.return_value in (None, 0), result.output
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    print(f"{what:<28} {time.perf_counter() - start:7.1f} s   peak {peak:6.0f} MB", flush=True)


def steps(folder: Path, files: list[str]) -> None:
    tasks, out = ["--tasks", str(folder)], str(folder / "out")
    timed("grade, with all results", "grade", *files, *tasks, "--out", out)
    timed("compare, from the results", "compare", out)
    timed("report, of eight models", "report", *files[-8:], *tasks, "--out", str(folder / "report.html"))
    size = (folder / "report.html").stat().st_size
    print(f"{'the report':<28} {size / 1e6:7.1f} MB")


def profiled(run: Callable[[], None]) -> None:
    profile = cProfile.Profile()
    profile.runcall(run)
    pstats.Stats(profile).sort_stats("cumulative").print_stats("puma_", 40)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=int, default=50)
    parser.add_argument("--tasks", type=int, default=900)
    parser.add_argument("--profile", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as room:
        files = make(Path(room), options.models, options.tasks)
        print(f"{options.models} models by {options.tasks} tasks")
        run = lambda: steps(Path(room), files)  # noqa: E731
        profiled(run) if options.profile else run()


if __name__ == "__main__":
    main()
