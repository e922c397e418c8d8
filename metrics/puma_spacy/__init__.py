"""Polish base forms as a spaCy pipeline component: the grader's words, for people who work in spaCy (extra [spacy]).

spaCy's own Polish models are not on the package index; this component needs none:

>>> import spacy
>>> nlp = spacy.blank("pl")
>>> _ = nlp.add_pipe("puma_base_forms")
>>> [(token.text, token.lemma_, token._.base_forms) for token in nlp("Lubię psy.")]
[('Lubię', 'lubić', ('lubić',)), ('psy', 'pies', ('pies',)), ('.', '.', ())]
"""

from collections.abc import Iterator

from spacy.language import Language
from spacy.tokens import Doc, Token

from puma_metrics import polish, text

if not Token.has_extension("base_forms"):
    Token.set_extension("base_forms", default=())


@Language.component("puma_base_forms", assigns=["token.lemma", "token._.base_forms"])
def puma_base_forms(doc: Doc) -> Doc:
    """Set `token.lemma_` and `token._.base_forms` by the grader's rules (GRADING, section 2).

    `base_forms` holds what the grader compares: all base forms that the dictionary gives, those of negated participles
    marked with `nie·`; for an unknown word its stems; for a number its value; nothing for other tokens. `lemma_` is
    the word itself if it is one of its base forms, else the first. Where spaCy cuts a word of the grader in two (as in
    `Kennedy’ego`), its first token has the word's base forms.
    """
    for token, forms in _aligned(doc):
        word = text.written(token.text) if text.tokens(token.text) else token.text
        token._.base_forms = forms
        token.lemma_ = word if not forms or word in forms else forms[0].removeprefix(polish.NEGATED)
    return doc


def _aligned(doc: Doc) -> Iterator[tuple[Token, tuple[str, ...]]]:
    """Each token with the base forms of the grader's word that starts in it."""
    starts = {start: word for word, (start, _) in text.token_places(doc.text)}
    for token in doc:
        inside = (starts[at] for at in range(token.idx, token.idx + len(token.text)) if at in starts)
        word = next(inside, None)
        yield token, base_forms(word) if word else ()


def base_forms(word: str) -> tuple[str, ...]:
    """The base forms of one of the grader's words, in the dictionary's order; the stems of an unknown one."""
    if word[:1].isdecimal():
        return (text.written(word),)
    return tuple(dict.fromkeys(polish.base_keys(word.lower()))) or tuple(sorted(polish.stems(word.lower())))
