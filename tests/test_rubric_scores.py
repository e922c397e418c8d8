"""Scores are exact and never clipped."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puma_cli.sheets import read_sheet
from puma_metrics.rubric import Sheet
from puma_metrics.rubric.errors import tabulate_errors
from puma_metrics.rubric.scores import difficulty, ranking, score_grid, score_models

GOLDEN = Path(__file__).parent / "golden" / "rubric"
VECTORS = json.loads((GOLDEN / "vectors.json").read_text("utf-8"))
Row = tuple[str, str, str, str, bool, str]
"""Prompt, model, criterion, weight, whether it was met, rater."""


def sheet_of(rows: list[Row], tags: list[str] | None = None) -> Sheet:
    met = {True: ("present", "pass"), False: ("absent", "fail")}
    prompts, models, criteria, weights, results, raters = zip(*rows, strict=True)
    positive = [not weight.startswith("-") for weight in weights]
    return Sheet.of(
        {
            "prompt_id": prompts,
            "model": models,
            "criterion_id": criteria,
            "weight": weights,
            "rater_id": raters,
            "kind": ["positive" if is_positive else "negative" for is_positive in positive],
            "result": [met[one][is_positive] for one, is_positive in zip(results, positive, strict=True)],
            "error_types": tags or [""] * len(rows),
        }
    )


def one_cell(points: list[str], met: list[bool]) -> Sheet:
    pairs = zip(points, met, strict=True)
    return sheet_of([("Q", "A", f"C{place}", weight, is_met, "r1") for place, (weight, is_met) in enumerate(pairs)])


@pytest.mark.parametrize(
    "vector",
    [vector for vector in VECTORS["scoring"] if "pct_num" in vector],
    ids=lambda vector: vector["id"],
)
def test_a_published_score(vector: dict) -> None:
    sheet = one_cell([str(weight) for weight in vector["points"]], [bool(met) for met in vector["met"]])
    scores = score_models(score_grid(sheet))["A"]
    assert scores.macro == 100 * Fraction(vector["pct_num"], vector["pct_den"])


def test_never_clipped() -> None:
    scores = score_models(score_grid(one_cell(["10", "10", "9", "-10", "-3"], [False, False, False, True, True])))["A"]
    assert f"{float(scores.macro):.1f}" == "-44.8"
    assert (scores.minimum, scores.negative, scores.at_least_50) == (scores.macro, 1, 0)


def test_half_of_decimal_weights_is_half() -> None:
    scores = score_models(score_grid(one_cell([".1", ".2", ".3"], [True, True, False])))["A"]
    assert (scores.macro, scores.at_least_50) == (50, 1)


def test_the_worked_example() -> None:
    grid = score_grid(read_sheet(GOLDEN / "golden_small.csv")[0])
    scores = score_models(grid)
    a, b = scores["A"], scores["B"]
    assert dict(zip(grid.prompts, grid.percentages.T[0], strict=True)) == {"Q1": 60, "Q2": -37.5, "Q3": 100}
    assert dict(zip(grid.prompts, grid.percentages.T[1], strict=True)) == {"Q1": 70, "Q2": 37.5, "Q3": 50}
    assert (a.macro, a.micro, a.median) == (Fraction(245, 6), Fraction(230000, 3800), 60)
    assert (b.macro, b.micro, b.median) == (Fraction(105, 2), Fraction(200000, 3800), 50)
    assert (a.minimum, a.maximum, a.at_least_50, a.negative) == (Fraction(-75, 2), 100, 2, 1)
    assert (b.minimum, b.maximum, b.at_least_50, b.negative) == (Fraction(75, 2), 70, 2, 0)
    assert [round(score.sd or 0, 4) for score in (a, b)] == [70.7254, 16.3936]
    population = score_models(grid, ddof=0)
    assert [round(population[name].sd or 0, 4) for name in "AB"] == [57.7471, 13.3853]
    assert ranking(scores) == ["B", "A"]
    assert difficulty(grid) == {"Q1": 65, "Q2": 0, "Q3": 75}


def test_the_worked_examples_errors() -> None:
    tables = tabulate_errors(read_sheet(GOLDEN / "golden_small.csv")[0])
    counts = dict(zip(tables.types, tables.per_type.tolist(), strict=True))
    assert {name: count for name, count in counts.items() if count} == {
        "Ambiguous Framing": 3,
        "Omission": 2,
        **dict.fromkeys(("Hallucination", "Irrelevant Addition", "Cultural Misattribution"), 1),
        **dict.fromkeys(("Language Mixing", "Formatting"), 1),
    }
    assert tables.per_model.tolist() == [5, 5]
    # one prompt of three has two instances: instances and prevalence are different counts
    assert tables.instances[tables.types.index("Ambiguous Framing")].tolist() == [2, 1]
    assert tables.prompts[tables.types.index("Ambiguous Framing")].tolist() == [1, 1]


def test_several_raters_count_as_their_mean() -> None:
    rows = [("Q", "A", "P1", "3", True, "r1"), ("Q", "A", "P1", "3", True, "r2"), ("Q", "A", "P1", "3", False, "r3")]
    rows.append(("Q", "A", "P2", "1", False, "r1"))
    assert score_models(score_grid(sheet_of(rows)))["A"].macro == 50


def test_one_prompt_has_no_standard_deviation() -> None:
    scores = score_models(score_grid(one_cell(["1"], [True])))["A"]
    assert scores.sd is None
    assert score_models(score_grid(one_cell(["1"], [True])), ddof=0)["A"].sd == 0


def test_an_even_number_of_prompts_has_the_mean_of_two_as_median() -> None:
    rows = [(f"Q{place}", "A", "P1", weight, False, "r1") for place, weight in enumerate(["3", "3", "3", "3"])]
    rows += [(f"Q{place}", "A", "P2", str(place + 1), True, "r1") for place in range(4)]
    expected = (Fraction(200, 5) + Fraction(300, 6)) / 2
    assert score_models(score_grid(sheet_of(rows)))["A"].median == expected


def test_weights_beyond_64_bits_stay_exact() -> None:
    scores = score_models(score_grid(one_cell(["123456789012345678901", "0.000000000001"], [True, False])))["A"]
    big, small = Fraction("123456789012345678901"), Fraction("0.000000000001")
    assert scores.macro == 100 * big / (big + small)


ROWS = st.lists(
    st.tuples(
        st.sampled_from(["Q1", "Q2", "Q10"]),
        st.sampled_from(["A", "B"]),
        st.sampled_from(["P1", "P2", "P3"]),
        st.sampled_from([".1", ".2", "0.3", "2", "-1", "-0.7"]),
        st.booleans(),
        st.sampled_from(["r1", "r2", "r3"]),
    ),
    min_size=1,
    max_size=25,
    unique_by=lambda row: (row[0], row[1], row[2], row[5]),
)


def by_hand(rows: list[Row]) -> dict[tuple[str, str], Fraction]:
    """S of each prompt and model with fractions, row by row."""
    sums: dict[tuple[str, str], Fraction] = {}
    for prompt, model, criterion, weight, met, _ in rows:
        raters = sum((prompt, model, criterion) == row[:3] for row in rows)
        sums.setdefault((prompt, model), Fraction(0))
        sums[prompt, model] += Fraction(weight) * met / raters
    return sums


@given(ROWS)
def test_points_are_those_of_fractions(rows: list[Row]) -> None:
    # a criterion may have weights of both signs here, which a checked sheet never has; the sums do not mind
    grid = score_grid(sheet_of(rows))
    for (prompt, model), total in by_hand(rows).items():
        place = grid.prompts.index(prompt), grid.models.index(model)
        assert Fraction(int(grid.earned[place]), grid.unit) == total


@given(ROWS)
def test_all_losses_add_up_to_what_was_not_earned(rows: list[Row]) -> None:
    met = [row[4] != row[3].startswith("-") for row in rows]
    tags = ["" if good else ("Omission", "Omission; Other", "Other;Formatting;Omission")[len(row[3]) % 3]
            for row, good in zip(rows, met, strict=True)]  # fmt: skip
    sheet = sheet_of(rows, tags)
    grid, tables = score_grid(sheet), tabulate_errors(sheet)
    for column, _model in enumerate(grid.models):
        missed = Fraction(int(grid.maximum[:, column].sum() - grid.earned[:, column].sum()), grid.unit)
        assert sum(row[column] for row in tables.lost) == missed
