"""The demo as visitors meet it: every tab in both languages, keyboard, phone, hostile input, many at once."""

import io
import json
import re
import threading
import time
import urllib.request
import zipfile
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
    page.wait_for_function("() => !document.querySelector('.pending')")
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


TABS = ("rules", "speech", "documents", "extraction", "rubric", "benchmark")
SMALL = """() => [...document.querySelectorAll("button, a, [role=tab], .wrap-inner")]
  .filter(e => e.checkVisibility({visibilityProperty: true}) && !e.closest("[aria-hidden=true], .puma"))
  .map(e => [e.innerText || e.ariaLabel, e.getBoundingClientRect()])
  .filter(([_, box]) => box.width < 44 || box.height < 44).map(([name, box]) => [name, box.width, box.height])"""
"""What a finger would miss."""


@pytest.mark.parametrize("width", [360, 390])
@pytest.mark.parametrize("name", TABS)
def test_a_phone_needs_no_scrolling_to_the_side(visit, axe, name, width):
    page = visit("pl", viewport={"width": width, "height": 740}, has_touch=True, is_mobile=True)
    place = on_a_phone(page, name)
    if name in ("rubric", "benchmark"):
        press(place, "sample", "pl")
        place.locator(".puma table").last.wait_for(timeout=SECONDS)
    else:
        press(place, "grade", "pl")
        result(place)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    boxes = place.locator("textarea")
    shown = [boxes.nth(place_of).bounding_box() for place_of in range(boxes.count())]
    assert all(box["width"] > 250 for box in shown), shown
    assert len({box["x"] for box in shown}) <= 1
    assert page.evaluate(SMALL) == []
    assert violations(page, axe) == []
    # a table that is wider than the page moves within its own frame
    assert place.locator(".puma .wide").first.evaluate("box => getComputedStyle(box).overflowX") == "auto"


def on_a_phone(page, name):
    """The panel of a tab; one without room stands in the menu behind the tabs."""
    page.wait_for_timeout(500)
    tab = page.get_by_role("tab", name=say(name, "pl"), exact=True)
    if tab.is_visible():
        tab.click()
    else:
        page.locator(".overflow-menu > button").click()
        page.locator(".overflow-dropdown button", has_text=say(name, "pl")).click()
    return page.locator("[role=tabpanel]:visible")


@pytest.mark.parametrize("name", TABS)
def test_a_polish_page_has_no_english_word(visit, english_in, tmp_path, name):
    """Good, bad and hostile input, in a browser that speaks English."""
    page = visit("pl")
    place = panel(page, name, "pl")
    seen = {"first": english_in(page.evaluate(SEEN))}
    if name in SENT:
        for sent in SENT[name]:
            for box, text in enumerate(sent):
                place.get_by_role("textbox").nth(box).fill(text)
            place.get_by_text(say("changed", "pl")).wait_for()
            grade_anew(place, "grade")
            seen[str(sent)[:60]] = english_in(page.evaluate(SEEN))
    else:
        press(place, "sample", "pl")
        place.locator(".puma table").last.wait_for(timeout=SECONDS)
        seen["sample"] = english_in(page.evaluate(SEEN))
        for file, content in SENT_FILES[name].items():
            (tmp_path / file).write_bytes(content)
            send_file(place, tmp_path / file)
            grade_anew(place, "grade" if name == "rubric" else "grade_file")
            seen[file] = english_in(page.evaluate(SEEN))
    assert {case: words for case, words in seen.items() if words} == {}


def grade_anew(place, key):
    """Press, and wait for the result of what stands there now."""
    places = place.locator(".puma")
    before = places.count()
    press(place, key, "pl")
    places.nth(before).wait_for(timeout=SECONDS)


