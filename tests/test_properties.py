"""Properties that hold for any text, however it was typed, copied or mangled."""

import dataclasses
import functools
import itertools
import json
import unicodedata
from typing import Any

import pytest
from drawn_texts import WORDS, mangled, spelled
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from puma_metrics import (
    Task,
    grade,
    is_polish_word,
    parse_rule,
    parse_task,
    phrase_matches,
    polish,
    score_rule,
    text,
    word_accuracy,
)
from puma_metrics import phrases as phrases_module
from puma_metrics.hidden import hidden
from puma_metrics.phrases import Answer, asked, offered, phrase
from puma_metrics.rules import RULES, Rule
from puma_metrics.rules.phrase_rules import claimed
from puma_metrics.steps import Edits

bounded = functools.partial(settings, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)

clauses = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=3), min_size=1, max_size=4)
phrases = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5)
count = st.none() | st.integers(0, 4)
PATTERNS = (r"\bkot\b", r"\p{L}+", r"\d+", r"(?i)krak", r"[ąęó]", r"a*", r"\w+ \w+", r"(?<=k)o", ".", r"(a|aa)+b")


def records(kind: str) -> st.SearchStrategy[dict[str, Any]]:
    flag = st.booleans()
    fields: dict[str, dict[str, st.SearchStrategy[Any]]] = {
        "include": {"clauses": clauses, "include_min": st.none() | st.integers(0, 1), "normalize": flag},
        "exclude": {"phrases": phrases, "normalize": flag},
        "regex": {
            "pattern": st.sampled_from(PATTERNS),
            "regex_min": st.none() | st.integers(0, 2),
            "regex_max": st.none() | st.integers(2, 4),
            "match_min_length": st.none() | st.integers(0, 2),
            "valid_words": flag,
            "normalize": flag,
        },
        "order": {"phrases": phrases, "occurrence": st.sampled_from(["last", "first"]), "normalize": flag},
        "asr": {"reference": spelled.map(lambda words: words + " tak")},
        "ocr": {"blocks": st.lists(spelled.map(lambda block: "a " + block), min_size=1, max_size=3)},
        "extraction": {"reference": st.dictionaries(st.sampled_from("abc"), spelled, max_size=3)},
    }
    return st.fixed_dictionaries({"type": st.just(kind), **fields[kind]})


rules = st.sampled_from(sorted(RULES)).flatmap(records).map(parse_rule)


def task_of(*rules: Rule) -> Task:
    return Task("t1", "speech_qa", rules)


# text forms


@given(mangled)
@bounded(max_examples=400)
def test_raw1_is_idempotent(written: str):
    assume("{{,}}" not in text.run(text.CLEAN, written))  # one pass leaves a comma in braces, as it should
    assume(not hidden(text.raw1(written)))  # and where a comment was, its neighbours may make another
    assert text.raw1(text.raw1(written)) == text.raw1(written)


@given(mangled)
@bounded(max_examples=400)
def test_words1_of_its_joined_words_are_the_same_words(written: str):
    written = written.replace("İ", "I")  # the one letter that lower case, the form's last step, makes two of
    assert text.words1(" ".join(text.words1(written))) == text.words1(written)


@given(mangled)
@bounded(max_examples=300)
def test_words1_holds_letters_and_digits_only(written: str):
    assert all(word and all(char.isalnum() or unicodedata.category(char)[0] == "M" for char in word)
               for word in text.words1(written))  # fmt: skip


@pytest.mark.parametrize("name", ["CLEAN", "RAW1", "PHRASE1"])
@given(written=mangled)
@bounded(max_examples=500)
def test_the_traced_text_is_the_fast_text(name: str, written: str):
    steps = getattr(text, name)
    traced, places = text.trace(steps, written)
    assert traced == text.run(steps, written)
    assert len(places) == len(traced)


@pytest.mark.parametrize("name", ["CLEAN", "RAW1", "PHRASE1"])
@given(written=mangled)
@bounded(max_examples=300)
def test_places_lie_in_the_raw_text_and_never_run_backwards(name: str, written: str):
    _, places = text.trace(getattr(text, name), written)
    assert all(0 <= start <= end <= len(written) for start, end in places)
    assert all(a[0] <= b[0] and a[1] <= b[1] for a, b in itertools.pairwise(places))


@given(mangled)
@bounded(max_examples=600)
def test_edits_stand_in_order_and_do_not_overlap(written: str):
    for step in text.PHRASE1:
        if isinstance(step, Edits):
            edits = list(step.find(written))
            assert all(start <= end for start, end, _ in edits)
            assert all(a[1] <= b[0] for a, b in itertools.pairwise(edits))


