"""Grading in parts: the same results however often it is killed."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest


def start(folder: Path, environment: dict[str, str], *options: str) -> subprocess.Popen:
    command = [sys.executable, "-c", "if __name__ == '__main__': from puma_cli.main import main; main()"]
    arguments = ["grade", "a.parquet", "--tasks", "tasks", "--duplicates", "all", *options]
    # a session of its own, so that what is left of it can be found and ended
    return subprocess.Popen([*command, *arguments], cwd=folder, env=environment, stderr=subprocess.PIPE,
                            stdout=subprocess.DEVNULL, start_new_session=True)  # fmt: skip


def children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task/{pid}/children")
    return list(map(int, tasks.read_text().split())) if tasks.exists() else []


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds processes through Linux's /proc")
def test_a_run_killed_at_random_moments_ends_as_one_that_was_not(tasks, parquet, tmp_path, offline, many, written):
    parquet(**many(60_000))
    assert start(tmp_path, offline, "--jobs", "2", "--out", "calm").wait() == 0
    chance, kills = random.Random(0), 0
    while not (tmp_path / "out" / "results.json").exists():
        going = start(tmp_path, offline, "--jobs", "2", "--out", "out")
        time.sleep(chance.uniform(0.5, 2.5))
        workers = children(going.pid)
        if kills < 4:
            going.send_signal(signal.SIGKILL)
            kills += 1
        going.communicate()
        wait_for(lambda workers=workers: not any(Path(f"/proc/{pid}").exists() for pid in workers))
    assert written(tmp_path / "out") == written(tmp_path / "calm")


def wait_for(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end, "still not so after a minute"
        time.sleep(0.05)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds processes through Linux's /proc")
def test_a_killed_worker_is_told_and_the_run_goes_on(tasks, parquet, tmp_path, offline, many):
    parquet(**many(60_000))
    going = start(tmp_path, offline, "--jobs", "2", "--out", "out")
    room = tmp_path / "out" / "parts"
    wait_for(lambda: bool(list(room.glob("part-*"))) or going.poll() is not None)
    os.kill(max(children(going.pid)), signal.SIGKILL)
    error = going.communicate()[1].decode()
    assert going.returncode == 1
    assert error.endswith(
        "puma: a process that graded was killed, perhaps for want of memory; what it had finished is in out/parts: "
        "the same command goes on from there, perhaps with fewer --jobs\n"
    )
    again = start(tmp_path, offline, "--jobs", "1", "--out", "out")
    assert b"answers were graded before" in again.communicate()[1] and again.returncode == 0
