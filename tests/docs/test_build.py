"""Both languages are built without a warning, link each other, and are accessible."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from puma_docs.stage import pages

ROOT = Path(__file__).parents[2]
VISITED = ("index", "write", "rules/order", "answers", "ask")
"""Pages with all that pages have: tables, fences, pictures. The longest have nothing else, and take axe a minute."""
SIZES = {"desk": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documentation as `python docs/build.py` makes it: any warning is an error."""
    pytest.importorskip("sphinx", reason="sphinx comes with the extra [docs]")
    out = tmp_path_factory.mktemp("docs")
    command = [sys.executable, str(ROOT / "docs" / "build.py"), str(out)]
    run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert (run.returncode, "WARNING" in run.stderr) == (0, False), run.stderr
    return out


def test_both_builds_have_the_same_pages(built: Path):
    found = {
        language: {file.relative_to(built / language) for file in (built / language).rglob("*.html")}
        for language in ("pl", "en")
    }
    assert found["pl"] == found["en"]
    assert {f"{name}.html" for name in pages("en")} <= {file.as_posix() for file in found["en"]}


@pytest.mark.parametrize(("language", "other"), [("pl", "en"), ("en", "pl")])
def test_the_switch_links_the_same_page(built: Path, language: str, other: str):
    for name in pages("en"):
        file = built / language / f"{name}.html"
        (link,) = re.findall(r'rel="alternate"\s+href="([^"]+)"', file.read_text("utf-8"))
        assert Path(os.path.normpath(file.parent / link)) == built / other / f"{name}.html"


def test_a_page_that_is_not_translated_says_so_and_in_which_language_it_is(built: Path):
    text = (built / "pl" / "grading.html").read_text("utf-8")
    assert "Ta strona jest tylko po angielsku." in text
    assert '<article lang="en"' in text
    assert '<article lang="en"' not in (built / "pl" / "write.html").read_text("utf-8")


@pytest.fixture(scope="module")
def browser():
    import shutil

    playwright = pytest.importorskip("playwright.sync_api")
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if not path:
        pytest.skip("Chromium is not installed")
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield opened
        opened.close()


@pytest.mark.parametrize("language", ["pl", "en"])
def test_pages_are_accessible_and_as_wide_as_the_screen(built: Path, browser, language: str):
    package = pytest.importorskip("axe_playwright_python")
    axe = Path(package.__file__).with_name("axe.min.js").read_text("utf-8")
    code = "async () => (await axe.run()).violations.map(v => [v.id, v.nodes.map(n => n.html.slice(0, 120))])"
    for size, scheme in (("desk", "light"), ("phone", "dark")):
        context = browser.new_context(viewport=SIZES[size], color_scheme=scheme)
        page = context.new_page()
        for name in VISITED:
            page.goto((built / language / f"{name}.html").as_uri())
            page.evaluate(axe)
            assert (name, size, page.evaluate(code)) == (name, size, [])
            assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"], (name, size)
        context.close()
