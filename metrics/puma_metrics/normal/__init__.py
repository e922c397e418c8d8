"""Normalised answers (NORMALISE): speech as it is spoken, the ceiling of all right readings, and tidied documents.

`spoken1` reads numbers out, `number_options` gives every right reading of each, `best1` is the word accuracy of the
best of them, `structure1` does the paper's four structural operations, and `normalise` to an answer what its task's
rule asks for.
"""

from .answers import LLM, NAMES, PARTS, SPOKEN, Normalised, known_normaliser, normalise, normaliser_for, signature_parts
from .lattice import best1, least_errors
from .speller import (
    MOST_EXPRESSIONS,
    Expression,
    Numbers,
    number_options,
    read_numbers,
    spoken1,
    spoken_readings,
)
from .structure import structure1

__all__ = [
    "LLM",
    "MOST_EXPRESSIONS",
    "NAMES",
    "PARTS",
    "SPOKEN",
    "Expression",
    "Normalised",
    "Numbers",
    "best1",
    "known_normaliser",
    "least_errors",
    "normalise",
    "normaliser_for",
    "number_options",
    "read_numbers",
    "signature_parts",
    "spoken1",
    "spoken_readings",
    "structure1",
]