def send_file(place, file):
    """Put a file in the place of the one that is there, and wait until the result of that one is gone."""
    cross = place.get_by_role("button", name="Wyczyść", exact=True)
    if cross.count():
        cross.click()
    field = place.locator("input[type=file]").last
    field.wait_for(state="attached")
    before = place.locator(".puma").count()
    field.set_input_files(str(file))
    place.get_by_text(file.stem[:10]).first.wait_for()
    place.page.wait_for_timeout(700)
    assert place.locator(".puma").count() <= before


SEEN = """() => {
  // what visitors wrote, names of columns, and the button that leads to the other language
  const left = "script, style, textarea, code, .box, .puma td:has(code), .nav-holder, [aria-hidden=true], .file-preview"
  const seen = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const around = node.parentElement
    if (around.checkVisibility() && !around.closest(left)) seen.push(node.data)
  }
  for (const name of ["aria-label", "title", "placeholder", "alt"])
    for (const node of document.querySelectorAll(`[${name}]`))
      if (!node.closest("[aria-hidden=true]")) seen.push(node.getAttribute(name))
  return seen.join("\\n")
}"""
SENT = {
    "rules": [
        ("To nie Leliwa.", "Czy to Leliwa?", '[{"type": "include", "clauses": [["Leliwa"]]}]'),
        ("Slowacki", "", '[{"type": "include", "clauses": [["Słowacki", "Mickiewicz"]], "include_min": 1}]'),
        ("a b", "", '[{"type": "order", "phrases": ["b", "a"]}, {"type": "regex", "pattern": "[ab]", "regex_max": 1}]'),
        ("", "", '[{"type": "exclude", "phrases": ["a"]}]'),
        ("a", "", "[{"),
        ("a", "", ""),
        ("a", "", "7"),
        ("a", "", '[{"type": "inclde"}]'),
        ("a", "", '[{"type": "include", "phrases": ["a"], "normalize": 1}]'),
        ("a", "", '[{"type": "regex", "pattern": "("}]'),
        ("a", "", '[{"type": "regex", "pattern": "(a{999}){999}"}]'),
        ("a" * 100_001, "", "[]"),
    ],
    "speech": [
        ("raz dwie trzy cztery", "raz dwa trzy"),
        ("raz", "..."),
        ("raz", ""),
        ("", "raz"),
        ("raz " * 3_100, "dwa " * 3_100),
    ],
    "documents": [
        ("<table><tr><td>1</table><table><tr><td>2</table>", "raz\n---\n<table><tr><td colspan=2>1<td>2</table>"),
        ("raz", "raz\n---\n<table><tr><td>1<td>2</table>"),
        ("raz", "\n---\n".join("abcde")),
        ("raz", "a\n---\n \n---\nb"),
    ],
    "extraction": [
        ('{"a": 2}', '{"a": 1, "b": null}'),
        ('[{"a": 2}]', '[{"a": 1}, {"a": 3}]'),
        ("nic", '{"a": 1}'),
        ("[1]", '{"a": 1}'),
        ("{}", '{"a": {"b": 1}}'),
        ("{}", "7"),
        ("{}", "{"),
    ],
}
DIRTY = Path(__file__).parents[1] / "golden" / "rubric" / "dirty.csv"
SENT_FILES = {
    "rubric": {
        "potkniecia.csv": DIRTY.read_bytes(),
        "kolumny.csv": b"a,b\n1,2\n",
        "strzepy.csv": b"a,b\n1\n",
        "cudzyslow.csv": b'a,b\n1,"2\n',
        "kodowanie.csv": b"a,b\n\xb9,2\n",
        "wiersze.csv": b"a,b\n" + b"1,2\n" * 4_000,
        "duzy.csv": b"a,b\n" + b"1,2\n" * 600_000,
        "zeszyt.xlsx": b"PK\x03\x04",
        "pusty.csv": b"",
    },
    "benchmark": {
        "nieznane.jsonl": b'{"id": "x", "prediction": "y"}\n',
        "zepsute.jsonl": b'{"id": "hc_001", "prediction": "y"\n',
        "inne.jsonl": b'{"id": "hc_001"}\n',
        "dwa.jsonl": b'{"id": "hc_001", "prediction": ""}\n' * 2,
        "odpowiedzi.csv": b"id,prediction\nhc_001,Leliwa\n",
    },
}


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


