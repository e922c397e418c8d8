"""Where an answer has what the rules ask for, in tokens."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from ..rules import Rule
from ..text import Span
from .seen import Seen

Item = list[Span]
"""The places of one thing that a rule asks for, from the left."""


def items(rules: Sequence[Rule], seen: Seen) -> list[Item]:
    """For each thing that the rules ask for, every place in the answer that satisfies it.

    A rule without a minimum asks for nothing: it says how many rivals may be named, and to deny them is no hedge.
    """
    return [
        _merged(sorted(_tokens(place, seen, rule.asks().normalize) for place in places))
        for rule in rules
        for places in rule.asked_places(seen.answer)
        if places
    ]


def _merged(places: Item) -> Item:
    """The places, those that overlap as one: a thing that is named once in two ways."""
    found: Item = []
    for start, end in places:
        if found and start < found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


def _tokens(place: Span, seen: Seen, normalize: bool) -> Span:
    """A place as a rule has it, in words or characters of `raw1`, in tokens; of no width where no token is seen."""
    if normalize:
        return place
    answer = seen.answer
    start, end = place
    if answer.raw1 != answer.text:
        start, end = answer.place(start, end, normalize=False)
    first = bisect_right(seen.raw_ends, start)
    return first, max(first, bisect_left(seen.raw_starts, end))
