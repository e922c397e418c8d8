"""The report: escaped, self-contained, and opened in a real browser at phone width."""

import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from puma_cli.sheets import read_sheet
from puma_metrics.rubric import Results, Settings, Sheet, score_sheet
from puma_metrics.rubric.sheet import OPTIONAL, REQUIRED

matplotlib = pytest.importorskip("matplotlib", reason="matplotlib comes with the extra [report]")

from puma_metrics.pages import rubric_figures, rubric_report  # noqa: E402

SAMPLE = Path(__file__).parents[1] / "dataset_builder" / "puma_dataset" / "sample" / "rubric_sample.csv"
EVIL = "<script>alert(1)</script>\"'&$x$"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars"),
)


@pytest.fixture(scope="module")
def sample() -> tuple[Results, Sheet]:
    sheet, _ = read_sheet(SAMPLE)
    return score_sheet(sheet, settings=Settings(resamples=200)), sheet


@pytest.fixture(scope="module")
def page(sample: tuple[Results, Sheet]) -> str:
    return rubric_report.rubric_page(*sample, rubric_figures.draw_all(sample[0]))


class Tags(HTMLParser):
    """Collects tags and their attributes, and that every tag is closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in ("meta", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_well_formed_and_asks_for_nothing(page: str) -> None:
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert {tag for tag, _ in tags.seen}.isdisjoint({"script", "link", "iframe", "object", "form"})
    sources = [attributes[name] or "" for _, attributes in tags.seen for name in ("src", "href") if name in attributes]
    assert len(sources) == len(rubric_figures.FIGURES)
    assert all(source.startswith("data:image/png;base64,") for source in sources)
    assert "default-src 'none'" in page
    assert re.search(r"https?:|url\(|@import", page) is None
    assert all(attributes.get("alt") for tag, attributes in tags.seen if tag == "img")


def test_the_page_holds_names_in_their_own_direction(page: str) -> None:
    for text in ("przykład A", "AR2 قهوة", "PL5 tłusty czwartek"):
        assert f"<bdi>{text}</bdi>" in page
    assert '<td class="text" dir="auto">يذكر التمر معها.</td>' in page
    assert "−40.0" in page
    assert "100 · S / M, never clipped" in page


def evil_sheet() -> Sheet:
    cell = dict.fromkeys((*REQUIRED, *OPTIONAL), "")
    cell |= {"prompt_id": EVIL, "scope": "cultural", "criterion_id": EVIL, "kind": "positive", "dimension": "Accuracy"}
    cell |= {"weight": "1", "result": "fail", "error_types": "Omission", "justification": EVIL, "criterion_text": EVIL}
    rows = [cell | {"model": EVIL}, cell | {"model": "B", "objectivity": EVIL}]
    return Sheet.of({name: [row[name] for row in rows] for name in cell})


def test_texts_of_the_sheet_are_escaped_everywhere() -> None:
    sheet = evil_sheet()
    results = score_sheet(sheet, settings=Settings(resamples=50))
    page = rubric_report.rubric_page(results, sheet, rubric_figures.draw_all(results))
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert "script" not in {tag for tag, _ in tags.seen}
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;") >= 8


@pytest.mark.parametrize("models", [1, 60])
def test_figures_of_few_and_of_many_models(models: int) -> None:
    cell = {"scope": "cultural", "criterion_id": "P1", "kind": "positive", "dimension": "Accuracy", "weight": "1"}
    good = {"result": "pass", "error_types": "", "justification": ""}
    bad = {"result": "fail", "error_types": "Other", "justification": "why"}
    blank = dict.fromkeys(REQUIRED, "")
    rows = [
        blank | cell | {"prompt_id": f"Q{prompt}", "model": f"m{model}"} | (good if (prompt + model) % 3 else bad)
        for prompt in range(1 if models == 1 else 70)
        for model in range(models)
    ]
    results = score_sheet(Sheet.of({name: [row[name] for row in rows] for name in blank}), settings=Settings(50))
    images = rubric_figures.draw_all(results)
    assert all(image.startswith(b"\x89PNG") for image in images.values())
    assert images == rubric_figures.draw_all(results)


def test_matplotlib_shapes_arabic() -> None:
    assert tuple(map(int, matplotlib.__version__.split(".")[:2])) >= (3, 11)


def browser() -> str:
    found = next(filter(None, map(shutil.which, BROWSERS)), "")
    if not found and os.environ.get("CI"):
        pytest.fail(f"CI needs a browser: one of {', '.join(BROWSERS)}")
    if not found:
        pytest.skip(f"no browser: none of {', '.join(BROWSERS)} is installed")
    return found


def run_browser(page: Path, *arguments: str) -> str:
    command = [browser(), *FLAGS, f"--user-data-dir={page.parent / 'profile'}", *arguments, page.as_uri()]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout


def framed(page: str, folder: Path) -> Path:
    """The page in a frame as wide as a phone: the browser's own window is never narrower than 500 pixels."""
    (folder / "report.html").write_text(page, encoding="utf-8")
    listen = "<script>addEventListener('message', event => { document.title = event.data })</script>"
    frame = "<iframe src='report.html' style='width:390px;height:1600px;border:0'></iframe>"
    (folder / "frame.html").write_text(f"<!DOCTYPE html>{listen}<body style='margin:0'>{frame}", encoding="utf-8")
    return folder / "frame.html"


MEASURE = """<script>addEventListener('load', () => {
const images = [...document.images].filter(image => image.complete && image.naturalWidth).length;
const requests = performance.getEntriesByType('resource').filter(item => !item.name.startsWith('data:')).length;
parent.postMessage([innerWidth, document.documentElement.scrollWidth, images, requests].join(' '), '*') })</script>"""


def test_the_report_opens_in_a_browser_at_phone_width(page: str, tmp_path: Path) -> None:
    """A script put in by the test measures the page; the report itself has none and forbids them."""
    measured = re.sub(r"<meta http-equiv=[^>]*>", "", page).replace("</head>", f"{MEASURE}</head>")
    dom = run_browser(framed(measured, tmp_path), "--virtual-time-budget=5000", "--dump-dom")
    match = re.search(r"<title>(\d+) (\d+) (\d+) (\d+)</title>", dom)
    assert match, dom[:300]
    width, scrolled, images, requests = map(int, match.groups())
    assert (width, scrolled) == (390, 390), "the page is wider than the phone: only tables may scroll"
    assert (images, requests) == (len(rubric_figures.FIGURES), 0)


def test_a_screenshot_of_the_report_is_not_blank(page: str, tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    run_browser(framed(page, tmp_path), "--window-size=500,1600", f"--screenshot={tmp_path / 'phone.png'}")
    with image.open(tmp_path / "phone.png") as shot:
        assert len(shot.convert("RGB").getcolors(1 << 24)) > 100


def test_pages_are_not_imported_by_scoring() -> None:
    names = ("matplotlib", "openpyxl", "pyarrow", "datasets")
    code = f"import sys, puma_cli.rubric; print([name for name in {names} if name in sys.modules])"
    paths = os.pathsep.join(str(SAMPLE.parents[3] / name) for name in ("metrics", "dataset_builder", "scripts"))
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert done.stdout.strip() == "[]"
