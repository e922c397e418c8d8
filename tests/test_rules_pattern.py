"""The rule regex."""

import pytest

from puma_metrics import parse_rule, score_rule
from puma_metrics.errors import InvalidTask
from puma_metrics.phrases import Answer
from puma_metrics.rules import Regex


def regex(pattern: str, **fields) -> Regex:
    rule = parse_rule({"type": "regex", "pattern": pattern, **fields})
    assert isinstance(rule, Regex)
    return rule


def count(pattern: str, answer: str, **fields) -> int:
    rule = regex(pattern, **fields)
    return rule.found(Answer(answer)).counted


# the two normalized texts


def test_the_first_text_is_the_words_as_written_and_the_second_their_base_forms():
    assert regex("x").texts(Answer("Widziałem **dwa** psy z psem, 1 234,50!")) == [
        "widziałem dwa psy z psem 1234.5",
        "widzieć dwa pies z pies 1234.5",
    ]


def test_one_text_is_enough_where_both_are_the_same():
    assert regex("x").texts(Answer("kot 5")) == ["kot 5"]


def test_a_word_takes_the_base_form_that_stands_in_the_pattern():
    assert regex(r"\bprawo\b").texts(Answer("prawa"))[-1] == "prawo"
    assert regex(r"\bprawy\b").texts(Answer("prawa"))[-1] == "prawy"


@pytest.mark.parametrize("word", ["prawa", "rysy", "lody", "okulary"])
def test_else_it_stays_if_it_is_a_base_form_of_its_own_the_first_or_not(word: str):
    assert regex("x").texts(Answer(word)) == [word]


def test_else_it_takes_the_first():
    assert regex("x").texts(Answer("psem"))[-1] == "pies"


def test_an_unknown_word_stays():
    assert regex("netflix").texts(Answer("Netflixem")) == ["netflixem"]


def test_negated_base_forms_are_never_used():
    assert regex(r"\bwykonać\b").texts(Answer("niewykonany")) == ["niewykonany"]


PATTERN_WORDS = {
    r"\bkot\b": {"kot"},
    r"\d{4}": {"4"},
    r"\p{L}+kot": {"kot"},
    r"Kraków|Gdynia": {"kraków", "gdynia"},
    r"a\.b": {"a", "b"},
    r"kot_pies": {"kot", "pies"},
    r"\x41bc": {"bc"},
}


@pytest.mark.parametrize("pattern", PATTERN_WORDS)
def test_the_words_of_a_pattern(pattern: str):
    assert regex(pattern, normalize=False).pattern_words == PATTERN_WORDS[pattern]


MATCHES = [
    (r"\bkot\b", "Widziałem dwa koty", 1),
    (r"\bkoty\b", "Mam koty", 1),
    (r"\bkot\b", "kotlet", 0),
    (r"kot", "KOT", 1),
    (r"KOT", "kot", 1),
    (r"\bKraków\b", "w Krakowie", 1),
    (r"\b1234\b", "1 234 zł", 1),
    (r"\b1\.5\b", "1,50", 1),
    (r"\b1,5\b", "1,5", 0),
    (r"\b5\b", "5,00", 1),
    (r"\b12:30\b", "o 12:30", 1),
    (r"kot pies", "kot, pies", 1),
    (r"kot  pies", "kot pies", 0),
    (r"co2", "CO₂", 1),
    ("Krako\u0301w", "Kraków", 1),
    (r"kot", "kot kota kotem", 3),
]


@pytest.mark.parametrize(("pattern", "answer", "expected"), MATCHES)
def test_normalized_matches(pattern: str, answer: str, expected: int):
    assert count(pattern, answer) == expected


RAW = [
    (r"\d{4}", "1410 i 1525", 2),
    (r"kot", "KOT kot", 1),
    (r"(?i)kot", "KOT kot", 2),
    (r"^b", "a\nb", 0),
    (r"(?m)^b", "a\nb", 1),
    (r"a.b", "a\nb", 0),
    (r"a b", "a\u00a0b", 1),
    (r"B-36", "B\u201136", 1),
    (r"4,88", "4{,}88", 1),
    (r"ala", "alala", 1),
    (r"a*", "bab", 1),
    (r"\p{Lu}\p{Ll}+", "Żółw łódź Ćma", 2),
    ("ó", "o\u0301", 1),
    ("o\u0301", "ó", 1),
]


