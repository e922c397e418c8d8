"""A running demo, and Chromium to visit it with; where there is none, the tests are skipped."""

import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
SECONDS_TO_START = 120


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(address: str, process: subprocess.Popen[str]) -> None:
    """Until the app answers. Fails if it ends before, or takes too long."""
    for _ in range(SECONDS_TO_START * 5):
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except OSError:
            assert process.poll() is None, process.communicate()
            time.sleep(0.2)
    raise TimeoutError(address)


@pytest.fixture(scope="session")
def demo(offline: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the whole demo, served by a process of its own."""
    pytest.importorskip("gradio")
    port = free_port()
    code = f"import puma_demo.shell; puma_demo.shell.run('puma_demo', {port})"
    environment = {**offline, "GRADIO_TEMP_DIR": str(tmp_path_factory.mktemp("gradio"))}
    with subprocess.Popen(
        [sys.executable, "-c", code], env=environment, stdout=subprocess.DEVNULL, text=True
    ) as process:
        try:
            wait_for(f"http://127.0.0.1:{port}/", process)
            yield f"http://127.0.0.1:{port}/"
        finally:
            process.terminate()


# of the module, since playwright refuses to start a second time while it runs, and other tests use it too
@pytest.fixture(scope="module")
def browser():
    playwright = pytest.importorskip("playwright.sync_api")
    if not CHROMIUM:
        pytest.skip("Chromium is not installed")
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def visit(browser, demo: str):
    """A function that opens the demo in a language; whatever a page asks of another machine fails the test."""
    pages, outside = [], []

    def open_page(language: str = "pl", **options):
        # the browser speaks the other language: the page's address decides, and not the browser
        context = browser.new_context(locale={"pl": "en-GB", "en": "pl-PL"}[language], **options)
        page = context.new_page()
        page.on("request", lambda request: outside.append(request.url) if is_outside(request.url, demo) else None)
        page.on("dialog", lambda dialog: outside.append(f"dialog {dialog.message}"))
        page.goto(demo + language)
        page.get_by_role("tab").first.wait_for()
        pages.append(context)
        return page

    yield open_page
    for context in pages:
        context.close()
    assert outside == []


def is_outside(url: str, demo: str) -> bool:
    return not re.match(rf"{re.escape(demo)}|data:|blob:", url)


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core."""
    package = pytest.importorskip("axe_playwright_python")
    return Path(package.__file__).with_name("axe.min.js").read_text("utf-8")
