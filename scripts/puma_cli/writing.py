"""Writing files whole: to a temporary name beside the target, then renamed, so that nobody reads half a file."""

import os
import tempfile
from pathlib import Path


def write_bytes(path: Path, content: bytes) -> None:
    """Puts the content at the path, over what was there; the folder is made where it is missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).chmod(0o666 & ~_umask())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def write_text(path: Path, text: str) -> None:
    """`write_bytes` in UTF-8, with the line ends that the text has."""
    write_bytes(path, text.encode())


def _umask() -> int:
    """The mask for new files, which mkstemp ignores; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
