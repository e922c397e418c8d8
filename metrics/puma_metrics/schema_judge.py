"""Judging values by a JSON Schema within a bound of work, whatever the schema and whatever the value.

Each keyword that is looked at costs steps: one, and more for a long value or a long list of what is allowed. They are
counted and not timed, so that a verdict is the same on every machine; only the search of patterns has a deadline, one
for all of them together.
"""

import functools
import json
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from itertools import islice
from typing import TYPE_CHECKING, Any

from .deadline import Deadline
from .wording import shorten

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

STEPS = 200_000
"""Steps of judging one value; one of 10,000 values by a schema of flat objects takes about 50,000."""
PATTERN_DEADLINE = 0.5
"""Seconds of computing that the patterns of a schema may search all values of one answer."""
_CHARACTERS, _LISTED = 500, 20
"""Characters of a value, and items of a keyword's own list, that cost as much as a step."""

# keywords with a schema, a list of schemas, and a map of them, in any version
_ONE = frozenset(
    (
        *("items", "not", "if", "then", "else", "contains", "additionalItems", "additionalProperties", "propertyNames"),
        *("unevaluatedItems", "unevaluatedProperties", "contentSchema", "extends"),
    )
)
_LIST = frozenset(("allOf", "anyOf", "oneOf", "prefixItems", "items", "extends", "type", "disallow"))
_MAP = frozenset(("properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions"))
_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")


class Unjudged(Exception):
    """A schema does not judge a value: why, and what is expected."""


class Work:
    """What is left of the steps and seconds for one value."""

    def __init__(self, value: object):
        self.steps = STEPS
        self.deadline = Deadline(PATTERN_DEADLINE)
        self._sizes: dict[int, int] = {}
        self._measure(value)

    def _measure(self, value: object) -> int:
        size = len(value) if isinstance(value, str) else 8
        if isinstance(value, Mapping):
            size += sum(len(str(name)) + self._measure(item) for name, item in value.items())
        elif isinstance(value, list):
            size += sum(map(self._measure, value))
        self._sizes[id(value)] = size
        return size

    def charge(self, keyword: str, allowed: object, value: object) -> None:
        """Take what a keyword costs on a value. Raises Unjudged if no steps are left."""
        size = self._sizes.get(id(value), len(value) if isinstance(value, (str, list)) else 8)
        listed = len(allowed) if isinstance(allowed, (list, Mapping)) else 0
        each = size if keyword in ("enum", "const") and isinstance(value, (list, Mapping)) else 1
        cost = 1 + size // _CHARACTERS + (1 + listed) * each // _LISTED
        self.steps = max(self.steps - cost, -1)
        if self.steps < 0:
            raise Unjudged(f"takes more than {STEPS:,} steps; a schema with fewer choices is expected")


_work: ContextVar[Work] = ContextVar("_work")

Keyword = Callable[[Any, Any, Any, Any], Iterator[Any] | None]


def errors(schema: Mapping[str, Any], value: object) -> list[Any]:
    """What is wrong with a value under a sound schema. Raises Unjudged."""
    return _errors(_validator(schema), value, None)


def is_valid(validator: "Validator", value: object) -> bool:
    """Whether a value is valid under a `checked` schema. Raises Unjudged."""
    return not _errors(validator, value, 1)


def _errors(validator: "Validator", value: object, most: int | None) -> list[Any]:
    from jsonschema.exceptions import UnknownType

    try:
        token = _work.set(Work(value))
        try:
            return list(islice(validator.iter_errors(value), most))
        finally:
            _work.reset(token)
    except RecursionError as error:
        raise Unjudged("is nested too deeply; a schema of flat objects is expected") from error
    except UnknownType as error:
        raise Unjudged(f"names the unknown type {error.type!r}; a JSON Schema is expected") from error


def checked(schema: Mapping[str, Any]) -> "Validator":
    """The validator of a schema. Raises Unjudged where it is none, or nothing bounds what it would take."""
    for problem in schema_problems(schema):
        raise Unjudged(problem)
    return _validator(schema)


def schema_problems(schema: Mapping[str, Any]) -> Iterator[str]:
    """What keeps a schema from judging anything, at any depth: each as what is wrong; what is expected."""
    known = class_of(schema)
    try:
        wrong = _errors(_counting(class_of(known.META_SCHEMA, known))(known.META_SCHEMA), schema, 1)
    except Unjudged as error:
        yield str(error)
        return
    if wrong:
        yield f"{shorten(wrong[0].message, 200)} (at {wrong[0].json_path}); a JSON Schema is expected"
        return
    for inner in _subschemas(schema):
        yield from _unbounded(inner)


