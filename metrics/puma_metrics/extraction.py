"""The score of structured extraction: JSON against JSON, field by field (the paper, section 3.2.2; GRADING, 8)."""

import unicodedata
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from .json_reader import Json, read_json
from .sentence import Sentence
from .steps import normalized
from .wording import shorten

if TYPE_CHECKING:
    from .pairing import Fields

Value = Hashable
"""A value in the form in which it is compared: equal values are equal and hash alike."""


@dataclass(frozen=True)
class FieldDifference:
    """A field that is not as expected. `place` is empty, or names the pair of array elements: `element 2`.

    `expected` is None for an extra field, `found` for a missing one; else each is the value as JSON text.
    """

    field: str
    expected: str | None
    found: str | None
    place: str = ""

    def __str__(self) -> str:
        return str(self.said)

    @property
    def said(self) -> Sentence:
        """What is the matter with the field."""
        name = shorten(self.field)
        field = Sentence("field-in", element=self.place, field=name) if self.place else Sentence("field", field=name)
        if self.found is None:
            return Sentence("field-missing", field=field, expected=shorten(self.expected or ""))
        if self.expected is None:
            return Sentence("field-extra", field=field, found=shorten(self.found))
        return Sentence("field-other", field=field, expected=shorten(self.expected), found=shorten(self.found))


@dataclass(frozen=True)
class ObjectScore:
    """Two objects compared: `equal` of `fields`, the names that either has, have equal values.

    `expected` and `found` are the places of the two in their arrays, counted from 1; 0 if they are in none.
    """

    equal: int
    fields: int
    expected: int = 0
    found: int = 0
    differences: tuple[FieldDifference, ...] = ()

    @property
    def soft(self) -> float:
        return self.equal / self.fields if self.fields else 1.0


@dataclass(frozen=True)
class ExtractionScore:
    """How an answer compares with the reference: counts, and `soft`, the score in [0, 1].

    `problem` tells why nothing could be compared. `pairs` are the compared objects, those of two arrays in the
    reference's order; `longer` is the number of elements of the longer array, 1 for two objects; `missing` and `extra`
    are the places of elements without a partner. `optimal` is False where two arrays were too large to be paired
    optimally.
    """

    pairs: tuple[ObjectScore, ...] = ()
    longer: int = 0
    missing: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()
    problem: str = ""
    optimal: bool = True

    @property
    def equal(self) -> int:
        return sum(pair.equal for pair in self.pairs)

    @property
    def fields(self) -> int:
        return sum(pair.fields for pair in self.pairs)

    @property
    def differences(self) -> Iterator[FieldDifference]:
        return (difference for pair in self.pairs for difference in pair.differences)

    @property
    def soft(self) -> float:
        if self.problem:
            return 0.0
        return sum(pair.soft for pair in self.pairs) / self.longer if self.longer else 1.0


def compare_json(answer: str, reference: Json, *, unwrap_array: bool = False) -> ExtractionScore:
    """Compare an answer with the reference (the paper, section 3.2.2; GRADING, section 8).

    Two objects score the fields with equal values among all names that either has. Two arrays of objects score the best
    one-to-one pairing, divided by the longer length. An object against an array scores 0.

    Args:
        answer: Any string; what is not JSON scores 0.
        reference: What `read_reference` made of the reference.
        unwrap_array: Whether an object whose only field holds an array stands for that array if one is expected.

    >>> from puma_metrics.json_reader import read_reference
    >>> compare_json('[{"a": 1, "b": "X."}]', read_reference([{"a": 1, "b": "x"}, {"a": 2, "b": "y"}])).soft
    0.5
    """
    value, problem = read_json(answer)
    if problem:
        return ExtractionScore(problem=problem)
    if unwrap_array and isinstance(reference, list):
        value = unwrapped(value)
    return _compared_values(value, reference)


def unwrapped(value: Json) -> Json:
    if isinstance(value, dict) and len(value) == 1:
        (only,) = value.values()
        return only if isinstance(only, list) else value
    return value


