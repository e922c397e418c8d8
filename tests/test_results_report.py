"""The report page: escaped, self-contained, and used in a real browser."""

import json
import os
import re
import shutil
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from puma_metrics.leaderboard import NAMES
from puma_metrics.pages.report import Contents, page

SAMPLE = Path(__file__).parents[1] / "dataset_builder" / "puma_dataset" / "sample" / "predictions"
EVIL = "<script>document.title = 'evil'</script><img src=x onerror=\"document.title='evil'\">\"'&$x$ </textarea>"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}


def needed(found: Any, what: str) -> Any:
    """What a test needs, or the test skipped; where CI runs, nothing may be missing."""
    if not found and os.environ.get("CI"):
        pytest.fail(f"CI needs {what}")
    if not found:
        pytest.skip(f"there is no {what}")
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("report")


def build(folder: Path, *arguments: str) -> str:
    """The page that the command writes."""
    from click.testing import CliRunner

    from puma_cli.report import report

    out = folder / "report.html"
    result = CliRunner().invoke(report, [*arguments, "--out", str(out)], catch_exceptions=False, standalone_mode=False)
    assert result.output == f"Written: {out}\n"
    return out.read_text("utf-8")


@pytest.fixture(scope="module")
def four(folder: Path) -> str:
    """The sample set with its four files of answers, one answer of which is evil."""
    files = []
    for file in sorted(SAMPLE.glob("*.jsonl")):
        rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        if "written" in file.name:
            rows[0]["prediction"] = EVIL
            rows[0]["model"] = rows[1]["model"]
        (folder / file.name).write_text("".join(json.dumps(row) + "\n" for row in rows))
        files.append(str(folder / file.name))
    return build(folder, *files, "--title", "Wyniki <b>")


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


def test_texts_are_escaped(four: str):
    assert EVIL not in four
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


def test_private_tasks_leave_prompts_media_rules_and_reasons_out(folder: Path, sample_tasks):
    text = build(folder, str(SAMPLE / "predictions_written.jsonl"), "--no-tasks", "--no-answers")
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


def test_private_tasks_keep_their_answers_unless_asked_otherwise(folder: Path):
    answers = str(SAMPLE / "predictions_written.jsonl")
    assert "złoty półksiężyc" in build(folder, answers, "--no-tasks")
    assert "złoty półksiężyc" not in build(folder, answers, "--no-tasks", "--no-answers")


def test_a_page_of_nothing_and_of_many_models_is_a_page():
    from puma_metrics import grade_all
    from puma_metrics.comparison import Outcome, Run, compare_all
    from puma_metrics.pages.report_data import ShownTask, shown_answer
    from puma_metrics.rubric.statistics import Settings

    assert Tags(page(Contents({}, [], {}, []))).open == []
    rule = {"type": "include", "clauses": [["kot"]]}
    record = {"id": "t", "category": "speech_qa", "prompt": "?", "rules": [rule], "tags": [EVIL]}
    reports = {f"m{n}{EVIL}": grade_all([record], {"t": f"kot {EVIL}"[n % 2 :]}) for n in range(20)}
    results = {name: {**report.results(), "model": name} for name, report in reports.items()}
    answers = {name: shown_answer(report.samples[0]) for name, report in reports.items()}
    runs = [Run(n, r.signature, {"t": Outcome("speech_qa", answers[n].strict, 0)}) for n, r in reports.items()]
    task = reports[f"m0{EVIL}"].samples[0].task
    text = page(Contents(results, runs, compare_all(runs, Settings(50)), [ShownTask(task, (), answers)], EVIL))
    assert Tags(text).open == []
    assert EVIL not in text
    assert "passed by 10 of 20 models" in text


def test_saved_results_give_the_same_page(run, folder: Path, tmp_path):
    answers = str(SAMPLE / "predictions_written.jsonl")
    direct = build(folder, answers)
    assert run("grade", answers, "--out", "saved")[0] == 0
    assert run("report", "saved", "--out", "r.html") == (0, "Written: r.html\n", "")
    assert (tmp_path / "r.html").read_text("utf-8") == direct


def test_saved_results_whose_scores_would_move_are_refused(run, tasks, answers, tmp_path):
    run("grade", answers, "--tasks", str(tasks), "--out", "saved")
    code, out, err = run("report", "saved")
    assert (code, out) == (3, "")
    assert "saved: was graded against other tasks (" in err


# the page in a browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        sync_playwright = None
    start = needed(sync_playwright, "playwright (pip install -e '.[test]')")
    path = needed(next(filter(None, map(shutil.which, BROWSERS)), ""), f"browser: one of {', '.join(BROWSERS)}")
    with start() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield launched
        launched.close()


class Visit:
    """A page that is open, and everything that it asked for or complained about."""

    def __init__(self, browser: Any, file: Path, size: dict[str, int]) -> None:
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.page = browser.new_page(viewport=size)
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(file.as_uri())

    def shown(self) -> list[str]:
        return self.page.eval_on_selector_all(".task:not([hidden]) h3", "found => found.map(one => one.textContent)")

    def choose(self, **wanted: str) -> list[str]:
        """The tasks shown after all filters are reset and some are set."""
        self.page.get_by_role("button", name="Reset").click()
        self.page.wait_for_timeout(50)
        for name, value in wanted.items():
            if name == "text":
                self.page.locator("[name=text]").fill(value)
            else:
                self.page.locator(f"select[name={name}]").select_option(label=value)
        return self.shown()