@pytest.mark.parametrize(("pattern", "answer", "expected"), RAW)
def test_raw_matches_do_not_overlap_and_empty_ones_do_not_count(pattern: str, answer: str, expected: int):
    assert count(pattern, answer, normalize=False) == expected


# bounds

BOUNDS = {
    (None, None): (0, 1, 1, 1),
    (2, None): (0, 0.5, 1, 1),
    (None, 2): (0, 1, 1, 2 / 3),
    (0, 1): (1, 1, 0.5, 1 / 3),
    (0, 0): (1, 0, 0, 0),
    (0, None): (1, 1, 1, 1),
    (2, 2): (0, 0.5, 1, 2 / 3),
}


@pytest.mark.parametrize("bounds", BOUNDS, ids=str)
@pytest.mark.parametrize("times", range(4))
def test_bounds(bounds, times):
    low, high = bounds
    rule = {"type": "regex", "pattern": "x", "regex_min": low, "regex_max": high, "normalize": False}
    score = score_rule(rule, "a" + "x" * times)
    assert score.soft == pytest.approx(BOUNDS[bounds][times])
    assert score.strict == (score.soft == 1)


def test_the_default_is_at_least_one_match():
    assert [score_rule({"type": "regex", "pattern": "x"}, answer).strict for answer in ("a", "x", "x x x")] == [0, 1, 1]


def test_a_match_counts_if_its_length_lies_within_the_bounds():
    answer = "a bb ccc dddd"
    for low, high, expected in [(2, None, 3), (None, 2, 2), (2, 3, 2), (0, 0, 0), (5, None, 0)]:
        assert count(r"\p{L}+", answer, match_min_length=low, match_max_length=high, normalize=False) == expected


def test_length_is_counted_in_characters_of_the_text_form():
    assert count(r"\p{L}+", "Krako\u0301w", match_max_length=6, normalize=False) == 1
    assert count(r"\p{L}+", "Kra\u00adków", match_max_length=6, normalize=False) == 1


def test_with_valid_words_a_match_must_be_one_polish_word():
    answer = "krata rekat kraków Kraków b a"
    assert count(r"\p{L}+", answer, valid_words=True, normalize=False) == 3
    assert count(r"krata|[a-z]+ [a-z]+", "krata, rekat krata", valid_words=True, normalize=False) == 1


def test_a_match_must_meet_every_constraint():
    answer = "krata rakieta rekat a"
    assert count(r"\p{L}+", answer, valid_words=True, match_min_length=6, normalize=False) == 1


def test_the_text_with_more_counting_matches_is_taken():
    # base forms: two matches, as written: one
    assert count(r"\bkot\b", "kot koty") == 2
    # as written: two matches, base forms: one
    assert count(r"\bpsem\b", "psem z psem") == 2


# errors

BROKEN = {
    "(": "missing ) at position 1",
    "[a": "unterminated character set at position 2",
    "*a": "nothing to repeat at position 0",
    "(?P<a>x)(?P=b)": "unknown group at position 11",
}


@pytest.mark.parametrize("pattern", BROKEN)
def test_a_pattern_that_does_not_compile_is_invalid(pattern: str):
    with pytest.raises(InvalidTask) as raised:
        regex(pattern)
    assert str(raised.value) == (
        f'pattern: does not compile ("{pattern}"): {BROKEN[pattern]}; expected a pattern of the regex package, VERSION0'
    )


def test_an_empty_pattern_is_invalid():
    with pytest.raises(InvalidTask) as raised:
        regex("")
    assert str(raised.value) == 'pattern: is empty (""); expected a pattern'


def test_a_pattern_that_explodes_is_refused_before_it_is_compiled():
    with pytest.raises(InvalidTask) as raised:
        regex("((ab){1000}){1000}")
    assert str(raised.value) == (
        'pattern: writes out to more than 20,000 items ("((ab){1000}){1000}"); nest fewer counted repetitions'
    )


def test_the_engine_is_version_0():
    assert count(r"[[a-z]--[aeiou]]", "kot", normalize=False) == 0
