"""Why a rule scores as it does: each clause, phrase, match, pair and word, and where it stands in the raw answer."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice
from typing import Any

from ..near import near_misses
from ..phrases import Answer
from ..sentence import Sentence, quotation, together
from ..speech import Edit, each_edit
from ..text import Span, words1_spans
from .comparisons import extraction_parts, ocr_parts
from .parts import MOST_PARTS, Part
from .pattern_rule import Regex
from .phrase_rules import Exclude, Include, Order
from .reference_rules import Asr


def found_as(written: str, answer: Answer, place: Span) -> Sentence:
    there = answer.text[slice(*place)]
    if there == written:
        return Sentence("found", phrase=quotation(written), place=place)
    return Sentence("found-as", phrase=quotation(written), there=quotation(there), place=place)


def expected(low: int, high: int | None) -> Sentence:
    if high is None:
        return Sentence("expected-at-least", low=low)
    return Sentence("expected-just", low=low) if low == high else Sentence("expected-between", low=low, high=high)


def include_parts(rule: Include, answer: Answer) -> Iterator[Part]:
    clauses = [list(_clause_places(rule, index, answer)) for index in range(len(rule.clauses))]
    if (rule.include_min, rule.include_max) != (None, None):
        low, high = rule.bounds
        held = sum(map(bool, clauses))
        reason = Sentence("hold", held=held, all=len(clauses), expected=expected(low, high))
        yield Part(Sentence("part-clauses"), low <= held <= high, reason)
    for number, (written, found) in enumerate(zip(rule.clauses, clauses, strict=True), 1):
        name = Sentence("part-clause", number=number, all=len(clauses))
        if found:
            said = together(*(found_as(item, answer, place) for item, place in found))
            yield Part(name, True, said, tuple(place for _, place in found))
        else:
            yield Part(name, False, _not_found(written), near=near_misses(written, answer, rule.normalize))


def _not_found(written: Sequence[str]) -> Sentence:
    if len(written) > 1:
        return Sentence("none-found", phrases=tuple(map(quotation, written)))
    return Sentence("not-found", phrase=quotation(written[0]))


def _clause_places(rule: Include, index: int, answer: Answer) -> Iterator[tuple[str, Span]]:
    """The first place of each phrase of a clause that matches."""
    for written, phrase in zip(rule.clauses[index], rule.ready[index], strict=True):
        for start, end in islice(phrase.places(answer), 1):
            yield written, answer.place(start, end, rule.normalize)


def exclude_parts(rule: Exclude, answer: Answer) -> Iterator[Part]:
    for number, (written, phrase) in enumerate(zip(rule.phrases, rule.ready, strict=True), 1):
        places = [answer.place(*place, rule.normalize) for place in islice(phrase.places(answer), MOST_PARTS)]
        name = Sentence("part-phrase", number=number, all=len(rule.ready))
        if places:
            others = (Sentence("at", place=place) for place in places[1:])
            yield Part(name, False, together(found_as(written, answer, places[0]), *others), tuple(places))
        else:
            yield Part(name, True, Sentence("absent", phrase=quotation(written)))


def order_parts(rule: Order, answer: Answer) -> Iterator[Part]:
    found = rule.places(answer)
    places = [place and answer.place(*place, rule.normalize) for place in found]
    for number, (written, place) in enumerate(zip(rule.phrases, places, strict=True), 1):
        name = Sentence("part-phrase", number=number, all=len(places))
        if place:
            yield Part(name, True, found_as(written, answer, place), (place,))
        elif rule.ready[number - 1].is_in(answer):
            yield Part(name, False, Sentence("too-rare", phrase=quotation(written)))
        else:
            yield Part(name, False, _not_found([written]), near=near_misses([written], answer, rule.normalize))
    placed = [(index, place) for index, place in enumerate(found) if place]
    wrong = ((i, j) for (i, a), (j, b) in combinations(placed, 2) if a[1] > b[0])
    for i, j in islice(wrong, MOST_PARTS):
        name = Sentence("part-pair", first=i + 1, second=j + 1)
        reason = Sentence("out-of-order", first=quotation(rule.phrases[i]), second=quotation(rule.phrases[j]))
        yield Part(name, False, reason, (places[i], places[j]))  # type: ignore[arg-type]


def regex_parts(rule: Regex, answer: Answer) -> Iterator[Part]:
    _, places, counted = rule.found(answer)
    found = len(places)
    low = 1 if rule.regex_min is None else rule.regex_min
    holds = low <= counted and (rule.regex_max is None or counted <= rule.regex_max)
    told = {"count": counted, "pattern": quotation(rule.pattern), "expected": expected(low, rule.regex_max)}
    reason = Sentence("matched-of", found=found, **told) if counted < found else Sentence("matched", **told)
    yield Part(Sentence("part-matches"), holds, reason)
    for number, (match, place, objection) in enumerate(rule.first_matches(answer, MOST_PARTS), 1):
        said = Sentence("match", match=quotation(match), place=place)
        if objection:
            said = Sentence("match-objected", match=quotation(match), place=place, objection=objection)
        yield Part(Sentence("part-match", number=number, all=found), not objection, said, (place,))


def asr_parts(rule: Asr, answer: Answer) -> Iterator[Part]:
    shown: list[Edit] = []
    counts = dict.fromkeys(("substituted", "dropped", "inserted"), 0)
    for edit in each_edit(answer.words1, rule.words):
        counts[edit.kind] += 1
        if len(shown) < MOST_PARTS:
            shown.append(edit)
    accuracy = rule.soft(answer)
    reason = Sentence("edited", **counts, words=len(rule.words), accuracy=accuracy, bound=rule.passes_at)
    yield Part(Sentence("part-words"), accuracy >= rule.passes_at, reason)
    places = words1_spans(answer.text) if shown else []
    for edit in shown:
        where = places[edit.predicted_at : edit.predicted_at + 1] if edit.predicted else []
        yield Part(Sentence("part-word", number=edit.reference_at + 1), False, described(edit), tuple(where))
    if (more := sum(counts.values()) - len(shown)) > 0:
        yield Part(Sentence("part-words"), False, Sentence("more-wrong", more=more))


def described(edit: Edit) -> Sentence:
    if edit.kind == "substituted":
        return Sentence("substituted", found=quotation(edit.predicted), expected=quotation(edit.reference))
    if edit.kind == "dropped":
        return Sentence("dropped", word=quotation(edit.reference))
    return Sentence("inserted", word=quotation(edit.predicted))


PARTS: dict[str, Callable[[Any, Answer], Iterator[Part]]] = {
    "include": include_parts,
    "exclude": exclude_parts,
    "order": order_parts,
    "regex": regex_parts,
    "asr": asr_parts,
    "ocr": ocr_parts,
    "extraction": extraction_parts,
}


def parts(rule: Any, answer: Answer) -> tuple[Part, ...]:
    """What a rule looked at, in its order; a silent answer is all there is to say of it."""
    if rule.is_silent(answer):
        return (Part(Sentence("part-answer"), False, Sentence("empty") if answer.is_blank else Sentence("wordless")),)
    return tuple(PARTS[rule.type](rule, answer))


def reason(parts: tuple[Part, ...], strict: int) -> Sentence:
    """One line: of a rule that fails what fails, of one that is met what holds."""
    telling = [part for part in parts if part.holds == bool(strict)] or list(parts)
    return Sentence("parts", parts=tuple(part.said for part in telling))
