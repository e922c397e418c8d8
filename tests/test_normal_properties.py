"""What holds of normalised answers for any text (NORMALISE 12.8)."""

import functools
import itertools
import re
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from puma_metrics import word_accuracy
from puma_metrics.normal import best1, least_errors, number_options, read_numbers, spoken1, spoken_readings, structure1
from puma_metrics.normal.alignment import Alignment
from puma_metrics.normal.lattice import Joined, Slot, slots
from puma_metrics.normal.loops import without_loop
from puma_metrics.normal.numerals import all_cardinals, cardinals
from puma_metrics.normal.ordinals import all_ordinals, ordinal
from puma_metrics.speech import word_errors
from puma_metrics.text import words1

bounded = functools.partial(settings, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)

PIECES = (
    *("1", "2", "5", "12", "22", "100", "007", "1 234", "1\u00a0234", "12:30", "0:40", "17.08", "15.06.", "3.05.2021"),
    *("2024-12-31", "1,5", "0,5", "4,40", "36,6", "2-3", "3:1", "1:10 000", "3/4", "½", "2½", "-5", "+48 600 700 800"),
    *("600 700 800", "00-950", "A4", "F-16", "10A", "7-ego", "4-letni", "16-tka", "XX", "II", "I", "V", "%", "zł"),
    *(
        "km/h",
        "m²",
        "°C",
        "tys.",
        "mln",
        "r.",
        "w.",
        "godz.",
        "nr",
        "ul.",
        "np.",
        "m.in.",
        "św.",
        "tzw.",
        "dr",
        "prof.",
    ),
    *("o", "w", "z", "do", "od", "po", "przed", "między", "około", "co", "ze", "a", "i", "lub", "na", "nie", "ma"),
    *("dzieci", "psy", "psów", "kobiet", "osobom", "roku", "maja", "wieku", "klasa", "Jan", "Paweł", "strona", "rano"),
    *(" ", " ", " ", " ", "\n", ".", ",", "-", "–", "_", "\u200b", "\u0301", "①", "５", "²", "'", "’", "\u00ad"),
)
TEXTS = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
SENTENCES = st.lists(st.sampled_from(PIECES), min_size=1, max_size=6).map(" ".join)


@bounded(max_examples=300)
@given(TEXTS | SENTENCES, SENTENCES)
def test_best1_is_never_below_what_was_written_nor_below_spoken1(answer: str, said: str):
    reference = spoken1(said)
    assume(words1(reference))
    best = best1(answer, reference)
    assert best >= word_accuracy(answer, reference)
    assert best >= word_accuracy(spoken1(answer), reference)


@bounded(max_examples=300)
@given(TEXTS | SENTENCES)
def test_an_answer_is_its_own_best_reading(text: str):
    assume(words1(spoken1(text)))
    assert best1(text, spoken1(text)) == 1
    assert not words1(text) or best1(text, text) == 1


@bounded(max_examples=300)
@given(TEXTS | SENTENCES)
def test_what_is_not_replaced_stays_character_by_character(text: str):
    at, kept = 0, []
    for start, end, _ in spoken_readings(text):
        assert at <= start < end <= len(text)
        kept.append(text[at:start])
        at = end
    kept.append(text[at:])
    assert re.fullmatch(".*".join(map(re.escape, kept)), spoken1(text), re.DOTALL)


@bounded(max_examples=200)
@given(st.text(alphabet=st.characters(exclude_categories=["Nd", "No", "Nl", "Cs"]), max_size=60))
def test_a_text_without_numbers_and_abbreviations_is_unchanged(text: str):
    assume(not number_options(text))
    assert spoken1(text) == text


@bounded(max_examples=200)
@given(SENTENCES)
def test_what_was_read_is_not_read_again(text: str):
    once = spoken1(text)
    assume(not number_options(once))  # an abbreviation may come free: kg after 5,5,5
    assert spoken1(once) == once


def paths(row: list[Slot]) -> Iterator[tuple[str, ...]]:
    """Every combination of readings, written out."""
    choices: list[list[tuple[str, ...]]] = []
    for slot in row:
        if isinstance(slot, str):
            choices.append([(slot,)])
        elif isinstance(slot, Joined):
            choices.append([slot.written, *paths(list(slot.slots))])
        else:
            found = {
                tuple(itertools.chain.from_iterable(phrase.lower().split() for phrase in combined))
                for alternative in slot
                for combined in itertools.product(*alternative)
            }
            choices.append(sorted(found))
    for combined in itertools.product(*choices):
        yield tuple(itertools.chain.from_iterable(combined))


SHORT = ("1", "2", "3 psy", "0,5", "5kg", "a7b", "2-3", "3:1", "½", "nr", "XX w.", "4 zł", "kot", "i", "1 maja", "5%")


