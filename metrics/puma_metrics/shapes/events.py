"""The tags and texts of XML and HTML in one pass: no tree, no entity but characters, whole or cut off."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..tables import unescape


class Event(NamedTuple):
    """A start tag, an end tag or a text: `kind` is "start", "end" or "text".

    `name` is in lower case and without a namespace's prefix; a self-closing tag is a start and an end.
    """

    kind: str
    name: str
    text: str
    attributes: dict[str, str]


# No value of an attribute holds `<`, so no search runs beyond the next tag, and the time is linear.
_TOKEN = re.compile(
    r"(?P<open><!--|<!\[CDATA\[)|<[!?][^<>]*+>"
    r"|<(?P<end>/?)(?:[\w.-]++:)?+(?P<name>[^\W\d][\w.-]*+)(?P<rest>(?:[^<>\"']|\"[^\"<]*+\"|'[^'<]*+')*+)>"
)
_ATTRIBUTE = re.compile(r"(?<![\w.:-])(?:[\w.-]++:)?+([\w.-]++)\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'=]++))")
_CLOSING = {"<!--": "-->", "<![CDATA[": "]]>"}


def events(xml: str) -> Iterator[Event]:
    """What a document of XML or HTML is made of, in order; a declared entity stays as it is written.

    >>> [event[:3] for event in events("<a b='1'>x &lt; &e;<!-- d --><![CDATA[<e>]]></a>")]
    [('start', 'a', ''), ('text', '', 'x < &e;'), ('text', '', '<e>'), ('end', 'a', '')]
    """
    at = 0
    known: dict[str, list[Event]] = {}
    while token := _TOKEN.search(xml, at):
        if token.start() > at:
            yield Event("text", "", unescape(xml[at : token.start()]), {})
        at = token.end()
        if token["open"]:
            end = xml.find(_CLOSING[token["open"]], at)
            end = len(xml) if end < 0 else end
            if token["open"] != "<!--":
                yield Event("text", "", xml[at:end], {})
            at = min(end + 3, len(xml))
        elif token["name"]:
            if token[0] not in known:
                known[token[0]] = list(_tag(token))
            yield from known[token[0]]
    if at < len(xml):
        yield Event("text", "", unescape(xml[at:]), {})


def _tag(token: re.Match[str]) -> Iterator[Event]:
    name, rest = token["name"].lower(), token["rest"]
    if not token["end"]:
        yield Event("start", name, "", _attributes(rest))
    if token["end"] or rest.endswith("/"):
        yield Event("end", name, "", {})


def _attributes(written: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(written):
        found.setdefault(match[1].lower(), unescape(match[2] or match[3] or match[4] or ""))
    return found
