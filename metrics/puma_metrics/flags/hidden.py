"""What of an answer its reader does not see, and what is struck out: marks in the raw text, found in one pass."""

import re
from collections.abc import Iterator

from ..text import Span

HIDDEN, STRUCK = "hidden", "struck"

_STRIKE_TAGS = frozenset(("s", "del", "strike"))
_UNSEEN_TAGS = frozenset(("script", "style", "template", "noscript", "head", "title", "iframe", "object", "textarea"))
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)(?=[\s/>])([^<>]*)>")
_UNSEEN = re.compile(
    r"(?<![\w-])hidden(?![\w-])|display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?![.\d]*[1-9])"
    r"|font-size\s*:\s*0(?![.\d]*[1-9])|aria-hidden\s*=\s*[\"']?true|(?:^|[\s;\"'])(?:height|width)\s*:\s*0(?![.\d]*[1-9])"
    r"|color\s*:\s*(?:transparent|white|\#fff)|left\s*:\s*-\d{3,}|text-indent\s*:\s*-\d{3,}",
    re.IGNORECASE,
)
_TILDES = re.compile(r"~~+")
_LINK = re.compile(r"(!?)\[([^\[\]]*)\]\(([^()\s]*(?:\([^()]*\)[^()\s]*)*)(\s[^()]*)?\)")
_DEFINITION = re.compile(r"^[ \t]{0,3}\[[^\[\]\n]+\]:[^\n]*$", re.MULTILINE)
_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>()\"]+")
_STRIKE_COMMAND = re.compile(r"\\(?:sout|st|cancel|xcancel|bcancel|xout|strike)\s*\{([^{}]*)\}")


def unseen(text: str) -> list[tuple[str, Span]]:
    """The places of an answer that are hidden from its reader or struck out."""
    found: list[tuple[str, Span]] = []
    if "<" in text:
        found += _elements(text)
    if "~~" in text:
        found += _struck(text)
    if "](" in text:
        found += _links(text)
    if "]:" in text:
        found += [(HIDDEN, match.span()) for match in _DEFINITION.finditer(text)]
    if "://" in text or "www." in text:
        found += [(HIDDEN, match.span()) for match in _ADDRESS.finditer(text)]
    if "\\" in text:
        found += [(STRUCK, match.span()) for match in _STRIKE_COMMAND.finditer(text)]
    return found


def _elements(text: str) -> Iterator[tuple[str, Span]]:
    """Elements that are struck out or not shown, up to their closing tag; and tags, whose attributes nobody sees."""
    open_kind, name, depth, start = "", "", 0, 0
    for tag in _TAG.finditer(text):
        closes, this = bool(tag[1]), tag[2].lower()
        yield HIDDEN, tag.span()
        if open_kind:
            if this == name:
                depth += -1 if closes else 1
                if depth == 0:
                    yield open_kind, (start, tag.end())
                    open_kind = ""
            continue
        kind = STRUCK if this in _STRIKE_TAGS else HIDDEN if this in _UNSEEN_TAGS or _UNSEEN.search(tag[3]) else ""
        if kind and not closes and not tag[3].endswith("/"):
            open_kind, name, depth, start = kind, this, 1, tag.start()
    if open_kind == HIDDEN:
        yield HIDDEN, (start, len(text))


def _struck(text: str) -> Iterator[tuple[str, Span]]:
    start = None
    for mark in _TILDES.finditer(text):
        if start is None:
            start = mark.start()
        else:
            yield STRUCK, (start, mark.end())
            start = None


def _links(text: str) -> Iterator[tuple[str, Span]]:
    for link in _LINK.finditer(text):
        if link[1]:
            yield HIDDEN, link.span()
        else:
            yield HIDDEN, (link.end(2), link.end())
