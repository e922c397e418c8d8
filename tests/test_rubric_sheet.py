"""Cells are text first; a column keeps each distinct text once."""

from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puma_metrics.rubric.sheet import Column, Sheet, clean, clean_all, combine, natural, number
from puma_metrics.rubric.taxonomy import TAXONOMY, Taxonomy, fold

TEXT = st.text(alphabet="aAąćęłńóśźż\u0301\u00ad\u200f\u2212\x1f ٥5.,;،ة«»", max_size=12)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5", "5"),
        ("1.10", "1.10"),
        (" ٥ ", "5"),
        ("۵", "5"),
        ("\u22122", "-2"),
        ("\u20132", "-2"),
        ("－２", "-2"),
        ("\u200f-٠٫٥\u200e", "-0.5"),
        ("2,5", "2.5"),
        (".5", "0.5"),
        ("5.", "5"),
        ("1,000.5", "1000.5"),
        ("1٬000", "1000"),
        ("1e2", "1E+2"),
    ],
)
def test_a_number(text: str, value: str) -> None:
    assert number(text) == Decimal(value)


@pytest.mark.parametrize(
    "text", ["", "five", "NaN", "inf", "1_000", "1 000", "1.000,5", "1,2,3", "5-", "--5", "½", "1e999", "9" * 25, "5%"]
)
def test_no_number(text: str) -> None:
    assert number(text) is None


@given(st.lists(TEXT, max_size=8))
def test_cleaning_together_is_cleaning_apart(texts: list[str]) -> None:
    assert clean_all(texts) == [clean(text) for text in texts]


@given(TEXT)
def test_cleaning_is_idempotent(text: str) -> None:
    assert clean(clean(text)) == clean(text)


@given(st.lists(TEXT, max_size=20))
def test_a_column_gives_its_texts_back(texts: list[str]) -> None:
    column = Column.of(texts)
    assert [column.text(row) for row in range(len(texts))] == [clean(text) for text in texts]
    ordered = column.ordered()
    assert [ordered.text(row) for row in range(len(texts))] == [clean(text) for text in texts]
    assert list(ordered.values) == sorted(set(map(clean, texts)), key=natural)


def test_missing_values_and_numbers_become_text() -> None:
    column = Column.of([None, "NA", 5, "5"])
    assert [column.text(row) for row in range(4)] == ["", "NA", "5", "5"]
    assert len(column.values) == 3


def test_taking_rows_keeps_what_they_hold() -> None:
    sheet = Sheet.of({"prompt_id": ["Q1", "Q2", "Q3"]}, [2, 5, 9]).take(np.array([2, 0]))
    assert [sheet["prompt_id"].text(row) for row in range(2)] == ["Q3", "Q1"]
    assert sheet.rows.tolist() == [9, 2]


def test_columns_of_different_length_are_refused() -> None:
    with pytest.raises(ValueError, match=r"differ in length: \{'prompt_id': 1, 'model': 2\}"):
        Sheet.of({"prompt_id": ["Q1"], "model": ["A", "B"]})


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3)), min_size=1))
def test_combining_separates_exactly_the_combinations(rows: list[tuple[int, int, int]]) -> None:
    codes = combine(*(np.array(column) for column in zip(*rows, strict=True)))
    assert sorted(set(codes.tolist())) == list(range(len(set(rows))))
    assert len(set(zip(rows, codes.tolist(), strict=True))) == len(set(rows))


@pytest.mark.parametrize("name", TAXONOMY.names)
def test_a_tag_is_read_in_any_spelling(name: str) -> None:
    for text in (name, name.upper(), name.replace(" ", "_"), f"[{name}]", name.replace(" ", ""), f"\u200f{name}"):
        assert TAXONOMY.tag(text).name == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Formating", "Formatting"),
        ("LANG_MIXING", "Language Mixing"),
        ("Instuction_Violaton", "Instruction Violation"),
        ("Commission", None),
        ("Factual Error", None),
    ],
)
def test_a_tag_is_corrected_from_a_similarity_of_90_percent(text: str, name: str | None) -> None:
    assert TAXONOMY.tag(text).name == name


def test_a_cell_holds_several_tags() -> None:
    assert [tag.name for tag in TAXONOMY.tags("Omission;Other | Formatting؛Hallucination\nOmission;")] == [
        *("Omission", "Other", "Formatting", "Hallucination", "Omission")
    ]


def test_another_taxonomy_replaces_the_first() -> None:
    taxonomy = Taxonomy(("Zmyślenie", "Pominięcie"), {"brak": "Pominięcie"})
    assert [tag.name for tag in taxonomy.tags("zmyslenie; brak; Omission")] == [None, "Pominięcie", None]
    assert fold("PominięcieTreści") == "pominięcie treści"
