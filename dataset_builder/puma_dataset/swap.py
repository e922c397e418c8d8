"""Building beside a cache and renaming into it, so that whoever reads meanwhile sees the old or the new, never half."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock

from puma_metrics.errors import InputError

LOCK = "puma-prepare.lock"
ROOM = "puma-prepare.building"


@contextmanager
def workroom(cache: Path) -> Iterator[Path]:
    """An empty folder on the same disk as `cache`, for one preparation at a time; it goes when the block ends.

    The system drops the lock of a killed process. Whatever stands in the room when the lock is had was therefore left
    by one that died, and is removed.
    """
    try:
        cache.mkdir(parents=True, exist_ok=True)
        lock = FileLock(cache / LOCK)
        lock.acquire()
    except OSError as error:
        raise InputError(f"{cache}: cannot be written ({error.strerror}); set HF_HOME to a folder of yours") from error
    room = cache / ROOM
    try:
        shutil.rmtree(room, ignore_errors=True)
        room.mkdir(exist_ok=True)
        yield room
    finally:
        shutil.rmtree(room, ignore_errors=True)
        lock.release()


def put(new: Path, final: Path, room: Path) -> None:
    """Give `new` the name `final`; what had that name before is moved to the room first."""
    final.parent.mkdir(parents=True, exist_ok=True)
    if final.exists():
        discard(final, room)
    new.replace(final)


def discard(old: Path, room: Path) -> None:
    """Move a folder out of the cache in one step, since a half removed one breaks its readers.

    Windows refuses while a program reads from it; the next preparation tries again.
    """
    with suppress(PermissionError):
        old.replace(Path(tempfile.mkdtemp(dir=room), "old"))
