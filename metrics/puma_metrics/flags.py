"""What a rule cannot see of an answer and a person should read: flags. They never change a score.

Rules find words; they do not see that an answer denies, takes back or merely lists what they look for (GRADING,
section 11). An occurrence of what a rule asks for is sound if none of the kinds below apply to it; a pass is contested
if something that a rule asks for has no sound occurrence. The patterns are Polish and English.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from .lazy import made_once
from .marks import (
    CLAUSE_END,
    CONCESSION_AFTER,
    CONCLUSION,
    NEGATION_AFTER,
    NEGATION_BEFORE,
    NEGATION_INSERTED,
    NO_LIST_ITEM,
    OR_AFTER,
    OR_BEFORE,
    OR_END,
    PART_END,
    POSSIBILITY_BEFORE,
    RETRACTION,
    RUN_END,
    SENTENCE_END,
    UNDECIDED_AFTER,
)
from .phrases import Answer
from .rules import Include, Ocr, Order, Regex, Rule, RuleScore
from .task import Task
from .text import Span, token_places

MOST_OCCURRENCES = 50
LONGEST = 20_000
"""Characters of an answer that are read for flags; what stands behind them is not flagged."""
NEAR = 400
"""Characters on either side of an occurrence in which a sentence is looked for."""
ECHO = 6
"""So many words in a row that also stand in the prompt are an echo of it."""


_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Reading:
    """An answer as it is read for flags: its lines, sentences and marks, each found once."""

    text: str
    prompt: str
    wanted: Sequence[Span] = ()
    """Where everything stands that the rules ask for."""

    @made_once
    def retractions(self) -> list[int]:
        """Where the answer takes something back; a mark that the prompt uses itself, as `ostatecznie`, is none."""
        asked = set(_WORD.findall(self.prompt.lower())) - {"nie"}
        found = RETRACTION.finditer(self.text)
        return [match.start() for match in found if not asked.issuperset(_WORD.findall(match[0].lower()))]

    @made_once
    def conclusion(self) -> int:
        """Where the last announced conclusion starts, or 0."""
        return max((match.start() for match in CONCLUSION.finditer(self.text)), default=0)

    @made_once
    def echoes(self) -> list[Span]:
        """Where at least ECHO words in a row also stand in the prompt."""
        asked = [token.lower() for token, _ in token_places(self.prompt)]
        known = {tuple(asked[i : i + ECHO]) for i in range(len(asked) - ECHO + 1)}
        said = token_places(self.text) if known else []
        words = [token.lower() for token, _ in said]
        starts = [i for i in range(len(words) - ECHO + 1) if tuple(words[i : i + ECHO]) in known]
        return [(said[i][1][0], said[i + ECHO - 1][1][1]) for i in starts]

    def before(self, place: Span, end: re.Pattern[str]) -> str:
        """What stands between the last match of `end` and the place, as far as NEAR characters before it."""
        start = max(0, place[0] - NEAR)
        return self.text[max((m.end() for m in end.finditer(self.text, start, place[0])), default=start) : place[0]]

    def after(self, place: Span, end: re.Pattern[str]) -> str:
        """What stands between the place and the next match of `end`, that match included, as far as NEAR characters."""
        stop = end.search(self.text, place[1], place[1] + NEAR)
        return self.text[place[1] : stop.end() if stop else place[1] + NEAR]


def without_brackets(text: str) -> str:
    """The text less what stands in round brackets, which adds to what was said and does not take it back."""
    return re.sub(r"\([^()]*(?:\)|$)", " ", text)


def is_negated(reading: Reading, place: Span) -> bool:
    last_words = " ".join(reading.before(place, CLAUSE_END).split()[-6:])
    after = without_brackets(reading.after(place, SENTENCE_END))
    inserted = NEGATION_INSERTED.search(reading.before(place, SENTENCE_END))
    denied = NEGATION_AFTER.search(after)
    # where the question is about an error, its name in the answer denies nothing
    is_the_topic = denied and len(denied[0]) >= 4 and denied[0][:4].lower() in reading.prompt.lower()
    return bool(NEGATION_BEFORE.search(last_words) or inserted or (denied and not is_the_topic))


def is_asked(reading: Reading, place: Span) -> bool:
    return reading.after(place, SENTENCE_END).endswith("?")


def is_conceded(reading: Reading, place: Span) -> bool:
    """Whether a "but" follows in the sentence, and nothing after it that a rule asks for."""
    after = without_brackets(reading.after(place, PART_END))
    return bool(CONCESSION_AFTER.search(after)) and not any(
        place[1] <= start < place[1] + len(after) for start, _ in reading.wanted
    )


def is_listed(reading: Reading, place: Span) -> bool:
    before = reading.before(place, SENTENCE_END)
    inside = reading.text[slice(*place)]
    return bool(
        POSSIBILITY_BEFORE.search(before)
        or UNDECIDED_AFTER.search(reading.text, place[1], place[1] + 300)
        or OR_AFTER.search(without_brackets(reading.after(place, OR_END)))
        or OR_BEFORE.search(reading.before(place, OR_END))
        or (len(inside) > 30 and OR_AFTER.search(inside[1:]))
    )


def is_retracted(reading: Reading, place: Span) -> bool:
    return any(mark >= place[1] for mark in reading.retractions)


def is_before_conclusion(reading: Reading, place: Span) -> bool:
    return place[0] < reading.conclusion


def is_echo(reading: Reading, place: Span) -> bool:
    return any(start <= place[0] and place[1] <= end for start, end in reading.echoes)


KINDS: dict[str, Callable[[Reading, Span], bool]] = {
    "negated": is_negated,
    "asked": is_asked,
    "conceded": is_conceded,
    "listed": is_listed,
    "retracted": is_retracted,
    "before the conclusion": is_before_conclusion,
    "echo": is_echo,
}


FLAGS = ("cut", "rule error", "loop", "extra tables", "tables not compared", *KINDS, "near miss")


def flags(task: Task, answer: Answer, scores: Sequence[RuleScore]) -> tuple[str, ...]:
    """The flags of one graded answer; those of KINDS only for a pass, `near miss` only for a fail."""
    found = ["loop"] if is_loop(answer.text[:LONGEST]) else []
    found += [flag for score in scores if isinstance(score.rule, Ocr) for flag in table_flags(score.rule, answer)]
    if all(score.strict for score in scores):
        items = [item for score in scores for item in occurrences(score.rule, answer)]
        reading = Reading(answer.text[:LONGEST], task.prompt or "", [place for item in items for place in item])
        found += [kind for kind in KINDS if any(kind in unsound(reading, item) for item in items)]
        found += ["listed"] if is_enumeration(reading, items) and "listed" not in found else []
    elif any(part.near for score in scores for part in score.parts if not score.strict):
        found.append("near miss")
    return tuple(found)


def table_flags(rule: Ocr, answer: Answer) -> Iterator[str]:
    """Predicted tables beyond the reference's cost nothing, and those beyond the bounds are not compared."""
    if not rule.is_silent(answer):
        score = rule.compare(answer)
        yield from (["extra tables"] if score.extra_tables else []) + (
            ["tables not compared"] if score.not_compared else []
        )


