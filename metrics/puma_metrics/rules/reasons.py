"""Why a rule scores as it does: each clause, phrase, match, pair and word, and where it stands in the raw answer."""

from collections.abc import Callable, Iterator
from itertools import combinations, islice
from typing import Any

from ..near import near_misses
from ..phrases import Answer
from ..speech import Edit, each_edit
from ..text import Span, words1_spans
from .comparisons import extraction_parts, ocr_parts
from .parts import MOST_PARTS, Part
from .pattern_rule import Regex
from .phrase_rules import Exclude, Include, Order
from .reference_rules import Asr


def quoted(text: str) -> str:
    return f'"{text}"' if len(text) <= 60 else f'"{text[:57]}..."'


def at(place: Span) -> str:
    return f"at {place[0]}-{place[1]}"


def found_as(written: str, answer: Answer, place: Span) -> str:
    there = answer.text[slice(*place)]
    return f"{quoted(written)} found {'' if there == written else f'as {quoted(there)} '}{at(place)}"


def expected(low: int, high: float | None) -> str:
    if high is None:
        return f"expected at least {low}"
    return f"expected {low}" if low == high else f"expected {low} to {high}"


def include_parts(rule: Include, answer: Answer) -> Iterator[Part]:
    clauses = [list(_clause_places(rule, index, answer)) for index in range(len(rule.clauses))]
    if (rule.include_min, rule.include_max) != (None, None):
        low, high = rule.bounds
        held = sum(map(bool, clauses))
        yield Part("clauses", low <= held <= high, f"{held} of {len(clauses)} hold, {expected(low, high)}")
    for number, (written, found) in enumerate(zip(rule.clauses, clauses, strict=True), 1):
        name = f"clause {number} of {len(clauses)}"
        if found:
            reason = ", ".join(found_as(item, answer, place) for item, place in found)
            yield Part(name, True, reason, tuple(place for _, place in found))
        else:
            names = ", ".join(map(quoted, written))
            reason = f"none of {names} found" if len(written) > 1 else f"{names} not found"
            yield Part(name, False, reason, near=near_misses(written, answer, rule.normalize))


def _clause_places(rule: Include, index: int, answer: Answer) -> Iterator[tuple[str, Span]]:
    """The first place of each phrase of a clause that matches."""
    for written, phrase in zip(rule.clauses[index], rule.ready[index], strict=True):
        for start, end in islice(phrase.places(answer), 1):
            yield written, answer.place(start, end, rule.normalize)


def exclude_parts(rule: Exclude, answer: Answer) -> Iterator[Part]:
    for number, (written, phrase) in enumerate(zip(rule.phrases, rule.ready, strict=True), 1):
        places = [answer.place(*place, rule.normalize) for place in islice(phrase.places(answer), MOST_PARTS)]
        reason = ", ".join([found_as(written, answer, place) for place in places[:1]] + [at(p) for p in places[1:]])
        yield Part(
            f"phrase {number} of {len(rule.ready)}", not places, reason or f"{quoted(written)} absent", tuple(places)
        )


def order_parts(rule: Order, answer: Answer) -> Iterator[Part]:
    found = rule.places(answer)
    places = [place and answer.place(*place, rule.normalize) for place in found]
    for number, (written, place) in enumerate(zip(rule.phrases, places, strict=True), 1):
        name = f"phrase {number} of {len(places)}"
        if place:
            yield Part(name, True, found_as(written, answer, place), (place,))
        elif rule.ready[number - 1].is_in(answer):
            yield Part(name, False, f"{quoted(written)} found too rarely, or only where it does not count")
        else:
            yield Part(name, False, f"{quoted(written)} not found", near=near_misses([written], answer, rule.normalize))
    placed = [(index, place) for index, place in enumerate(found) if place]
    wrong = ((i, j) for (i, a), (j, b) in combinations(placed, 2) if a[1] > b[0])
    for i, j in islice(wrong, MOST_PARTS):
        first, second = quoted(rule.phrases[i]), quoted(rule.phrases[j])
        yield Part(f"pair {i + 1}, {j + 1}", False, f"{first} should stand before {second}", (places[i], places[j]))  # type: ignore[arg-type]


def regex_parts(rule: Regex, answer: Answer) -> Iterator[Part]:
    _, places, counted = rule.found(answer)
    found = len(places)
    low = 1 if rule.regex_min is None else rule.regex_min
    holds = low <= counted and (rule.regex_max is None or counted <= rule.regex_max)
    of_all = f" of {found}" if counted < found else ""
    yield Part("matches", holds, f"{counted}{of_all} for {quoted(rule.pattern)}, {expected(low, rule.regex_max)}")
    for number, (match, place, objection) in enumerate(rule.first_matches(answer, MOST_PARTS), 1):
        reason = f"{quoted(match)} {at(place)}{' ' + objection if objection else ''}"
        yield Part(f"match {number} of {found}", not objection, reason, (place,))


def asr_parts(rule: Asr, answer: Answer) -> Iterator[Part]:
    shown: list[Edit] = []
    counts = dict.fromkeys(("substituted", "dropped", "inserted"), 0)
    for edit in each_edit(answer.words1, rule.words):
        counts[edit.kind] += 1
        if len(shown) < MOST_PARTS:
            shown.append(edit)
    listed = ", ".join(f"{count} {kind}" for kind, count in counts.items())
    accuracy = f"word accuracy {rule.soft(answer):.3f}, expected at least {rule.passes_at}"
    yield Part("words", rule.soft(answer) >= rule.passes_at, f"{listed} against {len(rule.words)}; {accuracy}")
    places = words1_spans(answer.text) if shown else []
    for edit in shown:
        where = places[edit.predicted_at : edit.predicted_at + 1] if edit.predicted else []
        yield Part(f"word {edit.reference_at + 1}", False, described(edit), tuple(where))
    if (more := sum(counts.values()) - len(shown)) > 0:
        yield Part("words", False, f"{more} more are wrong, and not listed here")


def described(edit: Edit) -> str:
    if edit.kind == "substituted":
        return f"{quoted(edit.predicted)} for {quoted(edit.reference)}"
    return f"{quoted(edit.reference or edit.predicted)} {edit.kind}"


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
        return (Part("answer", False, "is empty" if answer.is_blank else "has no letter or digit"),)
    return tuple(PARTS[rule.type](rule, answer))


def reason(parts: tuple[Part, ...], strict: int) -> str:
    """One line: of a rule that fails what fails, of one that is met what holds."""
    telling = [part for part in parts if part.holds == bool(strict)] or list(parts)
    return "; ".join(map(str, telling))
