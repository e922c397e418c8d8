"""The columns of the Hugging Face form and the row that a task becomes in them."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from datasets import Audio, Features, Image, List, Value

from .opening import read_inside

PROVENANCE = ("path", "type", "license", "source", "source_url", "author")


def features(has_pdf: bool = False) -> Features:
    """The columns, in order; `has_pdf` says whether any document of the set is a PDF.

    A document is its pages as images. Without a PDF library nothing can turn a PDF into pages, and Image() would fail
    on its bytes as soon as a row is read: a set that holds one gives every document as {"bytes", "path"} instead,
    which needs no library. The Arrow columns are the same in both, so that files of both kinds go together.
    The rules are one string, because Arrow structs invent nulls and the Json feature changes numbers.
    """
    return Features(
        {
            "id": Value("string"),
            "category": Value("string"),
            "modality": Value("string"),
            "prompt": Value("string"),
            "images": List(Image()),
            "audio": List(Audio(decode=False)),
            "documents": List(Image(decode=not has_pdf)),
            "tags": List(Value("string")),
            "media": List({name: Value("string") for name in PROVENANCE}),
            "rules": Value("string"),
        }
    )


def holds_pdf(records: Iterable[Mapping[str, Any]]) -> bool:
    """Whether any medium of any task is a PDF."""
    return any(medium["type"] == "pdf" for record in records for medium in record["media"])


def column(modality: str, medium_type: str) -> str:
    """The column in which a medium is published.

    >>> column("document", "image"), column("image", "image"), column("image", "audio")
    ('documents', 'images', 'audio')
    """
    if medium_type == "audio":
        return "audio"
    return "documents" if medium_type == "pdf" or modality == "document" else "images"


def row(record: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """One task as the values of its columns, the media read from `folder`; answers and notes stay at home."""
    media: dict[str, list[dict[str, Any]]] = {"images": [], "audio": [], "documents": []}
    for medium in record["media"]:
        content = read_inside(folder, medium["path"])
        media[column(record["modality"], medium["type"])].append({"bytes": content, "path": medium["path"]})
    return {
        **{name: record.get(name) for name in ("id", "category", "modality", "prompt")},
        **media,
        "tags": record.get("tags", []),
        "media": [{name: medium.get(name) for name in PROVENANCE} for medium in record["media"]],
        "rules": rules_column(record["rules"]),
    }


def rules_column(rules: Any) -> str:
    """The one way in which rules are written as a string: no white space, keys in their order, letters as they are.

    `signature.canonical` sorts the keys, since there equal values give equal text; here a task stays as it was read.

    >>> rules_column([{"type": "include", "clauses": [["Łódź"]], "include_min": None}])
    '[{"type":"include","clauses":[["Łódź"]],"include_min":null}]'
    """
    return json.dumps(rules, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
