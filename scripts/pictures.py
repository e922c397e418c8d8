"""The pictures of the documentation, made from the product itself with the system's Chromium.

python scripts/pictures.py   # writes docs/images/report.png
"""

import io
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
PREDICTIONS = ROOT / "dataset_builder" / "puma_dataset" / "sample" / "predictions"
LARGEST = 150_000
"""Bytes of a picture."""
WIDTH, HEIGHT = 1320, 860


def report(out: Path) -> Path:
    """The report page of the sample's answers."""
    from puma_cli.main import cli

    files = [str(file) for file in sorted(PREDICTIONS.glob("*.jsonl"))]
    command = ["report", *files, "--out", str(out), "--title", "PUMA"]
    CliRunner().invoke(cli, command, catch_exceptions=False, standalone_mode=False)
    return out


def photograph(page: Path) -> bytes:
    """What Chromium shows of a page's beginning, as PNG."""
    from playwright.sync_api import sync_playwright

    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if browser is None:
        raise FileNotFoundError("there is no Chromium; install it, since the pictures are made with it")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
        tab = opened.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        tab.goto(page.as_uri())
        tab.wait_for_load_state()
        taken = tab.screenshot()
        opened.close()
    return taken


def small(taken: bytes) -> bytes:
    """The same picture in 128 colours, which a page of text and bars needs no more than."""
    from PIL import Image

    written = io.BytesIO()
    Image.open(io.BytesIO(taken)).convert("RGB").quantize(128).save(written, "PNG", optimize=True)
    return written.getvalue()


def main() -> int:
    IMAGES.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as room:
        picture = small(photograph(report(Path(room, "report.html"))))
    if len(picture) > LARGEST:
        print(f"the picture has {len(picture):,} bytes, more than {LARGEST:,}", file=sys.stderr)
        return 1
    (IMAGES / "report.png").write_bytes(picture)
    print(f"docs/images/report.png: {len(picture):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
