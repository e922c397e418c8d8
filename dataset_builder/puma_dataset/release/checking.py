"""Proof that a public tree tells nothing of the private tasks: every file is opened and compared with every task."""

import base64
import binascii
import hashlib
import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from puma_metrics.errors import Finding, InputError

from ..lines import TASKS_FILE
from ..read import read_tasks, set_digests
from .selection import Record, select
from .stripping import comments, extras
from .traces import Traces, medium, nearly, strings, told

MANIFEST = "release.json"
JSON, TEXT = {".json", ".jsonl"}, {".md", ".txt", ".yaml", ".yml", ".csv", ""}
MEDIA = {".png": "image", ".jpg": "image", ".flac": "audio"}

PASSAGE = 40
"""Lines that are read together as one place; half of them are read again with the next."""
_BASE64 = re.compile(r"[A-Za-z0-9+/]{120,}={0,2}")
_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})")


@dataclass(frozen=True)
class Private:
    """What must stay private: the tasks that were not released, every id, and the canary that files must have."""

    tasks: tuple[Traces, ...]
    ids: tuple[str, ...]
    canary: str


def leaks(public: str | Path, private: str | Path) -> list[Finding]:
    """Everything in the public folder that tells of a private task, and whatever keeps that from being proven.

    Raises InputError if one of the folders, its tasks or the manifest of the release is missing.
    """
    public, private = Path(public), Path(private)
    how = _manifest(public)
    records = [task.record for task in read_tasks(private, validate=False)[0]]
    selection = select(records, private, how["percent"], how["seed"])
    known = Private(selection.private, tuple(record["id"] for record in records), how["canary"])
    found = list(_about_the_sets(how, records, private))
    for file in sorted(public.rglob("*")):
        if file.is_symlink() or not file.is_dir():
            name = str(file.relative_to(public))
            found += [Finding(problem, file=name) for problem in dict.fromkeys(_in_file(file, name, known))]
    return found + list(_in_tasks(public, known, len(selection.public)))


def _manifest(public: Path) -> dict[str, Any]:
    way_out = "give a folder that `puma release` wrote"
    try:
        how = json.loads((public / MANIFEST).read_text("utf-8"))
    except (OSError, ValueError) as error:
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


def _in_file(file: Path, name: str, known: Private) -> Iterator[str]:
    """What is wrong with one file of the public tree."""
    yield from _ids(name, known, "its name")
    if file.is_symlink() or not file.is_file():
        yield "is no file of its own; put the file itself there, or remove it"
        return
    content, suffix = file.read_bytes(), file.suffix.lower()
    if suffix in MEDIA:
        yield from _in_media(content, MEDIA[suffix], known)
    elif suffix in JSON | TEXT:
        yield from _in_text(content, suffix, known)
    else:
        yield f"is of a kind that is not looked into ('{suffix}'); remove it"


def _ids(text: str, known: Private, where: str) -> Iterator[str]:
    """Private ids that stand in a text as words; one that is no more than a word is only looked for in names."""
    for name in known.ids:
        if where != "its name" and not is_telling(name):
            continue
        if re.search(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])", text):
            yield f"{where} has the private id '{name}'; remove it"


def is_telling(name: str) -> bool:
    """Whether an id is more than a word or a number, which a text may hold for another reason.

    >>> is_telling("hc_001"), is_telling("kot"), is_telling("12")
    (True, False, False)
    """
    return bool(re.search(r"\d", name)) and len(name) >= 4


def _in_media(content: bytes, kind: str, known: Private) -> Iterator[str]:
    here = medium("", kind, content)
    yield from (f"holds {what} beside its content; strip it" for what in extras(content))
    yield from (
        f"is the content of '{there.path}' of the private task '{task.id}'; remove it"
        for task in known.tasks
        for there in task.media
        if here.is_same(there)
    )
    if comments(content) != [known.canary]:
        yield "has not the canary as its only comment; write it anew with `puma release`"


def _in_text(content: bytes, suffix: str, known: Private) -> Iterator[str]:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        yield "is not UTF-8 and cannot be looked into; remove it"
        return
    if known.canary not in text:
        yield "has no canary; write it anew with `puma release`"
    plain = _unescaped(text)
    yield from _ids(plain, known, "its text")
    yield from _told(told(plain, known.tasks, in_one_place=False))
    for line in _pieces(plain, text, suffix):
        yield from _told(told(line, known.tasks))
        yield from _told((task, "nearly its prompt") for task in nearly(line, known.tasks))
    if suffix not in JSON:
        for passage in _passages(plain):
            yield from _told(told(passage, known.tasks))
    for run in _BASE64.findall(text):
        yield from _in_base64(run, known)


def _told(found: Iterable[tuple[Traces, str]]) -> Iterator[str]:
    for task, what in found:
        yield f"tells {what}, of the private task '{task.id}'; remove it"


def _unescaped(text: str) -> str:
    return html.unescape(_ESCAPED.sub(lambda match: chr(int(match[1], 16)), text))


def _passages(plain: str) -> Iterator[str]:
    """Neighbouring lines together: a list may stand one phrase a line, and an object one field a line."""
    lines = plain.splitlines()
    for start in range(0, max(1, len(lines) - PASSAGE // 2), PASSAGE // 2):
        yield " ".join(lines[start : start + PASSAGE])


def _pieces(plain: str, text: str, suffix: str) -> Iterator[str]:
    """Lines of a text; of JSON, every value and every list as a whole. What is no JSON is read as lines."""
    if suffix not in JSON:
        yield from plain.splitlines()
        return
    for line in text.splitlines() if suffix == ".jsonl" else [text]:
        try:
            yield from _values(json.loads(line))
        except (ValueError, RecursionError):
            yield from line.splitlines()


def _values(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for name, item in value.items():
            yield name
            yield from _values(item)
    elif isinstance(value, list):
        yield " ".join(strings(value))
        for item in value:
            yield from _values(item)
    elif isinstance(value, str):
        yield value


def _in_base64(run: str, known: Private) -> Iterator[str]:
    """What is hidden in a long run of letters and digits that encodes bytes."""
    try:
        content = base64.b64decode(run + "=" * (-len(run) % 4), validate=True)
    except (binascii.Error, ValueError):
        return
    for kind in ("image", "audio"):
        here = medium("", kind, content)
        for task in known.tasks:
            if any(here.is_same(there) for there in task.media):
                yield f"holds, encoded, a file of the private task '{task.id}'; remove it"
    yield from _told(told(content.decode("utf-8", "replace"), known.tasks))


def _in_tasks(public: Path, known: Private, expected: int) -> Iterator[Finding]:
    """What the public tasks must not have: fields that stay at home, or more tasks than were chosen."""
    tasks, findings = read_tasks(public, validate=False)
    yield from (finding for finding in findings if not finding.is_warning)
    for number, task in enumerate(tasks, 1):
        record = task.record
        address: dict[str, Any] = {"file": TASKS_FILE, "line": number, "id": task.id}
        for field in ("answers_ok", "answers_bad"):
            if record.get(field):
                yield Finding("holds example answers; empty it", field=field, **address)
        if record.get("notes") != known.canary:
            yield Finding("is not the canary alone; write it anew", field="notes", **address)
        if task.id in known.ids:
            yield Finding("is the id of a private task; write it anew", field="id", **address)
    if len(tasks) != expected:
        yield Finding(f"holds {len(tasks)} tasks, the release chose {expected}; release anew", file=TASKS_FILE)
