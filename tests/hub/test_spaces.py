"""The Spaces as the Hub runs them: from a snapshot, in an environment made from their own requirements alone.

That environment is downloaded, which takes minutes: this runs in CI, or where PUMA_SPACES is set.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from loopback import TOKEN, Hub

from puma_dataset.caches import MODULES

ROOT = Path(__file__).parents[2]
SPACES = (*MODULES, "puma_demo")
LABELS = {"puma_rules": "Reguły zadania", "puma_asr": "Transkrypcja", "puma_ocr": "Dokument odczytany"}
LABELS |= {"puma_extraction": "Wzorzec (JSON)", "puma_rubric": "Arkusz ocen", "puma_demo": "Zadanie z próbki"}

pytestmark = [
    pytest.mark.skipif(
        not {"CI", "PUMA_SPACES"} & os.environ.keys(), reason="downloads an environment; set PUMA_SPACES"
    ),
    pytest.mark.skipif(sys.platform == "win32", reason="the environment's programs are elsewhere there"),
]


def ran(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def snapshots(offline, tmp_path_factory):
    """The folder of each Space, published to a hub and downloaded from it."""
    home = tmp_path_factory.mktemp("spaces")
    with Hub() as hub:
        kept = {name: value for name, value in offline.items() if not name.startswith("HF_")}
        environment = {**kept, **hub.environment(), "HF_HOME": str(home / "hf"), "HF_TOKEN": TOKEN}
        puma = (sys.executable, "-c", "from puma_cli.main import main; main()")
        for what in ("metrics", "spaces"):
            ran(*puma, "publish", what, "--org", "org", env=environment, cwd=home)
        code = "import sys, huggingface_hub as hub; print(hub.snapshot_download(sys.argv[1], repo_type='space'))"
        get = (sys.executable, "-c", code)
        return {name: Path(ran(*get, f"org/{name}", env=environment, cwd=home).strip()) for name in SPACES}


@pytest.fixture(scope="module")
def python(snapshots, tmp_path_factory):
    """A Python with the requirements of all Spaces, which are one, and the project's wheel from a local folder."""
    room = tmp_path_factory.mktemp("clean")
    # a copy, since building leaves files in the sources
    kept = shutil.ignore_patterns(".*", "build", "*.egg-info", "__pycache__", "tests")
    source = shutil.copytree(ROOT, room / "source", ignore=kept)
    ran(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", room / "wheels", source)
    ran(sys.executable, "-m", "venv", room / "venv")
    program = room / "venv" / "bin" / "python"
    files = {(folder / "requirements.txt").read_text() for folder in snapshots.values()}
    assert len(files) == 1
    requirements = snapshots["puma_demo"] / "requirements.txt"
    ran(program, "-m", "pip", "install", "--quiet", "--find-links", room / "wheels", "-r", requirements)
    return program


@pytest.mark.parametrize("name", SPACES)
def test_a_space_starts_from_its_own_requirements(name, snapshots, python, tmp_path):
    folder = snapshots[name]
    assert {"README.md", "app.py", "requirements.txt"} <= {file.name for file in folder.iterdir()}
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("HF_", "PYTHON"))}
    environment = {**kept, "GRADIO_SERVER_PORT": str(port), "GRADIO_TEMP_DIR": str(tmp_path), "HF_HUB_OFFLINE": "1"}
    with subprocess.Popen([python, "app.py"], cwd=folder, env=environment, stdout=subprocess.DEVNULL) as process:
        try:
            page = answered(f"http://127.0.0.1:{port}/config", process)
        finally:
            process.terminate()
    assert LABELS[name] in page
    assert re.search(r'"version": ?"6\.', page)


def answered(address, process):
    """What the app says of itself, once it serves."""
    for _ in range(600):
        try:
            with urllib.request.urlopen(address, timeout=10) as answer:
                return answer.read().decode()
        except OSError:
            assert process.poll() is None
            time.sleep(0.2)
    raise TimeoutError(address)
