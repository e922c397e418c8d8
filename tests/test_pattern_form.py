"""A pattern's literals in the form of the text: against patterns written in that form, and in messages."""

import re
import unicodedata

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from puma_metrics import parse_rule
from puma_metrics.errors import InvalidTask
from puma_metrics.phrases import Answer
from puma_metrics.rules import Regex
from puma_metrics.rules.pattern_advice import hard_to_read, never_held
from puma_metrics.rules.pattern_form import compiled_text, pattern_form
from puma_metrics.rules.pattern_items import items, members

SPACES = [chr(n) for n in range(0x10000) if chr(n).isspace() and chr(n) not in "\n\r"]
LAYOUT = " \t\n\r\f\v"
LETTERS = "aółkéńA"


def rule(pattern: str, **fields) -> Regex:
    parsed = parse_rule({"type": "regex", "pattern": pattern, **fields})
    assert isinstance(parsed, Regex)
    return parsed


def count(pattern: str, answer: str, **fields) -> int:
    return rule(pattern, **fields).found(Answer(answer)).counted


def problem(pattern: str, **fields) -> str:
    with pytest.raises(InvalidTask) as raised:
        rule(pattern, **fields)
    return str(raised.value)


# patterns written in two ways: as somebody pasted them, and in form. Each piece is a pair (pasted, in form).


def parts(letter: str) -> str:
    return unicodedata.normalize("NFD", letter)


LETTER = st.sampled_from(LETTERS).flatmap(lambda c: st.sampled_from([(c, c), (parts(c), c)]))
WHOLE_LETTER = st.sampled_from([(c, c) for c in LETTERS])
HYPHEN = st.sampled_from([("\u2010", r"\-"), ("\u2011", r"\-"), ("-", "-")])
ESCAPE = st.sampled_from(
    [(e, e) for e in (r"\d", r"\.", r"\w", r"\ ", r"\-", r"\x20", r"\p{L}", r"\S", r"\{", r"\u00f3")]
)
PLACE = st.sampled_from([(e, e) for e in (r"\b", "$", r"(?=\w)", "(?!k)", "(?# o ó [)", "(?:)")])
REPEAT = st.sampled_from(["", "", "", "+", "?", "{,}", "{1,2}", "*?", "{,2}", "{1}"])


def space(verbose: bool):
    kinds = [s for s in SPACES if s not in LAYOUT] if verbose else SPACES
    return st.sampled_from([(s, r"\x20" if verbose else " ") for s in kinds])


CLASS_MEMBER = st.one_of(
    WHOLE_LETTER,
    st.sampled_from([(s, r"\x20") for s in SPACES]),
    st.sampled_from(
        [("\u2010", r"\-"), ("\u2011", r"\-"), (r"\d", r"\d"), (r"\]", r"\]"), ("a-f", "a-f"), ("[", r"\[")]
    ),
    st.sampled_from([("[:alpha:]", "[:alpha:]"), (r"\-", r"\-"), ("{,}", "{,}"), ("#", "#")]),
)


@st.composite
def classes(draw):
    pairs = draw(st.lists(CLASS_MEMBER, min_size=1, max_size=4))
    start = draw(st.sampled_from(["[", "[^"]))
    return start + "".join(p for p, _ in pairs) + "]", start + "".join(f for _, f in pairs) + "]"


@st.composite
def sequences(draw, verbose: bool, depth: int = 2):
    atoms = [WHOLE_LETTER, HYPHEN, ESCAPE, space(verbose), classes()]
    if depth:
        inside = sequences(verbose, depth - 1)
        heads = ["(?:", "(", "(?>", "(?=", "(?i:", "(?-i:"]
        atoms.append(
            st.tuples(st.sampled_from(heads), inside, inside).map(
                lambda t: (t[0] + t[1][0] + "|" + t[2][0] + ")", t[0] + t[1][1] + "|" + t[2][1] + ")")
            )
        )
    pasted, in_form = [], []
    for _ in range(draw(st.integers(1, 5))):
        layout = draw(st.sampled_from(["", " ", "\n", "# ó | [ \n"])) if verbose else ""
        if draw(st.booleans()):
            piece, repeat = draw(st.one_of(LETTER, PLACE)), ""
        else:
            piece, repeat = draw(st.one_of(atoms)), draw(REPEAT)
        pasted.append(layout + piece[0] + repeat)
        in_form.append(layout + piece[1] + repeat)
    return "".join(pasted), "".join(in_form)


VERBOSE = sequences(True).map(lambda pair: ("(?x)" + pair[0], "(?x)" + pair[1]))
TEXT = st.lists(st.sampled_from([*LETTERS, " ", "-", "{", ".", "\n", "1", "4,", "óó"]), max_size=12).map("".join)


@settings(max_examples=1500, deadline=None)
@given(st.one_of(sequences(False), VERBOSE), st.lists(TEXT, min_size=3, max_size=3))
def test_a_pasted_pattern_counts_like_the_same_pattern_in_form(pair, texts):
    pasted, in_form = pair
    form = pattern_form(pasted, normalize=False)
    if form.problems:  # a letter in two parts before a repetition, which the drawing avoids, may still come together
        assert "in parts" in form.problems[0] or "in two parts" in form.problems[0]
        return
    expected, compiled = regex.compile(in_form, regex.VERSION0), regex.compile(form.text, regex.VERSION0)
    for text in texts:
        assert [m.span() for m in compiled.finditer(text)] == [m.span() for m in expected.finditer(text)], form.text


