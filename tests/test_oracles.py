"""The grader against other people's code, and against the plainest code that one can write."""

from itertools import combinations

import jiwer
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puma_metrics import score_rule, word_accuracy
from puma_metrics.speech import edits, word_errors

bounded = settings(deadline=None, derandomize=True, max_examples=200, suppress_health_check=list(HealthCheck))
words = st.lists(st.sampled_from(["ala", "ma", "kota", "żółć", "i", "5", "psa"]), max_size=12)
letters = st.lists(st.sampled_from("abc"), max_size=9)


@given(words, words.filter(bool))
@bounded
def test_word_accuracy_is_one_less_jiwers_word_error_rate(said: list[str], reference: list[str]):
    expected = max(0.0, 1 - jiwer.wer(" ".join(reference), " ".join(said)))
    assert word_accuracy(" ".join(said), " ".join(reference)) == pytest.approx(expected)
    assert len(edits(said, reference)) == word_errors(said, reference)


# order: the paper's rule, phrase by phrase; single words, so that nothing is claimed


def places_of(phrases: list[str], said: list[str], occurrence: str) -> list[int | None]:
    counting = [index for index, word in enumerate(said) if word in phrases]
    if len(set(phrases)) < len(phrases):
        counting = counting[-len(phrases) :] if occurrence == "last" else counting[: len(phrases)]
    places: list[int | None] = []
    for index, phrase in enumerate(phrases):
        own = [at for at in counting if said[at] == phrase]
        copies = phrases.count(phrase)
        kept = own[-copies:] if occurrence == "last" else own[:copies]
        which = phrases[:index].count(phrase)
        places.append(kept[which] if which < len(kept) else None)
    return places


def order_score(phrases: list[str], said: list[str], occurrence: str) -> float:
    places = places_of(phrases, said, occurrence)
    if len(places) == 1:
        return float(places[0] is not None)
    pairs = list(combinations(places, 2))
    return sum(a is not None and b is not None and a < b for a, b in pairs) / len(pairs)


ANIMALS = st.sampled_from(["kot", "pies", "mysz", "koń"])


@given(st.lists(ANIMALS, min_size=1, max_size=5), st.lists(ANIMALS, max_size=10), st.sampled_from(["last", "first"]))
@bounded
def test_order_is_what_brute_force_counts(phrases: list[str], said: list[str], occurrence: str):
    rule = {"type": "order", "phrases": phrases, "occurrence": occurrence}
    assert score_rule(rule, ", ".join([*said, "tak"])).soft == pytest.approx(order_score(phrases, said, occurrence))


# include: clauses counted one by one


def include_score(clauses: list[list[str]], said: list[str], low: int | None, high: int | None) -> float:
    held = 0
    for clause in clauses:
        if set(clause) & set(said):
            held += 1
    if low is None and high is None:
        return held / len(clauses)
    low, high = low or 0, len(clauses) if high is None else high
    if held < low:
        return held / low
    return high / held if held > high else 1.0


clauses = st.lists(st.lists(ANIMALS, min_size=1, max_size=3), min_size=2, max_size=4)
bound = st.none() | st.integers(0, 2)


@given(clauses, st.lists(ANIMALS, max_size=4), bound, bound)
@bounded
def test_include_is_what_plain_counting_gives(
    clauses: list[list[str]], said: list[str], low: int | None, high: int | None
):
    if low is not None and high is not None and low > high:
        low, high = high, low
    rule = {"type": "include", "clauses": clauses, "include_min": low, "include_max": high}
    expected = include_score(clauses, said, low, high)
    assert score_rule(rule, " ".join([*said, "tak"])).soft == pytest.approx(expected)


@given(st.text("ab c", max_size=20), st.sampled_from(["a", "ab", "aba", "b c"]))
@bounded
def test_raw_phrases_are_pythons_substrings(said: str, phrase: str):
    rule = {"type": "include", "clauses": [[phrase]], "normalize": False}
    assert score_rule(rule, said + ".").strict == (phrase in said)
