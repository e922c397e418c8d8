"""Schemas of extraction tasks: whether a task's are sound, and whether an answer is valid (GRADING, section 8).

Validity is reported beside the score and never part of it.
"""

import functools
import json
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from . import schema_judge
from .errors import InputError
from .json_reader import Json, read_reference
from .wording import shorten

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

MAX_CHECKED = 10_000
"""Values in an answer up to which it is checked against the schema."""

_PRIMITIVES = frozenset(("string", "number", "integer", "boolean", "null"))
_CHOICES = ("anyOf", "oneOf")


def is_schema_valid(value: Json, schema: Mapping[str, Any]) -> bool | None:
    """Whether an answer, as `read_json` reads it, is valid against the task's schema.

    Returns:
        None, which is not judged, if the answer has more than 10,000 values, if judging it takes more than 200,000
        steps or its patterns run into their deadline, and if the schema itself is none, which `extraction_problems`
        explains.

    >>> is_schema_valid({"a": Decimal("1.0")}, {"type": "object", "properties": {"a": {"type": "integer"}}})
    True
    """
    if sum(1 for _ in _values(value)) > MAX_CHECKED:
        return None
    try:
        return schema_judge.is_valid(_sound_validator(schema), _plain(value))
    except schema_judge.Unjudged:
        return None


def _values(value: Json) -> Iterator[Json]:
    waiting = [value]
    while waiting:
        value = waiting.pop()
        yield value
        if isinstance(value, list):
            waiting += value
        elif isinstance(value, dict):
            waiting += value.values()


def _sound_validator(schema: Mapping[str, Any]) -> "Validator":
    """A validator of a schema that was checked: once for all answers, since that takes longer than to grade them."""
    try:
        text = json.dumps(schema)
    except (TypeError, ValueError, RecursionError):  # it holds what JSON has not
        return schema_judge.checked(dict(schema))
    return _of_text(text)


@functools.lru_cache(256)
def _of_text(schema: str) -> "Validator":
    return schema_judge.checked(json.loads(schema))


def _plain(value: Json) -> Any:
    """Numbers as int or float, which the validator knows; one beyond a float's range becomes the largest float."""
    if isinstance(value, Decimal):
        if abs(value.adjusted()) < 300 and value == int(value):
            return int(value)
        return max(-1.7976931348623157e308, min(1.7976931348623157e308, float(value)))
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    return value


def extraction_problems(reference: object, schema: object) -> list[str]:
    """What is wrong with an extraction rule, each as: what is wrong (value); what is expected (TASKS.md).

    Args:
        reference: Parsed JSON that should be a flat object or a list of them.
        schema: Its JSON Schema, parsed; None if there is none.

    >>> extraction_problems({"a": {"b": 1}}, None)
    ["reference: field 'a' is not flat ({'b': 1}); a string, number, boolean, null or an array of them is expected"]
    """
    try:
        value = read_reference(reference)
    except InputError as error:
        return [str(error)]
    problems = list(_reference_problems(reference))
    if schema is None:
        return problems
    found = list(_schema_problems(schema))
    if not problems and not found and isinstance(schema, Mapping):
        problems += _disagreements(value, schema)
    return problems + found


def _reference_problems(reference: object) -> Iterator[str]:
    objects = reference if isinstance(reference, list) else [reference]
    expected = "a string, number, boolean, null or an array of them is expected"
    for number, item in enumerate(objects, start=1):
        place = f"element {number}, " if isinstance(reference, list) else ""
        if not isinstance(item, Mapping):
            yield f"reference: {place}no object ({shorten(repr(item))}); a flat object or a list of them is expected"
            continue
        for name, value in item.items():
            parts = value if isinstance(value, list) else [value]
            if any(isinstance(part, (Mapping, list)) for part in parts):
                yield f"reference: {place}field '{name}' is not flat ({shorten(repr(value))}); {expected}"


def _schema_problems(schema: object) -> Iterator[str]:
    if not isinstance(schema, Mapping):  # true and false are schemas, but not of objects
        yield f"schema: no object ({shorten(repr(schema))}); a JSON Schema is expected"
        return
    if found := [f"schema: {problem}" for problem in schema_judge.schema_problems(dict(schema))]:
        yield from found
        return
    item = schema.get("items") if schema.get("type") == "array" else schema
    if not isinstance(item, Mapping) or item.get("type") != "object":
        yield f"schema: type {schema.get('type')!r}; an object, or an array whose items are objects, is expected"
        return
    additional = item.get("additionalProperties")
    fields = dict(item.get("properties", {}))
    if isinstance(additional, Mapping):
        fields["additionalProperties"] = additional
    for name, field in fields.items():
        if not _is_flat(field):
            yield (
                f"schema: field '{name}' is not flat ({shorten(repr(field))}); "
                "a type among string, number, integer, boolean, null, or an array of them, is expected"
            )


def _is_flat(field: object, in_array: bool = False) -> bool:
    """Whether a field's schema allows primitives and arrays of primitives only."""
    if not isinstance(field, Mapping):
        return field is False
    choices = [choice for keyword in _CHOICES for choice in field.get(keyword, [])]
    if choices:
        return all(_is_flat(choice, in_array) for choice in choices)
    values = [*field.get("enum", []), *([field["const"]] if "const" in field else [])]
    if "type" not in field:
        return bool(values) and not any(isinstance(value, (Mapping, list)) for value in values)
    types = field["type"] if isinstance(field["type"], list) else [field["type"]]
    if "array" in types and (in_array or not _is_flat(field.get("items"), in_array=True)):
        return False
    return all(name in _PRIMITIVES or name == "array" for name in types)


def _disagreements(value: Json, schema: Mapping[str, Any]) -> list[str]:
    try:
        return [
            f"reference: fails its own schema at {error.json_path} ({shorten(error.message, 200)}); "
            "a valid reference is expected"
            for error in schema_judge.errors(schema, _plain(value))
        ]
    except schema_judge.Unjudged as error:
        return [f"schema: {error}"]
