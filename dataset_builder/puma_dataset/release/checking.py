"""Proof that a public tree tells nothing of the private tasks: every file is opened and compared with every task."""

import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from puma_metrics.errors import Finding, InputError
from puma_metrics.wording import counted

from ..canary import MANIFEST
from ..lines import TASKS_FILE
from ..opening import read_inside, text_inside
from ..read import read_tasks, set_digests
from .columns import columns
from .layers import layers
from .passages import Index
from .places import JSON, TEXT, is_plain, joined, places, values
from .selection import NEARLY, Record, Selection, select
from .stripping import BEGINNINGS, comments, extras, is_cut_off
from .traces import Known, medium

# words between bytes that are none: what somebody has written into a picture
_WRITTEN = re.compile(rb"(?:[\x20-\x7e]|\xc3[\x80-\xbf]|[\xc4\xc5][\x80-\xbf]){20,}")


@dataclass(frozen=True)
class Private:
    """What must stay private: the tasks that were not released, every id, and the canary that files must have.

    The released ones tell a public page from a private one of the same form: it fits best what it is itself.
    """

    known: Known
    ids: tuple[str, ...]
    canary: str
    released: Known = field(default_factory=lambda: Known((), Index(())))


def leaks(public: str | Path, private: str | Path, selection: Selection | None = None) -> list[Finding]:
    """Everything in the public folder that tells of a private task, and whatever keeps that from being proven.

    `selection` is what was drawn from the private folder, if that is known; else it is drawn again. Raises InputError
    if one of the folders, its tasks or the manifest of the release is missing.
    """
    public, private = Path(public), Path(private)
    how = _manifest(public)
    records = [task.record for task in read_tasks(private, validate=False)[0]]
    selection = selection or select(records, private, how["percent"], how["seed"])
    ids = tuple(record["id"] for record in records)
    secret = Private(selection.private, ids, how["canary"], selection.released)
    found = list(_about_the_sets(how, records, private))
    for path in _everything(public):
        name = str(path.relative_to(public))
        found += [Finding(problem, file=name) for problem in dict.fromkeys(_in_path(path, name, secret))]
    return found + list(_in_tasks(public, secret, len(selection.public)))


def _everything(folder: Path) -> list[Path]:
    """Every file and folder in a folder, hidden ones too. Raises InputError if one cannot be looked into."""

    def refuse(error: OSError) -> None:
        raise InputError(f"{error.filename}: cannot be looked into ({error.strerror}); make it readable, or remove it")

    inside = os.walk(folder, onerror=refuse)
    return sorted(Path(where, name) for where, folders, files in inside for name in (*folders, *files))


def _manifest(public: Path) -> dict[str, Any]:
    way_out = "give a folder that `puma release` wrote"
    try:
        how = json.loads(text_inside(public, MANIFEST))
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"{public / MANIFEST}: cannot be read ({error}); {way_out}") from error
    fields = {"canary": str, "percent": int, "seed": int, "private_digest": str}
    wrong = [n for n, kind in fields.items() if not isinstance(how, dict) or not isinstance(how.get(n), kind)]
    if wrong:
        raise InputError(f"{public / MANIFEST}: the field '{wrong[0]}' is missing or wrong; {way_out}")
    return how


def _about_the_sets(how: Mapping[str, Any], records: Sequence[Record], private: Path) -> Iterator[Finding]:
    digest = hashlib.sha256(set_digests(private, records)).hexdigest()
    if digest != how["private_digest"]:
        problem = (
            f"the private set has changed: its digest is {digest[:16]}, at the release {how['private_digest'][:16]}"
        )
        yield Finding(f"{problem}; restore it, or release anew", file=MANIFEST)


def _in_path(path: Path, name: str, private: Private) -> Iterator[str]:
    """What is wrong with one file or folder of the public tree."""
    yield from _ids(name, private, "its name")
    yield from _told(private.known.quoted(name))
    if not path.is_symlink() and path.is_dir():
        return
    if path.is_symlink() or not path.is_file():
        yield "is no file of its own; put the file itself there, or remove it"
        return
    content, suffix = _content(path), path.suffix.lower()
    if suffix in BEGINNINGS:
        yield from _in_media(content, suffix, private)
    elif suffix in JSON | TEXT:
        yield from _in_text(content, suffix, private)
    else:
        yield f"is of a kind that is not looked into ('{suffix}'); remove it"


def _content(path: Path) -> bytes:
    try:
        return read_inside(path.parent, path.name)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); make it readable, or remove it") from error


