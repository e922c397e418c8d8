"""Blocks in the reading order that a page names beside them."""

from collections.abc import Iterable, Sequence


def in_order(blocks: Sequence[tuple[str, str]], order: Iterable[str]) -> list[str]:
    """The blocks' texts: those that the order names, in its order, in the places that they have together.

    >>> in_order([("a", "A"), ("b", "B"), ("c", "C")], ["c", "a"])
    ['C', 'B', 'A']
    """
    names = [name for name, _ in blocks if name]
    wanted = [name for name in dict.fromkeys(order) if name in set(names)] if order else []
    texts = dict(blocks)
    if len(set(names)) < len(names) or not wanted:
        return [text for _, text in blocks]
    following = iter(wanted)
    chosen = set(wanted)
    return [texts[next(following)] if name in chosen else text for name, text in blocks]
