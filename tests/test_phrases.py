"""When a word of a phrase matches a word of an answer, and a phrase an answer."""

import pytest

from puma_metrics import phrase_matches
from puma_metrics.phrases import Answer, asked, offered, phrase

MATCHING = [
    ("kot", "koty"),
    ("koty", "koty"),
    ("prawa", "prawo"),
    ("prawa", "prawem"),
    ("Chłopi", "chłopa"),
    ("ludzie", "człowieka"),
    ("Kraków", "KRAKOWIE"),
    ("zamek", "zamkiem"),
    ("wykonany", "wykonanego"),
    ("niewykonany", "niewykonanego"),
    ("Netflix", "Netflixem"),
    ("Kennedy", "Kennedy'ego"),
    ("Google'a", "Google"),
    ("d'Artagnan", "d’Artagnana"),
    ("14.52", "14:52"),
    ("14:52", "14.52"),
    ("14.52", "14,52"),
    ("1 234", "1234,00"),
    ("10:00", "10.00"),
    ("10", "10.00"),
    ("CO2", "co₂"),
    ("5 zł", "5zł"),
    ("xviii wiek", "XVIII wieku"),
    ("Jan Paweł II", "Janowi Pawłowi II."),
    ("Nowy Sącz", "w Nowym Sączu"),
]
FAILING = [
    ("kot", "kotlet"),
    ("kot", "skot"),
    ("Rysy", "rysa"),
    ("wykonany", "niewykonany"),
    ("niewykonany", "wykonany"),
    ("14:52", "14,52"),
    ("10:00", "10"),
    ("10", "10:00"),
    ("19,3", "19:30"),
    ("1,5", "15"),
    ("7", "007"),
    ("1", "1 234"),
    ("102", "10²"),
    ("Jan Kochanowski", "Kochanowski Jan"),
    ("Jan Kochanowski", "Jan i Kochanowski"),
    ("Kraków", "Krakow"),
    ("netflix", "netflik"),
    ("xyz", "xyza"),
    ("O'Brien", "O"),
    ("", "kot"),
    ("!!!", "!!!"),
]


@pytest.mark.parametrize(("written", "answer"), MATCHING)
def test_matches(written: str, answer: str):
    assert phrase_matches(written, answer)


@pytest.mark.parametrize(("written", "answer"), FAILING)
def test_does_not_match(written: str, answer: str):
    assert not phrase_matches(written, answer)


def test_an_answers_word_offers_all_its_base_forms():
    assert {"prawo", "prawa", "prawy", "=prawa"} <= offered("prawa")


def test_a_phrases_word_asks_for_itself_where_it_is_a_base_form():
    assert asked("prawo") == {"prawo", "=prawo"}
    assert asked("prawa") == {"prawa", "=prawa", "prawo"}
    assert asked("Rysy") == {"rysy", "=rysy"}


def test_a_phrases_word_that_is_no_base_form_asks_for_all_of_them():
    assert asked("psem") == offered("psem") == {"pies", "=psem"}


@pytest.mark.parametrize("written", ["AK", "b c", "ó", "B-36", "kot."])
def test_without_normalization_a_phrase_is_an_exact_part_of_the_text(written: str):
    assert phrase_matches(written, f"xx{written}yy", normalize=False)
    assert not phrase_matches(written, written.lower() if written != written.lower() else written.upper(), False)


RAW_MATCHING = [("B-36", "B\u201136"), ("4,88", "4{,}88"), ("Nowy Sącz", "Nowy\u00a0Sącz"), ("Kraków", "Krako\u0301w")]


@pytest.mark.parametrize(("written", "answer"), RAW_MATCHING)
def test_without_normalization_both_sides_are_raw1(written: str, answer: str):
    assert phrase_matches(written, answer, normalize=False)
    assert phrase_matches(answer, written, normalize=False)


@pytest.mark.parametrize("answer", ["ak", "A K", "A\nK", "**A**K"])
def test_without_normalization_nothing_else_is_forgiven(answer: str):
    assert not phrase_matches("AK", answer, normalize=False)


def test_places_are_runs_of_words_from_the_left_and_may_overlap():
    assert list(phrase("tak tak").places(Answer("tak, tak, tak"))) == [(0, 2), (1, 3)]
    assert list(phrase("aa", normalize=False).places(Answer("aaa"))) == [(0, 2), (1, 3)]


def test_places_in_the_raw_answer_go_back_through_the_text_form():
    answer = Answer("Byłem w **Krak**ow&shy;ie!")
    (place,) = phrase("Kraków").places(answer)
    assert answer.text[slice(*answer.place(*place, normalize=True))] == "Krak**ow&shy;ie"


@pytest.mark.parametrize(
    ("written", "normalized", "raw"), [("", True, True), (" ", True, True), ("…", True, False), ("0", False, False)]
)
def test_silence(written: str, normalized: bool, raw: bool):
    assert (Answer(written).is_silent(True), Answer(written).is_silent(False)) == (normalized, raw)