def _compared_values(value: Json, reference: Json) -> ExtractionScore:
    if isinstance(reference, dict) and isinstance(value, dict):
        return ExtractionScore((_compared(reference, value),), longer=1)
    if isinstance(reference, list) and isinstance(value, list):
        return _compared_arrays(reference, value)
    return ExtractionScore(problem=Sentence("kind-other", found=_kind(value), expected=_kind(reference)))


def _compared_arrays(reference: list[Json], answer: list[Json]) -> ExtractionScore:
    from .pairing import best_pairing  # numpy takes 50 ms to import, which two objects do not need

    pairs, optimal = best_pairing([_fields(item) for item in reference], [_fields(item) for item in answer])
    scores = []
    for expected, found in pairs:
        left, right = reference[expected], answer[found]
        if isinstance(left, dict) and isinstance(right, dict):
            scores.append(_compared(left, right, expected + 1, found + 1))
    missing = set(range(1, len(reference) + 1)) - {score.expected for score in scores}
    extra = set(range(1, len(answer) + 1)) - {score.found for score in scores}
    return ExtractionScore(
        tuple(scores),
        max(len(reference), len(answer)),
        tuple(sorted(missing)),
        tuple(sorted(extra)),
        optimal=optimal,
    )


def _fields(item: Json) -> "Fields | None":
    """The fields of an array's element as they are compared; None: no object, which never scores."""
    return {name: comparable(value) for name, value in item.items()} if isinstance(item, dict) else None


def _compared(
    expected: dict[str, Json], found: dict[str, Json], expected_place: int = 0, found_place: int = 0
) -> ObjectScore:
    place = Sentence("element", number=expected_place) if expected_place else ""
    names = [*expected, *(name for name in found if name not in expected)]
    differences = tuple(
        FieldDifference(
            name,
            _json_text(expected[name]) if name in expected else None,
            _json_text(found[name]) if name in found else None,
            place,
        )
        for name in names
        if name not in expected or name not in found or comparable(expected[name]) != comparable(found[name])
    )
    return ObjectScore(len(names) - len(differences), len(names), expected_place, found_place, differences)


def comparable(value: Json) -> Value:
    """The form in which values are compared: numbers by value, strings by letters and digits, arrays in order.

    >>> comparable("UL. Długa 5") == comparable("ul Długa 5"), comparable(True) == comparable(Decimal(1))
    (True, False)
    """
    if isinstance(value, str):
        return "string", letters_and_digits(value)
    if isinstance(value, list):
        return ("array", *map(comparable, value))
    if isinstance(value, dict):
        return "object", frozenset((name, comparable(item)) for name, item in value.items())
    return type(value).__name__, value


def letters_and_digits(text: str) -> str:
    """NFC, lower case, then only letters (L*) and numbers (N*), in this order: lower case can add marks."""
    lowered = normalized("NFC", text).lower()
    kept = {char for char in set(lowered) if unicodedata.category(char)[0] in "LN"}
    return "".join(filter(kept.__contains__, lowered))


def _kind(value: Json) -> Sentence:
    if value is None:
        return Sentence("null")
    if isinstance(value, bool):
        return Sentence("boolean")
    if isinstance(value, str):
        return Sentence("string")
    return Sentence("object") if isinstance(value, dict) else Sentence("array" if isinstance(value, list) else "number")


def _json_text(value: Json, length: int = 200) -> str:
    """A value as JSON text, cut where it is longer than `length`."""
    if isinstance(value, Decimal):
        text = str(value)
    elif isinstance(value, str):
        text = f'"{value[:length]}"'
    elif isinstance(value, list):
        text = "[" + ", ".join(_json_text(item, 20) for item in value[:20]) + ("]" if len(value) <= 20 else ", …]")
    elif isinstance(value, dict):
        text = "{…}" if value else "{}"
    else:
        text = {None: "null", True: "true", False: "false"}[value]
    return shorten(text, length)
