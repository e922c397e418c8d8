"""What a rule cannot see of an answer and a person should read: flags. They never change a score.

Rules find words; they do not see that an answer denies, takes back or merely lists what they look for (GRADING,
section 11). An answer is read once, as tokens: a place of what a rule asks for is sound if the answer asserts it and no
rival stands beside it; a pass is contested if something that a rule asks for has no sound place, or is superseded.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..phrases import Answer
from ..rules import Ocr, RuleScore
from ..wording import counted
from .contest import UNREAD, contest
from .flag import Flag
from .reading import Reading
from .seen import Seen
from .wanted import items

if TYPE_CHECKING:
    from ..task import Task

LONGEST = 50_000
"""Characters of an answer that are read for flags; where there are more, a flag says so."""

KINDS = (
    "negated",
    "asked",
    "hedged",
    "attributed",
    "conceded",
    "listed",
    "retracted",
    "hidden",
    "echo",
    "beyond the form",
)
"""What contests a pass."""

FLAGS = (
    *("cut", "rule error", UNREAD, "loop", "extra tables", "tables not compared"),
    *KINDS,
    "near miss",
)


def flags(task: "Task", answer: Answer, scores: Sequence[RuleScore]) -> tuple[Flag, ...]:
    """The flags of one graded answer; those of KINDS only for a pass, `near miss` only for a fail."""
    found: list[Flag] = []
    head = answer
    if len(answer.text) > LONGEST:
        head = Answer(answer.text[:LONGEST])
        found.append(Flag(UNREAD, f"{LONGEST} of {len(answer.text)} characters were read"))
    if is_loop(head.text):
        found.append(Flag("loop", "a sentence stands there three times or more"))
    found += [flag for score in scores if isinstance(score.rule, Ocr) for flag in table_flags(score.rule, answer)]
    if all(score.strict for score in scores):
        seen = Seen.of(head)
        wanted = items([score.rule for score in scores], seen)
        if wanted:
            found += contest(Reading(seen, task.question, wanted))
    elif any(part.near for score in scores for part in score.parts if not score.strict):
        found.append(Flag("near miss", "a phrase nearly matches"))
    return tuple(found)


def table_flags(rule: Ocr, answer: Answer) -> Iterator[Flag]:
    """Predicted tables beyond the reference's cost nothing, and those beyond the bounds are not compared."""
    if not rule.is_silent(answer):
        score = rule.compare(answer)
        if score.extra_tables:
            yield Flag("extra tables", f"{counted(score.extra_tables, 'table')} more than expected")
        if score.not_compared:
            yield Flag("tables not compared", f"{counted(score.not_compared, 'table')} beyond the bounds")


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
