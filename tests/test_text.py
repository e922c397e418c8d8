"""The text forms, sentence by sentence of GRADING, section 2."""

import random
import unicodedata

import pytest

from puma_metrics import steps, text

INVISIBLE = [0xAD, *range(0x200B, 0x2010), *range(0x202A, 0x202F), 0x2060, 0xFEFF]


@pytest.mark.parametrize("code", INVISIBLE, ids=hex)
def test_every_form_deletes_the_invisible_characters(code: int):
    marked = f"Kra{chr(code)}ków 1{chr(code)}2"
    assert text.raw1(marked) == "Kraków 12"
    assert text.words1(marked) == ["kraków", "12"]
    assert text.phrase1(marked) == ["kraków", "12"]


@pytest.mark.parametrize("code", [0x200A, 0x2010, 0x2029, 0x202F, 0x2061, 0xFEFE], ids=hex)
def test_the_neighbours_of_the_invisible_characters_stay(code: int):
    assert len(text.raw1(f"a{chr(code)}b")) == 3


def test_letters_compose_across_a_deleted_character():
    assert text.raw1("o\u00ad\u0301") == "ó"
    assert text.words1("Krako\u200b\u0301w") == ["kraków"]
    assert text.phrase1("Krako\u2060\u0301w") == ["kraków"]


WORDS1 = {
    "Dzień dobry, Panie!": ["dzień", "dobry", "panie"],
    "raz_dwa": ["raz", "dwa"],
    "12,50 zł": ["12", "50", "zł"],
    "CO2 i H₂O": ["co2", "i", "h2o"],
    "ﬁnał Ⅷ": ["finał", "viii"],
    "biało-czerwony": ["biało", "czerwony"],
    "Kraków Krakow": ["kraków", "krakow"],
    "50% + 3€": ["50", "3"],
    "ŻÓŁĆ": ["żółć"],
    "5\u00a0000": ["5", "000"],
    "½": ["1", "2"],
    "a🙂b": ["a", "b"],
    "Kennedy'ego": ["kennedy", "ego"],
    "<b>tak</b>": ["b", "tak", "b"],
    "&amp;": ["amp"],
    "１２": ["12"],
    "": [],
    " \n–…🙂": [],
}


@pytest.mark.parametrize("written", WORDS1)
def test_words1(written: str):
    assert text.words1(written) == WORDS1[written]


RAW1 = {
    "Znak B\u201036 i B\u201136": "Znak B-36 i B-36",
    "a\u00a0b\u2003c\u3000d\te": "a b c d e",
    "a\nb": "a\nb",
    "$4{,}88$": "$4,88$",
    "Kraków KRAKÓW": "Kraków KRAKÓW",
    "a – b — c": "a – b — c",
    "*a* <b>": "*a* <b>",
    "m²": "m²",
    "ﬁ": "ﬁ",
    "a  b": "a  b",
    "a\r\nb\rc\n": "a\nb\nc\n",
    "a<!-- b -->c": "ac",
    "a<title>b</title>c<title>d": "ac<title>d",
    "`<!-- a -->`": "`<!-- a -->`",
    "&lt;!-- a --&gt;": "&lt;!-- a --&gt;",
}


@pytest.mark.parametrize("written", RAW1)
def test_raw1(written: str):
    assert text.raw1(written) == RAW1[written]


# phrase1, step 1: markup