def _ids(text: str, private: Private, where: str) -> Iterator[str]:
    """Private ids that stand in a text as words; one that is no more than a word is only looked for in names."""
    for name in private.ids:
        if where != "its name" and not is_telling(name):
            continue
        # written in capitals, or with a hyphen, it is the same
        pattern = re.sub(r"(?:_|\\-|\\ )+", "[-_ ]?", re.escape(name))
        if re.search(rf"(?<![A-Za-z0-9]){pattern}(?![A-Za-z0-9])", text, re.IGNORECASE):
            yield f"{where} has the private id '{name}'; remove it"


def is_telling(name: str) -> bool:
    """Whether an id is more than a word or a number, which a text may hold for another reason.

    >>> is_telling("hc_001"), is_telling("kot"), is_telling("12")
    (True, False, False)
    """
    return bool(re.search(r"\d", name)) and len(name) >= 4


def _in_media(content: bytes, suffix: str, private: Private) -> Iterator[str]:
    kind, beginning = BEGINNINGS[suffix]
    if not content.startswith(beginning):
        yield f"is not what its name says; no file that ends in '{suffix}' begins so"
    if is_cut_off(content):
        yield "ends before its content does; put the whole file there, or remove it"
    else:
        yield from (f"holds {what} beside its content; strip it" for what in extras(content))
    for task, path in _same(content, kind, private):
        yield f"is the content of '{path}' of the private task '{task}'; remove it"
    if comments(content) != [private.canary]:
        yield "has not the canary as its only comment; write it anew with `puma release`"
    for written in _WRITTEN.findall(content):
        yield from _in_layers(written.decode("utf-8", "replace"), private)


def _same(content: bytes, kind: str, private: Private) -> Iterator[tuple[str, str]]:
    """The private media whose content it is: the one that fits best, and others only if they fit nearly as well."""
    here = medium("", kind, content)
    fits = private.known.same(here)
    best = max((fit for fit, _, _ in [*fits, *(private.released.same(here) if fits else ())]), default=0.0)
    yield from ((task, path) for fit, task, path in fits if fit >= best - NEARLY)


def _in_text(content: bytes, suffix: str, private: Private) -> Iterator[str]:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        yield "is not UTF-8 and cannot be looked into; remove it"
        return
    if not is_plain(text):
        yield "has characters that no text has, and cannot be looked into; remove it"
    if private.canary not in text:
        yield "has no canary; write it anew with `puma release`"
    if suffix in JSON:
        yield from _in_places(values(text), private)
        yield from (found for whole in joined(text) for found in _told(private.known.quoted(whole)))
    yield from (found for column in columns(text) for found in _told(private.known.quoted(column)))
    yield from _in_layers(text, private)


def _in_layers(text: str, private: Private) -> Iterator[str]:
    """What a text tells however it was written, and the files that it encodes."""
    read = layers(text)
    for reading in read.texts:
        yield from _ids(reading, private, "its text")
        yield from _told(private.known.quoted(reading))
        yield from _in_places(places(reading), private)
    for content in read.contents:
        for task in dict.fromkeys(task for kind in ("image", "audio") for task, _ in _same(content, kind, private)):
            yield f"holds, encoded, a file of the private task '{task}'; remove it"
    if read.unread:
        yield f"{read.unread} and is not read to its end; remove what is encoded"


def _in_places(found: Iterable[str], private: Private) -> Iterator[str]:
    """What places tell, and the longer ones among them by themselves: the values of JSON stand one after the other."""
    for place in dict.fromkeys(found):
        yield from _told(private.known.told(place))
        yield from _told((task, "nearly its prompt") for task in private.known.nearly(place))


def _told(found: Iterable[tuple[str, str]]) -> Iterator[str]:
    for task, what in found:
        yield f"tells {what}, of the private task '{task}'; remove it"


def _in_tasks(public: Path, private: Private, expected: int) -> Iterator[Finding]:
    """What the public tasks must not have: fields that stay at home, or more tasks than were chosen."""
    tasks, findings = read_tasks(public, validate=False)
    yield from (finding for finding in findings if not finding.is_warning)
    for number, task in enumerate(tasks, 1):
        record = task.record
        address: dict[str, Any] = {"file": TASKS_FILE, "line": number, "id": task.id}
        for home in ("answers_ok", "answers_bad"):
            if record.get(home):
                yield Finding("holds example answers; empty it", field=home, **address)
        if record.get("notes") != private.canary:
            yield Finding("is not the canary alone; write it anew", field="notes", **address)
        if task.id in private.ids:
            yield Finding("is the id of a private task; write it anew", field="id", **address)
    if len(tasks) != expected:
        yield Finding(
            f"holds {counted(len(tasks), 'task')}, the release chose {expected}; release anew", file=TASKS_FILE
        )
