"""Writing files so that a killed run leaves the old one or the new one, never half."""

import json
import os
import re
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from puma_metrics.errors import InputError
from puma_metrics.wording import visible

OLD = 3600
"""Seconds after which a file under another name belongs to no running run."""
JOURNAL = ".puma-unfinished.json"
"""In a folder of results: the renames that a run was about to do."""
PUT = ("results.json", "samples.jsonl", "models.csv", "models.md", "models.tex", "tags.csv", "model-index.yaml")
EVAL_RESULTS = (".eval_results", "puma.yaml")
"""What a run puts in place, in its folder or in that of a model; nothing else in a journal is ours."""
GONE = PUT[:2]
"""What a run removes from its folder: the results of one model, where there are several now."""


def write_bytes(file: Path, content: bytes) -> None:
    """Put the content at the path, over what was there; the folder is made where it is missing.

    Raises InputError if the place cannot be written.
    """
    write_all({file: content})


def write_all(contents: Mapping[Path, bytes], folder: Path | None = None, gone: Iterable[Path] = ()) -> None:
    """Put several files in place as one: a killed run leaves all the old ones or, once finished, all the new ones.

    All are written under other names first; then a journal in `folder` names what is to be renamed, and from that
    moment on `finish` completes the work, whoever calls it next. `gone` are files that the new ones make obsolete.
    Raises InputError, with every old file as it was, if a place cannot be written.
    """
    folder = folder or next(iter(contents)).parent
    journal = folder / JOURNAL
    if folder.is_dir():
        finish(folder)
    staged: dict[Path, Path] = {}
    begun = None
    try:
        for file, content in contents.items():
            staged[file] = _stage(file, content)
        if len(staged) > 1 or gone:
            begun = _journal_of(folder, staged, gone)
            staged[journal] = _stage(journal, encoded(json.dumps(asdict(begun))))
            staged[journal].replace(journal)
        else:
            for file, new in staged.items():
                new.replace(file)
    except BaseException:
        for new in staged.values() if not journal.exists() else ():
            new.unlink(missing_ok=True)
        raise
    try:
        if begun:
            _put_in_place(folder, begun)
    except OSError as error:
        raise _unfinished(folder, error) from error


def _journal_of(folder: Path, staged: Mapping[Path, Path], gone: Iterable[Path]) -> "_Journal":
    def inside(file: Path) -> str:
        return os.path.relpath(file, folder)

    return _Journal([(inside(new), inside(file)) for file, new in staged.items()], list(map(inside, gone)))


def finish(folder: Path) -> None:
    """Complete what a killed run had begun to put in place, if there is such a run, before another writes there.

    Raises InputError if it cannot, or if the journal names what no run of ours writes: a folder of results may come
    from somebody else, and no journal in it may rename or remove anything but the results in that folder.
    """
    try:
        if journal := _journal_in(folder):
            _put_in_place(folder, journal)
    except OSError as error:
        raise _unfinished(folder, error) from error


def refuse_unfinished(folder: Path) -> None:
    """Raise InputError where a killed run has left the results of a folder half in place.

    Whoever only reads renames and removes nothing, since the folder, or the one around it, may be somebody else's.
    """
    if os.path.lexists(folder / JOURNAL):
        _journal_in(folder)  # what no run writes is refused for that
        raise _half(folder)
    try:
        around = _journal_in(folder.parent)
    except InputError:  # no run of ours, and no folder that the user has named
        return
    if around and any(Path(name).parts[0] == folder.name for _, name in around.renames):
        raise _half(folder.parent)


def _half(folder: Path) -> InputError:
    return InputError(f"{folder}: a killed run is unfinished there; finish it with the same puma grade --out {folder}")


@dataclass(frozen=True)
class _Journal:
    renames: Sequence[tuple[str, str]]
    """A file under its other name, and its own name; both as paths inside the folder."""
    gone: Sequence[str]


def _put_in_place(folder: Path, journal: _Journal) -> None:
    for new, file in journal.renames:
        if (folder / new).exists():  # else an earlier attempt has renamed it
            (folder / new).replace(folder / file)
    for file in journal.gone:
        (folder / file).unlink(missing_ok=True)
    (folder / JOURNAL).unlink()


def _unfinished(folder: Path, error: OSError) -> InputError:
    return InputError(f"{folder}: a killed run is unfinished there ({error.strerror}); make it writable")


