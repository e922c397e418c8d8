"""Word accuracy and the steps between two word lists."""

import pytest

from puma_metrics import word_accuracy
from puma_metrics.speech import Edit, edits


@pytest.mark.parametrize(
    ("said", "reference", "accuracy"),
    [
        ("dzień dobry", "Dzień dobry!", 1),
        ("dzień dobry panie", "Dzień dobry, panie doktorze!", 0.75),
        ("", "tak", 0),
        ("nie nie nie", "tak", 0),
        ("tak tak", "tak", 0),
        ("a b c d", "a b", 0),
        ("a b c", "a b", 0.5),
        ("raz trzy dwa", "raz dwa trzy", 1 / 3),
        ("krakow", "Kraków", 0),
    ],
)
def test_word_accuracy(said: str, reference: str, accuracy: float):
    assert word_accuracy(said, reference) == pytest.approx(accuracy)


@pytest.mark.parametrize("nothing", ["", " ", "…", "🙂"])
def test_a_reference_without_words_has_no_accuracy(nothing: str):
    with pytest.raises(ValueError) as raised:
        word_accuracy("tak", nothing)
    assert str(raised.value) == f"the reference has no words ({nothing!r}); expected at least one"


def test_edits_name_what_was_substituted_dropped_and_inserted():
    reference, said = ["ala", "ma", "kota", "i", "psa"], ["ala", "miała", "kota", "i", "psa", "dziś"]
    assert edits(said, reference) == [
        Edit("substituted", 1, 1, "ma", "miała"),
        Edit("inserted", 5, 5, "", "dziś"),
    ]
    assert edits(["ala", "kota"], ["ala", "ma", "kota"]) == [Edit("dropped", 1, 1, "ma", "")]
    assert edits(said, said) == []
