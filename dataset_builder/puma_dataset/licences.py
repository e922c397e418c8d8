"""The licences in a task folder, which go wherever its tasks go."""

from pathlib import Path

from .opening import Unopened, text_inside

PREFIX = "LICENSE"


def licences(folder: Path) -> dict[str, str]:
    """The texts of the files whose names begin with LICENSE, by name.

    Raises Unopened for one that is a link, a pipe, a folder or no UTF-8: it would be published as something else.

    >>> from .read import SAMPLE
    >>> list(licences(SAMPLE))
    ['LICENSE-CC0', 'LICENSE-MIT-FluidR3']
    """
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.startswith(PREFIX))
    for name in names:
        if (folder / name).is_dir() and not (folder / name).is_symlink():
            raise Unopened(folder, f"'{name}' is a folder; put its files beside it as {PREFIX}-NAME")
    return {name: text_inside(folder, name) for name in names}
