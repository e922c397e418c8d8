"""ALTO: a page as XML whose strings are attributes of words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from .events import Event, events
from .labels import block, literal, paragraphs, plain_label
from .placing import in_order

_MARK = re.compile(r"<(?:[\w.-]+:)?alto(?=[\s/>])", re.IGNORECASE)
_MARGINS = frozenset(("topmargin", "bottommargin"))


def is_alto(text: str) -> bool:
    """Whether there is an `<alto>` element."""
    return bool(_MARK.search(text))


def read_alto(text: str, order: str) -> str:
    """The lines of each text block; a word parted at a line's end is said once, where its whole is given.

    >>> read_alto("<alto><TextBlock><TextLine><String CONTENT='Dzień'/></TextLine></TextBlock></alto>", "")
    'Dzień'
    """
    page = _Page()
    for event in events(text):
        page.take(event)
    page.end_block()
    return paragraphs(in_order(page.blocks, page.order))


@dataclass
class _Page:
    """What was read so far. `tags` gives the label of each tag that a block may refer to."""

    blocks: list[tuple[str, str]] = field(default_factory=list)
    order: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    is_whole: bool = False
    tags: dict[str, str] = field(default_factory=dict)
    block_id: str = ""
    labels: Sequence[str] = ()
    margin: str = ""

    def take(self, event: Event) -> None:
        if event.kind == "start":
            self.start(event.name, event.attributes)
        elif event.kind == "end":
            self.end(event.name)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "string":
            self.string(attributes)
        elif name == "hyp":
            self.hyphen(attributes.get("content") or "-")
        elif name == "textline":
            self.end_line()
        elif name == "textblock":
            self.end_block()
            self.block_id = attributes.get("id", "")
            self.labels = [self.tags.get(tag, "") for tag in attributes.get("tagrefs", "").split()]
        elif name in _MARGINS:
            self.end_block()
            self.margin = name
        elif name.endswith("tag") and "label" in attributes:
            self.tags[attributes.get("id", "")] = plain_label(attributes["label"])
        elif name in ("elementref", "regionrefindexed"):
            self.order.append(attributes.get("ref", ""))

    def string(self, attributes: dict[str, str]) -> None:
        part, whole = attributes.get("subs_type", "").lower(), attributes.get("subs_content")
        if not whole or part not in ("hyppart1", "hyppart2"):
            self.words.append(attributes.get("content", ""))
        elif part == "hyppart1":
            self.words.append(whole)
            self.is_whole = True

    def hyphen(self, mark: str) -> None:
        """A hyphen at a line's end, but not behind a word that was said whole."""
        if self.words and not self.is_whole and not self.words[-1].endswith(mark):
            self.words[-1] += mark

    def end(self, name: str) -> None:
        if name == "textline":
            self.end_line()
        elif name == "textblock":
            self.end_block()
        elif name in _MARGINS:
            self.end_block()
            self.margin = ""

    def end_line(self) -> None:
        self.lines.append(" ".join(filter(None, self.words)))
        self.words, self.is_whole = [], False

    def end_block(self) -> None:
        self.end_line()
        text = literal("\n".join(filter(None, self.lines)))
        if all(block(label, text) for label in (*self.labels, self.margin)):
            self.blocks.append((self.block_id, text))
        self.lines, self.labels, self.block_id = [], (), ""
