"""Patterns that call themselves before they have matched anything, which has no end (GRADING, section 10).

The engine follows such a call until its own bound of memory, a gigabyte.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from .pattern_items import ANY, CLASS, END, ESCAPE, HEAD, LAYOUT, LITERAL, REPEAT, Item, items, opens_group

_CALL = re.compile(r"\(\?(?:(R|[+-]?\d++)|(?:&|P>)([^\s()]++))\)")
_NAMED = re.compile(r"\(\?P?<([^\s<>=!]++)>")
_EMPTY = re.compile(r"\\(?:[bBAZzmMKG1-9]|g<)")
"""Escapes that may match nothing: places, and references to groups."""


@dataclass
class _Group:
    """A group that is being read: which groups its alternatives may call first, and whether one may match nothing."""

    names: tuple[str, ...] = ()
    is_lookaround: bool = False
    calls: set[str] = field(default_factory=set)
    is_open: bool = True
    """Whether nothing has to be matched yet in the alternative that is read."""
    may_be_empty: bool = False


def calls_itself_first(pattern: str) -> bool:
    r"""Whether some group may call itself, or be called by those it calls, with nothing matched in between.

    >>> calls_itself_first("(?R)a|b"), calls_itself_first(r"\((?:[^()]|(?R))*\)")
    (True, False)
    """
    if not _CALL.search(pattern):
        return False
    calls = _first_calls(pattern)
    return any(group in _reached(group, calls) for group in calls)


def _reached(start: str, calls: dict[str, set[str]]) -> set[str]:
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        new = calls.get(waiting.pop(), set()) - seen
        seen |= new
        waiting += new
    return seen


def _first_calls(pattern: str) -> dict[str, set[str]]:
    """By number and by name of each group, the groups that it may call before anything has matched."""
    groups, count, done = [_Group(("0",))], 0, 0
    calls: dict[str, set[str]] = {}
    for item, is_optional in _with_repeats(pattern):
        if item.at < done:
            continue
        if call := _CALL.match(pattern, item.at) if item.kind == HEAD else None:
            done = call.end()
            if groups[-1].is_open:
                groups[-1].calls.add(_target(call, count))
        elif item.kind == HEAD and opens_group(item.text):
            name = _NAMED.match(item.text)
            count += bool(name) or item.text == "("
            numbers = (str(count),) if name or item.text == "(" else ()
            groups.append(_Group((*numbers, *(name.groups() if name else ())), "=" in item.text or "!" in item.text))
        elif item.text == "|" and item.kind == END:
            groups[-1].may_be_empty |= groups[-1].is_open
            groups[-1].is_open = True
        elif item.kind == END and len(groups) > 1:
            _close(groups.pop(), groups[-1], is_optional, calls)
        elif _must_match(item) and not is_optional:
            groups[-1].is_open = False
    while len(groups) > 1:
        _close(groups.pop(), groups[-1], False, calls)
    return {**calls, "0": groups[0].calls}


def _with_repeats(pattern: str) -> Iterator[tuple[Item, bool]]:
    """Each item with whether it may be left out: a repetition from 0 on stands behind it."""
    found = [item for item in items(pattern) if item.kind != LAYOUT]
    for item, following in zip(found, [*found[1:], None], strict=True):
        is_optional = (
            following is not None and following.kind == REPEAT and following.text[:2] in ("*", "?", "{0", "{,")
        )
        yield item, is_optional


def _must_match(item: Item) -> bool:
    if item.kind == ESCAPE:
        return not _EMPTY.match(item.text)
    return item.kind in (LITERAL, CLASS) or (item.kind == ANY and item.text == ".")


def _target(call: re.Match[str], count: int) -> str:
    number = call[1] or ""
    if number[:1] in ("+", "-"):
        return str(count + int(number) + (number[0] == "-"))
    return "0" if number == "R" else number or call[2]


def _close(group: _Group, outer: _Group, is_optional: bool, calls: dict[str, set[str]]) -> None:
    for name in group.names:
        calls[name] = group.calls
    if outer.is_open:
        outer.calls |= group.calls
        outer.is_open = group.is_lookaround or is_optional or group.may_be_empty or group.is_open
