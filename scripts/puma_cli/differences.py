"""What differs between an answer and its reference, as lines for `puma explain`."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from puma_metrics.differences import worst_cells
from puma_metrics.phrases import Answer
from puma_metrics.rules import Rule
from puma_metrics.sentence import Sentence
from puma_metrics.speech import aligned

from .language import spoken

WIDTH = 76
MOST_LINES = 60
MOST_CELLS = 40
LONGEST = 5_000
"""Words on a side up to which texts are aligned for display."""

Pairs = Sequence[tuple[str | None, str | None]]


def differences(rule: Rule, answer: Answer) -> Iterator[Text]:
    """For speech the whole alignment, for documents the lines and the cells that differ."""
    if rule.is_silent(answer):
        return
    beside = rule.side_by_side(answer)
    if beside.found or beside.expected:
        yield from _alignment(beside.found, beside.expected, only_errors=not beside.is_whole)
    if score := beside.document:
        for match in score.tables:
            for difference in worst_cells(score, match, MOST_CELLS):
                cell = Sentence("table-cell", table=match.table, cell=difference.said)
                yield Text(f"      {spoken(cell)}", style="yellow")


def _alignment(words: Sequence[str], expected: Sequence[str], only_errors: bool) -> Iterator[Text]:
    """Two lines a row, the reference's words above the answer's; `*` where one side has none."""
    if max(len(words), len(expected)) > LONGEST:
        yield Text(f"      {spoken(Sentence('not-aligned', most=LONGEST))}", style="dim")
        return
    labels = Sentence("row-reference"), Sentence("row-answer")
    rows = [row for row in _rows(aligned(words, expected)) if not only_errors or any(a != b for a, b in row)]
    for row in rows[:MOST_LINES]:
        yield _line(spoken(labels[0]), row, 0)
        yield _line(spoken(labels[1]), row, 1)
    if len(rows) > MOST_LINES:
        yield Text(f"      {spoken(Sentence('more-rows', more=len(rows) - MOST_LINES))}", style="dim")


def _rows(pairs: Pairs) -> Iterator[Pairs]:
    """The pairs cut into lines of WIDTH characters."""
    row: list[tuple[str | None, str | None]] = []
    used = 0
    for pair in pairs:
        size = _size(pair) + 1
        if row and used + size > WIDTH:
            yield row
            row, used = [], 0
        row.append(pair)
        used += size
    if row:
        yield row


def _size(pair: tuple[str | None, str | None]) -> int:
    return max(len(word or "*") for word in pair)


def _line(label: str, row: Pairs, side: int) -> Text:
    line = Text(f"      {label} ", style="dim")
    for pair in row:
        word = (pair[side] or "*").ljust(_size(pair)) + " "
        kind = "" if pair[0] == pair[1] else ("red" if None in pair else "yellow")
        line.append(word, style=kind or "default")
    return line
