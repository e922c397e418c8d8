"""Answers, names and tasks that imitate a page, a formula or a command: they are text wherever they are shown."""

import csv
import json
import re
from pathlib import Path

import pytest
from page_targets import is_clean
from selectolax.lexbor import LexborHTMLParser

SAMPLE = Path(__file__).parents[1] / "dataset_builder" / "puma_dataset" / "sample" / "predictions"
BREAKS = {
    "the end of a script": "</script><script>alert(1)</script>",
    "a script in a comment": "<!--<script>--></script><script>alert(1)</script>-->",
    "the end of a style": "</style><style>*{display:none}</style>",
    "the end of a title": "</title><script>alert(1)</script>",
    "the end of an area": "</textarea></select></option><img src=x onerror=alert(1)>",
    "the end of a task": "</div></div></details><details class=task id=task-kot data-verdicts=1><summary>kot",
    "an attribute": "\" onmouseover=\"alert(1)\" x='' autofocus onfocus=alert(1)//",
    "an address": '<a href="javascript:alert(1)">x</a><form action=//x.invalid><button formaction=//x.invalid>',
    "a policy": '<meta http-equiv=Content-Security-Policy content="default-src *"><base href=//x.invalid>',
    "entities": "&lt;script&gt;&#60;script&#62;&quot;&#x27;",
    "overrides": "\u202e<script>\u2066tpircs\u202c\u200f",
    "a frame": "<iframe srcdoc='<script>alert(1)</script>'></iframe><svg onload=alert(1)><math><mi//xlink:href=x>",
}  # fmt: skip


def shown(page: str, selector: str) -> list[str]:
    return [node.text() for node in LexborHTMLParser(page).css(selector)]


@pytest.fixture
def build(run, tmp_path, task_folder, task):
    """A function that puts a text wherever the report shows one, and returns the page."""

    def report(text: str) -> str:
        rules = [{"type": "include", "clauses": [["kot"], [f"a {text}"]], "include_min": 1}]
        folder = task_folder(
            task("kot", prompt=f"Co to? {text}", rules=rules, tags=[text], notes=text), task("pies"), name="evil"
        )
        rows = [
            {"id": "kot", "prediction": f"Kot. {text}", "model": name} for name in (f"m {text}", "b")
        ]  # fmt: skip
        (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, rows)))
        assert run("report", "a.jsonl", "--tasks", str(folder), "--title", f"t {text}")[0] == 0
        return (tmp_path / "report.html").read_text("utf-8")

    return report


@pytest.mark.parametrize("text", BREAKS.values(), ids=BREAKS)
def test_the_report_shows_it_as_text(text: str, build):
    page = build(text)
    is_clean(page, scripts=1)
    tree = LexborHTMLParser(page)
    assert [node.id for node in tree.css("details.task")] == ["task-kot", "task-pies"]
    assert len(tree.css("meta[http-equiv]")) == 1
    answers = shown(page, "div.text")
    assert answers == [f"Kot. {text}"] * 2
    assert shown(page, "p.prompt")[0] == f"Co to? {text}"


def test_a_report_as_an_answer_is_one_answer(build, run, tmp_path, tasks):
    """A page that a model has learnt by heart, with its policy, its script and its tasks."""
    page = build("kot")
    (tmp_path / "b.jsonl").write_text(json.dumps({"id": "kot", "prediction": "kot\n" + page}))
    assert run("report", "b.jsonl", "--tasks", str(tasks), "--out", "second.html")[0] == 0
    second = (tmp_path / "second.html").read_text("utf-8")
    is_clean(second, scripts=1)
    assert [node.id for node in LexborHTMLParser(second).css("details.task")] == ["task-kot", "task-pies", "task-dom"]
    assert shown(second, "div.text") == [("kot\n" + page)[:20_000]]


def test_a_name_keeps_its_direction_to_itself(build):
    page = build("\u202eevil")
    assert "<bdi>m \u202eevil</bdi>" in page
    assert not re.search('(?<!<bdi>)(?<!<option value="0">)m \u202eevil', page)  # an option is a line of its own


@pytest.mark.parametrize("path", ["../private.pdf", "{}/private.pdf", "link.pdf", "folder/private.pdf"])
def test_no_file_from_outside_of_the_tasks_gets_onto_the_page(path: str, run, tmp_path, task_folder, task):
    """A folder of tasks may come from anybody, and the page goes to everybody."""
    media = [{"path": path.format(tmp_path), "type": "pdf", "license": "CC0-1.0", "source": "x"}]
    folder = task_folder(task("kot", media=media), media=False)
    (tmp_path / "private.pdf").write_bytes(b"%PDF-1.7 private")
    (folder / "link.pdf").symlink_to(tmp_path / "private.pdf")
    (folder / "folder").symlink_to(tmp_path)
    (tmp_path / "a.jsonl").write_text('{"id": "kot", "prediction": "Kot."}')
    code, _, err = run("report", "a.jsonl", "--tasks", str(folder))
    assert code == 0 and err == f"warning  media missing, and not on the page: {media[0]['path']}\n"
    assert "application/pdf" not in (tmp_path / "report.html").read_text("utf-8")


