"""A recogniser's answer, normalised as its task asks for, and what says how (NORMALISE, 12.6 and 12.7)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import InputError, did_you_mean
from ..sentence import Sentence
from ..shapes import VERSION, document_text, shape_not_found
from .speller import read_numbers, readings, spoken
from .structure import structure1

if TYPE_CHECKING:
    from ..rules import Rule

SPOKEN, STRUCTURE = "spoken1", f"structure1+{VERSION}"
NAMES = ("spoken1", "structure1")
"""The frozen normalisers, as they are asked for."""
LLM = "llm:"
"""Before the name of a language model and the digest of what it was asked and said."""
PARTS = ("normal", "numbers", "order", "format")
"""The parts of a signature that say how answers were normalised."""


@dataclass(frozen=True)
class Normalised:
    """A normalised answer.

    Attributes:
        text: what is graded.
        normaliser: how it was made, with its options: `spoken1,numbers:always`.
        readings: of speech what was read how: start and end in the raw answer, and what stands there now.
        notes: what a user should know of it.
        is_refused: whether a language model changed too much, so that `text` is the raw answer.
    """

    text: str
    normaliser: str
    readings: tuple[tuple[int, int, str], ...] = ()
    notes: tuple[str, ...] = ()
    is_refused: bool = False


def normaliser_for(rules: Iterable["Rule"]) -> str:
    """The normaliser of answers to a task with these rules; "" where there is none, as for answers to questions.

    >>> from puma_metrics import parse_rule
    >>> normaliser_for([parse_rule({"type": "asr", "reference": "tak"})])
    'spoken1'
    """
    found = {rule.normaliser for rule in rules}
    return found.pop() if len(found) == 1 else ""


def normalise(
    raw: str, normaliser: str, *, digits_only: bool = False, format: str | None = None, order: str = "given"
) -> Normalised:
    """A recogniser's answer in the form in which recognisers are compared (NORMALISE, 12.1, 12.3 and 12.4).

    Args:
        raw: what the recogniser wrote, any string.
        normaliser: one of `NAMES`.
        digits_only: of speech, the paper's trigger: an answer without a digit stays as it is.
        format, order: of documents, as `document_text` takes them.

    Raises:
        InputError: there is no such normaliser, format or order.

    >>> normalise("Kupił 2 psy.", "spoken1").text
    'Kupił dwa psy.'
    >>> normalise("Remi-\\nza", "structure1").normaliser
    'structure1+shapes1,order:given'
    """
    if normaliser not in NAMES:
        raise InputError(Sentence("unknown-normaliser", name=normaliser, way_out=did_you_mean(normaliser, NAMES)))
    return _speech(raw, digits_only) if normaliser == NAMES[0] else _document(raw, format, order)


def _speech(raw: str, digits_only: bool) -> Normalised:
    made = f"{SPOKEN},numbers:{'digits' if digits_only else 'always'}"
    if digits_only and not any(map(str.isdecimal, raw)):
        return Normalised(raw, made)
    numbers = read_numbers(raw)
    unread = len(raw) - numbers.unread
    found = len(numbers.expressions)
    notes = (f"the last {unread} characters are as they were written, behind {found} expressions",) if unread else ()
    return Normalised(spoken(raw, numbers), made, tuple(readings(raw, numbers)), notes)


def _document(raw: str, format: str | None, order: str) -> Normalised:
    found, text = document_text(raw, format, order)
    made = f"{STRUCTURE},order:{order}" + (f",format:{format}" if format else "")
    is_other = bool(format) and found != format
    return Normalised(structure1(text), made, notes=(shape_not_found(format),) if format and is_other else ())


def known_normaliser(written: str) -> str:
    """What a file says that its answers were normalised by, as it stands there. Raises InputError if nothing is.

    >>> known_normaliser("spoken1,numbers:always")
    'spoken1,numbers:always'
    """
    name = written.partition(",")[0]
    if name not in (SPOKEN, STRUCTURE) and not (name.startswith(LLM) and name.count(":") >= 2):
        known = did_you_mean(name, (*NAMES, f"{LLM}MODEL:DIGEST"))
        raise InputError(Sentence("unknown-normaliser", name=written, way_out=known))
    return written


def signature_parts(normalisers: Iterable[str]) -> dict[str, str]:
    """The parts of a signature of answers that were normalised in these ways.

    Raises InputError where one normaliser was used with different options: such answers are of no one measure.

    >>> signature_parts(["structure1+shapes1,order:given", "spoken1,numbers:always"])
    {'normal': 'spoken1,structure1+shapes1', 'numbers': 'always', 'order': 'given'}
    """
    found: dict[str, str] = {}
    for written in sorted(set(normalisers)):
        name, *options = written.split(",")
        values = dict(option.split(":", 1) for option in options if ":" in option)
        for option, value in values.items():
            if found.setdefault(option, value) != value:
                raise InputError(Sentence("two-normalisers", option=option, one=found[option], other=value))
        found["normal"] = ",".join(dict.fromkeys([*filter(None, [found.get("normal")]), name]))
    return {part: found[part] for part in PARTS if part in found}