@given(mangled)
@bounded(max_examples=600)
def test_tokens_are_the_same_with_and_without_the_fast_path(written: str):
    assert text.tokens(written) == text.TOKEN.findall(text.run(text.PHRASE1, written))


@given(mangled)
@bounded(max_examples=400)
def test_token_places_agree_with_tokens(written: str):
    assert [token for token, _ in text.token_places(written)] == text.tokens(written)


@given(mangled)
@bounded(max_examples=400)
def test_words1_places_agree_with_words1(written: str):
    assert [word for word, _ in text.words1_places(written)] == text.words1(written)


@given(mangled)
@bounded(max_examples=300)
def test_phrase1_writes_each_token_once_and_for_all(written: str):
    assert all(text.written(word) == word for word in text.phrase1(written))


@given(mangled)
@bounded(max_examples=300)
def test_composed_and_decomposed_letters_are_the_same_answer(written: str):
    composed, apart = unicodedata.normalize("NFC", written), unicodedata.normalize("NFD", written)
    assert text.words1(composed) == text.words1(apart)
    assert text.raw1(composed) == text.raw1(apart)
    assert text.phrase1(composed) == text.phrase1(apart)


@given(spelled, st.integers(0, 60), st.sampled_from(["\u00ad", "\u200b", "\u200d", "\u2060", "\ufeff", "\u202c"]))
@bounded(max_examples=200)
def test_an_invisible_character_anywhere_changes_no_form(written: str, at: int, invisible: str):
    marked = written[:at] + invisible + written[at:]
    assert text.phrase1(marked) == text.phrase1(written)
    assert text.words1(marked) == text.words1(written)
    assert text.raw1(marked) == text.raw1(written)


# words and phrases

_WORD = st.one_of(
    st.sampled_from(WORDS).map(str.lower),
    st.sampled_from(["niewykonany", "wykonany", "zrobiłbym", "byłem", "miałem", "d’artagnan", "kennedy’ego", "xviii"]),
    st.text(st.sampled_from("aąbcćdeęikłmnoóprsśtuwyzźż’"), min_size=1, max_size=9),
)


@given(_WORD)
@bounded(max_examples=500)
def test_the_fast_analysis_says_what_the_readings_say(word: str):
    readings = polish.readings(word)
    assert polish.base_keys(word) == [reading.key for reading in readings]
    unmarked = dict.fromkeys(reading.base for reading in readings if not polish.is_negated(reading.tag))
    assert polish.base_forms(word) == tuple(unmarked)


@given(st.one_of(mangled, spelled))
@bounded(max_examples=500)
def test_a_phrase_matches_itself(written: str):
    assert phrase_matches(written, written) is bool(text.tokens(written))
    assert phrase_matches(written, written, normalize=False) is bool(text.raw1(written))


@given(spelled.filter(bool), st.sampled_from(["ala", "ma", "5", "zz"]), st.sampled_from([". ", "\n", " – ", " | "]))
@bounded(max_examples=200)
def test_a_phrase_matches_wherever_it_stands(written: str, other: str, between: str):
    assert phrase_matches(written, f"{other}{between}{written}{between}{other}")


@given(mangled)
@bounded(max_examples=300)
def test_every_token_offers_what_it_asks_for_when_written(written: str):
    for token in text.tokens(written):
        assert not asked(token).isdisjoint(offered(token))


@given(spelled, mangled)
@bounded(max_examples=300)
def test_a_phrase_is_in_an_answer_exactly_where_it_has_a_place(written: str, said: str):
    for normalize in (True, False):
        wanted, answer = phrase(written, normalize), Answer(said + " " + written)
        assert wanted.is_in(answer) is bool(list(wanted.places(answer)))


