"""What a hub stores: repositories as lists of commits, each commit a mapping from paths to bytes."""

import base64
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Files = Mapping[str, bytes]

# what the real hub's .gitattributes names, as far as the project publishes it
LARGE = (".parquet", ".png", ".jpg", ".jpeg", ".ogg", ".wav", ".flac", ".mp3", ".pdf")


class Refused(Exception):
    """An answer that is an error: its status, the hub's code for it, and what it says."""

    def __init__(self, status: int, code: str, message: str, **known: str):
        self.status, self.code, self.known = status, code, known
        super().__init__(message)


def blob_id(content: bytes) -> str:
    """Git's own name of a file's content."""
    return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()


@dataclass
class Repository:
    """The commits of one repository, the first of them empty."""

    commits: list[tuple[str, Files]] = field(default_factory=lambda: [("0" * 40, {})])
    said: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Title and description of a commit, by its id."""

    @property
    def files(self) -> Files:
        return self.commits[-1][1]

    def at(self, revision: str) -> tuple[str, Files]:
        """The commit that a branch or an id names. Raises Refused."""
        if revision in ("main", "HEAD"):
            return self.commits[-1]
        found = [commit for commit in self.commits if commit[0] == revision]
        if not found:
            raise Refused(404, "RevisionNotFound", f"no revision {revision}")
        return found[0]

    def commit(self, files: Files, title: str = "", description: str = "") -> str:
        """Add a commit; its id, which depends on the content and on what was before."""
        tree = sorted((path, blob_id(content)) for path, content in files.items())
        name = hashlib.sha1(repr((self.commits[-1][0], tree)).encode()).hexdigest()
        self.commits.append((name, dict(files)))
        self.said[name] = title, description
        return name


def changed(files: Files, operations: Iterable[Mapping[str, Any]], large: Files) -> dict[str, bytes]:
    """The files after the operations of a commit, as the client sends them, one JSON object each. Raises Refused."""
    result = dict(files)
    for operation in operations:
        value = operation["value"]
        match operation["key"]:
            case "header":
                pass
            case "file":
                result[value["path"]] = base64.b64decode(value["content"])
            case "lfsFile":
                result[value["path"]] = large[value["oid"]]
            case "deletedFile":
                result.pop(value["path"], None)
            case other:
                raise Refused(400, "BadRequest", f"an operation that this hub does not know: {other}")
    return result


def operations(body: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in body.splitlines() if line.strip()]


def entry(path: str, files: Files) -> dict[str, Any]:
    """What a listing says of a file or a folder."""
    if path in files:
        return {"type": "file", "path": path, "size": len(files[path]), "oid": blob_id(files[path])}
    return {"type": "directory", "path": path, "size": 0, "oid": hashlib.sha1(path.encode()).hexdigest()}


def listed(files: Files, folder: str, recursive: bool) -> list[dict[str, Any]]:
    """The entries of a folder, or of everything in it. Raises Refused if it is not there."""
    start = f"{folder.rstrip('/')}/" if folder else ""
    inside = [path for path in files if path.startswith(start)]
    if folder and not inside:
        raise Refused(404, "EntryNotFound", f"no folder {folder}")
    names: dict[str, None] = {}
    for path in sorted(inside):
        parts = path.removeprefix(start).split("/")
        for depth in range(1, (len(parts) if recursive else 1) + 1):
            names[start + "/".join(parts[:depth])] = None
    return [entry(name, files) for name in names]
