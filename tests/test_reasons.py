"""Why a rule scores as it does: its words, and places in the raw answer that hold what matched."""

import html
import re
import unicodedata
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puma_metrics import score_rule, text

INCLUDE = {"type": "include", "clauses": [["kot"], ["pies", "wilk"]]}
REASONS: list[tuple[dict[str, Any], str, str]] = [
    (INCLUDE, "Koty, psy", 'clause 1 of 2: "kot" found as "Koty" at 0-4; clause 2 of 2: "pies" found as "psy" at 6-9'),
    (INCLUDE, "kot", 'clause 2 of 2: none of "pies", "wilk" found'),
    (INCLUDE, "pies wilk", 'clause 1 of 2: "kot" not found'),
    ({**INCLUDE, "include_min": 1}, "mysz", 'clauses: 0 of 2 hold, expected 1 to 2; clause 1 of 2: "kot" not found; '
     'clause 2 of 2: none of "pies", "wilk" found'),
    ({**INCLUDE, "include_min": 0, "include_max": 0}, "kot", 'clauses: 1 of 2 hold, expected 0; clause 2 of 2: none of '
     '"pies", "wilk" found'),
    ({"type": "exclude", "phrases": ["kot", "pies"]}, "dwa psy, pies",
     'phrase 2 of 2: "pies" found as "psy" at 4-7, at 9-13'),
    ({"type": "exclude", "phrases": ["kot"]}, "mysz", 'phrase 1 of 1: "kot" absent'),
    ({"type": "order", "phrases": ["kot", "pies"]}, "psy, koty", 'pair 1, 2: "kot" should stand before "pies"'),
    ({"type": "order", "phrases": ["kot", "pies"]}, "koty", 'phrase 2 of 2: "pies" not found'),
    ({"type": "order", "phrases": ["tak", "tak"]}, "tak", 'phrase 2 of 2: "tak" found too rarely, '
     "or only where it does not count"),
    ({"type": "regex", "pattern": r"\d", "regex_max": 1, "normalize": False}, "a1 2",
     'matches: 2 for "\\d", expected 1'),
    ({"type": "regex", "pattern": "kot"}, "pies", 'matches: 0 for "kot", expected at least 1'),
    ({"type": "asr", "reference": "ala ma kota"}, "ala miała kota dziś", 'words: 1 substituted, 0 dropped, 1 inserted '
     'against 3; word accuracy 0.333, expected at least 0.9; word 2: "miała" for "ma"; word 4: "dziś" inserted'),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "answer", "reason"), REASONS, ids=str)
def test_a_reason_in_one_line(rule: dict[str, Any], answer: str, reason: str):
    assert score_rule(rule, answer).reason == reason


def test_details_are_plain_python():
    assert score_rule({"type": "include", "clauses": [["kot"]]}, "Koty").details == [
        {
            "name": "clause 1 of 1",
            "holds": True,
            "reason": '"kot" found as "Koty" at 0-4',
            "places": [[0, 4]],
            "near": [],
        }
    ]


SILENT = [
    ({"type": "include", "clauses": [["kot"]]}, " \n", "is empty"),
    ({"type": "include", "clauses": [["kot"]]}, "<!-- kot -->", "is empty"),
    ({"type": "include", "clauses": [["kot"]]}, "…", "has no letter or digit"),
    ({"type": "exclude", "phrases": ["kot"]}, "<script>pies</script>!", "has no letter or digit"),
    ({"type": "regex", "pattern": "a", "normalize": False}, "<title>a</title>\r\n", "is empty"),
    ({"type": "ocr", "blocks": ["kot"]}, "<style>kot</style>", "is empty"),
    ({"type": "ocr", "blocks": ["kot"]}, "![kot](kot.png)", "has no letter or digit"),
    (
        {"type": "ocr", "blocks": ["<table><tr><td></table>"]},
        "<table><tr><td></table><!-- a -->",
        "has no letter or digit",
    ),
    ({"type": "asr", "reference": "kot"}, "?!", "has no letter or digit"),
]


@pytest.mark.parametrize(("rule", "answer", "reason"), SILENT, ids=str)
def test_the_details_of_a_silent_answer_say_that_it_is_silent(rule: dict[str, Any], answer: str, reason: str):
    score = score_rule(rule, answer)
    assert (score.strict, score.soft) == (0, 0)
    assert score.details == [{"name": "answer", "holds": False, "reason": reason, "places": [], "near": []}]


# a place, cut out of the raw answer, is what matched


