"""Word accuracy, the measure of speech and document text (GRADING, section 7)."""

from collections.abc import Sequence

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