OVERLONG = {
    "pl": "tekst ma 5\xa0400\xa0000 znaków, a może mieć najwyżej {}\xa0000.",
    "en": "the text has 5,400,000 characters; at most {},000 are taken.",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_five_megabytes_give_a_message_and_the_next_visitor_an_answer(visit, language):
    page = visit(language)
    place = panel(page, "speech", language)
    for box, most in ((0, 100), (1, 20)):
        before = place.get_by_role("textbox").nth(box).input_value()
        place.get_by_role("textbox").nth(box).fill("słowo " * 900_000)
        press(place, "grade", language)
        place.get_by_text(OVERLONG[language].format(most)).wait_for(timeout=SECONDS)
        place.get_by_role("textbox").nth(box).fill(before)
    another = visit("en")
    place = panel(another, "speech", "en")
    press(place, "grade", "en")
    assert result(place).is_visible()


def test_an_answer_is_judged_whole_or_not_at_all(visit):
    """What is forbidden stands at the very end: an answer cut short would pass."""
    page = visit("pl")
    place = panel(page, "rules", "pl")
    place.get_by_role("textbox").nth(2).fill('[{"type": "exclude", "phrases": ["Mickiewicz"]}]')
    for length, verdict in ((100_000, ".verdict.bad"), (100_001, ".problem")):
        place.get_by_role("textbox").nth(0).fill("a" * (length - 11) + " Mickiewicz")
        press(place, "grade", "pl")
        place.locator(verdict).wait_for(timeout=SECONDS)
    assert "tekst ma 100\xa0001 znaków" in place.locator(".problem").inner_text()


def zip_bomb():
    """A workbook that unpacks to 300 MB."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("xl/worksheets/sheet1.xml", b"0" * 300_000_000)
    return content.getvalue()


HOSTILE_SHEETS = {
    "zip.csv": b"PK\x03\x04" + bytes(range(256)) * 40,
    "wide.csv": b",".join(b"c%d" % n for n in range(20_000)) + b"\n1\n",
    "formula.csv": b'prompt_id,model\n=HYPERLINK("http://x"),<script>alert(1)</script>\n',
    "page.csv": b"<img src=x onerror=alert(1)>,model\n<script>alert(2)</script>,b\n",
    "rows.csv": b"prompt_id,model\n" + b"a,b\n" * 100_000,
    "large.csv": b"a,b\n" + b"1,2\n" * 600_000,
    "huge.csv": b"a,b\n" + b"1,2\n" * 6_000_000,
    "book.xlsx": zip_bomb,
    "empty.csv": b"",
}
HUGE = "Za duży plik: może mieć najwyżej 20 MB."


@pytest.mark.parametrize("name", HOSTILE_SHEETS)
def test_a_hostile_sheet_gives_a_message_and_the_next_visitor_an_answer(visit, tmp_path, name):
    file, content = tmp_path / name, HOSTILE_SHEETS[name]
    file.write_bytes(content() if callable(content) else content)
    page = visit("pl")
    place = panel(page, "rubric", "pl")
    place.locator("input[type=file]").set_input_files(str(file))
    if name == "huge.csv":
        page.get_by_text(HUGE).wait_for(timeout=SECONDS)
    else:
        place.get_by_text(file.stem).first.wait_for()
        press(place, "grade", "pl")
        place.get_by_text(say("problem", "pl")).first.wait_for(timeout=SECONDS)
    assert place.locator(".puma script, .puma img").count() == 0
    another = visit("pl")
    place = panel(another, "extraction", "pl")
    place.get_by_role("textbox").nth(0).fill("{}")
    press(place, "grade", "pl")
    place.locator(".verdict.bad").wait_for(timeout=SECONDS)


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
