"""Opening a file of a folder that somebody else made, or one that a user named: nothing but a file with content.

A folder that comes from somebody else may hold a link to any file of this machine, a pipe that nobody writes into, or
a device without an end. Every file that is read from such a folder is opened here.
"""

import errno
import os
import stat
from collections.abc import Sequence
from io import BufferedReader
from pathlib import Path, PurePosixPath, PureWindowsPath

from puma_metrics.errors import InputError
from puma_metrics.sentence import Sentence

MOST = 2**31
"""Bytes of a file that is read whole."""
MOST_TEXT = 10_000_000
"""Bytes of a text such as a licence, a card or a manifest."""
_BLOCK = 2**20

# a pipe would be waited for, and a link followed; Windows has neither flag, and reads text unless told otherwise
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_FILE = os.O_RDONLY | _NO_LINK | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0)
_HAS_PLACES = {os.open, os.stat} <= os.supports_dir_fd


class Unopened(InputError):
    """A file that is not opened: `problem` names it, says what it is, and the way out."""

    def __init__(self, folder: Path, problem: str):
        self.folder, self.problem = folder, problem
        super().__init__(Sentence("finding", address=(str(folder),), problem=problem))

    def __reduce__(self) -> tuple[type, tuple[Path, str]]:
        return type(self), (self.folder, self.problem)


def open_inside(folder: Path, path: str) -> BufferedReader:
    """The file `path`, with '/' between its parts, of a folder, opened to be read.

    The folder itself may be a link, since the user has named it. Within it no link is followed, and each part is opened
    from the one before, so that nobody can put a link there in between.

    Raises FileNotFoundError, and Unopened for what leads out, a link, a folder, pipe or device, and what the system
    keeps from being read.

    >>> open_inside(Path("tasks"), "../secret.txt")
    Traceback (most recent call last):
    puma_dataset.opening.Unopened: tasks: '../secret.txt' leads out of the folder; put the file into it
    """
    if problem := form_problem(path):
        raise Unopened(folder, problem)
    try:
        return _opened(folder, PurePosixPath(path).parts)
    except FileNotFoundError:
        raise
    except (OSError, UnicodeEncodeError) as error:
        raise Unopened(folder, _refusal(path, error)) from error


def read_inside(folder: Path, path: str, most: int = MOST) -> bytes:
    """The content of a file as `open_inside` opens it; Unopened too if it has more bytes than `most`."""
    with open_inside(folder, path) as opened:
        return _content(opened, folder, path, most)


def text_inside(folder: Path, path: str) -> str:
    """The text of a licence, card or manifest; Unopened too if it is not UTF-8."""
    content = read_inside(folder, path, MOST_TEXT)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unopened(folder, Sentence("file-no-utf8", path=path, byte=error.start + 1)) from error


def read_named(file: Path, most: int = MOST) -> bytes:
    """The content of a file that a user has named, which may be a link, but no folder, pipe or device.

    Raises FileNotFoundError, and Unopened with the reason.
    """
    try:
        mode = file.stat().st_mode
        _refuse(file.parent, file.name, mode)
        opened = _as_file(os.open(file, _FILE & ~_NO_LINK), file.parent, file.name)
    except FileNotFoundError:
        raise
    except (OSError, UnicodeEncodeError) as error:
        raise Unopened(file.parent, _refusal(file.name, error)) from error
    with opened:
        return _content(opened, file.parent, file.name, most)


def form_problem(path: str) -> str:
    """What keeps a path from naming a file inside of a folder; "" if nothing does.

    >>> form_problem("/etc/passwd")
    "'/etc/passwd' is absolute; write it relative to the folder"
    """
    if not path:
        return Sentence("path-empty")
    if "\\" in path or "\0" in path:
        return Sentence("path-character", path=path)
    if PurePosixPath(path).is_absolute() or PureWindowsPath(path).drive:
        return Sentence("path-absolute", path=path)
    if ".." in PurePosixPath(path).parts:
        return Sentence("path-outside", path=path)
    return "" if PurePosixPath(path).parts else Sentence("path-folder", path=path)


def _opened(folder: Path, parts: Sequence[str]) -> BufferedReader:
    if not _HAS_PLACES:
        return _opened_by_name(folder, parts)
    place = os.open(folder, _FOLDER)
    try:
        for depth, part in enumerate(parts, start=1):
            name = "/".join(parts[:depth])
            mode = os.stat(part, dir_fd=place, follow_symlinks=False).st_mode
            if depth == len(parts):
                _refuse(folder, name, mode)
                return _as_file(os.open(part, _FILE, dir_fd=place), folder, name)
            _refuse_link(folder, name, mode)
            inner = os.open(part, _FOLDER | _NO_LINK, dir_fd=place)
            os.close(place)
            place = inner
        raise AssertionError("a path has parts")
    finally:
        os.close(place)


def _opened_by_name(folder: Path, parts: Sequence[str]) -> BufferedReader:
    """Where a system opens nothing from an opened folder, which is Windows: each part is looked at by its name."""
    for depth in range(1, len(parts) + 1):
        name = "/".join(parts[:depth])
        mode = folder.joinpath(*parts[:depth]).lstat().st_mode
        (_refuse if depth == len(parts) else _refuse_link)(folder, name, mode)
    return _as_file(os.open(folder.joinpath(*parts), _FILE), folder, "/".join(parts))


def _as_file(handle: int, folder: Path, name: str) -> BufferedReader:
    """An opened file, once it is seen that it is one: what was looked at by its name may have been another."""
    try:
        _refuse(folder, name, os.fstat(handle).st_mode)
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def _refuse_link(folder: Path, name: str, mode: int) -> None:
    if stat.S_ISLNK(mode):
        raise Unopened(folder, Sentence("path-link", path=name))


def _refuse(folder: Path, name: str, mode: int) -> None:
    _refuse_link(folder, name, mode)
    if stat.S_ISDIR(mode):
        raise Unopened(folder, Sentence("path-folder", path=name))
    if not stat.S_ISREG(mode):
        # a pipe would be waited for, and has no content to publish
        raise Unopened(folder, Sentence("path-no-file", path=name))


def _refusal(path: str, error: Exception) -> str:
    if isinstance(error, OSError) and error.errno == errno.ELOOP:
        return Sentence("path-link", path=path)
    reason = error.strerror if isinstance(error, OSError) else error
    return Sentence("path-unreadable", path=path, reason=str(reason))


def _content(opened: BufferedReader, folder: Path, path: str, most: int) -> bytes:
    """In blocks, since a file may say that it is smaller than it is, or grow."""
    size = os.fstat(opened.fileno()).st_size
    blocks: list[bytes] = []
    read = 0
    while size <= most and (block := opened.read(_BLOCK)):
        read += len(block)
        blocks.append(block)
        size = max(size, read)
    if size > most:
        raise Unopened(folder, Sentence("file-too-large", path=path, most=most))
    return b"".join(blocks)
