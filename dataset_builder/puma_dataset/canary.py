"""The canary: a text that stands in every published file, so that a model that knows it has seen the data."""

import json
from pathlib import Path

from puma_metrics.errors import InputError

from .opening import text_inside

MANIFEST = "release.json"
"""In the folder of a release: how it was drawn, and its canary."""
PUMA = "PUMA benchmark data, not for training; canary 0c837267-da08-5ee5-8a24-543079df0141"
"""Of the sample set, and of a folder that has none of its own."""


def canary(folder: Path) -> str:
    """The canary of a task folder. Raises InputError if the folder is a release whose manifest has none."""
    try:
        found = json.loads(text_inside(folder, MANIFEST))["canary"]
    except FileNotFoundError:
        return PUMA
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise InputError(f"{folder / MANIFEST}: has no canary ({error!r}); write the release anew") from error
    if not isinstance(found, str) or not found.strip():
        raise InputError(f"{folder / MANIFEST}: the canary is no text; write the release anew")
    return found


def marked(name: str, content: bytes, text: str) -> bytes:
    """A text file with the canary in it: as a comment of YAML, and of any other as its last line, unless it is there.

    >>> marked("eval.yaml", b"name: PUMA", "kanarek"), marked("LICENSE", b"CC0", "kanarek")
    (b'# kanarek\\nname: PUMA', b'CC0\\n\\nkanarek\\n')
    """
    if text.encode() in content:
        return content
    if name.endswith((".yaml", ".yml")):
        return f"# {text}\n".encode() + content
    return content.rstrip() + f"\n\n{text}\n".encode()
