"""The recognisers by name, what they can be asked, and whether they are behind an address (RUN, section 4)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from puma_metrics.task import CATEGORIES

from . import rapidocr, tesseract, whisper
from .answering import Answer
from .chat import chat
from .client import Client
from .settings import CHAT, Asked
from .transcribing import transcribing


@dataclass(frozen=True)
class Engine:
    """What asks or reads. `asks` takes a client, the folder of tasks, what is asked and the largest body in bytes;
    `reads` the folder, what is asked and seconds for one medium: an engine has one of the two."""

    categories: tuple[str, ...]
    """The only ones that it can be asked; a recogniser answers no questions."""
    asks: Callable[[Client, Path, Asked, int], Answer] | None = None
    reads: Callable[[Path, Asked, float], Answer] | None = None
    about: Callable[[str], Mapping[str, Any]] = lambda model: {}
    """What run.json says of it, given its model; raises InputError if it is not here."""
    takes_extra: bool = True
    """Whether --extra means anything to it."""

    @property
    def has_server(self) -> bool:
        return self.asks is not None


ENGINES = {
    CHAT: Engine(tuple(CATEGORIES), asks=chat),
    "transcription": Engine(("asr",), asks=transcribing),
    "tesseract": Engine(("ocr",), reads=tesseract.tesseract, about=tesseract.about, takes_extra=False),
    "rapidocr": Engine(("ocr",), reads=rapidocr.rapidocr, about=rapidocr.about, takes_extra=False),
    "whisper": Engine(("asr",), reads=whisper.whisper, about=whisper.about),
}


def name_of(engine: str, model: str) -> str:
    """What answers call their model; a folder of weights by its own name.

    >>> name_of("chat", "org/bielik"), name_of("tesseract", "pol"), name_of("whisper", "/models/base")
    ('org/bielik', 'tesseract pol', 'whisper base')
    """
    if ENGINES[engine].has_server:
        return model
    return f"{engine} {Path(model).resolve().name if engine == 'whisper' else model}"
