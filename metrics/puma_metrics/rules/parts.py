"""A part of a reason."""

from dataclasses import dataclass
from typing import Any

from ..sentence import Sentence, plain
from ..text import Span

MOST_PARTS = 20
"""How many matches, pairs or words of one rule are described."""


@dataclass(frozen=True)
class Part:
    """One thing that a rule looked at."""

    name: str
    """Such as `clause 2 of 3`."""
    holds: bool
    reason: str
    places: tuple[Span, ...] = ()
    """Where it stands, as start and end in characters of the graded answer."""
    near: tuple[str, ...] = ()
    """Why it is a near miss, if it is one."""

    def __str__(self) -> str:
        return str(self.said)

    @property
    def said(self) -> Sentence:
        """The part in one sentence."""
        if self.near:
            return Sentence("part-near", name=self.name, reason=self.reason, near=self.near)
        return Sentence("part", name=self.name, reason=self.reason)

    def plain(self) -> dict[str, Any]:
        """The part as plain Python, for JSON: in English, and under `said` as kinds and values, which are in none."""
        return {
            "name": str(self.name),
            "holds": self.holds,
            "reason": str(self.reason),
            "places": [list(place) for place in self.places],
            "near": list(map(str, self.near)),
            "said": {
                "name": plain(self.name),
                "reason": plain(self.reason),
                "near": [plain(miss) for miss in self.near],
            },
        }
