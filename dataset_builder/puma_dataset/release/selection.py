"""Which tasks become public: a share of every category and of the kinds of rules in it, the same for the same seed."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..opening import read_inside
from .passages import Index
from .traces import HOME, Known, distinctive, shared, strings, traces

Record = Mapping[str, Any]

NEARLY = 0.05
"""Two pages of one form fit each other: one that fits less than the best by more than this is another page."""


@dataclass(frozen=True)
class Selection:
    """The tasks that become public, those that stay, why some could not be chosen, by id, and traces of the public."""

    public: tuple[Record, ...]
    private: Known
    kept: Mapping[str, str]
    released: Known


def select(records: Sequence[Record], folder: Path, percent: int, seed: int) -> Selection:
    """Choose `percent` of the tasks, in file order.

    Of each category, and within it of each combination of rule types, the share is met as nearly as whole tasks can;
    a category that has a task to give gives at least one. The order of the file does not matter, only the ids and the
    seed do. A task that resembles another stays private, since publishing it would tell of the other one.
    """
    known = distinctive([traces(record, folder) for record in records], records)
    texts = [text for task in known for text in task.texts]
    everything = Known(known, Index(texts))
    lists = shared(known)
    twins = _with_the_same_media(everything)
    kept = {record["id"]: reason for record in records if (reason := _kept(record, everything, lists, twins))}
    kept |= {record["id"]: reason for record in records if (reason := _unstrippable(record, folder))}
    chosen: set[str] = set()
    for members in _grouped(records, lambda record: record["category"]).values():
        free = [record for record in members if record["id"] not in kept]
        quota = min(len(free), max(1, (percent * len(members) + 50) // 100))
        chosen |= _chosen(free, quota, seed)
    public = tuple(record for record in records if record["id"] in chosen)
    said = [text for record in public for text in (published(record), json.dumps(record, ensure_ascii=False))]
    return Selection(
        public=public,
        private=Known(tuple(task for task in known if task.id not in chosen), Index(texts, said)),
        kept=kept,
        released=Known(tuple(task for task in known if task.id in chosen), Index(())),
    )


def _chosen(records: Sequence[Record], quota: int, seed: int) -> set[str]:
    """The ids of `quota` tasks: whole shares of each combination of rules first, the rest by largest remainder."""
    if not quota:
        return set()
    groups = _grouped(records, lambda record: tuple(sorted({rule["type"] for rule in record["rules"]})))
    shares = {key: divmod(quota * len(members), len(records)) for key, members in groups.items()}
    left = quota - sum(whole for whole, _ in shares.values())
    largest = sorted(shares, key=lambda key: (-shares[key][1], _lot(seed, ",".join(key))))[:left]
    ids: set[str] = set()
    for key, members in groups.items():
        count = shares[key][0] + (key in largest)
        ids |= set(sorted((record["id"] for record in members), key=lambda name: _lot(seed, name))[:count])
    return ids


def _lot(seed: int, name: str) -> str:
    return hashlib.sha256(f"{seed}\n{name}".encode()).hexdigest()


def _grouped(records: Iterable[Record], key: Any) -> dict[Any, list[Record]]:
    groups: dict[Any, list[Record]] = {}
    for record in records:
        groups.setdefault(key(record), []).append(record)
    return groups


def published(record: Record) -> str:
    """All that becomes public of a task, as one text."""
    return " ".join(strings({name: value for name, value in record.items() if name not in HOME}))


def _kept(record: Record, known: Known, lists: Mapping[str, str], twins: Mapping[str, str]) -> str:
    """Why a task cannot be published: the first task that it would tell of."""
    own = record["id"]
    found = (f"tells of '{other}': {what}" for other, what in _resemblances(record, known, lists) if other != own)
    return twins.get(own) or next(found, "")


def _resemblances(record: Record, known: Known, lists: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What the task tells of each, read as a whole as the check will read it."""
    whole = published(record)
    if other := lists.get(record["id"]):
        yield other, "a list of its phrases"
    yield from known.quoted(whole)
    yield from known.told(whole)
    yield from ((name, "a prompt that is nearly its own") for name in known.nearly(record["prompt"] or ""))


def _with_the_same_media(known: Known) -> Mapping[str, str]:
    """By id: that a medium is the content of another task's, and of which; one of the same form alone is not."""
    found: dict[str, str] = {}
    for task in known.tasks:
        for here in task.media:
            for fit, name, path in known.same(here):
                # it fits itself wholly
                if name != task.id and fit >= 1 - NEARLY:
                    found.setdefault(task.id, f"tells of '{name}': the content of its '{path}'")
                    found.setdefault(name, f"tells of '{task.id}': the content of its '{here.path}'")
    return found


def _unstrippable(record: Record, folder: Path) -> str:
    """Why a task's media cannot be stripped of what does not belong to their content."""
    from .stripping import hindrance

    found = [hindrance(read_inside(folder, item["path"]), item["type"]) for item in record["media"]]
    return next(filter(None, found), "")
