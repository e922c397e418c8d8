"""The repository's own SECURITY and CHANGELOG as pages, with their links turned towards the other pages."""

import re
from collections.abc import Iterator

from .stage import DOCS

PAGES = {"security": "SECURITY.md", "changelog": "CHANGELOG.md"}


def pages(language: str) -> Iterator[tuple[str, str]]:
    """A page each, in English only."""
    if language == "en":
        for name, file in PAGES.items():
            yield name, turned((DOCS.parent / file).read_text("utf-8"))


def turned(text: str) -> str:
    """Links from the repository's root as links from a page.

    >>> turned("[a](docs/en/hub.md#publish), [b](SECURITY.md)")
    '[a](hub.md#publish), [b](security.md)'
    """
    for name, file in PAGES.items():
        text = text.replace(f"]({file}", f"]({name}.md")
    text = text.replace("| what | |", "| what | outcome |")  # a screen reader says every column's heading
    return re.sub(r"\]\(docs/en/", "](", text)
