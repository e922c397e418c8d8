"""The demo as visitors meet it: every tab in both languages, keyboard, phone, hostile input, many at once."""

import json
import re
import threading
import time
import urllib.request
from pathlib import Path

import pytest

from puma_demo.files import SAMPLE
from puma_demo.words import say

LANGUAGES = ("pl", "en")
SECONDS = 60_000


def panel(page, name, language):
    page.get_by_role("tab", name=say(name, language), exact=True).click()
    return page.locator("[role=tabpanel]:visible")


def press(place, key, language):
    place.get_by_role("button", name=say(key, language), exact=True).click()


def result(place):
    """The last result in a tab, once it is there."""
    found = place.locator(".puma").last
    found.wait_for(timeout=SECONDS)
    return found


def violations(page, axe):
    # a result fades in, and axe would measure the colours on the way
    page.wait_for_timeout(700)
    if not page.evaluate("() => !!window.axe"):
        page.evaluate(axe)
    code = "async () => (await axe.run()).violations.map(v => [v.id, v.nodes.map(n => n.html.slice(0, 120))])"
    return page.evaluate(code)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["rules", "speech", "documents", "extraction"])
def test_a_tab_grades_what_is_typed_and_is_accessible(visit, axe, name, language):
    page = visit(language)
    assert page.evaluate("document.documentElement.lang") == language
    place = panel(page, name, language)
    press(place, "grade", language)
    first = result(place)
    assert first.locator(".verdict.bad").inner_text().endswith(say("failed", language))
    assert violations(page, axe) == []
    boxes = place.get_by_role("textbox")
    right = boxes.nth(1).input_value()
    boxes.nth(0).fill({"rules": "Leliwą pieczętował się Słowacki."}.get(name, right.replace("\n---\n", "\n\n")))
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
        place.locator("a[download='report.html']").click()
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
        place.locator("a[download='results.csv']").click()
    assert Path(download.value.path()).read_text("utf-8").startswith(say("category", language))
    assert violations(page, axe) == []


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


@pytest.mark.parametrize("name", ["rules", "speech", "documents", "extraction", "rubric", "benchmark"])
def test_a_phone_needs_no_scrolling_to_the_side(visit, axe, name):
    page = visit("pl", viewport={"width": 360, "height": 740})
    tab = page.get_by_role("tab", name=say(name, "pl"), exact=True)
    if not tab.is_visible():
        # what has no room stands in the menu behind the tabs
        page.locator(".overflow-menu > button").click()
        page.locator(".overflow-dropdown button", has_text=say(name, "pl")).click()
    else:
        tab.click()
    place = page.locator("[role=tabpanel]:visible")
    if name not in ("rubric", "benchmark"):
        press(place, "grade", "pl")
        result(place)
    elif name == "rubric":
        press(place, "sheet_sample", "pl")
        place.locator(".puma figure img").first.wait_for(timeout=SECONDS)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert violations(page, axe) == []


def test_the_dark_theme_is_readable_too(visit, axe):
    page = visit("pl", color_scheme="dark")
    for name in ("documents", "speech"):
        place = panel(page, name, "pl")
        press(place, "grade", "pl")
        result(place)
        assert violations(page, axe) == []


def test_hostile_text_stays_text(visit):
    page = visit("en")
    place = panel(page, "speech", "en")
    hostile = "<img src=x onerror=alert(1)><script>alert(2)</script>${alert(3)}{{value}} słowo"
    place.get_by_role("textbox").nth(0).fill(hostile)
    place.get_by_role("textbox").nth(1).fill("inne " + hostile)
    press(place, "grade", "en")
    shown = result(place)
    assert shown.locator("img, script").count() == 0
    assert "${alert(3)}" in shown.inner_text() or "alert" in shown.inner_text()


def test_five_megabytes_give_a_message_and_the_next_visitor_an_answer(visit):
    page = visit("pl")
    place = panel(page, "speech", "pl")
    place.get_by_role("textbox").nth(0).evaluate(
        "box => { box.removeAttribute('maxlength'); box.value = 'słowo '.repeat(900000);"
        "box.dispatchEvent(new Event('input')) }"
    )
    press(place, "grade", "pl")
    place.get_by_text("najwyżej 100 000 znaków").wait_for(timeout=SECONDS)
    another = visit("en")
    place = panel(another, "speech", "en")
    press(place, "grade", "en")
    assert result(place).is_visible()


HOSTILE_SHEETS = {
    "zip.csv": b"PK\x03\x04" + bytes(range(256)) * 40,
    "wide.csv": b",".join(b"c%d" % n for n in range(20_000)) + b"\n1\n",
    "formula.csv": b'prompt_id,model\n=HYPERLINK("http://x"),<script>alert(1)</script>\n',
    "large.csv": b"a,b\n" + b"1,2\n" * 600_000,
    "empty.csv": b"",
}


@pytest.mark.parametrize("name", HOSTILE_SHEETS)
def test_a_hostile_sheet_gives_a_message_and_the_next_visitor_an_answer(visit, tmp_path, name):
    file = tmp_path / name
    file.write_bytes(HOSTILE_SHEETS[name])
    page = visit("pl")
    place = panel(page, "rubric", "pl")
    place.locator("input[type=file]").set_input_files(str(file))
    if name != "large.csv":
        place.get_by_text(file.stem).first.wait_for()
        press(place, "grade", "pl")
        place.get_by_text(say("problem", "pl")).first.wait_for(timeout=SECONDS)
    else:
        page.get_by_text(re.compile("size|rozmiar", re.IGNORECASE)).first.wait_for(timeout=SECONDS)
    place = panel(page, "extraction", "pl")
    press(place, "grade", "pl")
    assert result(place).locator(".verdict.bad").is_visible()


def test_twenty_visitors_at_once_are_all_answered(demo):
    config = json.loads(fetch(f"{demo}config"))
    graded = next(d for d in config["dependencies"] if len(d["inputs"]) == 2 and len(d["outputs"]) == 1)
    answers: dict[int, str] = {}

    def ask(number):
        data = {"data": ["raz dwa trzy " * 500, f"raz dwa {number} " * 500], "fn_index": graded["id"]}
        body = json.dumps({**data, "session_hash": f"visitor{number}"}).encode()
        fetch(f"{demo}gradio_api/queue/join", body)
        answers[number] = fetch(f"{demo}gradio_api/queue/data?session_hash=visitor{number}")

    started = time.monotonic()
    threads = [threading.Thread(target=ask, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == list(range(20))
    assert all('"success":true' in answer.replace(" ", "") for answer in answers.values())
    # each visitor's own answer: the word that nobody else's reference has
    assert all(f">{number}<" in json.loads(last_output(answers[number])) for number in range(20) if number > 9)
    assert time.monotonic() - started < SECONDS


def last_output(stream):
    done = next(line for line in stream.splitlines() if "process_completed" in line)
    return json.dumps(json.loads(done.removeprefix("data: "))["output"]["data"][0])


def fetch(address, body=None):
    request = urllib.request.Request(address, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=120) as answer:
        return answer.read().decode()
