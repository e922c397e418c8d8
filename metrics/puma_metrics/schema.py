"""Schemas of extraction tasks: whether a task's are sound, and whether an answer is valid (GRADING, section 8).

Validity is reported beside the score and never part of it.
"""

import functools
import json
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from .errors import InputError
from .json_reader import Json, read_reference
from .wording import shorten

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

MAX_CHECKED = 10_000
"""Values in an answer up to which it is checked against the schema."""

PATTERN_DEADLINE = 0.5
"""Seconds that a schema's pattern may search one value."""

_PRIMITIVES = frozenset(("string", "number", "integer", "boolean", "null"))
_CHOICES = ("anyOf", "oneOf")


def is_schema_valid(value: Json, schema: Mapping[str, Any]) -> bool | None:
    """Whether an answer, as `read_json` reads it, is valid against the task's schema.

    Returns:
        None if the answer has more than 10,000 values, if a pattern of the schema runs into its deadline, and if the
        schema itself is none, which `extraction_problems` explains.

    >>> is_schema_valid({"a": Decimal("1.0")}, {"type": "object", "properties": {"a": {"type": "integer"}}})
    True
    """
    if sum(1 for _ in _values(value)) > MAX_CHECKED:
        return None
    from jsonschema.exceptions import SchemaError, UnknownType
    from referencing.exceptions import Unresolvable

    try:
        return _sound_validator(schema).is_valid(_plain(value))
    except (SchemaError, UnknownType, Unresolvable, RecursionError, _BadPattern):
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
    except (TypeError, ValueError):  # it holds what JSON has not
        return _checked(dict(schema))
    return _of_text(text)


@functools.lru_cache(256)
def _of_text(schema: str) -> "Validator":
    return _checked(json.loads(schema))


def _checked(schema: dict[str, Any]) -> "Validator":
    _class_of(schema).check_schema(schema)
    return _validator(schema)


def _validator(schema: Mapping[str, Any]) -> "Validator":
    from referencing import Registry

    registry: Registry[Any] = Registry()  # knows no other schema and fetches none
    return _with_deadline(_class_of(schema))(schema, registry=registry)


def _class_of(schema: Mapping[str, Any]) -> Any:
    """The class of validators for the version that the schema names."""
    # 60 ms to import, and only extraction tasks with a schema need it
    from jsonschema.validators import Draft202012Validator, validator_for

    known = isinstance(schema.get("$schema"), str)
    return validator_for(schema, default=Draft202012Validator) if known else Draft202012Validator


@functools.cache
def _with_deadline(known: Any) -> Any:
    """The class of validators with our own search for patterns; to make such a class takes longer than to validate."""
    from jsonschema import validators

    return validators.extend(known, {"pattern": _pattern})


class _BadPattern(Exception):
    """A pattern of the schema that cannot judge: why, and what is expected."""


def _pattern(validator: Any, pattern: str, value: object, schema: object) -> Iterator[Any]:
    """The keyword `pattern` under a deadline, which the validator's own search has not."""
    import regex
    from jsonschema.exceptions import ValidationError

    if not isinstance(value, str):
        return
    try:
        if not regex.search(pattern, value, timeout=PATTERN_DEADLINE):
            yield ValidationError(f"{shorten(value)!r} does not match {pattern!r}")
    except TimeoutError as error:
        problem = f"runs for more than {PATTERN_DEADLINE:g} s; one with less backtracking is expected"
        raise _BadPattern(f"{pattern} {problem}") from error
    except (regex.error, RecursionError, OverflowError, ValueError, MemoryError) as error:
        raise _BadPattern(f"{shorten(pattern)} does not compile ({error}); a regular expression is expected") from error


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
    from jsonschema.exceptions import SchemaError

    if not isinstance(schema, Mapping):  # true and false are schemas, but not of objects
        yield f"schema: no object ({shorten(repr(schema))}); a JSON Schema is expected"
        return
    try:
        _class_of(schema).check_schema(dict(schema))
    except SchemaError as error:
        yield f"schema: {shorten(error.message, 200)} (at {error.json_path}); a JSON Schema is expected"
        return
    except RecursionError:
        yield "schema: nested too deeply; a schema of flat objects is expected"
        return
    item = schema.get("items") if schema.get("type") == "array" else schema
    if not isinstance(item, Mapping) or item.get("type") != "object":
        yield f"schema: type {schema.get('type')!r}; an object, or an array whose items are objects, is expected"
        return
    if "patternProperties" in item:
        yield "schema: has patternProperties; a schema that names its fields in properties is expected"
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
    from referencing.exceptions import Unresolvable

    plain = _plain(value)
    try:
        return [
            f"reference: fails its own schema at {error.json_path} ({shorten(error.message, 200)}); "
            "a valid reference is expected"
            for error in _validator(schema).iter_errors(plain)
        ]
    except _BadPattern as error:
        return [f"schema: pattern {error}"]
    except Unresolvable as error:
        return [f"schema: refers to {error.ref!r}; a schema without references is expected"]
    except RecursionError:
        return ["schema: refers to itself; a schema without references is expected"]
