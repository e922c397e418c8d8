"""Base forms, stems and valid words."""

import builtins

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from puma_metrics import is_polish_word, phrases, polish
from puma_metrics.errors import DictionaryMissing


def test_the_dictionary_names_its_date():
    assert polish.dictionary().startswith("sgjp-")


BASE_FORMS = {
    "psem": ("pies",),
    "ludzie": ("człowiek",),
    "najlepszy": ("dobry",),
    "pisanie": ("pisać", "pisanie"),
    "zakopanem": ("zakopane",),
    "łodzi": ("łódź",),
    "netfliksie": (),
    "niewykonany": (),
}


@pytest.mark.parametrize("word", BASE_FORMS)
def test_base_forms(word: str):
    assert set(BASE_FORMS[word]) <= set(polish.base_forms(word))
    assert bool(polish.base_forms(word)) is bool(BASE_FORMS[word])


@pytest.mark.parametrize("word", ["niewykonany", "niewykonanego", "niewykonanie"])
def test_negated_participles_and_gerunds_have_base_forms_of_their_own(word: str):
    assert {key for key in polish.base_keys(word) if key.startswith(polish.NEGATED)} == {polish.NEGATED + "wykonać"}


def test_base_forms_are_lower_case_and_without_suffixes():
    for word in ("zamek", "kraków", "warszawa", "rysy", "zamku", "dni", "jana"):
        assert all(base == base.lower() and ":" not in base for base in polish.base_forms(word))


@pytest.mark.parametrize(("word", "base"), [("zrobiłbym", "zrobić"), ("byłem", "być"), ("miałem", "mieć")])
def test_a_word_of_several_segments_has_the_base_forms_of_the_first(word: str, base: str):
    assert base in polish.base_forms(word)
    assert "by" not in polish.base_forms(word)


def test_a_conditional_particle_is_no_base_form_of_the_word_before_it():
    assert polish.base_forms("żebyś") == ("żeby",)


@pytest.mark.parametrize("ending", polish.ENDINGS)
def test_an_unknown_word_loses_an_ending_where_four_letters_are_left(ending: str):
    assert polish.stems("qwrt" + ending) >= {"qwrt" + ending, "qwrt"}
    assert polish.stems("qwr" + ending) == {"qwr" + ending} | polish.stems("qwr" + ending) - {"qwr"}
    assert "qwr" not in polish.stems("qwr" + ending)


STEMS = {
    "netflixem": {"netflixem", "netflix"},
    "google’a": {"google"},
    "kennedy’ego": {"kennedy"},
    "d’artagnan": {"d’artagnan"},
    "xyz": {"xyz"},
    "instagramowi": {"instagramowi", "instagramow", "instagram"},
}


@pytest.mark.parametrize("word", STEMS)
def test_stems(word: str):
    assert polish.stems(word) >= STEMS[word]


def test_a_huge_word_is_unknown_and_its_own_stem():
    huge = "pies" * 30
    assert (polish.readings(huge), polish.base_keys(huge), polish.stems(huge)) == ((), [], {huge})


VALID = [
    "krata",
    "Krata",
    "rakieta",
    "Kraków",
    "Warszawie",
    "a",
    "i",
    "o",
    "u",
    "w",
    "z",
    "Z",
    "żółć",
    "najlepszy",
    "pisząc",
]
INVALID = [
    *("rekat", "kraków", "krakowie", "XIV", "b", "k", "y", "", " ", "kot pies", "kot1", "1", "biało-czerwony", "kot."),
    *("netfliksie", "np", "ą", "\ud800", "kotlety!", "Kennedy’ego"),
]


@pytest.mark.parametrize("token", VALID)
def test_is_a_valid_word(token: str):
    assert is_polish_word(token)


@pytest.mark.parametrize("token", INVALID)
def test_is_no_valid_word(token: str):
    assert not is_polish_word(token)


def test_a_common_noun_that_is_a_name_too_is_valid_in_lower_case():
    assert is_polish_word("róża")
    assert is_polish_word("Róża")


def test_a_machine_without_the_dictionary_is_told_what_to_do(monkeypatch):
    plain = builtins.__import__

    def without(name, *args, **kwargs):
        if name == "morfeusz2":
            raise ImportError(name)
        return plain(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(DictionaryMissing) as raised:
        polish._morfeusz.__wrapped__()
    assert str(raised.value) == (
        "Morfeusz 2 is not installed: it has no wheel for Linux on Arm or for musl (Alpine). "
        "Grade on Linux x86-64, macOS or Windows, or in an x86-64 container (docker run --platform linux/amd64), "
        "with: pip install morfeusz2==1.99.15"
    )


@pytest.mark.parametrize(("word", "own_stem"), [("", set()), ("\ud83d", {"\ud83d"}), ("kot\ude00", {"kot\ude00"})])
def test_what_is_no_word_has_no_reading(word: str, own_stem: set[str]):
    assert (polish.readings(word), polish.base_keys(word), polish.base_forms(word)) == ((), [], ())
    assert polish.stems(word) == own_stem
    assert not is_polish_word(word)


WRITTEN = st.text(alphabet="abdeijkmnopsxyz0179ąęłóżß’-_ªº²①ѕ·", min_size=1, max_size=9)
KNOWN = [
    "psem",
    "ludzie",
    "niewykonany",
    "xd9",
    "xd",
    "4x4",
    "zrobiłbym",
    "superkot",
    "łódź",
    "biało",
    "1990",
    "ⅳ",
    "ćwierć",
]


@given(st.lists(WRITTEN | st.sampled_from(KNOWN), max_size=40))
@example(KNOWN)
def test_words_asked_for_together_are_unknown_that_are_unknown_alone(words: list[str]):
    lowered = [word.lower() for word in words]
    together = polish.unknown(lowered)
    assert together == {word for word in lowered if word.isalnum() and not polish.base_keys(word)}


class Counting:
    """A dictionary that counts how often it is asked."""

    def __init__(self, inner):
        self.inner, self.asked = inner, 0

    def analyse(self, text):
        self.asked += 1
        return self.inner.analyse(text)

    def getIdResolver(self):
        return self.inner.getIdResolver()


@pytest.mark.parametrize("written", ["x{} ", "<x{}>"])
def test_a_megabyte_of_unknown_words_asks_the_dictionary_by_thousands(written: str, monkeypatch):
    from types import SimpleNamespace

    text = "".join(written.format(n) for n in range(100_000))[:500_000] + " y"
    counting = Counting(polish._morfeusz()._morfeusz_obj)
    monkeypatch.setattr(polish, "_morfeusz", lambda: SimpleNamespace(_morfeusz_obj=counting))
    answer = phrases.Answer(text)
    assert answer.words == [phrases.Word(phrases._unknown_keys(token)) for token in answer.tokens]
    assert counting.asked <= 2 + len(answer.tokens) / polish.TOGETHER
