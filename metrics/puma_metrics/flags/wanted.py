"""Where an answer has what the rules ask for, in tokens."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from ..errors import RuleError
from ..rules import Include, Order, Rule
from ..rules.pattern_rule import Regex
from ..text import Span
from .seen import Seen

Item = list[Span]
"""The places of one thing that a rule asks for, from the left."""


def items(rules: Sequence[Rule], seen: Seen) -> list[Item]:
    """For each thing that the rules ask for, every place in the answer that satisfies it.

    A rule without a minimum asks for nothing: it says how many rivals may be named, and to deny them is no hedge.
    """
    return [_merged(sorted(item)) for rule in rules for item in _items(rule, seen) if item]


def _merged(places: Item) -> Item:
    """The places, those that overlap as one: a thing that is named once in two ways."""
    found: Item = []
    for start, end in places:
        if found and start < found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


def _items(rule: Rule, seen: Seen) -> Iterator[Item]:
    answer = seen.answer
    if isinstance(rule, Include) and rule.bounds[0]:
        for clause in rule.ready:
            yield [_tokens(place, seen, rule.normalize) for phrase in clause for place in phrase.places(answer)]
    elif isinstance(rule, Order):
        yield from ([_tokens(place, seen, rule.normalize)] for place in rule.places(answer) if place)
    elif isinstance(rule, Regex) and rule.regex_min != 0:
        places = list(_matches(rule, seen))
        yield from ([place] for place in places) if (rule.regex_min or 0) > 1 else [places]


def _matches(rule: Regex, seen: Seen) -> Iterator[Span]:
    try:
        searched, places, _ = rule.found(seen.answer)
    except RuleError:
        return  # the score says so
    starts = _word_starts(searched) if rule.normalize else []
    for start, end in places:
        if rule.objection(searched[start:end]):
            continue
        if rule.normalize:
            yield bisect_right(starts, start) - 1, bisect_left(starts, end)
        else:
            yield _tokens((start, end), seen, normalize=False)


def _word_starts(searched: str) -> list[int]:
    starts, at = [0], searched.find(" ")
    while at >= 0:
        starts.append(at + 1)
        at = searched.find(" ", at + 1)
    return starts


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