def _unbounded(schema: Mapping[str, Any]) -> Iterator[str]:
    from .rules import pattern_guard

    for name in _REFERENCES:
        if name in schema:
            yield f"refers to {shorten(schema[name])!r}; a schema without references is expected"
    if "patternProperties" in schema:
        yield "has patternProperties; a schema that names its fields in properties is expected"
    pattern = schema.get("pattern")
    if isinstance(pattern, str):
        try:
            pattern_guard.compiled(pattern, ignore_case=False)
        except pattern_guard.TooLarge as error:
            yield f"pattern {shorten(pattern)} {error}"
        except pattern_guard.BadPattern as error:
            yield f"pattern {shorten(pattern)} does not compile ({error}); a regular expression is expected"


def _subschemas(schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """A schema and all schemas in it; a field that is called like a keyword is none."""
    waiting: list[object] = [schema]
    while waiting:
        found = waiting.pop()
        if not isinstance(found, Mapping):
            continue
        yield found
        for name, value in found.items():
            if name in _LIST and isinstance(value, list):
                waiting += value
            elif name in _ONE:
                waiting.append(value)
            elif name in _MAP and isinstance(value, Mapping):
                waiting += value.values()


def class_of(schema: Mapping[str, Any], default: Any = None) -> Any:
    """The class of validators for the version that the schema names."""
    # 60 ms to import, and only extraction tasks with a schema need it
    from jsonschema.validators import Draft202012Validator, validator_for

    default = default or Draft202012Validator
    known = isinstance(schema.get("$schema"), str)
    return validator_for(schema, default=default) if known else default


def _validator(schema: Mapping[str, Any]) -> "Validator":
    from referencing import Registry

    registry: Registry[Any] = Registry()  # knows no other schema and fetches none
    return _counting(class_of(schema))(schema, registry=registry)


@functools.cache
def _counting(known: Any) -> Any:
    """The class of validators whose keywords take steps; to make such a class takes longer than to validate."""
    from jsonschema import validators

    keywords = {**known.VALIDATORS, "pattern": _pattern, "uniqueItems": _unique_items}
    counting = validators.extend(known, {name: _counted(name, keyword) for name, keyword in keywords.items()})
    evolve = counting.evolve

    def evolved(self: Any, **changes: Any) -> Any:
        # a schema within another may name a version, whose own class would count nothing
        if isinstance(inner := changes.get("schema"), Mapping) and "$schema" in inner:
            changes["schema"] = {name: value for name, value in inner.items() if name != "$schema"}
        return evolve(self, **changes)

    counting.evolve = evolved
    return counting


def _counted(name: str, keyword: Keyword) -> Keyword:
    def counted(validator: Any, allowed: Any, value: Any, schema: Any) -> Iterator[Any]:
        _work.get().charge(name, allowed, value)
        yield from keyword(validator, allowed, value, schema) or ()

    return counted


@functools.lru_cache(256)
def _compiled(pattern: str) -> Any:
    from .rules import pattern_guard

    return pattern_guard.compiled(pattern, ignore_case=False)


def _pattern(validator: Any, pattern: str, value: object, schema: object) -> Iterator[Any]:
    """The keyword `pattern` by our engine, within what is left of the deadline."""
    from jsonschema.exceptions import ValidationError

    from .rules import pattern_guard

    if not isinstance(value, str):
        return
    try:
        # the others of a server go on meanwhile
        is_found = _compiled(pattern).search(value, timeout=_work.get().deadline.left, concurrent=True)
    except (TimeoutError, MemoryError) as error:
        problem = f"runs for more than {PATTERN_DEADLINE:g} s; one with less backtracking is expected"
        raise Unjudged(f"pattern {shorten(pattern)} {problem}") from error
    except pattern_guard.BadPattern as error:
        raise Unjudged(f"pattern {shorten(pattern)} cannot search ({error}); another one is expected") from error
    if not is_found:
        yield ValidationError(f"{shorten(value)!r} does not match {pattern!r}")


def _unique_items(validator: Any, is_asked: object, value: object, schema: object) -> Iterator[Any]:
    """The keyword `uniqueItems`, in linear time: the validator's own compares every two objects."""
    from jsonschema.exceptions import ValidationError

    if is_asked and isinstance(value, list):
        # written out, equal values are equal: numbers without a fraction are integers here, and true is not 1
        written = [json.dumps(item, sort_keys=True, default=str) for item in value]
        if len(set(written)) < len(written):
            yield ValidationError(f"{shorten(repr(value))} has non-unique elements")
