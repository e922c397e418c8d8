"""In which language the command line speaks: the one of `puma --lang`, else that of the locale."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from puma_metrics.sentence import in_language

_LANGUAGE = ContextVar("language", default="en")


def of_locale(environment: Mapping[str, str]) -> str:
    """Polish where the locale of messages is Polish, else English; the first variable that says something decides.

    >>> of_locale({"LANG": "pl_PL.UTF-8"}), of_locale({"LC_ALL": "C", "LANG": "pl_PL.UTF-8"}), of_locale({})
    ('pl', 'en', 'en')
    """
    named = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next(filter(None, named), "")
    return "pl" if locale.partition(".")[0].partition("_")[0].lower() in ("pl", "polish") else "en"


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language until the end of the block, or until `speak` names another."""
    before = _LANGUAGE.set(language)
    try:
        yield
    finally:
        _LANGUAGE.reset(before)


def speak(language: str) -> None:
    _LANGUAGE.set(language)


def spoken(text: object) -> str:
    """A sentence in the language that is spoken; any other text as it is."""
    return in_language(text, _LANGUAGE.get()) if isinstance(text, str) else str(text)
