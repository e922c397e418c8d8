"""Several models side by side: columns, dashes, the best of a column, tags."""

from typing import Any

from puma_metrics import grade_all, leaderboard
from puma_metrics.leaderboard import Cell, columns
from puma_metrics.task import CATEGORIES


def task(name: str, category: str = "speech_qa", tags: list[str] | None = None) -> dict[str, Any]:
    rule = {"type": "asr", "reference": "raz dwa"} if category == "asr" else {"type": "include", "clauses": [["kot"]]}
    return {"id": name, "category": category, "rules": [rule], "tags": tags or []}


TASKS = [task("a"), task("b"), task("c", "asr"), task("d", "contemporary_life", ["x"])]


def results(**answers: str) -> dict[str, Any]:
    return grade_all(TASKS, answers).results()


def test_every_category_has_a_name_and_a_place_in_the_papers_order():
    grouped = [name for names in leaderboard.GROUPS.values() for name in names]
    assert grouped == list(CATEGORIES) == list(leaderboard.NAMES)
    for group, names in leaderboard.GROUPS.items():
        assert {CATEGORIES[name].modality for name in names} == {group.lower().removesuffix("s")}


def test_the_best_of_a_column_is_marked():
    found = columns({"A": results(a="kot", b="kot", d="kot"), "B": results(a="kot", b="pies", d="kot")})
    assert found["speech_qa"] == [Cell(100, 100, True), Cell(50, 50)]
    assert found["contemporary_life"] == [Cell(100, 100, True), Cell(100, 100, True)]


def test_a_model_without_audio_shows_dashes_and_no_mean():
    found = columns({"A": results(d="kot"), "B": results(a="kot", c="raz dwa", d="nie")})
    assert found["asr"] == [Cell(None, None), Cell(100, 100)]
    assert found[leaderboard.MEAN] == [Cell(None, None), Cell(50, 50)]
    assert found["ocr"] == [Cell(None, None), Cell(None, None)]


def test_recognisers_answer_one_category_of_recognition():
    assert leaderboard.are_recognisers({"A": results(c="raz")})
    assert not leaderboard.are_recognisers({"A": results(c="raz"), "B": results(a="kot")})
    assert not leaderboard.are_recognisers({"A": results(d="kot")})


def test_tags_stand_with_their_counts_the_most_frequent_first():
    tasks = [task("a", tags=["rzadki", "mapa"]), task("b", tags=["mapa"])]
    models = {"A": grade_all(tasks, {"a": "kot"}).results(), "B": grade_all(tasks, {}).results()}
    found = leaderboard.tag_rows(models)
    assert [(tag, n, [rate["strict"] for rate in rates]) for tag, n, rates in found] == [
        ("mapa", 2, [50, None]),
        ("rzadki", 1, [100, None]),
    ]
    assert leaderboard.tag_rows({}) == []