def apart(word: str) -> str:
    return unicodedata.normalize("NFD", word)


DRESS = {
    "plain": lambda word: word,
    "NFD": apart,
    "soft hyphen": lambda word: word[:1] + "\u00ad" + word[1:],
    "zero width": lambda word: word[:2] + "\u200b\u2060" + word[2:],
    "entities": lambda word: "".join(f"&#{ord(c)};" for c in word),
    "hex entities": lambda word: "".join(f"&#x{ord(c):x};" if c > "z" else c for c in word),
    "bold start": lambda word: f"**{word[:2]}**{word[2:]}",
    "bold": lambda word: f"**{word}**",
    "tag inside": lambda word: f"{word[:2]}<b>{word[2:]}</b>",
    "comment before": lambda word: f"<!-- x -->{word}",
    "LaTeX": lambda word: rf"$\text{{{word}}}$",
    "full width": lambda word: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in word),
    "capitals": str.upper,
}


def letters(cut: str) -> str:
    """What a person reads in a piece of an answer, less all that is no letter or digit."""
    plain = re.sub(r"<[^>]*>|\\text", "", html.unescape(cut))
    return "".join(char for char in unicodedata.normalize("NFKC", text.raw1(plain)) if char.isalnum()).lower()


WORDS = ["żółw", "Kraków", "kotem", "źdźbło", "netflixem"]
AROUND = ["", "🙂 ", "👩‍👩‍👧 10² ", "m<sup>2</sup> – ", "&nbsp;½ ", "ą\u0301\u0327 ", "<td>1</td> ", "\u200b*a* "]

worn = st.tuples(st.sampled_from(WORDS), st.sampled_from(sorted(DRESS)))
bounded = settings(deadline=None, derandomize=True, max_examples=250, suppress_health_check=list(HealthCheck))


@given(
    st.sampled_from(AROUND),
    worn,
    st.sampled_from([" ", "\n", "\u00a0", ", ", " – ", "<br>"]),
    worn,
    st.sampled_from(AROUND),
)
@bounded
def test_a_reported_place_cut_out_of_the_answer_is_what_matched(before, one, between, other, after):
    said = before + DRESS[one[1]](one[0]) + between + DRESS[other[1]](other[0]) + " " + after
    wanted = f"{one[0]} {other[0]}"
    rules = [
        {"type": "include", "clauses": [[one[0]], [wanted]]},
        {"type": "exclude", "phrases": [other[0]]},
        {"type": "order", "phrases": [wanted]},
    ]
    asked = [[one[0], wanted], [other[0]], [wanted]]
    for rule, phrases in zip(rules, asked, strict=True):
        parts = score_rule(rule, said).parts
        assert len(parts) == len(phrases)
        for part, written in zip(parts, phrases, strict=True):
            assert part.places
            for start, end in part.places:
                assert letters(said[start:end]) == written.replace(" ", "").lower()


@given(st.sampled_from(AROUND), worn, st.sampled_from(AROUND))
@bounded
def test_a_regex_place_cut_out_of_the_answer_is_what_matched(before, one, after):
    said = before + DRESS[one[1]](one[0]) + " " + after
    word = one[0].lower()
    (found,) = [p for p in score_rule({"type": "regex", "pattern": rf"\b{word}\b"}, said).parts if p.name != "matches"]
    assert letters(said[slice(*found.places[0])]) == word


@given(st.sampled_from(AROUND), st.sampled_from(WORDS), st.sampled_from(["plain", "NFD", "soft hyphen", "zero width"]))
@bounded
def test_a_raw_place_cut_out_of_the_answer_is_what_matched(before, word, dress):
    said = before + DRESS[dress](word) + "!"
    for rule in (
        {"type": "include", "clauses": [[word]], "normalize": False},
        {"type": "regex", "pattern": word, "normalize": False},
    ):
        part = score_rule(rule, said).parts[-1]
        assert text.raw1(said[slice(*part.places[0])]) == word


@given(st.lists(worn, min_size=1, max_size=5))
@bounded
def test_a_place_of_a_wrong_word_is_that_word(dressed):
    said = " 🙂 ".join(DRESS[d](w) for w, d in dressed if d in ("plain", "NFD", "soft hyphen", "capitals", "bold"))
    for part in score_rule({"type": "asr", "reference": "zupełnie inne słowa"}, said + " tak").parts[1:]:
        for place in part.places:
            (word,) = text.words1((said + " tak")[slice(*place)])
            assert f'"{word}"' in part.reason
