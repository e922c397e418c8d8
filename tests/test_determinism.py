"""Nothing but the tasks and the answers can change a score: not the hash seed, threads or the order of lines."""

import json
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from puma_dataset.read import SAMPLE, read_tasks
from puma_metrics import grade_all

PREDICTIONS = SAMPLE / "predictions" / "predictions_written.jsonl"


def graded(tmp_path: Path, predictions: Path, seed: str) -> str:
    """results.json of `puma grade` in a process of its own, less the name of the file."""
    command = [sys.executable, "-c", "from puma_cli.main import main; main()", "grade", str(predictions), "--json"]
    root = Path(__file__).parents[1]
    paths = os.pathsep.join(str(root / name) for name in ("metrics", "dataset_builder", "scripts"))
    env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": paths}
    done = subprocess.run(command, capture_output=True, text=True, env=env, cwd=tmp_path, check=True, encoding="utf-8")
    return done.stdout.replace(json.dumps(str(predictions)), '"FILE"')


def test_three_hash_seeds_and_shuffled_predictions_give_the_same_bytes(tmp_path):
    lines = PREDICTIONS.read_text(encoding="utf-8").splitlines(keepends=True)
    shuffled = tmp_path / "shuffled.jsonl"
    results = {graded(tmp_path, PREDICTIONS, seed) for seed in ("0", "1", "12345")}
    for seed in range(2):
        random.Random(seed).shuffle(lines)
        shuffled.write_text("".join(lines), encoding="utf-8")
        results.add(graded(tmp_path, shuffled, "7"))
    assert len(results) == 1
    assert json.loads(results.pop())["overall"]["attempted"] == len(lines)


def test_eight_threads_give_the_scores_of_one():
    tasks = read_tasks(SAMPLE, validate=False)[0]
    answers = {task.id: (task.record["answers_ok"] + task.record["answers_bad"])[-1] for task in tasks}

    def results(_: int) -> str:
        fresh = read_tasks(SAMPLE, validate=False)[0]  # nothing made ready by another thread
        return json.dumps(grade_all(fresh, answers).results())

    with ThreadPoolExecutor(8) as threads:
        assert len(set(threads.map(results, range(16)))) == 1
