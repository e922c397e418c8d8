"""Writing the public subset: tasks, media, licences, card and a manifest that says how it was made."""

import hashlib
import json
import os
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from string import Template
from typing import Any

import puma_metrics
from puma_metrics.errors import InputError
from puma_metrics.task import CATEGORIES
from puma_metrics.wording import counted

from ..canary import MANIFEST, marked
from ..cards import dataset_tables, filled, table
from ..licences import licences
from ..lines import tasks_bytes
from ..opening import read_inside
from ..read import read_sound_tasks, set_digests, write_tasks
from .checking import is_telling, leaks
from .selection import Record, Selection, select
from .stripping import stripped

SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"))


@dataclass(frozen=True)
class Released:
    """What was written where: how many tasks of how many, and why some could not be chosen, by id."""

    folder: Path
    public: int
    total: int
    kept: Mapping[str, str]
    canary: str


def release(private: str | Path, out: str | Path, *, percent: int = 20, seed: int = 0) -> Released:
    """Write `percent` of the private tasks as a task folder that can be published.

    The same tasks, percentage and seed give the same files. The folder appears when it is whole and has been checked
    for leaks. Raises InputError if it exists, lies within the private one, or would tell of a private task, and
    InvalidTask, with every error, if tasks are wrong.

    >>> release("no/such/folder", "public")
    Traceback (most recent call last):
    puma_metrics.errors.InputError: no/such/folder: no such folder; give a folder that holds tasks.jsonl
    """
    private, out = Path(private), Path(out)
    _refuse(private, out)
    records = [task.record for task in read_sound_tasks(private)[0]]
    selection = select(records, private, percent, seed)
    if not selection.public:
        raise InputError(f"{private}: none of its {len(records)} tasks can be published; every one tells of another")
    if len(selection.public) == len(records):
        raise InputError(f"{private}: every one of its {len(records)} tasks would be released; ask for fewer percent")
    canary = _canary(private, percent, seed)
    with _room(out) as room:
        new = Path(room, "public")
        new.mkdir()
        _write(new, private, selection, {"canary": canary, "percent": percent, "seed": seed}, records)
        if found := leaks(new, private, selection):
            raise InputError("\n".join([f"{out}: not written, since it would leak:", *map(str, found)]))
        new.replace(out)
    return Released(out, len(selection.public), len(records), selection.kept, canary)


@contextmanager
def _room(out: Path) -> Iterator[str]:
    """A folder beside `out` to write into. Raises InputError where nothing can be written."""
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=out.parent, prefix=".release-") as room:
            yield room
    except OSError as error:
        reason = error.strerror or error
        raise InputError(f"{out}: cannot be written ({reason}); choose another place with --out") from error


def _refuse(private: Path, out: Path) -> None:
    if os.path.lexists(out):
        raise InputError(f"{out}: exists; choose another folder with --out, or remove it")
    if out.resolve().is_relative_to(private.resolve()):
        raise InputError(f"{out}: lies within the private folder; choose a place outside of it with --out")


def _canary(private: Path, percent: int, seed: int) -> str:
    """A text that is found nowhere else: it depends on the private tasks, and tells nothing of them."""
    number = hashlib.sha256(b"%d %d " % (percent, seed) + tasks_bytes(private)).hexdigest()
    name = "-".join(number[a:b] for a, b in ((0, 8), (8, 12), (12, 16), (16, 20), (20, 32)))
    return f"PUMA benchmark data, not for training; canary {name}"


def _write(new: Path, private: Path, selection: Selection, how: Mapping[str, Any], records: Sequence[Record]) -> None:
    (new / "media").mkdir()
    public = [_published(record, private, new, how["canary"]) for record in selection.public]
    write_tasks(new, public)
    manifest = {
        "format": 1,
        **how,
        "tasks": len(public),
        "private_digest": hashlib.sha256(set_digests(private, records)).hexdigest(),
        "version": puma_metrics.__version__,
    }
    (new / MANIFEST).write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
    (new / "README.md").write_text(_card(public, records, how), encoding="utf-8")
    names = {record["id"]: "a task that stays private" for record in records}
    names |= {old["id"]: task["id"] for old, task in zip(selection.public, public, strict=True)}
    for name, text in licences(private).items():
        (new / name).write_bytes(marked(name, _renamed(text, names).encode(), how["canary"]))


def _renamed(text: str, names: Mapping[str, str]) -> str:
    """The text with every private id replaced: a notice may say which tasks it is about."""
    ids = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True) if is_telling(name))
    return re.sub(rf"(?<![A-Za-z0-9])(?:{ids})(?![A-Za-z0-9])", lambda m: names[m[0]], text) if ids else text


def _published(record: Record, private: Path, new: Path, canary: str) -> dict[str, Any]:
    """The record as it becomes public, its media written: a new name, no answers, and the canary as its note.

    A task folder must have the fields of answers and notes; empty, they keep it valid.
    """
    media = [_written(medium, private, new, canary) for medium in record["media"]]
    public = {**record, "media": media, "answers_ok": [], "answers_bad": [], "notes": canary}
    name = hashlib.sha256(json.dumps({**public, "id": ""}, sort_keys=True).encode()).hexdigest()
    return {**public, "id": f"pub_{name[:16]}"}


def _written(medium: Mapping[str, Any], private: Path, new: Path, canary: str) -> dict[str, Any]:
    content, suffix = stripped(read_inside(private, medium["path"]), medium["type"], canary)
    path = f"media/{hashlib.sha256(content).hexdigest()[:32]}{suffix}"
    (new / path).write_bytes(content)
    return {**medium, "path": path}


def _card(public: Sequence[Record], records: Sequence[Record], how: Mapping[str, Any]) -> str:
    template = Template(resources.files(__package__).joinpath("card.md").read_text("utf-8"))
    licences = {str(medium["license"]).lower() for record in public for medium in record["media"]}
    size = next((name for most, name in SIZES if len(public) < most), "n>100K")
    fields = {
        "licences": "\n".join(f"- {name}" for name in sorted(licences)),
        "size": size,
        "count": counted(len(public), "task"),
        "drawn": f"{len(public)} of {counted(len(records), 'task')} ({100 * len(public) / len(records):.1f} %)",
    }
    tables = dataset_tables(public) | {"drawn": _drawn(public, records)}
    return filled(template.substitute(how, **fields), tables)


def _drawn(public: Sequence[Record], records: Sequence[Record]) -> str:
    """What came out of each category, which is seldom what was asked for: tasks are whole."""
    here, all_of = (Counter(record["category"] for record in some) for some in (public, records))
    rows = [(name, here[name], all_of[name]) for name in CATEGORIES if all_of[name]]
    return table(["category", "released", "of"], [*rows, ("all", len(public), len(records))])