def _journal_in(folder: Path) -> _Journal | None:
    """The journal of a folder, None where there is none. Raises InputError if no run of ours has written it."""
    from puma_dataset.opening import MOST_TEXT, read_inside

    file = folder / JOURNAL
    try:
        record = json.loads(read_inside(folder, JOURNAL, MOST_TEXT))
        journal = _Journal([(str(new), str(name)) for new, name in record["renames"]], list(map(str, record["gone"])))
    except FileNotFoundError:
        return None
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise InputError(f"{file}: is no journal of puma ({error}); remove it") from error
    strange = [name for new, name in journal.renames if not _is_ours(folder, name, new)]
    strange += [name for name in journal.gone if name not in GONE]
    if strange:
        raise InputError(f"{file}: names '{strange[0]}', which no run of puma writes there; remove the journal")
    return journal


def _is_ours(folder: Path, name: str, new: str) -> bool:
    """Whether a rename is one that a run leaves behind: of its own files, from the name that `_stage` gives, inside."""
    file, staged = Path(name), Path(new)
    if staged.parent != file.parent or not staged.name.startswith(f".{file.name}-") or ".." in file.parts:
        return False
    own = 2 if file.parts[-2:] == EVAL_RESULTS else 1 if file.name in PUT else 0
    is_put = own and len(file.parts) <= own + 1 and not file.is_absolute()
    return bool(is_put) and (folder / file.parent).resolve().is_relative_to(folder.resolve())


def _stage(file: Path, content: bytes | Iterable[bytes]) -> Path:
    """The content on the disk beside the file, under another name."""
    try:
        if file.is_dir():
            raise InputError(f"{file}: is a folder; name a file")
        if file.exists() and not file.is_file():  # what is put in place would take that of /dev/null
            raise InputError(f"{file}: is a pipe or a device; name a file")
        file.parent.mkdir(parents=True, exist_ok=True)
        _sweep(file)
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")
    except OSError as error:
        raise InputError(f"{file}: cannot be written ({error.strerror}); choose another place with --out") from error
    try:
        with os.fdopen(handle, "wb") as new:
            new.writelines([content] if isinstance(content, bytes) else content)
            new.flush()
            os.fsync(new.fileno())
        Path(name).chmod(0o666 & ~_umask())
    except BaseException as error:
        Path(name).unlink(missing_ok=True)
        if isinstance(error, OSError):  # the disk is full
            raise InputError(f"{file}: cannot be written ({error.strerror}); make room, and run it again") from error
        raise
    return Path(name)


def write_lines(file: Path, lines: Iterable[str]) -> int:
    """Put lines at the path as they come, over what was there, and give their size; raises as `write_bytes`.

    They need not fit into memory at once, and if making one fails, what was there stays.
    """
    new = _stage(file, map(encoded, lines))
    size = new.stat().st_size
    new.replace(file)
    return size


def refuse_unwritable(file: Path) -> None:
    """Raise InputError if a file cannot be written there: said before somebody's work, not after it."""
    _stage(file, b"").unlink()


def _sweep(file: Path) -> None:
    """Remove what a killed run has left under another name; a younger one may be that of a run beside this one."""
    for left in file.parent.glob(f".{file.name}-*"):
        if left.stat().st_mtime < time.time() - OLD:
            left.unlink(missing_ok=True)


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


def say(text: object = "", err: bool = False) -> None:
    """Print a line, with a picture for each control character that a name, an id or a file may hold."""
    click.echo(visible(str(text)), err=err)


def say_over(line: str, is_last: bool) -> None:
    """Print a line on stderr over the one before, where a person looks on; only `is_last` goes to the next."""
    click.echo(f"\r{visible(line):<78}", err=True, nl=is_last)


def print_text(text: str) -> None:
    """Print a text as a file would hold it, with a picture for each control character but tab and line end."""
    click.echo("\r\n".join(map(visible, text.split("\r\n"))).encode("utf-8", "backslashreplace"), nl=False)


_BARE_CONTROL = re.compile("[\x7f-\x9f]")


def json_text(value: object) -> str:
    """JSON in which every control character is an escape, also those that JSON lets stand."""
    written = json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False)
    return _BARE_CONTROL.sub(lambda control: f"\\u{ord(control[0]):04x}", written) + "\n"


def print_json(value: object) -> None:
    """Print the text that a file would hold; in bytes, so that the same comes out of every terminal and pipe."""
    click.echo(json_text(value).encode("utf-8", "backslashreplace"), nl=False)


def json_lines(records: Iterable[object]) -> str:
    return "".join(json.dumps(record, ensure_ascii=False, allow_nan=False) + "\n" for record in records)
