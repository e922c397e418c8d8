"""The error taxonomy: data with a default, and how a tag that an expert wrote finds its name in it."""

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from puma_metrics.rubric.sheet import clean

from ..lazy import made_once

SIMILARITY = 0.90
"""From here on a misspelt tag is corrected; at 0.88 "Commission" would turn into "Omission"."""

_CAMEL = re.compile(r"([a-z])([A-Z])")
_BETWEEN = re.compile(r"[\s_\-/\[\]().:]+")
_SPLIT = re.compile(r"[;|؛\n]")


@dataclass(frozen=True)
class Tag:
    """One tag of a cell: the text in the sheet, and the taxonomy's name for it, or None where it has none."""

    text: str
    name: str | None

    @property
    def is_corrected(self) -> bool:
        return self.name is not None and self.name != self.text


@dataclass(frozen=True)
class Taxonomy:
    """The names of the error types, and further spellings of them.

    Args:
        names: the error types, each once.
        aliases: from another spelling to the name.

    >>> TAXONOMY.tags("LANG_MIXING; Formating")
    (Tag(text='LANG_MIXING', name='Language Mixing'), Tag(text='Formating', name='Formatting'))
    """

    names: tuple[str, ...]
    aliases: Mapping[str, str] = field(default_factory=dict)

    @made_once
    def _by_key(self) -> dict[str, str]:
        return {fold(name): name for name in self.names} | {fold(alias): name for alias, name in self.aliases.items()}

    def tag(self, text: str) -> Tag:
        """The tag by its name, by an alias, or by the closest name with a similarity of at least 0.90."""
        key = fold(text)
        close = [key] if key in self._by_key else difflib.get_close_matches(key, self._by_key, 1, SIMILARITY)
        return Tag(text, self._by_key[close[0]] if close else None)

    def tags(self, cell: str) -> tuple[Tag, ...]:
        """All tags of a cell; several are separated by a semicolon, a vertical bar or a line break."""
        return self.tags_of([cell])[0]

    def tags_of(self, cells: Iterable[str]) -> list[tuple[Tag, ...]]:
        """All tags of each cell; each distinct text is looked up once."""
        known: dict[str, Tag] = {}

        def tag(text: str) -> Tag:
            if text not in known:
                known[text] = self.tag(text)
            return known[text]

        return [tuple(tag(text) for text in map(clean, _SPLIT.split(cell)) if text) for cell in cells]

    def closest(self, text: str) -> str:
        """The folded name that is most similar to an unknown tag, however far away it is."""
        return difflib.get_close_matches(fold(text), self._by_key, 1, 0)[0]


def fold(text: str) -> str:
    """The form in which tags are compared.

    >>> fold("[LanguageMixing]") == fold("LANGUAGE_MIXING") == "language mixing"
    True
    """
    return _BETWEEN.sub(" ", _CAMEL.sub(r"\1 \2", clean(text))).strip().casefold()


TAXONOMY = Taxonomy(
    names=(
        "Hallucination",
        "Omission",
        "Irrelevant Addition",
        "Ambiguous Framing",
        "Cultural Misattribution",
        "Instruction Violation",
        "Formatting",
        "Language Mixing",
        "Other",
    ),
    aliases={"LANG_MIXING": "Language Mixing"},
)
"""The paper's eight error types. It counts nine and does not name the last, which is called Other here."""
