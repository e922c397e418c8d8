"""The report of the sample with four files of answers, used in a real browser."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

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
def visit(browser: Any, tmp_path: Path, four: str) -> Iterator[Visit]:
    file = tmp_path / "four.html"
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


def test_an_evil_answer_does_nothing(visit: Visit, evil: str):
    visit.page.locator("#task-hc_001 > summary").click()
    assert visit.page.locator("#task-hc_001 .text").first.text_content() == evil
    assert visit.page.title() == "Wyniki <b>"


def test_even_unescaped_a_script_would_not_run(browser: Any, tmp_path: Path, four: str, evil: str):
    file = tmp_path / "unescaped.html"
    file.write_text(four.replace("<main>", f"<main>{evil}", 1), "utf-8")
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
def test_axe_finds_no_violation(size: dict[str, int], browser: Any, tmp_path: Path, four: str):
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError:
        Axe = None
    file = tmp_path / "axe.html"
    file.write_text(four, "utf-8")
    found = Visit(browser, file, size)
    checks = [needed(Axe, "axe (pip install -e '.[test]')")().run(found.page)]
    found.page.locator("#open").click()
    checks.append(Axe().run(found.page))
    found.page.close()
    violations = [(one["id"], one["nodes"][0]["html"]) for check in checks for one in check.response["violations"]]
    assert violations == []


def test_the_page_is_no_wider_than_a_phone(browser: Any, tmp_path: Path, four: str):
    file = tmp_path / "phone.html"
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


def test_without_scripts_every_task_can_still_be_read(browser: Any, tmp_path: Path, four: str):
    file = tmp_path / "plain.html"
    file.write_text(four, "utf-8")
    context = browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto(file.as_uri())
    assert plain.locator(".task").count() == 52
    assert not plain.locator("#filter").is_visible()
    plain.locator("#task-hc_001 > summary").click()
    assert plain.locator("#task-hc_001 .prompt").is_visible()
    context.close()