def test_a_picture_that_is_none_is_refused_and_not_interpreted(run, tmp_path, task_folder, task):
    """Pillow would start Ghostscript for a PostScript file, whatever its name."""
    folder = task_folder(task("kot"))
    content = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n%%EndComments\nshowpage\n"
    (folder / "kot.png").write_bytes(content + b"%" * 200_000)
    (tmp_path / "a.jsonl").write_text('{"id": "kot", "prediction": "Kot."}')
    message = f"puma: {folder}: 'kot.png' is no image; expected PNG, JPEG, WEBP, GIF, BMP or TIFF\n"
    assert run("report", "a.jsonl", "--tasks", str(folder)) == (3, "", message)


FORMULAS = ('=HYPERLINK("http://x.invalid";"y")', "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "a\r=1", "=cmd|' /C calc'!A0")


@pytest.mark.parametrize("name", FORMULAS)
def test_no_exported_name_is_a_formula(name: str, run, tasks, tmp_path):
    rows = [{"id": "kot", "prediction": "Koty.", "model": model} for model in (name, "b")]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, rows)))
    code, _, err = run("grade", "a.jsonl", "--tasks", str(tasks), "--out", "out")
    assert (code, err) == (0, "")
    for file in ("models.csv", "tags.csv"):
        with (tmp_path / "out" / file).open(encoding="utf-8", newline="") as opened:
            table = list(csv.reader(opened))
        assert len({len(row) for row in table}) == 1
        assert not [cell for row in table for cell in row if re.match(r"[=+\-@\t\r]", cell)]


COMMANDS = (r"\input{/etc/passwd}", r"\write18{x}", "%", "a & b \\\\ c", "$x$", "^^5cinput{x}", "#1", "a~b_c")


@pytest.mark.parametrize("name", COMMANDS)
def test_no_exported_name_is_a_command(name: str, run, tasks, tmp_path):
    rows = [{"id": "kot", "prediction": "Koty.", "model": model} for model in (name, "b")]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, rows)))
    code, out, _ = run("grade", "a.jsonl", "--tasks", str(tasks), "--format", "latex")
    body = out[out.index(r"\midrule") :].splitlines()[1:3]
    plain = re.sub(r"\\(?:text\w+\{\}|textbf\{[\d.]+\}|footnotesize|[{}$&#%_\\])", "", body[0])
    assert code == 0 and len(body) == 2
    assert not re.search(r"[\\$#%_~^]", plain) and plain.count("&") == 10


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "[a](javascript:x)", "a|b", "`c`", "![x](y)", "a\n| b |"]
)
def test_no_exported_name_is_markdown(name: str, run, tasks, tmp_path):
    rows = [{"id": "kot", "prediction": "Koty.", "model": model} for model in (name, "b")]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, rows)))
    code, out, _ = run("grade", "a.jsonl", "--tasks", str(tasks), "--format", "markdown")
    table = out.split("\n\n")[0].splitlines()
    assert code == 0 and len(table) == 4
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in table} == {12}
    assert "<" not in table[2] and not re.search(r"(?<!\\)[`\[\]]", table[2])


MARKUP = "[/b] [red]kot[/red] [link=http://x.invalid]a[/link] :dog: \x1b[31m \\[b]"


def test_nothing_is_markup_for_the_terminal(run, tmp_path, task_folder, task):
    """rich reads square brackets as markup, and names between colons as emoji."""
    shown = MARKUP.replace("\x1b", "␛")
    folder = task_folder(task("kot", prompt=MARKUP, tags=[MARKUP]), task("pies"))
    rows = [{"id": "kot", "prediction": f"Kot {MARKUP}", "model": name} for name in (MARKUP, "b")]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (tmp_path / "one.jsonl").write_text(json.dumps(rows[0]))
    tasks = ["--tasks", str(folder)]
    for command in (
        ["tokens", MARKUP],
        ["grade", "a.jsonl", "--tags", *tasks],
        ["grade", "one.jsonl", "--tags", *tasks],
        ["compare", "a.jsonl", *tasks],
        ["explain", "kot", "one.jsonl", *tasks],
    ):
        code, out, err = run(*command)
        assert (code, err) == (0, ""), command
        assert shown in " ".join(out.split()), command
