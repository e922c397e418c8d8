"""What a rule quotes of what only its author knows: the leak check of a release asks each rule for it."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Quotes:
    """The texts of a rule, by how they tell of it."""

    texts: tuple[str, ...] = ()
    """Prose that is expected, such as a transcript: a part of it tells."""
    phrases: tuple[str, ...] = ()
    """A list: all of it in one place tells, and each phrase that is long enough by itself."""
    is_asked: bool = True
    """Whether an answer must have any of the phrases: what a rule only caps or forbids tells nobody what is right."""
    pattern: str = ""
    reference: Any = None
    """Expected fields as a JSON value: so many of its values in one place tell."""
