"""A part of a reason."""

from dataclasses import asdict, dataclass
from typing import Any

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
        near = f" ({'; '.join(self.near)})" if self.near else ""
        return f"{self.name}: {self.reason}{near}"

    def plain(self) -> dict[str, Any]:
        return {**asdict(self), "places": [list(place) for place in self.places], "near": list(self.near)}
