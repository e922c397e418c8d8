"""Normalised answers (NORMALISE): speech as it is spoken, the ceiling of all right readings, and tidied documents.

`spoken1` reads numbers out, `number_options` gives every right reading of each, `best1` is the word accuracy of the
best of them, and `structure1` does the paper's four structural operations.
"""

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
    "MOST_EXPRESSIONS",
    "Expression",
    "Numbers",
    "best1",
    "least_errors",
    "number_options",
    "read_numbers",
    "spoken1",
    "spoken_readings",
    "structure1",
]
