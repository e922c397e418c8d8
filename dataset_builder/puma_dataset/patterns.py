"""Compiling the patterns of a task set under a bound of time and memory, in a child process."""

import json
import queue
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from puma_metrics.sentence import Sentence

SECONDS = 2.0
MEGABYTES = 512
# for an interpreter to start on a busy machine; no pattern runs before it has
STARTING_SECONDS = 30.0

Pattern = tuple[str, bool]

_TOO_SLOW = Sentence("slow-to-compile", seconds=SECONDS)
_TOO_LARGE = Sentence("large-to-compile", megabytes=MEGABYTES)


def pattern_problems(patterns: Sequence[Pattern]) -> list[str]:
    """Why each (text to be compiled, ignore case) cannot be compiled with 2 s and, on Linux, 512 MB; "" if it can.

    One child compiles them all. Only a pattern that ends it, or has to be ended, costs another one. A pattern that is
    merely wrong is "" as well: it does no harm, and the rule itself says what is wrong with it.

    >>> pattern_problems([("[ab]+", True), ("(", False)])
    ['', '']
    """
    problems: list[str] = []
    while len(problems) < len(patterns):
        problems += _compiled_until_stuck(patterns[len(problems) :])
    return problems


def _compiled_until_stuck(patterns: Sequence[Pattern]) -> list[str]:
    """The problems of the first patterns, at least one: up to the last, or to one that has no end."""
    # a file and not -m: neither the working directory nor this package comes into the child's path
    command = [sys.executable, "-P", str(Path(__file__).with_name("pattern_child.py")), str(MEGABYTES * 2**20)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True) as child:
        assert child.stdin and child.stdout
        answers = _lines(child.stdout)
        try:
            child.stdin.write(json.dumps(patterns))
            child.stdin.close()
            return _collect(answers, len(patterns))
        finally:
            child.kill()


def _collect(answers: "queue.SimpleQueue[str]", count: int) -> list[str]:
    if not answers.get(timeout=STARTING_SECONDS):
        raise ChildProcessError("the process that compiles patterns does not start")
    problems: list[str] = []
    while len(problems) < count:
        try:
            answer = answers.get(timeout=SECONDS)
        except queue.Empty:
            return [*problems, _TOO_SLOW]
        if not answer:
            return [*problems, _TOO_LARGE]
        problems.append(_TOO_LARGE if json.loads(answer) else "")
    return problems


def _lines(stream: IO[str]) -> "queue.SimpleQueue[str]":
    """The stream's lines as they come, and "" at its end: a pipe cannot be waited for with a time limit everywhere."""
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()

    def fill() -> None:
        for line in stream:
            lines.put(line)
        lines.put("")

    threading.Thread(target=fill, daemon=True).start()
    return lines
