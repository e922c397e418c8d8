"""A Polish page shows Polish words only, whatever is sent in."""

from pathlib import Path

import pytest
from demo_pages import SECONDS, TABS, panel, press

from puma_demo.words import say


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