@pytest.fixture
def visit(browser: Any, folder: Path, four: str) -> Iterator[Visit]:
    file = folder / "four.html"
    file.write_text(four, "utf-8")
    found = Visit(browser, file, DESK)
    yield found
    found.page.close()


def test_filters_show_what_they_say(visit: Visit, sample_tasks):
    everything = [task["id"] for task in sample_tasks]
    assert visit.shown() == everything
    of_ocr = [task["id"] for task in sample_tasks if task["category"] == "ocr"]
    assert visit.choose(category="Document recognition") == of_ocr
    heraldry = [task["id"] for task in sample_tasks if "heraldry" in task["tags"]]
    assert visit.choose(tag="heraldry") == heraldry
    assert visit.choose(text="herbu SZLACHECKIEGO") == ["hc_001"]
    assert visit.choose(text="nichts dergleichen") == []
    assert visit.page.locator("#count").text_content() == "0 of 52 tasks shown"
    assert visit.choose(model="tesseract-5.3.0-pol", result="passed") == ["oc_007"]
    assert visit.choose(result="models disagree") == ["oc_007"]
    failed = visit.choose(model="any model", result="failed")
    assert {"hc_001", *of_ocr} <= set(failed) and "hc_002" not in failed
    (near,) = visit.choose(model="any model", flag="near miss")
    assert visit.choose(model="written-by-hand", result="failed", flag="near miss") == [near]
    assert visit.choose(model="tesseract-5.3.0-pol", flag="near miss") == []
    assert visit.choose() == everything


def test_tasks_can_be_sorted(visit: Visit):
    visit.page.locator("select[name=order]").select_option("easy")
    shown = visit.shown()
    assert shown[0] == "hc_002" and shown.index("oc_007") < shown.index("hc_001")
    assert visit.choose()[0] == "hc_001"


def test_an_evil_answer_does_nothing(visit: Visit):
    visit.page.locator("#task-hc_001 > summary").click()
    assert visit.page.locator("#task-hc_001 .text").first.text_content() == EVIL
    assert visit.page.title() == "Wyniki <b>"


def test_even_unescaped_a_script_would_not_run(browser: Any, folder: Path, four: str):
    file = folder / "unescaped.html"
    file.write_text(four.replace("<main>", f"<main>{EVIL}", 1), "utf-8")
    found = Visit(browser, file, DESK)
    assert found.page.title() == "Wyniki <b>"
    assert any("Content Security Policy" in complaint for complaint in found.complaints)
    assert len(found.shown()) == 52  # while the page's own script does
    found.page.close()


def test_no_request_leaves_the_page(visit: Visit):
    visit.page.locator("#open").click()
    visit.page.wait_for_timeout(300)
    assert {url.partition(":")[0] for url in visit.requests} <= {"file", "data"}
    assert len([url for url in visit.requests if url.startswith("file:")]) == 1
    assert visit.complaints == []


def test_pictures_and_recordings_open(visit: Visit):
    visit.page.locator("#open").click()
    visit.page.locator("#task-hc_001 img").scroll_into_view_if_needed()
    visit.page.wait_for_function("document.querySelector('#task-hc_001 img').naturalWidth > 0")
    length = "a => new Promise(done => { a.onloadedmetadata = () => done(a.duration); a.load(); a.preload = 'auto' })"
    assert visit.page.locator("#task-as_001 audio").evaluate(length) > 1


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_axe_finds_no_violation(size: dict[str, int], browser: Any, folder: Path, four: str):
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError:
        Axe = None
    file = folder / "axe.html"
    file.write_text(four, "utf-8")
    found = Visit(browser, file, size)
    checks = [needed(Axe, "axe (pip install -e '.[test]')")().run(found.page)]
    found.page.locator("#open").click()
    checks.append(Axe().run(found.page))
    found.page.close()
    violations = [(one["id"], one["nodes"][0]["html"]) for check in checks for one in check.response["violations"]]
    assert violations == []


def test_the_page_is_no_wider_than_a_phone(browser: Any, folder: Path, four: str):
    file = folder / "phone.html"
    file.write_text(four, "utf-8")
    found = Visit(browser, file, PHONE)
    found.page.locator("#open").click()
    assert found.page.evaluate("[innerWidth, document.documentElement.scrollWidth]") == [390, 390]
    found.page.close()


def test_everything_works_by_keyboard(visit: Visit):
    keys = visit.page.keyboard
    keys.press("Tab")
    assert visit.page.evaluate("document.activeElement.textContent") == "Skip to the tasks"
    keys.press("Enter")
    keys.press("Tab")
    assert visit.page.evaluate("document.activeElement.name") == "text"
    keys.type("hc_001")
    assert "hc_001" in visit.shown() and len(visit.shown()) < 10
    for _ in range(9):
        keys.press("Tab")
    assert visit.page.evaluate("document.activeElement.tagName") == "SUMMARY"
    keys.press("Enter")
    assert visit.page.locator(".task[open]").count() == 1


def test_a_link_to_a_task_opens_it(visit: Visit):
    link = visit.page.locator("#difficulty a").first
    name = link.text_content()
    link.click()
    assert visit.page.locator(f"#task-{name}[open]").count() == 1


def test_without_scripts_every_task_can_still_be_read(browser: Any, folder: Path, four: str):
    file = folder / "plain.html"
    file.write_text(four, "utf-8")
    context = browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto(file.as_uri())
    assert plain.locator(".task").count() == 52
    assert not plain.locator("#filter").is_visible()
    plain.locator("#task-hc_001 > summary").click()
    assert plain.locator("#task-hc_001 .prompt").is_visible()
    context.close()