@given(spelled.filter(bool), spelled)
@bounded(max_examples=200)
def test_a_long_answer_is_searched_all_at_once_for_the_same_places(wanted: str, said: str):
    written = f"{said} {wanted} {said}"
    one_by_one = list(phrase(wanted).places(Answer(written)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(phrases_module, "LONG", 0)
        assert list(phrase(wanted).places(Answer(written))) == one_by_one


def plainly_claimed(wanted: list[Any], answer: Answer) -> list[tuple[Any, tuple[int, int]]]:
    """Every place of every phrase against every word that is taken."""
    found, taken = [], set()
    for item in sorted(wanted, key=lambda item: -item.size):
        for start, end in item.places(answer):
            if taken.isdisjoint(range(start, end)):
                taken.update(range(start, end))
                found.append((item.words, (start, end)))
    return sorted(found, key=lambda one: one[1])


@given(
    st.lists(st.text("ab", min_size=1, max_size=5), min_size=1, max_size=5), st.text("ab", max_size=40), st.booleans()
)
@bounded(max_examples=500)
def test_longer_phrases_claim_what_plain_comparing_gives(wanted: list[str], said: str, normalize: bool):
    if normalize:
        wanted, said = [" ".join(one) for one in wanted], " ".join(said)
    ready = [phrase(one, normalize) for one in dict.fromkeys(wanted)]
    assert claimed(ready, Answer(said)) == plainly_claimed(ready, Answer(said))


@given(mangled)
@bounded(max_examples=200)
def test_a_valid_polish_word_is_one_token_of_letters(written: str):
    if is_polish_word(written):
        assert written.isalpha()


# scores


@given(rules, mangled)
@bounded(max_examples=500)
def test_scores_lie_in_their_range_and_strict_follows_from_soft(rule: Rule, written: str):
    score = score_rule(rule, written)
    assert 0 <= score.soft <= 1
    assert score.strict == (not score.error and round(score.soft, 9) >= rule.passes_at)


@given(st.lists(rules, min_size=1, max_size=3), st.none() | mangled)
@bounded(max_examples=400)
def test_no_exception_leaves_grade_and_a_task_is_as_strict_as_its_rules(rules: list[Rule], written: str | None):
    score = grade(task_of(*rules), written)
    assert score.strict == min(rule.strict for rule in score.rules)
    assert score.soft == pytest.approx(sum(rule.soft for rule in score.rules) / len(rules))
    assert all(isinstance(flag, str) for flag in score.flags)
    for rule in score.rules:
        assert rule.reason
        json.dumps(rule.details)


@given(rules, mangled)
@bounded(max_examples=150)
def test_an_answer_scores_the_same_twice_and_from_a_fresh_rule(rule: Rule, written: str):
    again = type(rule)(**{item.name: getattr(rule, item.name) for item in dataclasses.fields(rule)})
    first, second = score_rule(rule, written), score_rule(again, written)
    assert (first.strict, first.soft, first.reason) == (second.strict, second.soft, second.reason)


@given(st.sampled_from(["include", "order"]).flatmap(records).map(parse_rule))
@bounded(max_examples=100)
def test_an_answer_that_is_the_rules_own_text_holds_every_phrase(rule: Any):
    said = " | ".join(rule.phrases if rule.type == "order" else [clause[0] for clause in rule.clauses])
    reasons = [part for part in score_rule(rule, said).parts if part.name.startswith(("clause ", "phrase "))]
    assert reasons and not any("not found" in part.reason for part in reasons)


@given(spelled.filter(bool))
@bounded(max_examples=100)
def test_a_transcript_is_its_own_best_answer(written: str):
    assert word_accuracy(written, written) == 1
    assert score_rule({"type": "asr", "reference": written}, written).strict == 1


@given(spelled.filter(bool), mangled)
@bounded(max_examples=200)
def test_excluding_phrases_mirrors_including_them(written: str, said: str):
    found = score_rule({"type": "include", "clauses": [[written]]}, f"tak {said}").strict
    assert score_rule({"type": "exclude", "phrases": [written]}, f"tak {said}").strict == 1 - found


@given(clauses, mangled)
@bounded(max_examples=150)
def test_the_order_of_clauses_and_of_alternatives_does_not_count(wanted: list[list[str]], said: str):
    turned = [clause[::-1] for clause in wanted[::-1]]
    scores = [score_rule({"type": "include", "clauses": c}, said).soft for c in (wanted, turned)]
    assert scores[0] == scores[1]


@given(rules)
@bounded(max_examples=60)
def test_silence_never_passes(rule: Rule):
    for nothing in ("", " \n\t", "\u00ad\u200b"):
        assert score_rule(rule, nothing).strict == 0


@given(st.sampled_from(sorted(RULES)).flatmap(records))
@bounded(max_examples=60)
def test_a_record_is_not_changed_by_grading_with_it(record: dict[str, Any]):
    before = json.dumps(record)
    category = {"asr": "asr", "ocr": "ocr", "extraction": "structured_extraction"}.get(record["type"], "speech_qa")
    grade(parse_task({"id": "t1", "category": category, "rules": [record]}), "kot w Krakowie")
    assert json.dumps(record) == before
