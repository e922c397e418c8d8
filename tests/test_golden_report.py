"""Scores never move silently: answers to frozen copies of tasks, with the scores they had when `SCORING` last rose.

If this fails because a score is meant to move: raise SCORING in puma_metrics/signature.py, say what moved and why under
"Scores" in CHANGELOG.md, and run `python tests/test_golden_report.py`, which writes tests/golden/report.jsonl again.
"""

import json
from pathlib import Path
from typing import Any

from puma_metrics import SCORING, grade, parse_task

REPORT = Path(__file__).with_name("golden") / "report.jsonl"
CHANGELOG = Path(__file__).parents[1] / "CHANGELOG.md"


def read() -> tuple[int, dict[str, Any], list[dict[str, Any]]]:
    head, *lines = [json.loads(line) for line in REPORT.read_text(encoding="utf-8").splitlines()]
    tasks = {line["id"]: parse_task(line) for line in lines if "rules" in line}
    return head["scoring"], tasks, [line for line in lines if "answer" in line]


def scored(task: Any, answer: str) -> tuple[int, float]:
    score = grade(task, answer)
    return score.strict, round(score.soft, 9)


def test_no_score_moves_while_scoring_stays():
    scoring, tasks, answers = read()
    assert scoring == SCORING, "write the report again: python tests/test_golden_report.py"
    moved = [line for line in answers if scored(tasks[line["id"]], line["answer"]) != (line["strict"], line["soft"])]
    assert not moved, f"{len(moved)} scores moved: raise SCORING, say why in CHANGELOG.md, write the report again"


def test_the_report_covers_every_rule_type_and_both_verdicts():
    _, tasks, answers = read()
    types = {rule.type for task in tasks.values() for rule in task.rules}
    assert types == {"include", "exclude", "regex", "order", "asr", "ocr", "extraction"}
    assert {line["strict"] for line in answers} == {0, 1}
    assert len(answers) > 300


def test_the_changelog_names_this_scoring_under_scores():
    scores = CHANGELOG.read_text(encoding="utf-8").split("### Scores")[1:]
    assert any(f"`scoring:{SCORING}`" in section for section in scores)


def write() -> None:
    """The report of the sample set as it is now: its own answers, the bundled predictions, the judged answers."""
    from puma_dataset.read import SAMPLE, read_tasks

    tasks = {task.id: task for task in read_tasks(SAMPLE, validate=False)[0]}
    answers = [(t.id, answer) for t in tasks.values() for answer in t.record["answers_ok"] + t.record["answers_bad"]]
    for file in [*sorted((SAMPLE / "predictions").glob("*.jsonl")), REPORT.with_name("verdicts.jsonl")]:
        for record in map(json.loads, file.read_text(encoding="utf-8").splitlines()):
            answers.append((record["id"], record.get("prediction", record.get("answer"))))
    lines: list[dict[str, Any]] = [{"scoring": SCORING}]
    for task in tasks.values():
        lines.append({name: task.record[name] for name in ("id", "category", "rules")})
    for name, answer in answers:
        strict, soft = scored(tasks[name], answer)
        lines.append({"id": name, "answer": answer, "strict": strict, "soft": soft})
    REPORT.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    write()