@bounded(max_examples=60)
@given(
    st.lists(st.sampled_from(SHORT), min_size=1, max_size=2), st.lists(st.sampled_from(SHORT), min_size=1, max_size=3)
)
def test_the_alignment_equals_brute_force(answer: list[str], said: list[str]):
    text, reference = " ".join(answer), words1(spoken1(" ".join(said)))
    row = slots(read_numbers(text))
    assert (len(text) < 4) or row
    every = min(word_errors(path, reference) for path in itertools.islice(paths(row), 60_000))
    shortest = min(map(len, itertools.islice(paths(row), 60_000)))
    expected = len(reference) if shortest > 2 * len(reference) else min(every, len(reference))
    found = least_errors(text, reference)
    total = sum(1 for _ in itertools.islice(paths(row), 60_001))
    assert found == expected if total <= 60_000 else found <= expected


@bounded(max_examples=100)
@given(SENTENCES, SENTENCES)
def test_cutting_rows_off_changes_no_result(answer: str, said: str):
    reference = words1(spoken1(said))
    assume(reference)
    row = slots(read_numbers(answer))
    alignment = Alignment(reference, 10**6)
    wide = alignment.errors(row, 10**6)
    assert alignment.errors(row, wide) == wide
    assert alignment.errors(row, wide - 1) > wide - 1


# ---------------------------------------------------------------- wrong values
FRAMES = (
    *("Kupił {} książek.", "Zapłacił {} zł.", "Było to w {} roku.", "Ma {} lat.", "Czeka od {} dni.", "Pokój {}."),
    *("Strona {}.", "Jechał {} km/h.", "Nr {}.", "Z {} osobami.", "Zebrał {} tys. zł.", "{}% głosów."),
)


@bounded(max_examples=400)
@given(st.sampled_from(FRAMES), st.integers(0, 3000), st.integers(0, 3000))
def test_no_wrong_number_is_accepted(frame: str, right: int, wrong: int):
    assume(right != wrong)
    assert best1(frame.format(wrong), spoken1(frame.format(right))) < 1


@bounded(max_examples=200)
@given(st.tuples(st.integers(1, 24), st.integers(0, 59)), st.tuples(st.integers(1, 24), st.integers(0, 59)))
def test_no_wrong_time_is_accepted(right: tuple[int, int], wrong: tuple[int, int]):
    assume((right[0] % 12, right[1]) != (wrong[0] % 12, wrong[1]))  # ósma is 8:00 and 20:00
    said = spoken1("Jest {}:{:02}.".format(*right))
    assert best1("Jest {}:{:02}.".format(*wrong), said) < 1


@bounded(max_examples=200)
@given(st.integers(0, 5000), st.integers(0, 5000), st.sampled_from(("{},{:02} zł", "o {},{:02} procent", "{},{:02}")))
def test_no_wrong_decimal_is_accepted(right: int, wrong: int, frame: str):
    assume(right != wrong)
    said = spoken1(frame.format(*divmod(right, 100)))
    assert best1(frame.format(*divmod(wrong, 100)), said) < 1


@pytest.mark.parametrize("n", [*range(0, 130), 200, 999, 1000, 1001, 1999, 2000, 2004, 21_000, 10**6, 10**9])
def test_no_two_numbers_share_a_form(n: int):
    mine = {*all_cardinals(n), *all_ordinals(n)}
    for other in {n + 1, n + 2, n + 10, n + 100, 10 * n + 1, n + 1000} - {n}:
        assert mine.isdisjoint({*all_cardinals(other), *all_ordinals(other)}) or other > 10**9


def test_numerals_are_complete():
    for n in range(0, 10_000, 7):
        for case in "ngdail":
            assert all(cardinals(n, case, gender) for gender in ("m1", "m2", "m3", "f", "n"))
            assert len({ordinal(n, case, gender) for gender in ("m3", "f", "n")}) >= 2


# ---------------------------------------------------------------- documents
MARKUP = (
    *(
        "Ala ",
        "ma ",
        "kota. ",
        "5 ",
        "<table>",
        "<tr>",
        "<td>",
        "</td>",
        "</tr>",
        "</table>",
        "<img>",
        "</img>",
        "<figure>",
    ),
    *(
        "</figure>",
        "<figcaption>",
        "</figcaption>",
        "spóź-\n",
        "nienia ",
        "O K Ó L N I K",
        "  ",
        "A B C D E",
        "\n",
        "Rysunek: x",
    ),
    *("![a](b)", "[image]", "(logo)", "<stamp>", "</stamp>", "<", ">", "-", "\u00ad\n"),
)


@bounded(max_examples=300)
@given(st.lists(st.sampled_from(MARKUP), max_size=25).map("".join))
def test_structure1_only_leaves_out(text: str):
    """What is left is a part of the text in its order: nothing is added, and no table begins less but in a loop."""
    left = iter(text)
    done = structure1(text)
    assert all(char in left for char in done)
    if without_loop(text) == text:
        assert done.count("<table>") == text.count("<table>")
