"""The folder of a run: one fsynced line for each answer, which is the cache of the next run (RUN, section 3.7)."""

import json
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from puma_dataset.opening import read_inside
from puma_metrics.errors import InputError

from .body import as_json

RUN, ANSWERS, FAILURES, ATTEMPTS, LOCK = (
    *("run.json", "answers.jsonl", "failures.jsonl", "attempts.jsonl", "run.lock"),
)
Key = tuple[str, int]
"""A task's id and the number of its sample."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Make and hold a run's folder. The system lets go of the lock when a process ends, however it ends.

    Raises InputError if another process holds it, or if it cannot be a folder of a run.
    """
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder}: is no folder; name a new one with --out")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: cannot be written ({error.strerror}); choose another place with --out") from error
    if os.path.lexists(folder / LOCK) and not stat.S_ISREG((folder / LOCK).lstat().st_mode):
        raise InputError(f"{folder / LOCK}: is no file of a run; remove it")  # a pipe would be waited for
    with (folder / LOCK).open("a+") as file:
        try:
            _lock(file)
        except OSError as error:
            raise InputError(f"{folder}: another puma run is writing there; wait for its end") from error
        yield


def _lock(file: IO[str]) -> None:
    if sys.platform == "win32":
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


def rows_of(file: Path) -> list[dict[str, Any]]:
    """The lines of a journal; a last line that was cut never was. Raises InputError for any other that is none."""
    content, rows = content_of(file), []
    for number, line in enumerate(content[: content.rfind(b"\n") + 1].split(b"\n"), 1):
        if line.strip():
            try:
                row = json.loads(line)
                assert isinstance(row, dict) and {"id", "request"} <= row.keys()
            except (ValueError, RecursionError, AssertionError) as error:
                raise InputError(
                    f"{file}:{number}: is no line of puma run; remove it, and its task is asked again"
                ) from (error)
            rows.append(row)
    return rows


def content_of(file: Path) -> bytes:
    """What a file of a run holds, b"" where there is none. Raises InputError for a link, a pipe or a device."""
    try:
        return read_inside(file.parent, file.name)
    except FileNotFoundError:
        return b""


def write_whole(file: Path, content: bytes) -> None:
    """Put a file in place, so that a killed run leaves the old one or the new one."""
    new = file.with_name(f".{file.name}-new")
    with new.open("wb") as opened:
        opened.write(content)
        opened.flush()
        os.fsync(opened.fileno())
    new.replace(file)


def key_of(row: Mapping[str, Any]) -> Key:
    return str(row["id"]), int(row.get("sample") or 0)


class Journal:
    """The answers and failures of a run, each on the disk before anybody hears of it."""

    def __init__(self, folder: Path, wanted: Mapping[Key, str], again: bool, passing: Iterable[str]) -> None:
        """`wanted` has the request of each job now. An answer to another request, such as an edited prompt, goes."""
        self.folder = folder
        self.answers: dict[Key, dict[str, Any]] = {}
        self.failures: dict[Key, dict[str, Any]] = {}
        rows, failed = rows_of(folder / ANSWERS), rows_of(folder / FAILURES)
        for row in rows:
            if wanted.get(key_of(row), row["request"]) == row["request"]:
                self.answers.setdefault(key_of(row), row)
        self.stale = len(rows) - len(self.answers)
        asked_again = set(passing)
        for row in failed:
            key = key_of(row)
            is_done = key in self.answers or wanted.get(key, row["request"]) != row["request"]
            if not is_done and not (key in wanted and (again or row.get("kind") in asked_again)):
                self.failures[key] = row
        write_whole(folder / ANSWERS, b"".join(as_json(row) + b"\n" for row in self.answers.values()))
        self.rewrite_failures()
        _cut_last(folder / ATTEMPTS)
        self._answers = (folder / ANSWERS).open("ab")
        self._failures = (folder / FAILURES).open("ab")
        self._attempts = (folder / ATTEMPTS).open("ab")

    def rewrite_failures(self) -> None:
        write_whole(self.folder / FAILURES, b"".join(as_json(row) + b"\n" for row in self.failures.values()))

    def answered(self, row: dict[str, Any]) -> None:
        _append(self._answers, row)
        self.answers[key_of(row)] = row

    def failed(self, row: dict[str, Any]) -> None:
        _append(self._failures, row)
        self.failures[key_of(row)] = row

    def attempted(self, row: dict[str, Any]) -> None:
        self._attempts.write(as_json(row) + b"\n")
        self._attempts.flush()

    def close(self) -> None:
        for file in (self._answers, self._failures, self._attempts):
            file.close()


def _cut_last(file: Path) -> None:
    """Remove a last line that was cut, so that the next does not go on in it."""
    content = content_of(file)
    if not content.endswith(b"\n") and content:
        write_whole(file, content[: content.rfind(b"\n") + 1])


def _append(file: IO[bytes], row: Mapping[str, Any]) -> None:
    file.write(as_json(row) + b"\n")
    file.flush()
    os.fsync(file.fileno())
