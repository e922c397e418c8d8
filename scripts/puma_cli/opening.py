"""Opening a file that the user named: a regular file or a refusal, never a wait for a pipe or a read without end."""

import os
import stat
from pathlib import Path
from typing import BinaryIO

from puma_metrics.errors import InputError

_KINDS = (
    (stat.S_ISDIR, "a folder; name a file"),
    (stat.S_ISFIFO, "a pipe; write what comes out of it to a file, and name that"),
    (stat.S_ISSOCK, "a socket; name a file"),
    (stat.S_ISCHR, "a device; name a file"),
    (stat.S_ISBLK, "a device; name a file"),
)


def open_named(path: Path) -> BinaryIO:
    """The file for reading bytes. A link is followed, since the user named it; what it leads to must be a file.

    The file is looked at after it was opened, and opened without waiting: so nothing can be put in its place between.

    Raises:
        InputError: it is missing, may not be read, or is a folder, a pipe, a socket or a device.
    """
    try:
        # Windows has no such pipes, and neither flag
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except OSError as error:
        if path.is_dir():  # Windows opens none
            raise InputError(f"{path}: is a folder; name a file") from error
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from error
    mode = os.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        os.close(handle)
        kind = next((name for is_kind, name in _KINDS if is_kind(mode)), "no file; name one")
        raise InputError(f"{path}: is {kind}")
    return os.fdopen(handle, "rb")


def text_of(path: Path) -> str:
    """The text of a file in UTF-8, with or without a byte order mark.

    Raises:
        InputError: as `open_named`.
        UnicodeDecodeError: it is not in UTF-8.
    """
    with open_named(path) as file:
        return file.read().decode("utf-8-sig")