MARKUP = {
    # tags: inline ones vanish, breaks and blocks are spaces
    "<b>Krak</b>ów": ["kraków"],
    "<span class='x'>Krak</span>ów": ["kraków"],
    "<EM>Krak</EM>ów": ["kraków"],
    "Nowy<br>Sącz": ["nowy", "sącz"],
    "Nowy<br/>Sącz": ["nowy", "sącz"],
    "<p>Nowy</p><p>Sącz</p>": ["nowy", "sącz"],
    "<td>1</td><td>234</td>": ["1", "234"],
    "1<br>234": ["1", "234"],
    "Krak<!-- uwaga -->ów": ["krak", "ów"],
    "a < b > c": ["a", "b", "c"],
    "2<3 i 5>4": ["2", "3", "i", "5", "4"],
    # tags first, then entities, then the deletions again
    "&lt;b&gt;kot&lt;/b&gt;": ["b", "kot", "b"],
    "Krak&oacute;w": ["kraków"],
    "Krak&#243;w": ["kraków"],
    "Krak&#xF3;w": ["kraków"],
    "Krako&#x301;w": ["kraków"],
    "Nowy&nbsp;Sącz": ["nowy", "sącz"],
    "Kra&shy;ków": ["kraków"],
    "Kra&#8203;ków": ["kraków"],
    "R&amp;D": ["r", "d"],
    # superscripts join a letter and separate after a digit
    "m²": ["m2"],
    "m<sup>2</sup>": ["m2"],
    "m^2": ["m2"],
    "m^{2}": ["m2"],
    "$m^2$": ["m2"],
    "$m$^2": ["m2"],
    "10²": ["10", "2"],
    "10<sup>2</sup>": ["10", "2"],
    "10^2": ["10", "2"],
    "$10^{2}$": ["10", "2"],
    "10⁻²": ["10", "2"],
    # subscripts join the letter before them
    "CO₂": ["co2"],
    "CO<sub>2</sub>": ["co2"],
    "CO$_2$": ["co2"],
    "CO_2": ["co2"],
    "CO_{2}": ["co2"],
    "H₂SO₄": ["h2so4"],
    "H<sub>2</sub>SO<sub>4</sub>": ["h2so4"],
    # a vulgar fraction or a circled number separates from a digit
    "1½": ["1", "1", "2"],
    "½": ["1", "2"],
    "3①": ["3", "1"],
    "5⑫": ["5", "12"],
    # LaTeX
    "4{,}88": ["4.88"],
    r"12\,345": ["12345"],
    r"5\,kg": ["5", "kg"],
    r"$\text{Kraków}$": ["kraków"],
    r"$\mathrm{CO}_2$": ["co2"],
    r"\textbf{Krak}ów": ["kraków"],
    r"\boxed{\text{Kraków}}": ["kraków"],
    # NFKC
    "ﬁnał": ["finał"],
    "Ⅷ": ["viii"],
    "Ｋｏｔ": ["kot"],
    "１２": ["12"],
    # emphasis inside a word
    "**Krak**ów": ["kraków"],
    "*Krak*ów": ["kraków"],
    "***Krak***ów": ["kraków"],
    "Krak**ów**": ["kraków"],
    "~~Krak~~ów": ["kraków"],
    "_Kraków_": ["kraków"],
    "`Kraków`": ["kraków"],
    "2*3*4": ["2", "3", "4"],
    "snake_case_name": ["snake", "case", "name"],
    # apostrophes belong to the word between letters
    "Kennedy'ego": ["kennedy’ego"],
    "Kennedy`ego": ["kennedy’ego"],
    "Kennedy´ego": ["kennedy’ego"],
    "Kennedy‘ego": ["kennedy’ego"],
    "Kennedyʼego": ["kennedy’ego"],
    "'kot'": ["kot"],
    "o 5' na": ["o", "5", "na"],
    "KRAKÓW": ["kraków"],
}  # fmt: skip


@pytest.mark.parametrize("written", MARKUP)
def test_markup_is_read_as_its_text(written: str):
    assert text.phrase1(written) == MARKUP[written]


# phrase1, step 2: tokens

TOKENS = {
    # decimal numbers: comma and point alike, by value
    "1,5": ["1.5"],
    "1.5": ["1.5"],
    "1,50": ["1.5"],
    "5,00": ["5"],
    "0,5": ["0.5"],
    "10,0": ["10"],
    "1,5.": ["1.5"],
    "(1,5)": ["1.5"],
    # times
    "12:39": ["12:39"],
    "o 7:05.": ["o", "7:05"],
    "24:00": ["24:00"],
    "25:00": ["25", "00"],
    "12:60": ["12", "60"],
    "12:5": ["12", "5"],
    "1:2:3": ["1", "2", "3"],
    "12:30:45": ["12", "30", "45"],
    # groups of three
    "1 234": ["1234"],
    "1\u00a0234": ["1234"],
    "1\u202f234": ["1234"],
    "1 234 567": ["1234567"],
    "1 234,50": ["1234.5"],
    "12 34": ["12", "34"],
    "1 2345": ["1", "2345"],
    "1234 567": ["1234", "567"],
    "1\n234": ["1", "234"],
    "5 1 234": ["5", "1", "234"],
    "+48 500 100 200": ["48", "500100200"],
    "+48500100200": ["48", "500100200"],
    "48 500 100 200": ["48500100200"],
    # more than one comma or point
    "2,4,1,3": ["2", "4", "1", "3"],
    "12.05.2020": ["12", "05", "2020"],
    "192.168.0.1": ["192", "168", "0", "1"],
    # dash and slash always separate
    "10-20": ["10", "20"],
    "1,5–2,5": ["1.5", "2.5"],
    "1/2": ["1", "2"],
    "2023/24": ["2023", "24"],
    "-5": ["5"],
    # runs of letters and digits
    "CO2": ["co2"],
    "H2O": ["h2o"],
    "B12a": ["b12a"],
    "125zł": ["125", "zł"],
    "1410r.": ["1410", "r"],
    "3D2": ["3", "d2"],
    # leading zeros count
    "007": ["007"],
    "7": ["7"],
    # everything else separates
    "50%": ["50"],
    "a_b": ["a", "b"],
    "kot/pies|mysz;koń": ["kot", "pies", "mysz", "koń"],
    "1, 2, 3": ["1", "2", "3"],
}


