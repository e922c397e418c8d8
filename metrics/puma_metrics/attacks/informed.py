"""Cheap answers of someone who has the rules and does not care: right and wrong side by side, or out of order."""

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from html import escape
from itertools import chain
from typing import Any, TypeVar

from ..document import split_document
from ..rules import Asr, Exclude, Extraction, Include, Ocr, Order, Regex, Rule
from ..task import Task
from .blind import both_ways, laid_out
from .spelled import spelled

Item = TypeVar("Item")


def named(rule: Rule) -> tuple[list[str], list[str]]:
    """What a rule names that an answer may have, and what it names that makes an answer wrong.

    >>> named(Exclude(("Mickiewicz",)))
    ([], ['Mickiewicz'])
    """
    if isinstance(rule, Include):
        wanted = rule.bounds[1] if rule.bounds[0] else 0
        return [*chain(*rule.clauses[:wanted])], [*chain(*rule.clauses[wanted:])]
    if isinstance(rule, Exclude):
        return [], list(rule.phrases)
    if isinstance(rule, Order):
        return list(rule.phrases), []
    if isinstance(rule, Regex):
        texts, forbidden = spelled(rule.pattern)
        # what the pattern forbids and wants, it forbids only to come again: to find the last one
        forbidden = [text for text in forbidden if not any(text in wanted for wanted in texts)]
        if rule.regex_min == 0:  # a bound from above asks for nothing, and forbids what it names where it is 0
            return [], texts if rule.regex_max == 0 else []
        return texts, forbidden
    return [], []


def every_phrase(task: Task) -> Iterator[str]:
    """Everything that the rules name, right and wrong, in one answer; where they name nothing wrong, it is right."""
    pairs = [named(rule) for rule in task.rules]
    wanted, unwanted = (list(chain.from_iterable(side)) for side in zip(*pairs, strict=True))
    if unwanted:
        yield from both_ways([*wanted, *unwanted])
        yield from both_ways([*wanted, *unwanted], " albo ")
        yield from both_ways([*wanted, *unwanted, *wanted])
        yield from laid_out([*wanted, *unwanted])


def order_reversed(task: Task) -> Iterator[str]:
    """The phrases of an order from the last to the first, and in the order of the alphabet."""
    for rule in task.rules:
        if isinstance(rule, Order):
            others = (tuple(reversed(rule.phrases)), tuple(sorted(rule.phrases)))
            yield from (", ".join(other) for other in others if other != rule.phrases)


def one_phrase(task: Task) -> Iterator[str]:
    """Each phrase alone where the rules ask for more than one thing: whatever passes does the work of two."""
    if sum(map(_wanted_things, task.rules)) > 1:
        for rule in task.rules:
            if isinstance(rule, Include | Order):
                yield from named(rule)[0]


def _wanted_things(rule: Rule) -> int:
    if isinstance(rule, Include):
        return rule.bounds[0]
    if isinstance(rule, Order):
        return len(rule.phrases)
    return int(isinstance(rule, Regex) and rule.regex_min != 0)


def shuffled(items: Sequence[Item]) -> list[Item]:
    """The items in an order that depends on nothing but them, and follows nothing that they say.

    >>> shuffled(["raz", "dwa", "trzy", "cztery"])
    ['trzy', 'raz', 'dwa', 'cztery']
    """
    places = sorted(range(len(items)), key=lambda place: sha256(f"{place} {items[place]}".encode()).digest())
    return [items[place] for place in places]


def words_shuffled(task: Task) -> Iterator[str]:
    """The words of the reference in another order, its tables as they are."""
    for rule in task.rules:
        if isinstance(rule, Asr) and len(set(rule.words)) > 1:
            yield " ".join(shuffled(rule.words))
        elif isinstance(rule, Ocr):
            words, tables = split_document("\n\n".join(rule.blocks))
            if len(set(words)) > 1:
                yield "\n".join([" ".join(shuffled(words)), *map(_table, tables)])


def words_reversed(task: Task) -> Iterator[str]:
    """The words of the reference from the last to the first."""
    for rule in task.rules:
        words = rule.words if isinstance(rule, Asr) else []
        if words != words[::-1]:
            yield " ".join(reversed(words))


def cells_shuffled(task: Task) -> Iterator[str]:
    """The texts of each table's cells in another order, the text around them as it is."""
    for rule in task.rules:
        if isinstance(rule, Ocr):
            words, tables = split_document("\n\n".join(rule.blocks))
            mixed = [_with_texts(table, shuffled([cell[0] for row in table for cell in row])) for table in tables]
            if mixed != tables:
                yield "\n".join([" ".join(words), *map(_table, mixed)])


Table = list[list[tuple[str, int, int]]]


def _with_texts(table: Table, texts: list[str]) -> Table:
    given = iter(texts)
    return [[(next(given), colspan, rowspan) for _, colspan, rowspan in row] for row in table]


def _table(table: Table) -> str:
    rows = [
        "".join(f'<td colspan="{colspan}" rowspan="{rowspan}">{escape(text)}</td>' for text, colspan, rowspan in row)
        for row in table
    ]
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def values_shuffled(task: Task) -> Iterator[str]:
    """The values of the reference in other fields; of several objects also each field's values in other objects."""
    for reference in _references(task):
        if isinstance(reference, dict):
            yield from _other([_turned(reference)], reference)
        else:
            yield from _other([list(map(_turned, reference)), _columns_turned(reference)], reference)


def arrays_reversed(task: Task) -> Iterator[str]:
    """The arrays within the fields of the reference from the last item to the first."""
    for reference in _references(task):
        several = [reference] if isinstance(reference, dict) else reference
        turned = [{n: v[::-1] if isinstance(v, list) else v for n, v in one.items()} for one in several]
        yield from _other([turned[0] if isinstance(reference, dict) else turned], reference)


def _references(task: Task) -> Iterator[Any]:
    yield from (rule.reference for rule in task.rules if isinstance(rule, Extraction))


def _other(answers: Sequence[Any], reference: Any) -> Iterator[str]:
    yield from (json.dumps(answer, ensure_ascii=False) for answer in answers if answer != reference)


def _turned(one: dict[str, Any]) -> dict[str, Any]:
    values = list(one.values())
    return dict(zip(one, [*values[1:], *values[:1]], strict=True))


def _columns_turned(several: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each field's values moved on by as many objects as the field's place says, so that no object is itself."""
    return [
        {name: several[(row + place) % len(several)].get(name) for place, name in enumerate(one)}
        for row, one in enumerate(several)
    ]
