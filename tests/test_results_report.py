"""The report page: escaped, self-contained, and holding all that it should."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

from puma_metrics.leaderboard import NAMES
from puma_metrics.pages.report import Contents, page

SAMPLE = Path(__file__).parents[1] / "dataset_builder" / "puma_dataset" / "sample" / "predictions"


class Tags(HTMLParser):
    """Collects tags and their attributes, and that every tag is closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in ("meta", "img", "br", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


# what the page is


def test_the_page_is_well_formed_and_asks_for_nothing(four: str):
    tags = Tags(four)
    assert tags.open == []
    assert [tag for tag, _ in tags.seen].count("script") == 1
    assert {tag for tag, _ in tags.seen}.isdisjoint({"link", "iframe", "object", "embed", "base"})
    sources = [value or "" for _, found in tags.seen for name, value in found.items() if name in ("src", "href")]
    assert all(source.startswith(("data:image/", "data:audio/", "#")) for source in sources)
    assert not [name for _, found in tags.seen for name in found if name.startswith("on")]
    assert "https://" not in re.sub(r"<(div|code|p|li)[^>]*>.*?</\1>", "", four)


def test_texts_are_escaped(four: str, evil: str):
    assert evil not in four
    assert "&lt;script&gt;document.title = &#x27;evil&#x27;&lt;/script&gt;" in four
    assert "<title>Wyniki &lt;b&gt;</title>" in four


def test_the_page_holds_every_task_with_all_about_it(four: str, sample_tasks):
    for task in sample_tasks:
        assert f'id="task-{task["id"]}"' in four
    tags = Tags(four).seen
    pictures = [found for tag, found in tags if tag == "img"]
    players = [found for tag, found in tags if tag == "audio"]
    media = [item["type"] for task in sample_tasks for item in task["media"]]
    assert (len(pictures), len(players)) == (media.count("image"), media.count("audio"))
    assert all(found.get("alt") for found in pictures)
    assert "Podaj nazwę herbu szlacheckiego" in four
    assert "clause 1 of 3: &quot;kotwica&quot; found at" in four
    assert "<mark>Smoleńska</mark>" in four
    assert all(name in four for name in NAMES.values())


def test_private_tasks_leave_prompts_media_rules_and_reasons_out(build_report, sample_tasks):
    text = build_report(str(SAMPLE / "predictions_written.jsonl"), "--no-tasks", "--no-answers")
    assert "the tasks are private" in text
    assert {tag for tag, _ in Tags(text).seen}.isdisjoint({"img", "audio", "mark"})
    tags = {tag for task in sample_tasks for tag in task["tags"]}
    for task in sample_tasks:
        phrases = [json.dumps(rule.get("reference", rule.get("pattern", "~"))) for rule in task["rules"]]
        phrases += [phrase for rule in task["rules"] for phrase in rule.get("phrases", []) if len(phrase) > 3]
        phrases += [p for rule in task["rules"] for c in rule.get("clauses", []) for p in c if len(p) > 3]
        secret = {task["prompt"] or "~", *(item["path"] for item in task["media"]), *phrases} - {*tags}
        assert [one for one in secret if one in text] == [], task["id"]
        assert f'id="task-{task["id"]}"' in text


def test_private_tasks_keep_their_answers_unless_asked_otherwise(build_report):
    answers = str(SAMPLE / "predictions_written.jsonl")
    assert "złoty półksiężyc" in build_report(answers, "--no-tasks")
    assert "złoty półksiężyc" not in build_report(answers, "--no-tasks", "--no-answers")


def test_a_page_of_nothing_and_of_many_models_is_a_page(evil: str):
    from puma_metrics import grade_all
    from puma_metrics.comparison import Outcome, Run, compare_all
    from puma_metrics.pages.report_data import ShownTask, shown_answer
    from puma_metrics.rubric.statistics import Settings

    assert Tags(page(Contents({}, [], {}, []))).open == []
    rule = {"type": "include", "clauses": [["kot"]]}
    record = {"id": "t", "category": "speech_qa", "prompt": "?", "rules": [rule], "tags": [evil]}
    reports = {f"m{n}{evil}": grade_all([record], {"t": f"kot {evil}"[n % 2 :]}) for n in range(20)}
    results = {name: {**report.results(), "model": name} for name, report in reports.items()}
    answers = {name: shown_answer(report.samples[0]) for name, report in reports.items()}
    runs = [Run(n, r.signature, {"t": Outcome("speech_qa", answers[n].strict, 0)}) for n, r in reports.items()]
    task = reports[f"m0{evil}"].samples[0].task
    text = page(Contents(results, runs, compare_all(runs, Settings(50)), [ShownTask(task, (), answers)], evil))
    assert Tags(text).open == []
    assert evil not in text
    assert "passed by 10 of 20 models" in text


def test_saved_results_give_the_same_page(run, build_report, tmp_path):
    answers = str(SAMPLE / "predictions_written.jsonl")
    direct = build_report(answers)
    assert run("grade", answers, "--out", "saved")[0] == 0
    assert run("report", "saved", "--out", "r.html") == (0, "Written: r.html\n", "")
    assert (tmp_path / "r.html").read_text("utf-8") == direct


def test_saved_results_whose_scores_would_move_are_refused(run, tasks, answers, tmp_path):
    run("grade", answers, "--tasks", str(tasks), "--out", "saved")
    code, out, err = run("report", "saved")
    assert (code, out) == (3, "")
    assert "saved: was graded against other tasks (" in err
