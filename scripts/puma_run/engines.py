"""The recognisers by name, what they can be asked, and whether they are behind an address (RUN, section 4)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from puma_metrics.task import CATEGORIES

from . import tesseract
from .settings import CHAT


@dataclass(frozen=True)
class Engine:
    categories: tuple[str, ...]
    """The only ones that it can be asked; a recogniser answers no questions."""
    has_server: bool
    about: Callable[[str], Mapping[str, Any]]
    """What run.json says of it, given its model; raises InputError if it is not here."""


def _nothing(model: str) -> Mapping[str, Any]:
    return {}


ENGINES = {
    CHAT: Engine(tuple(CATEGORIES), True, _nothing),
    "transcription": Engine(("asr",), True, _nothing),
    "tesseract": Engine(("ocr",), False, tesseract.about),
}


def name_of(engine: str, model: str) -> str:
    """What answers call their model.

    >>> name_of("chat", "bielik"), name_of("tesseract", "pol")
    ('bielik', 'tesseract pol')
    """
    return model if ENGINES[engine].has_server else f"{engine} {model}"
