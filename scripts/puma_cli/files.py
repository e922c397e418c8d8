"""Writing files so that a killed run leaves the old one or the new one, never half."""

import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from puma_metrics.errors import InputError


def write_bytes(file: Path, content: bytes) -> None:
    """Put the content at the path, over what was there; the folder is made where it is missing.

    Raises InputError if the place cannot be written.
    """
    write_all({file: content})


def write_all(contents: Mapping[Path, bytes]) -> None:
    """Put several files in place: all are written under other names first, so that only renaming is left at the end.

    Raises InputError, with every old file as it was, if a place cannot be written.
    """
    staged: dict[Path, Path] = {}
    try:
        for file, content in contents.items():
            staged[file] = _stage(file, content)
        for file, new in staged.items():
            new.replace(file)
    finally:
        for new in staged.values():
            new.unlink(missing_ok=True)


def _stage(file: Path, content: bytes) -> Path:
    """The content on the disk beside the file, under another name."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")
    except OSError as error:
        raise InputError(f"{file}: cannot be written ({error.strerror}); choose another place with --out") from error
    try:
        with os.fdopen(handle, "wb") as new:
            new.write(content)
            new.flush()
            os.fsync(new.fileno())
        Path(name).chmod(0o666 & ~_umask())
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return Path(name)


def write_text(file: Path, text: str) -> None:
    """`write_bytes` in UTF-8. A lone surrogate, which UTF-8 cannot hold, is written as its JSON escape."""
    write_bytes(file, encoded(text))


def encoded(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")


def _umask() -> int:
    """The mask for new files, which mkstemp ignores; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def json_text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def json_lines(records: Iterable[object]) -> str:
    return "".join(json.dumps(record, ensure_ascii=False, allow_nan=False) + "\n" for record in records)
