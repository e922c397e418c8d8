"""What can be wrong with what a user brings.

    PumaError                     everything the project raises on purpose
    ├── InputError                tasks or answers that cannot be graded; the message has address and way out
    │   ├── InvalidTask           a task or rule with errors; `findings` lists them all
    │   └── InvalidSheet          a rubric sheet with errors; `findings` lists them all
    ├── RuleError                 a rule cannot judge an answer; the grader counts it, only rewards.verifiers raises it
    └── DictionaryMissing         Morfeusz 2 is not installed on this machine

A failed rule is a value with a reason, not an exception.
"""

import difflib
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .sentence import Sentence

MOST_NAMES, FEW_NAMES = 60, 10
"""How many names a message lists, and how many where there are more."""


class PumaError(Exception):
    """The root of the project's errors. Its message is a text, or a Sentence, which any language can say."""

    @property
    def sentence(self) -> str:
        """The message with its kind and values, if it has them."""
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)


class InputError(PumaError):
    """Something a user brought cannot be graded."""


class RuleError(PumaError):
    """A rule cannot judge this answer: the grader's fault or the task's, not the answer's."""


class DictionaryMissing(PumaError):
    """The Polish dictionary is not installed."""

    def __str__(self) -> str:
        return (
            "Morfeusz 2 is not installed: it has no wheel for Linux on Arm or for musl (Alpine). "
            "Grade on Linux x86-64, macOS or Windows, or in an x86-64 container (docker run --platform linux/amd64), "
            "with: pip install morfeusz2==1.99.15"
        )


@dataclass(frozen=True)
class Finding:
    """One thing wrong with a task, and where. `line` counts from 1, `rule` too; 0 and "" mean: not one of them."""

    problem: str
    field: str = ""
    rule: int = 0
    id: str = ""
    line: int = 0
    file: str = ""
    is_warning: bool = False

    def at(self, **address: str | int) -> "Finding":
        """The same finding with more of its address known."""
        return replace(self, **address)  # type: ignore[arg-type]

    def __str__(self) -> str:
        return str(self.sentence)

    @property
    def sentence(self) -> str:
        """The problem with its address before it."""
        address = tuple(self._address())
        return Sentence("finding", address=address, problem=self.problem) if address else self.problem

    def _address(self) -> Iterator[str]:
        if self.line:
            yield Sentence("address-line", file=self.file, line=self.line)
        elif self.file:
            yield self.file
        if self.id:
            yield Sentence("address-id", id=self.id)
        if self.rule:
            yield Sentence("address-rule", number=self.rule)
        if self.field:
            yield Sentence("address-field", field=self.field)


class InvalidTask(InputError):
    """A task or rule that cannot be parsed; `findings` holds every error."""

    def __init__(self, findings: Iterable[Finding]):
        self.findings: Sequence[Finding] = tuple(findings)
        super().__init__(Sentence("lines", lines=tuple(finding.sentence for finding in self.findings)))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.findings,)  # so that it comes whole out of another process


@dataclass(frozen=True)
class SheetFinding:
    """One slip in a rubric sheet. `row` is the spreadsheet's, with the header in row 1; 0 is the sheet as a whole.

    `sheet` names the file or worksheet that the row stands in, where there are several.
    """

    row: int
    code: str
    message: str
    sheet: str = ""

    @property
    def is_error(self) -> bool:
        """Whether the sheet cannot be scored before this is put right."""
        return self.code.startswith("E")

    def __str__(self) -> str:
        return str(self.sentence)

    @property
    def sentence(self) -> Sentence:
        """The message with its code and its place before it."""
        place = (self.sheet, Sentence("address-row", row=self.row) if self.row else "")
        coded = Sentence("coded", code=self.code, message=self.message)
        address = tuple(filter(None, place))
        return Sentence("finding", address=address, problem=coded) if address else coded


class InvalidSheet(InputError):
    """A rubric sheet that cannot be scored; `findings` holds every error."""

    def __init__(self, findings: Iterable[SheetFinding]):
        self.findings: Sequence[SheetFinding] = tuple(findings)
        super().__init__(Sentence("lines", lines=tuple(finding.sentence for finding in self.findings)))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.findings,)  # so that it comes whole out of another process


def did_you_mean(name: str, known: Iterable[str]) -> Sentence:
    """What to add to a message about an unknown name: the closest known one, or all of them, or the first of many.

    >>> did_you_mean("phrase", ["phrases", "normalize"])
    "did you mean 'phrases'?"
    >>> did_you_mean("phrases\\u200b", ["phrases"])
    "did you mean 'phrases'? It is another name without U+200B"
    """
    known = list(known)
    if close := difflib.get_close_matches(str(name), known, n=1):
        return Sentence("did-you-mean", name=close[0], unseen=unseen_difference(str(name), close[0]))
    if len(known) <= MOST_NAMES:
        return Sentence("one-of", names=tuple(known))
    return Sentence("one-of-first", names=tuple(known[:FEW_NAMES]), more=len(known) - FEW_NAMES)


def unseen_difference(name: str, other: str) -> str:
    """What to add where two names differ in what nobody sees; "" where the difference shows.

    >>> unseen_difference("go\\u0301ra", "g\\u00f3ra")
    ' It differs only in how its letters are composed'
    """
    if unicodedata.normalize("NFC", name) == unicodedata.normalize("NFC", other):
        return Sentence("other-composed")
    unseen = [char for char in dict.fromkeys(name + other) if (char in name) != (char in other) and _is_unseen(char)]
    if not unseen:
        return ""
    codes = tuple(f"U+{ord(char):04X}" for char in unseen)
    return Sentence("other-without" if unseen[0] in name else "other-with", codes=codes)


def _is_unseen(char: str) -> bool:
    """Whether a character does not show, or looks like one of another script."""
    return unicodedata.category(char)[0] in "CZ" or unicodedata.name(char, "").startswith(("CYRILLIC", "GREEK"))