@settings(max_examples=1000, deadline=None)
@given(
    st.text(alphabet=st.sampled_from("ab\\[](){}?*+|^$.#-:<=!xN1,\n \u00a0\u2011'é\u0301"), max_size=25), st.booleans()
)
def test_any_text_is_taken_apart_whole_and_put_into_form_once(pattern, normalize):
    assert "".join(item.text for item in items(pattern)) == pattern
    form = pattern_form(pattern, normalize)
    if not form.problems:
        assert compiled_text(form.text, normalize) == form.text
    list(never_held(pattern, normalize))
    hard_to_read(pattern)


@settings(max_examples=1000, deadline=None)
@given(st.lists(st.sampled_from(["a", "B", "ó", " ", "-", r"\d", "[ab]", "(?:a|b)", "{2}", ".", r"\b"]), max_size=10))
def test_a_pattern_in_form_is_compiled_as_it_stands(pieces):
    pattern = "".join(pieces)
    assert compiled_text(pattern, True) == compiled_text(pattern, False) == pattern


FORMS = [
    ("a\u00a0b", False, "a b"),
    ("a\tb", True, "a b"),
    ("a\nb", False, "a\nb"),
    ("a\r\nb\rc", False, "a\nb\nc"),
    ("a\nb", True, "a b"),
    ("G\u2011D\u2010Y", False, r"G\-D\-Y"),
    ("[\u2011.\u00a0]", False, r"[\-.\x20]"),
    ("[.\u2011\u2026]", False, r"[.\-…]"),
    ("(?x)a\u00a0b c", False, r"(?x)a\x20b c"),
    ("a(?x)\u00a0b", False, r"a(?x)\x20b"),
    ("(?x:a\u00a0b)\u00a0c", False, r"(?x:a\x20b) c"),
    ("(?x)(?-x:\u00a0)\u00a0", False, r"(?x)(?-x: )\x20"),
    ("(?x)a # o\u0301\u00a0b\n\u00a0c", False, "(?x)a # o\u0301\u00a0b\n\\x20c"),
    ("d'Arc|[`a]", True, "d’Arc|[’a]"),
    ("d'Arc", False, "d'Arc"),
    ("a{,}b", False, "a{,}b"),
    ("\\bs\u006f\u0301l\\b", True, r"\bsól\b"),
    ("\\b\u0307a", False, "\\b\u0307a"),  # no ḃ: the escape stays
    ("(?=\u0338a)", False, "(?=\u0338a)"),  # no ≠
    ("\u212b+", False, "Å+"),
    ("[\u212b]", False, "[Å]"),
    ("(?(1)a\u00a0b|c)", False, "(?(1)a b|c)"),
    (r"\u00a0\N{NO-BREAK SPACE}", False, r"\u00a0\N{NO-BREAK SPACE}"),
]


@pytest.mark.parametrize("pattern, normalize, formed", FORMS)
def test_the_text_that_is_compiled(pattern, normalize, formed):
    form = pattern_form(pattern, normalize)
    assert (form.text, form.problems) == (formed, ())


ERRORS = {
    "s\u00adól": (
        'pattern: holds an invisible character, U+00AD, at character 2 ("s\u00adól"), which the text never has; '
        "expected the pattern without it"
    ),
    "[o\u0301]": (
        'pattern: has a letter in two parts in a class, U+0301 at character 3 ("[o\u0301]"); '
        "expected the letter as one character, or (?:...|...)"
    ),
    "xo\u0301+": (
        'pattern: repeats a letter that is written in parts, U+0301 at character 3 ("xo\u0301+"); '
        "expected the letter as one character, or in a group (?:...)"
    ),
    "x[a-\u2011]": (
        'pattern: has a range that ends in U+2011 at character 5 ("x[a-\u2011]"), which the text never has; '
        "expected a range of characters that it has, or an escape"
    ),
    "[\u00a0-z]": (
        'pattern: has a range that ends in U+00A0 at character 2 ("[\u00a0-z]"), which the text never has; '
        "expected a range of characters that it has, or an escape"
    ),
}


@pytest.mark.parametrize("pattern", ERRORS)
def test_what_cannot_be_put_into_form_is_an_error_that_names_the_place(pattern):
    assert problem(pattern, normalize=False) == ERRORS[pattern]


@pytest.mark.parametrize(
    "char", [c for c in map(chr, range(0x10000)) if re.match("[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]", c)]
)
def test_every_invisible_character_is_an_error(char):
    assert f"U+{ord(char):04X}, at character 2" in problem(f"a{char}b")


def test_a_decomposed_pattern_is_reduced_like_the_composed_one():
    assert rule("\\bso\u0301l\\b").pattern_words == rule(r"\bsól\b").pattern_words == {"sól"}
    assert count("\\bso\u0301l\\b", "bez soli") == count(r"\bsól\b", "bez soli") == 1


def test_apostrophes():
    assert count("d'Arc", "Joanna d'Arc") == 1
    assert count("d[`']Arc", "Joanna d’Arc") == 1
    assert count("d'Arc", "Joanna d'Arc", normalize=False) == 1


@pytest.mark.parametrize("char", SPACES)
def test_every_kind_of_space_is_a_space(char):
    assert count(f"B{char}36", "B 36", normalize=False) == 1
    assert count(f"B[{char}]36", f"B{char}36", normalize=False) == 1
    assert count(f"kot{char}pies", "kot, pies") == 1


def test_members_of_a_class():
    assert [m.text for m in members(r"[^]a\]-z[:alpha:]\p{L}-]")] == [
        "]",
        "a",
        r"\]",
        "-",
        "z",
        "[:alpha:]",
        r"\p{L}",
        "-",
    ]
