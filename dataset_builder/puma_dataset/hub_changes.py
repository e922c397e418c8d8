"""What publishing changes in a repository that is on the Hub already: what is written, what is removed, what is kept.

Values only: what is there is read by whoever publishes, and given here.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from typing import Any

from puma_metrics.errors import InputError

from .cards import filled, table_of
from .hub import CARD, Repository, Upload

TITLE = "Publish with puma-bench"
"""How the commits of a publication begin; their description lists its files."""
KEPT = f"{CARD}: text kept"
"""A line of the description, from which on the card's text is that of people."""
DATA = tuple(f"*.{ending}" for ending in ("parquet", "arrow", "csv", "tsv", "json", "jsonl", "zip"))
"""What is read of a dataset whose card names no files."""
_HEADER = re.compile(r"\A---\r?\n.*?^---[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Commit:
    """A state of a repository: the id of each file's content by path, and the card."""

    name: str
    files: Mapping[str, str]
    card: str


@dataclass(frozen=True)
class Remote:
    """What is on the Hub: its newest state, the one that the last publication left, and what that said of itself."""

    now: Commit
    then: Commit | None = None
    published: tuple[str, ...] = ()


@dataclass(frozen=True)
class Change:
    """What one commit does, and what whoever publishes must know."""

    files: tuple[Upload, ...]
    removed: tuple[str, ...]
    notes: tuple[str, ...]
    is_kept: bool = False
    """Whether the card's text is one that was written on the Hub."""

    @property
    def description(self) -> str:
        """What the next publication must know of this one."""
        return "\n".join([*(file.path for file in self.files), *([KEPT] if self.is_kept else [])])


def change(repository: Repository, remote: Remote) -> Change:
    """The commit that makes of a repository on the Hub the one that is to be there.

    Files that the card's patterns would read, and those of the last publication, are removed if they are not part of
    this one; what others have put there stays, and is named. Text that somebody wrote into the card on the Hub is kept.
    Raises InputError if the header of the new card cannot be read, so that nobody knows what would be.
    """
    new = {file.path: file for file in repository.files}
    edited = set(_since(remote))
    read = _patterns(new[CARD].content.decode()) if repository.kind == "dataset" else ()
    stale = {path for path in remote.now.files if any(fnmatch(path, pattern) for pattern in read)}
    stale |= {path for path in remote.published if path in remote.now.files and path not in edited}
    removed = tuple(sorted(stale - new.keys()))
    card, is_kept = _card(new[CARD].content.decode(), remote)
    files = tuple(Upload(CARD, card.encode()) if path == CARD else file for path, file in new.items())
    notes = [_edited(path, new.keys(), removed, is_kept) for path in sorted(edited)]
    if is_kept and CARD not in edited:
        notes.append(f"{CARD} has text that was written on the Hub: it is kept, only header and tables are new")
    notes += [f"{path} is removed: it is no part of this publication" for path in removed]
    if removed:
        notes.append("what is gone stays in the repository's history: where tasks were withdrawn, squash that")
    return Change(files, removed, tuple(notes), is_kept)


def _since(remote: Remote) -> Iterator[str]:
    """The paths that were changed, added or removed on the Hub since the last publication."""
    if remote.then is not None:
        before, now = remote.then.files, remote.now.files
        yield from (path for path in {*before, *now} if before.get(path) != now.get(path))


def _edited(path: str, new: Any, removed: tuple[str, ...], is_kept: bool) -> str:
    if path == CARD:
        what = "its text is kept, only header and tables are new" if is_kept else "it is written anew"
    elif path in new:
        what = "it is overwritten"
    else:
        what = "it is removed" if path in removed else "it stays as it is"
    return f"{path} was changed on the Hub since the last publication: {what}"


def _patterns(card: str) -> tuple[str, ...]:
    """The patterns of files that a dataset's card names.

    >>> _patterns("---\\nconfigs:\\n- data_files:\\n  - path: [a*, b*]\\n---\\n"), _patterns("no header") == DATA
    (('a*', 'b*'), True)
    """
    import yaml  # type: ignore[import-untyped]

    header = _HEADER.match(card)
    lines = header[0].splitlines()[1:-1] if header else []
    try:
        known = yaml.safe_load("\n".join(lines)) or {}
    except yaml.YAMLError as error:
        where = getattr(error, "problem_mark", None)
        line = f" (line {where.line + 2})" if where else ""
        raise InputError(f"{CARD}: its header is no YAML{line}; mend it between the two lines of ---") from error
    configs = known.get("configs") if isinstance(known, dict) else None
    return tuple(_paths([config.get("data_files") for config in configs or () if isinstance(config, dict)])) or DATA


def _paths(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _paths([value["path"]] if "path" in value else list(value.values()))
    elif isinstance(value, list):
        for item in value:
            yield from _paths(item)


def _card(new: str, remote: Remote) -> tuple[str, bool]:
    """The card as it is to be, and whether text that was written on the Hub is kept in it."""
    now = remote.now.card
    before = remote.then.card if remote.then and KEPT not in remote.published else new
    if not now or _by_hand(now) in (_by_hand(before), _by_hand(new)):
        return new, False
    header = _HEADER.match(new)
    body = _HEADER.sub("", now, count=1)
    return (header[0] if header else "") + filled(body, table_of(new)), True


def _by_hand(card: str) -> str:
    """The text of a card without what is generated: its header, and the tables between their marks."""
    body = _HEADER.sub("", card, count=1)
    return filled(body, dict.fromkeys(table_of(body), ""))
