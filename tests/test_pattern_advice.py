"""What a pattern's author is told: what its text never has, what nobody could read, and what has no end."""

import pytest

from puma_metrics import parse_rule
from puma_metrics.errors import InvalidTask
from puma_metrics.rules.pattern_advice import hard_to_read, never_held
from puma_metrics.rules.pattern_calls import calls_itself_first

NEVER = {
    "km²": 'looks for "km²", which the text never has; the text has "km2" in its place',
    r"\b1\.50\b": 'looks for "1.50", which the text never has; the text has "1.5" in its place',
    "1,50": 'looks for "1,50", which the text never has; the text has "1.5" in its place',
    "1 234": 'looks for "1 234", which the text never has; the text has "1234" in its place',
    r"kot\.": 'looks for "kot.", which the text never has; the text has "kot" in its place',
    r"\b\.kot": 'looks for ".kot", which the text never has; the text has "kot" in its place',
    r"kot:\d": 'looks for "kot:", which the text never has; the text has "kot" in its place',
    "[½]": 'looks for "½", which the text never has; the text has "1 2" in its place',
    "½": 'looks for "½", which the text never has; the text has "1 2" in its place',
    "Ⅷ": 'looks for "Ⅷ", which the text never has; the text has "viii" in its place',
    "kot  pies": 'looks for "kot  pies", which the text never has; the text has "kot pies" in its place',
    "1410r": 'looks for "1410r", which the text never has; the text has "1410 r" in its place',
    r"x\u00b2": 'looks for "x²", which the text never has; the text has "x2" in its place',
    r"a\u00a0b": 'looks for \\u00a0 (U+00A0), which the text never has; the text has " " in its place',
    r"d\'Arc": 'looks for \\\' (U+0027), which the text never has; the text has "’" in its place',
}


@pytest.mark.parametrize("pattern", NEVER)
def test_what_the_normalized_text_never_has_is_named_with_what_it_has(pattern):
    assert list(never_held(pattern, normalize=True)) == [NEVER[pattern]]


RAW = {
    r"4\{,\}88": 'looks for "4{,}88", which the text never has; the text has "4,88" in its place',
    "<!-- x -->": 'looks for "<!-- x -->", which the text never has; the text has nothing in its place',
    "a<title>x</title>": 'looks for "a<title>x</title>", which the text never has; the text has "a" in its place',
}


@pytest.mark.parametrize("pattern", RAW)
def test_what_the_raw_text_never_has_is_named_with_what_it_has(pattern):
    assert list(never_held(pattern, normalize=False)) == [RAW[pattern]]


HELD = [
    "kot pies",
    r"1[0-9]:2[0-9]",
    r"\d\.\d",
    r"\b1\.5\b",
    "1234",
    r"\d+\.50?",
    "[²a]",
    "[^½]",
    "[½]?",
    "kot.",
    r"kot\.?",
    r"\d+\.",
    r"Kraków|Gdynia",
    "d'Arc",
    "12:30",
]


@pytest.mark.parametrize("pattern", HELD)
def test_what_the_text_may_have_is_no_finding(pattern):
    assert list(never_held(pattern, normalize=True)) == []


RAW_ESCAPES = {
    r"\u00a0": 'looks for \\u00a0 (U+00A0), which the text never has; the text has " " in its place',
    r"[\u2011a]": 'looks for \\u2011 (U+2011), which the text never has; the text has "-" in its place',
    r"\xad": "looks for \\xad (U+00AD), which the text never has; the text has nothing in its place",
    r"\t": 'looks for \\t (U+0009), which the text never has; the text has " " in its place',
    r"\N{NO-BREAK SPACE}": (
        'looks for \\N{NO-BREAK SPACE} (U+00A0), which the text never has; the text has " " in its place'
    ),
}


@pytest.mark.parametrize("pattern", RAW_ESCAPES)
def test_an_escape_of_a_character_that_the_text_never_has_is_named(pattern):
    assert list(never_held(pattern, normalize=False)) == [RAW_ESCAPES[pattern]]


@pytest.mark.parametrize("pattern", [r"\n", r"\u0301", r"[\t-\r]", r"\.", r"km²", r"\x41", r"\b", r"\1(a)"])
def test_other_escapes_are_no_finding(pattern):
    assert list(never_held(pattern, normalize=False)) == []


HARD = {
    "a" * 61: "is 61 characters long, more than 60",
    "a" * 60: "",
    "a(?!b(?=c))": "has a lookaround within a lookaround",
    "(?=a)(?!b)": "",
    "Roztocze(?!.*(?:nie|zamiast))": "lists words in a lookaround",
    r"(?<!\d)3[,.]80(?!\d)": "",
    r"(?<!\d|zł)5": "",
    r"(?i)\b(?:poszłem|wziełem|wzięłem)\b": "",
}


@pytest.mark.parametrize("pattern", HARD)
def test_what_nobody_can_read(pattern):
    assert hard_to_read(pattern) == HARD[pattern]


CALLS = {
    "(?R)a|b": True,
    "a|(?R)b": True,
    "(?R)?a": True,
    "((?1)|a)+": True,
    "(?:x*(?R))": True,
    r"\b(?=a)(?R)": True,
    "(a|(?2))((?1)b)": True,
    "(?<n>(?&n)a)": True,
    "(?P<n>x?(?P>n)a)": True,
    "(x?(?-1))": True,
    "(?+1)(a?(?R))": True,
    "(a)?(?0)": True,
    "(?x) (?R) a": True,
    "a(?R)?b": False,
    r"\((?:[^()]|(?R))*\)": False,
    "(a(?1)?b)": False,
    "(?:a|b)(?R)": False,
    "[(](?R)?[)]": False,
    r"\((?R)?\)": False,
    "(?<n>a(?&n)?)(?&n)": False,
    "(a)(?1)(?1)": False,
    "(?R": False,
    "(?#(?R))a": False,
}


@pytest.mark.parametrize("pattern", CALLS)
def test_a_pattern_that_calls_itself_before_it_has_matched_anything_is_refused(pattern):
    assert calls_itself_first(pattern) is CALLS[pattern]
    if CALLS[pattern]:
        with pytest.raises(InvalidTask) as raised:
            parse_rule({"type": "regex", "pattern": pattern})
        assert str(raised.value) == (
            f'pattern: calls itself before it has matched anything ("{pattern}"), which has no end; '
            "expected a character that must match before the call"
        ).replace("\\", "\\\\")