@pytest.mark.parametrize("written", TOKENS)
def test_tokens_are_numbers_times_and_words(written: str):
    assert text.phrase1(written) == TOKENS[written]


def test_an_apostrophe_between_a_digit_and_a_letter_parts_them():
    assert text.tokens("MP3’ki") == ["MP3", "ki"]


def test_tokens_keep_case_and_the_way_of_writing():
    assert text.tokens("**Krak**ów, 1 234,50 zł o 14.52") == ["Kraków", "1 234,50", "zł", "o", "14.52"]


def test_places_point_into_the_raw_text():
    written = "W **Krak**ó&shy;w w 1&nbsp;234"
    assert [(token, written[slice(*place)]) for token, place in text.token_places(written)] == [
        ("W", "W"),
        ("Kraków", "Krak**ó&shy;w"),
        ("w", "w"),
        ("1 234", "1&nbsp;234"),
    ]


def test_places_of_words_point_into_the_raw_text():
    written = "Krako\u0301w ﬁnał, ½"
    assert [(word, written[slice(*place)]) for word, place in text.words1_places(written)] == [
        ("kraków", "Krako\u0301w"),
        ("finał", "ﬁnał"),
        ("1", "½"),
        ("2", "½"),
    ]


def test_nothing_has_no_words_and_no_places():
    for nothing in ("", "\u00ad"):
        assert text.trace(text.PHRASE1, nothing)[0] == ""
        assert text.token_places(nothing) == text.words1_places("") == []


@pytest.mark.parametrize("form", ["NFC", "NFKC"])
def test_many_combining_marks_are_normalized_as_few_are(form: str):
    marks = [mark for mark in map(chr, range(0x300, 0xA000)) if unicodedata.category(mark)[0] == "M"]
    marks += ["\uff9e", "\uff9f", "€", "\u0f73"]
    chance = random.Random(1)
    for _ in range(5):
        written = "aą" + "".join(chance.choices(marks, k=2 * steps.SHORT)) + "kot"
        assert steps.Normal(form).run(written) == unicodedata.normalize(form, written)


@pytest.mark.parametrize("before", range(steps.SHORT - 70, steps.SHORT + 70))
def test_many_combining_marks_are_seen_wherever_they_stand(before: int):
    marks = "\u0301\u0323" * 33
    run = "a" * before + marks + "a" * steps.SHORT
    assert steps._MANY_MARKS.search(run) and not steps.is_nfkc(run)
    assert steps._may_have_many_marks(run[:before] + marks[:65] + run[before + 66 :])


@pytest.mark.parametrize("name", ["CLEAN", "RAW1", "PHRASE1"])
def test_a_hint_names_what_the_pattern_needs(name: str):
    letters = "aą1 *_~^<>&;{}\\,.'’½²₂①™\u00ad\u2010"
    chance = random.Random(2)
    texts = ["".join(chance.choices(letters, k=12)) for _ in range(2_000)] + [*MARKUP, *TOKENS]
    hinted = [step for step in getattr(text, name) if isinstance(step, steps.Rewrite) and step.hint]
    assert hinted
    for step in hinted:
        assert all(not step.hint.isdisjoint(written) for written in texts if step.pattern.search(written))
