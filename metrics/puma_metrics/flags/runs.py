"""The items of lists: short stretches between marks, without a verb or a stance of their own."""

from ..text import Span
from .cues import words
from .denial import BUT
from .kinds import TITLE, VERB, begins_a_clause, is_address, is_first_person, is_preposition
from .marks import ASK, COLON, COMMA, DASH, LINE, OPEN, PART, SENTENCE
from .reading import Reading

LONGEST_ITEM = 5
"""Words of an item of a list."""
LONGEST_LINE = 10
"""Words of an item beside a long one: a longer sentence says something, and lists nothing."""
AND = frozenset(("i", "oraz", "and", "a", "lub", "albo", "or", "czy", "bądź", "ewentualnie", "względnie"))
BREAKS = (
    "aside",
    "beside",
    "pitfall",
    "formerly",
    "now",
    "deny",
    "fails",
    "retract",
    "conclude",
    "contrast",
    "source",
    "refuse",
    "condition",
    "undecided",
    "open",
)


def label_of(reading: Reading, span: Span, kinds: frozenset[str]) -> frozenset[str] | None:
    """What stands before the first colon, dash or bar of a line, less numbers and letters; None where there is none."""
    stop = next((at for at in range(span[0] + 1, span[1]) if reading.seen.gaps[at] & (COLON | DASH | PART)), None)
    if stop is None or reading.any_wanted(span[0], stop):
        return None
    rivals = reading.rivals(span[0], stop, kinds)
    words = [at for at in range(span[0], stop) if len(reading.seen.tokens[at]) > 1 and at not in rivals]
    if rivals and not words:
        return None
    return frozenset().union(*(reading.seen.lemmas[at] for at in words if reading.seen.tokens[at].isalpha()))


def is_one_label(one: frozenset[str] | None, other: frozenset[str] | None) -> bool:
    if one is None or other is None:
        return one is other
    return (not one and not other) or not one.isdisjoint(other)


def segments(reading: Reading, start: int, end: int, marks: int, and_too: bool = True) -> list[Span]:
    """The stretches of a range between the marks and the conjunctions."""
    found, first = [], start
    inside = reading.seen.bracketed
    for at in range(start, end):
        if inside[at] and not inside[start] and not marks & LINE:
            continue
        is_and = and_too and reading.seen.tokens[at].lower() in AND and not reading.wanted[at]
        if (reading.seen.gaps[at] & marks and at > start) or is_and:
            if first < at:
                found.append((first, at))
            first = at + is_and
    return [*found, (first, end)] if first < end else found


def run(reading: Reading, spans: list[Span], place: Span) -> list[Span]:
    """The short items without a break around the place; of the first, what stands at its end."""
    index = next((i for i, span in enumerate(spans) if span[0] <= place[0] < span[1]), None)
    if index is None:
        return []
    first = last = index
    kinds = reading.item_kinds(place)
    longest = max(LONGEST_ITEM, min(_size(reading, spans[index]) + 2, LONGEST_LINE))
    while first > 0 and is_item(reading, spans[first - 1], longest, kinds):
        first -= 1
    while last + 1 < len(spans) and is_item(reading, spans[last + 1], longest, kinds):
        last += 1
    begin, stop = spans[index]
    if index > first or begin < reading.seen.sentence_of(place[0])[0]:
        words = range(begin, place[0])
        if any(reading.is_verb(at) or reading.seen.tokens[at].lower() == "to" for at in words):
            first = index
        if any(reading.seen.gaps[at + 1] & (DASH | COLON) for at in words):
            first = index
    if breaks(reading, begin, place[0]) or reading.seen.tokens[begin].lower() in BUT:
        first = index
    run = spans[first : last + 1]
    if first == index == last:
        return run
    stop = min(stop, len(reading))
    if reading.cues("beside", place[1], stop) or _says_more(reading, place[1], stop, kinds):
        return run[: index - first + 1]
    if first > 0 and first < index and reading.seen.gaps[spans[first][0]] & (COMMA | PART):
        begin, stop = spans[first - 1]
        run = [(max(begin, stop - 2), stop), *run] if not breaks(reading, max(begin, stop - 2), stop) else run
    return run


def _says_more(reading: Reading, start: int, stop: int, kinds: frozenset[str]) -> bool:
    """Whether a dash behind a place begins a clause: what follows it belongs to that, and to no list."""
    dash = next((at for at in range(start, stop) if reading.seen.gaps[at] & DASH), stop)
    return not {VERB, TITLE} & kinds and any(reading.is_verb(at) for at in range(dash, stop))


def is_item(reading: Reading, span: Span, longest: int, kinds: frozenset[str]) -> bool:
    """Whether a stretch is short and names something, without a verb or a stance of its own."""
    start, end = span
    gaps, tokens = reading.seen.gaps, reading.seen.tokens
    if gaps[start] & SENTENCE and gaps[end] & SENTENCE and is_remark(reading, start, end, TITLE not in kinds):
        return False
    if tokens[start].lower() in BUT:
        return False
    if gaps[end] & ASK or (gaps[end] & COLON and gaps[end] & LINE) or breaks(reading, start, end):
        return False
    if not {VERB, TITLE} & kinds and any(
        is_first_person(tokens[at].lower()) for at in range(start, end) if len(tokens[at]) > 1
    ):
        return False
    if VERB not in kinds and any(tokens[at].lower() == "to" for at in range(start + 1, end)):
        return False
    if begins_a_clause(tokens[start].lower()) and VERB not in kinds:
        return False
    if (
        is_preposition(tokens[start].lower())
        and start + 1 < end
        and not reading.seen.lemmas[start + 1].isdisjoint(RELATIVE)
    ):
        return False
    return not _has_verb(reading, span, kinds) and _size(reading, span) <= longest


def is_remark(reading: Reading, start: int, end: int, by_form: bool = True) -> bool:
    """Whether a stretch greets, thanks, or speaks of the question or the answer itself.

    The imperative and the first person tell it too, unless titles are listed: "Pójdźmy wszyscy do stajenki".
    """
    return any(
        not reading.seen.lemmas[at].isdisjoint(REMARKS) or (by_form and is_address(reading.seen.tokens[at].lower()))
        for at in range(start, end)
    )


RELATIVE = words("co który which whom whose")
REMARKS = words(
    "pytanie odpowiedź zadanie łatwy trudny prosty banalny oczywisty pewny pewność myśl miły powodzenie pozdrawiać "
    "pozdrowienie dziękować question answer task easy simple hard trivial obvious sure done confidence gotowe koniec"
)
"""What is said of a question or an answer, or to its reader, which answers nothing."""


def _has_verb(reading: Reading, span: Span, kinds: frozenset[str]) -> bool:
    """Whether a finite verb stands in a stretch; verbs and titles may have one, but not before a quotation mark."""
    start, end = span
    quoted = reading.seen.quoted
    if {VERB, TITLE} & kinds and not (TITLE in kinds and reading.seen.tokens[start][0].islower()):
        end = next((at for at in range(start, end) if at in quoted), start)
    return any(reading.is_verb(at) for at in range(quoted.get(start, start), end))


def _size(reading: Reading, span: Span) -> int:
    """Its words, less what stands in brackets behind it."""
    start, end = reading.seen.quoted.get(span[0], span[0]), span[1]
    return next((at for at in range(start + 1, end) if reading.seen.gaps[at] & OPEN), end) - start


def breaks(reading: Reading, start: int, end: int) -> bool:
    """Whether a stretch has a stance of its own."""
    return reading.any_cue(BREAKS, start, end)
