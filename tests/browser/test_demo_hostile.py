"""Too much, hostile, and many at once: a message, and an answer for the next visitor."""

import io
import json
import threading
import time
import urllib.request
import zipfile

import pytest
from demo_pages import LANGUAGES, SECONDS, panel, press, result

from puma_demo.words import say


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
