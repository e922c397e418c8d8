"""Runs in a child process: commands as JSON lines on stdin, one answer each on stdout.

The libraries are imported once, which takes a second; every command then runs in a fork of this process, so that none
sees what another left in memory. `kill_at` ends the fork with SIGKILL just before the n-th time that it renames,
touches or removes something, or opens a file to write, in the caches.
"""

import io
import json
import os
import signal
import sys
import traceback
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import datasets
import evaluate

import puma_dataset.builder
import puma_dataset.caches
import puma_metrics

CHANGES = {"os.rename", "os.rmdir", "os.remove", "os.utime", "shutil.rmtree"}


def is_change(event, args):
    return event in CHANGES or (event == "open" and isinstance(args[1], str) and set(args[1]) & set("wax+"))


def count_changes(kill_at):
    seen = [0]
    home = os.environ["HF_HOME"]

    def hook(event, args):
        if is_change(event, args) and str(args[0]).startswith(home):
            seen[0] += 1
            if seen[0] == kill_at:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(hook)
    return seen


def prepare(folder=None, kill_at=0, version=None):
    """`version` is that of an older package."""
    puma_metrics.__version__ = version or puma_metrics.__version__
    seen = count_changes(kill_at)
    result = puma_dataset.caches.prepare(folder)
    return {
        "tasks": result.tasks,
        "warnings": list(result.warnings),
        "dataset": str(result.dataset),
        "changes": seen[0],
    }


def load():
    """Both lines, letter for letter."""
    from datasets import load_dataset

    rows = load_dataset("puma")
    rules = evaluate.load("puma_rules")
    (split,) = rows
    name, wanted = rows[split][0]["id"], rows[split]["rules"][0] if "rules" in rows[split].column_names else "[]"
    result = rules.compute(predictions=[name], references=[wanted]) if wanted != "[]" else {}
    return {"split": split, "ids": rows[split]["id"][:], "strict": result.get("strict"), "module": rules.__module__}


def load_dataset_only():
    """What a user does in a directory with a folder named like the dataset."""
    return {"ids": datasets.load_dataset("puma")["train"]["id"][:]}


def example(code):
    """What the code of a card prints."""
    with redirect_stdout(io.StringIO()) as printed:
        exec(code, {})
    return {"printed": printed.getvalue()}


COMMANDS = {"example": example, "prepare": prepare, "load": load, "load_dataset_only": load_dataset_only}


def in_fork(command, directory, **arguments):
    """Start a command in a fork; where its answer will be read, and its process."""
    reading, writing = os.pipe()
    if child := os.fork():
        os.close(writing)
        return child, reading
    os.chdir(directory)
    with redirect_stderr(io.StringIO()):
        try:
            answer = COMMANDS[command](**arguments)
        except Exception:
            answer = {"error": traceback.format_exc()}
    with os.fdopen(writing, "w") as stream:
        json.dump(answer, stream)
    os._exit(0)


def finish(child, reading):
    with os.fdopen(reading) as stream:
        answer = stream.read()
    os.waitpid(child, 0)
    return json.loads(answer) if answer else {"killed": True}


def main():
    for line in sys.stdin:
        started = [in_fork(**command) for command in json.loads(line)]
        print(json.dumps([finish(*running) for running in started]), flush=True)


if __name__ == "__main__":
    Path(os.environ["HF_HOME"]).mkdir(parents=True, exist_ok=True)
    datasets.disable_progress_bars()
    # so that not every fork reads the dictionary
    puma_metrics.phrase_matches("kot", "kot")
    main()
