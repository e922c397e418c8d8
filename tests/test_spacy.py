"""The spaCy component, in a real pipeline, against the grader's own words."""

import pytest

from puma_metrics import phrases, polish, text

spacy = pytest.importorskip("spacy", reason="the extra [spacy] is not installed")
puma_spacy = pytest.importorskip("puma_spacy")

TEXTS = [
    "Byłem w Bielsku-Białej u Kennedy’ego, 1 234,50 zł o 14.52; **Krak**ów 125zł m² — U.S.A.",
    "To niewykonany plan; Netfliksie, gdybyś Rysy i Chłopów znał!",
    "Kraków to dawna stolica. Wisła płynie 10² dni, CO$_2$ i &oacute;wdzie.",
    "",
]


@pytest.fixture(scope="module")
def pipeline():
    nlp = spacy.blank("pl")
    nlp.add_pipe("puma_base_forms")
    return nlp


@pytest.mark.parametrize("written", TEXTS)
def test_every_word_of_the_grader_has_its_base_forms_in_the_document(pipeline, written):
    doc = pipeline(written)
    by_start = {token.idx: token for token in doc}
    for word, (start, _) in text.token_places(written):
        if start in by_start:  # spaCy keeps 125zł in one piece, of which zł is no token
            assert by_start[start]._.base_forms == puma_spacy.base_forms(word)
    assert sum(bool(token._.base_forms) for token in doc) >= 0.8 * len(text.tokens(written))


@pytest.mark.parametrize("written", TEXTS)
def test_base_forms_are_what_the_grader_compares(pipeline, written):
    for word in text.tokens(written):
        forms = set(puma_spacy.base_forms(word))
        known = not word[0].isdecimal() and polish.base_keys(word.lower())
        prefix = "#" if word[0].isdecimal() else ("" if known else "~")
        assert {prefix + form for form in forms} <= phrases.offered(word) or ":" in word


def test_the_lemma_is_the_word_itself_where_it_is_one_of_its_base_forms(pipeline):
    assert [token.lemma_ for token in pipeline("Prawa Rysy psom.")] == ["prawa", "rysy", "pies", "."]


def test_it_works_in_nlp_pipe_and_survives_serialisation(pipeline):
    docs = list(pipeline.pipe(["Lubię psy.", "Lubię koty."]))
    assert docs[0][1].lemma_ == "pies"
    again = spacy.blank("pl").from_bytes(pipeline.to_bytes(), exclude=["vocab"])
    assert again is not None