def unsound(reading: Reading, item: Sequence[Span]) -> set[str]:
    """The kinds that apply to the last occurrence of an item, if none of its occurrences is sound."""
    kinds: set[str] = set()
    for place in item:
        kinds = {name for name, applies in KINDS.items() if applies(reading, place)}
        if not kinds:
            return set()
    return kinds


def occurrences(rule: Rule, answer: Answer) -> Iterator[list[Span]]:
    """For each thing that a rule asks for, the places in the raw answer that satisfy it, in order.

    A rule without a minimum asks for nothing: it says how many rivals may be named, and to deny them is no hedge.
    """
    if isinstance(rule, Include) and rule.bounds[0]:
        for clause in rule.ready:
            found = (place for phrase in clause for place in islice(phrase.places(answer), MOST_OCCURRENCES))
            if places := sorted(answer.place(*place, rule.normalize) for place in found):
                yield places
    elif isinstance(rule, Order):
        yield from ([answer.place(*place, rule.normalize)] for place in rule.places(answer) if place)
    elif isinstance(rule, Regex) and rule.regex_min != 0:
        places = [place for _, place, objection in rule.first_matches(answer, MOST_OCCURRENCES) if not objection]
        yield from ([place] for place in places) if (rule.regex_min or 0) > 1 else filter(None, [places])


def is_enumeration(reading: Reading, items: Sequence[Sequence[Span]]) -> bool:
    """Whether what was asked for stands in a list of at least four short items of which it is less than half."""
    wanted = [item[-1] for item in items]
    return any(_is_mostly_other(reading, place, wanted) for place in wanted)


def _is_mostly_other(reading: Reading, place: Span, wanted: Sequence[Span]) -> bool:
    at = place[0] - len(reading.before(place, RUN_END))
    end = place[1] + len(reading.after(place, RUN_END))
    matched = unmatched = 0
    for part in re.split(r"(,(?!\d)| i | oraz | and )", reading.text[at:end]):
        start, at = at, at + len(part)
        if NO_LIST_ITEM.match(part):
            return False
        if any(start < stop and begin < at for begin, stop in wanted):
            matched += 1
        elif re.search(r"[^\W_]{2,}", part) and part.strip() not in ("i", "oraz", "and"):
            unmatched += len(part.split()) <= 4
    return matched + unmatched >= 4 and unmatched > matched


def is_loop(text: str) -> bool:
    """Whether a sentence or line of at least three words stands in the answer three times or more.

    >>> is_loop("Lipiec 2022: 78 mm. Sierpień 2022: 78 mm. " * 3), is_loop("Tak. Tak. Tak.")
    (True, False)
    """
    counts: dict[tuple[str, ...], int] = {}
    for sentence in re.split(r"[!?;\n]|\.(?!\d)", text):
        words = tuple(sentence.lower().split())
        if len(words) >= 3:
            counts[words] = counts.get(words, 0) + 1
    return max(counts.values(), default=0) >= 3
