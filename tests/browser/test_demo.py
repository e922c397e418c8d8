"""The demo as visitors meet it: every tab in both languages, with the keyboard alone, in the dark."""

import re
from pathlib import Path

import pytest
from demo_pages import LANGUAGES, SECONDS, TABS, panel, press, result, violations

from puma_demo.files import SAMPLE
from puma_demo.words import say


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["rules", "speech", "documents", "extraction"])
def test_a_tab_grades_what_is_typed_and_is_accessible(visit, axe, name, language):
    page = visit(language)
    assert page.evaluate("document.documentElement.lang") == language
    place = panel(page, name, language)
    # the example's result is there at first sight
    assert result(place).locator(".verdict.bad").inner_text().endswith(say("failed", language))
    assert violations(page, axe) == []
    boxes = place.get_by_role("textbox")
    right = boxes.nth(1).input_value()
    boxes.nth(0).fill({"rules": "Leliwą pieczętował się Słowacki."}.get(name, right.replace("\n---\n", "\n\n")))
    # and gone once the answer is another
    place.get_by_text(say("changed", language)).wait_for()
    assert place.locator(".verdict").count() == 0
    press(place, "grade", language)
    place.locator(".verdict.good").wait_for(timeout=SECONDS)
    assert violations(page, axe) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_gives_tables_figures_and_a_report(visit, axe, language):
    page = visit(language)
    place = panel(page, "rubric", language)
    place.locator("input[type=file]").set_input_files(str(SAMPLE / "rubric_sample.csv"))
    place.get_by_text("rubric_sample").first.wait_for()
    press(place, "grade", language)
    place.locator(".puma figure img").first.wait_for(timeout=SECONDS)
    assert place.locator(".puma figure").count() == 6
    assert place.get_by_role("cell", name="przykład A").first.is_visible()
    with page.expect_download() as download:
        press(place, "report", language)
    assert Path(download.value.path()).read_text("utf-8").startswith("<!DOCTYPE html>")
    assert violations(page, axe) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_task_is_seen_heard_and_answered_and_a_file_graded(visit, axe, language):
    page = visit(language)
    place = panel(page, "benchmark", language)
    picture = place.locator(".puma img")
    picture.wait_for()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    choose(place, "as_001", language)
    sound = place.locator(".puma audio")
    sound.wait_for(timeout=SECONDS)
    sound.evaluate("audio => audio.play().catch(() => 0)")
    page.wait_for_function("document.querySelector('.puma audio').duration > 1")
    choose(place, "hc_001", language)
    place.locator(".puma img").wait_for(timeout=SECONDS)
    place.get_by_label(say("your_answer", language)).fill("To herb Leliwa, Juliusz Słowacki.")
    press(place, "grade", language)
    place.locator(".verdict.good").wait_for(timeout=SECONDS)
    upload(place, SAMPLE / "predictions" / "predictions_written.jsonl", language)
    place.get_by_role("cell", name=say("all", language)).wait_for(timeout=SECONDS)
    with page.expect_download() as download:
        press(place, "download", language)
    assert Path(download.value.path()).read_text("utf-8").startswith(say("category", language))
    assert violations(page, axe) == []


@pytest.mark.parametrize("name", ["rubric", "benchmark"])
def test_a_result_is_that_of_the_file_that_is_there(visit, tmp_path, name):
    """Grading begins at once, and takes longer than a visitor needs to send another file."""
    page = visit("pl")
    place = panel(page, name, "pl")
    key = "grade" if name == "rubric" else "grade_file"
    hint = say("to_upload", "pl", say(key, "pl"))
    field = place.locator("input[type=file]").last
    large = tmp_path / "duzy.csv"
    large.write_bytes(b"a,b\n" * 1_300_000)
    field.set_input_files(str(large))
    place.get_by_text("duzy").first.wait_for(timeout=SECONDS)
    page.route("**/queue/join*", late)
    press(place, key, "pl")
    place.get_by_text("Plik ma 5,2 MB").wait_for(timeout=SECONDS)
    # what was under way for the file that is gone is not shown any more, nor what the other button began
    press(place, key, "pl")
    place.get_by_role("button", name="Wyczyść", exact=True).click()
    place.get_by_text(hint).wait_for()
    press(place, "sample", "pl")
    press(place, key, "pl")
    place.get_by_text(say("no_file", "pl")).wait_for(timeout=SECONDS)
    page.wait_for_timeout(3_000)
    assert place.locator(".puma").last.inner_text().endswith(say("no_file", "pl"))


def test_the_language_is_the_browser_s_at_first_and_the_visitor_s_then(browser, demo):
    context = browser.new_context(locale="en-US")
    page = context.new_page()
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.goto(demo)
    page.get_by_role("tab", name=say("rules", "en"), exact=True).wait_for()
    assert page.url == f"{demo}en"
    page.get_by_role("link", name="Polski", exact=True).click()
    page.get_by_role("tab", name=say("rules", "pl"), exact=True).wait_for()
    assert (page.url, page.evaluate("document.documentElement.lang"), asked) == (demo, "pl", [])
    page.locator("textarea").first.fill("Leliwa")
    page.get_by_role("link", name="English", exact=True).click()
    page.get_by_role("tab", name=say("rules", "en"), exact=True).wait_for()
    assert asked == ["beforeunload"]
    context.close()


def late(route):
    """A request that takes its time to reach the server."""
    route.request.frame.page.wait_for_timeout(700)
    route.continue_()


def choose(place, name, language):
    """Pick a task by typing its id, which filters the list."""
    box = place.get_by_label(say("task", language))
    box.click()
    box.press("Control+A")
    box.press_sequentially(name)
    place.page.get_by_role("option", name=re.compile(name)).click()


def upload(place, file, language):
    place.locator("input[type=file]").last.set_input_files(str(file))
    place.get_by_text(file.stem).first.wait_for()
    press(place, "grade_file", language)


def test_the_keyboard_is_enough(visit):
    page = visit("pl")
    seen = []
    for _ in range(12):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.getAttribute('role') || document.activeElement.tagName"))
        if seen[-1] == "tab":
            break
    assert seen[-1] == "tab", seen
    reach(page, "speech", "pl")
    page.keyboard.press("Enter")
    boxes = page.locator("[role=tabpanel]:visible textarea")
    boxes.first.wait_for()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.tagName") == "TEXTAREA":
            break
    page.keyboard.press("Control+A")
    page.keyboard.type("Proszę państwa, pociąg do Gdyni odjedzie o ósmej z toru trzeciego.")
    for _ in range(10):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.tagName") == "BUTTON":
            break
    page.keyboard.press("Enter")
    page.locator(".verdict.good").wait_for(timeout=SECONDS)


def reach(page, name, language):
    """Move the focus to a tab, with whichever key the tabs listen to."""
    for key in ("Tab", "ArrowRight"):
        for _ in range(8):
            if page.evaluate("document.activeElement.innerText") == say(name, language):
                return
            page.keyboard.press(key)
    raise AssertionError(f"no key leads to the tab {name}")


@pytest.mark.parametrize("name", TABS)
def test_the_dark_theme_is_readable_too(visit, axe, name):
    page = visit("pl", color_scheme="dark")
    place = panel(page, name, "pl")
    assert violations(page, axe) == []
    if name in ("rubric", "benchmark"):
        press(place, "sample", "pl")
        place.locator(".puma table").last.wait_for(timeout=SECONDS)
    else:
        press(place, "grade", "pl")
        result(place)
    assert violations(page, axe) == []
