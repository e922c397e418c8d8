"""How each kind of sentence is said: a table for each language, in parts by room. Nothing here computes.

A kind stands in both languages with the same gaps; tests/test_sentences.py proves it, and that nothing is said that no
table has. What a gap may ask for stands in `puma_metrics.sentence`.
"""

from . import (
    answers_en,
    answers_pl,
    commands_en,
    commands_pl,
    media_en,
    media_pl,
    problems_en,
    problems_pl,
    results_en,
    results_pl,
    rubric_en,
    rubric_pl,
    tasks_en,
    tasks_pl,
)

LANGUAGES: dict[str, dict[str, str]] = {
    "en": {
        **results_en.SENTENCES,
        **answers_en.SENTENCES,
        **problems_en.SENTENCES,
        **tasks_en.SENTENCES,
        **media_en.SENTENCES,
        **rubric_en.SENTENCES,
        **commands_en.SENTENCES,
    },
    "pl": {
        **results_pl.SENTENCES,
        **answers_pl.SENTENCES,
        **problems_pl.SENTENCES,
        **tasks_pl.SENTENCES,
        **media_pl.SENTENCES,
        **rubric_pl.SENTENCES,
        **commands_pl.SENTENCES,
    },
}
