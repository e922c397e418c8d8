"""Word accuracy, the measure of speech and document text (GRADING, section 7)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .text import words1


def word_errors(prediction: Sequence[str], reference: Sequence[str]) -> int:
    """The least number of words to substitute, insert and delete that turns one list of words into the other."""
    from rapidfuzz.distance import Levenshtein

    return Levenshtein.distance(prediction, reference)


def accuracy(errors: int, reference_words: int) -> float:
    return max(0.0, 1 - errors / reference_words)


def word_accuracy(prediction: str, reference: str) -> float:
    """max(0, 1 - WER) on the text form `words1` (GRADING, section 7; the paper's section 3.2.1).

    Returns a fraction from 0 to 1. Raises ValueError if the reference has no words, for then it has no error rate.

    >>> word_accuracy("dzień dobry panie", "Dzień dobry, panie doktorze!")
    0.75
    """
    expected = words1(reference)
    if not expected:
        raise ValueError(f"the reference has no words ({reference!r}); expected at least one")
    return accuracy(word_errors(words1(prediction), expected), len(expected))


@dataclass(frozen=True)
class Edit:
    """One step from the reference's words to the answer's: `substituted`, `inserted` or `dropped`."""

    kind: str
    reference_at: int
    """Which word of the reference, from 0; of an inserted word the one it stands before."""
    predicted_at: int
    reference: str = ""
    predicted: str = ""


KINDS = {"replace": "substituted", "insert": "inserted", "delete": "dropped"}


def edits(prediction: Sequence[str], reference: Sequence[str]) -> list[Edit]:
    """The steps of one shortest way from the reference to the prediction, in order.

    >>> edits(["dzień", "dobra"], ["dzień", "dobry", "panie"])[0]
    Edit(kind='substituted', reference_at=1, predicted_at=1, reference='dobry', predicted='dobra')
    """
    return list(each_edit(prediction, reference))


def each_edit(prediction: Sequence[str], reference: Sequence[str]) -> Iterator[Edit]:
    """The same one by one: a million of them would take 200 MB."""
    from rapidfuzz.distance import Levenshtein

    for step in Levenshtein.editops(reference, prediction):
        at, to = step.src_pos, step.dest_pos
        said = prediction[to] if step.tag != "delete" else ""
        yield Edit(KINDS[step.tag], at, to, reference[at] if step.tag != "insert" else "", said)


def aligned(prediction: Sequence[str], reference: Sequence[str]) -> list[tuple[str | None, str | None]]:
    """Pairs of a reference word and the answer's word for it, in order; None where the other side has none.

    >>> aligned(["raz", "dwa", "trzy"], ["raz", "dwie", "i", "trzy"])
    [('raz', 'raz'), ('dwie', 'dwa'), ('i', None), ('trzy', 'trzy')]
    """
    from rapidfuzz.distance import Levenshtein

    pairs: list[tuple[str | None, str | None]] = []
    for code in Levenshtein.opcodes(reference, prediction):
        expected = reference[code.src_start : code.src_end]
        found = prediction[code.dest_start : code.dest_end]
        width = max(len(expected), len(found))
        pairs += zip(
            [*expected, *[None] * (width - len(expected))], [*found, *[None] * (width - len(found))], strict=True
        )
    return pairs
