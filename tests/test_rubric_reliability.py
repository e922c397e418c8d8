"""Agreement beyond chance: published vectors, and scikit-learn, statsmodels and krippendorff as oracles."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puma_cli.sheets import read_sheet
from puma_metrics.rubric import Sheet, sheet_agreement
from puma_metrics.rubric.reliability import (
    Coefficient,
    cohen_kappa,
    count_ratings,
    fleiss_kappa,
    gwet_ac1,
    krippendorff_alpha,
    raw_agreement,
)

GOLDEN = Path(__file__).parent / "golden" / "rubric"
VECTORS = json.loads((GOLDEN / "vectors.json").read_text("utf-8"))["irr"]


def raters_of(vector: dict) -> list[list]:
    """The vector's ratings, one list per rater; [a, b, c, d] is the table of two raters with yes and no."""
    if "table" in vector:
        cells = [(1, 1), (1, 0), (0, 1), (0, 0)]
        pairs = [cell for cell, count in zip(cells, vector["table"], strict=True) for _ in range(count)]
        return [list(ratings) for ratings in zip(*pairs, strict=True)]
    if "coders" in vector:
        return vector["coders"]
    return [vector["r1"], vector["r2"]] if "r1" in vector else []


def counts_of(vector: dict) -> np.ndarray:
    return np.array(vector["counts"], float) if "counts" in vector else count_ratings(raters_of(vector))[1]


COEFFICIENTS = {
    "cohen": lambda vector: cohen_kappa(*raters_of(vector)),
    "fleiss": lambda vector: fleiss_kappa(counts_of(vector)),
    "alpha": lambda vector: krippendorff_alpha(counts_of(vector)),
    "ac1": lambda vector: gwet_ac1(counts_of(vector)),
    "po": lambda vector: raw_agreement(counts_of(vector)),
    "ac1_with_declared_categories": lambda vector: gwet_ac1(count_ratings(raters_of(vector), (0, 1))[1]),
}


@pytest.mark.parametrize(
    ("vector", "name"),
    [(vector, name) for vector in VECTORS for name in COEFFICIENTS if name in vector],
    ids=lambda value: value if isinstance(value, str) else value["id"],
)
def test_a_published_value(vector: dict, name: str) -> None:
    found = COEFFICIENTS[name](vector)
    if vector[name] is None:
        assert found == Coefficient(None, "all ratings are the same, so agreement by chance is certain")
    else:
        assert found.value == pytest.approx(vector[name], abs=1e-6)


def test_every_vector_is_tested() -> None:
    assert all(vector.keys() & COEFFICIENTS.keys() for vector in VECTORS)


RATINGS = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=2, max_size=30)


@settings(deadline=None)  # the first example imports the oracle
@given(RATINGS)
def test_cohens_kappa_is_scikit_learns(pairs: list[tuple[str, str]]) -> None:
    metrics = pytest.importorskip("sklearn.metrics", reason="scikit-learn is an oracle of the extra [test]")
    first, second = (list(ratings) for ratings in zip(*pairs, strict=True))
    mine = cohen_kappa(first, second).value
    if mine is not None:
        assert mine == pytest.approx(metrics.cohen_kappa_score(first, second), abs=1e-9)


@settings(deadline=None)  # the first example imports the oracle
@given(st.lists(st.lists(st.sampled_from("abc"), min_size=3, max_size=3), min_size=2, max_size=20))
def test_fleiss_kappa_is_statsmodels(units: list[list[str]]) -> None:
    rater = pytest.importorskip("statsmodels.stats.inter_rater", reason="statsmodels is an oracle of the extra [test]")
    counts = count_ratings(list(zip(*units, strict=True)))[1]
    mine = fleiss_kappa(counts).value
    if mine is not None:
        assert mine == pytest.approx(rater.fleiss_kappa(counts), abs=1e-9)


@settings(deadline=None)  # the first example imports the oracle
@given(st.lists(st.lists(st.sampled_from([0, 1, 2, None]), min_size=8, max_size=8), min_size=2, max_size=4))
def test_alpha_is_krippendorffs(raters: list[list]) -> None:
    krippendorff = pytest.importorskip("krippendorff", reason="krippendorff is an oracle of the extra [test]")
    mine = krippendorff_alpha(count_ratings(raters)[1]).value
    if mine is not None:
        data = np.array([[np.nan if rating is None else rating for rating in ratings] for ratings in raters])
        assert mine == pytest.approx(krippendorff.alpha(data, level_of_measurement="nominal"), abs=1e-9)


@given(RATINGS)
def test_coefficients_are_at_most_one_and_never_nan(pairs: list[tuple[str, str]]) -> None:
    raters = [list(ratings) for ratings in zip(*pairs, strict=True)]
    counts = count_ratings(raters, "abc")[1]
    for found in (cohen_kappa(*raters), fleiss_kappa(counts), krippendorff_alpha(counts), gwet_ac1(counts)):
        assert (found.value is None and found.reason) or found.value <= 1 + 1e-12


def test_reasons() -> None:
    alone = count_ratings([[1, 0, None]])[1]
    nobody = Coefficient(None, "no unit was rated by two raters")
    assert [function(alone) for function in (raw_agreement, fleiss_kappa, krippendorff_alpha, gwet_ac1)] == [nobody] * 4
    assert cohen_kappa([None], [1]) == nobody
    uneven = count_ratings([[1, 0], [1, 0], [1, None]])[1]
    assert fleiss_kappa(uneven).reason == "the units have between 2 and 3 ratings, not equally many"
    single = count_ratings([[1, 1], [1, 1]])[1]
    assert gwet_ac1(single).reason == "only one category; declare all categories that raters could choose"


def test_a_sheets_agreement_counts_errors_and_no_errors() -> None:
    with (GOLDEN / "golden_small.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    second = [row | {"rater_id": "r2"} for row in rows]
    second[0] |= {"result": "fail", "score": "0", "error_types": "Omission"}
    second = second[:-1]  # the last unit has one rater only
    both = rows + second
    agreement = {
        row.part: row for row in sheet_agreement(Sheet.of({name: [row[name] for row in both] for name in rows[0]}))
    }
    assert agreement["all"].units == 20
    assert agreement["all"].raw.value == pytest.approx(19 / 20)
    assert agreement["kind: negative"].units == 4
    assert agreement["kind: negative"].cohen["r1", "r2"].value == 1
    errors = [int(row["result"] in ("fail", "present")) for row in rows[:-1]]
    assert agreement["all"].cohen["r1", "r2"] == cohen_kappa(errors, [1, *errors[1:]])


def test_one_rater_alone_has_no_agreement() -> None:
    (only,) = sheet_agreement(read_sheet(GOLDEN / "golden_small.csv")[0])
    assert (only.units, only.raw.value, only.raw.reason) == (0, None, "no unit was rated by two raters")
