import json
import os
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import pytest
import soundfile
from PIL import Image

from puma_dataset.read import SAMPLE, read_sound_tasks, read_tasks, write_tasks
from puma_metrics.errors import InvalidTask


def messages(folder: Path, **options: bool) -> list[str]:
    return [str(finding) for finding in read_tasks(folder, **options)[1]]


def medium(path: str, kind: str = "image") -> dict[str, str]:
    return {"path": path, "type": kind, "license": "CC0-1.0", "source": "rysunek własny"}


def test_the_sample_has_52_tasks_and_no_error():
    tasks, findings = read_tasks(SAMPLE)
    assert len(tasks) == 52
    assert [str(finding) for finding in findings if not finding.is_warning] == []


def test_the_media_of_the_sample_are_small_and_all_named():
    files = {file for kind in ("images", "audio", "documents") for file in (SAMPLE / kind).iterdir()}
    assert files == {SAMPLE / m["path"] for t in read_tasks(SAMPLE, validate=False)[0] for m in t.record["media"]}
    assert sum(file.stat().st_size for file in files) <= 4_000_000


def test_the_clips_made_with_the_mit_soundfont_say_so():
    tasks = read_tasks(SAMPLE, validate=False)[0]
    licences = {t.id: m["license"] for t in tasks for m in t.record["media"] if m["license"] != "CC0-1.0"}
    assert licences == {"sm_001": "MIT", "sm_003": "MIT"}
    assert (SAMPLE / "LICENSE-MIT-FluidR3").is_file()


def test_reading_and_writing_loses_nothing(tmp_path):
    write_tasks(tmp_path, read_tasks(SAMPLE, validate=False)[0])
    assert (tmp_path / "tasks.jsonl").read_bytes() == (SAMPLE / "tasks.jsonl").read_bytes()
    assert [file.name for file in tmp_path.iterdir()] == ["tasks.jsonl"]


def test_null_absent_zero_empty_and_order_survive(task_folder, task):
    rule = {"include_min": 0, "type": "include", "include_max": None, "clauses": [["a", ""]]}
    odd = {"notes": "", **task("a", tags=[], rules=[rule]), "prompt": None}
    folder = task_folder(json.dumps(odd, ensure_ascii=False).encode())
    before = (folder / "tasks.jsonl").read_bytes()
    write_tasks(folder, [json.loads(before)])
    assert (folder / "tasks.jsonl").read_bytes() == before


def test_writing_refuses_what_json_cannot_hold_and_leaves_the_old_file(task_folder, task):
    folder = task_folder(task("a"))
    before = (folder / "tasks.jsonl").read_bytes()
    with pytest.raises(ValueError):
        write_tasks(folder, [{"id": float("nan")}])
    assert (folder / "tasks.jsonl").read_bytes() == before


def test_wrong_lines_are_left_out_and_all_of_them_are_named(task_folder, task):
    folder = task_folder(task("alfa"), b"{", b"", task("beta", rules=[{"type": "includ"}]), task("gamma"))
    tasks, findings = read_tasks(folder)
    assert [t.id for t in tasks] == ["alfa", "gamma"]
    assert [str(finding) for finding in findings] == [
        "tasks.jsonl:2: not JSON at column 2: Expecting property name enclosed in double quotes; "
        "each line is one JSON object",
        "tasks.jsonl:4, 'beta', rule 1, type: is unknown (\"includ\"); did you mean 'include'?",
    ]


def test_an_id_used_twice_names_the_first_line(task_folder, task):
    folder = task_folder(task("alfa"), task("beta"), task("alfa"), media=True)
    message = "tasks.jsonl:3, 'alfa', id: 'alfa' is the id of line 1 already; give each task its own"
    assert messages(folder, validate=False) == [message]
    assert [t.id for t in read_tasks(folder, validate=False)[0]] == ["alfa", "beta"]


def test_says_what_is_wrong_with_a_path(task_folder, task):
    expected = {
        "": "is empty; name a file",
        "/etc/passwd": "'/etc/passwd' is absolute; write it relative to the folder",
        "C:/a.png": "'C:/a.png' is absolute; write it relative to the folder",
        "../a.png": "'../a.png' leads out of the folder; put the file into it",
        "a/../../b.png": "'a/../../b.png' leads out of the folder; put the file into it",
        "a\\b.png": "'a\\\\b.png' has a character that no path here has; write '/' between folders",
        "link.png": "'link.png' is a symbolic link; put the file itself there",
        "links/a.png": "'links' is a symbolic link; put the file itself there",
        "sub": "'sub' is a folder; name a file",
        "nowhere.png": "'nowhere.png' does not exist; put the file there",
        "sub/rzeka.jpg": "'sub/rzeka.jpg' does not exist; did you mean 'sub/rzeki.jpg'?",
        "empty.png": "'empty.png' is empty; put the file there again",
        "pipe.png": "'pipe.png' is no file with content; put the file itself there",
        f"{'a' * 300}.png": f"'{'a' * 300}.png' cannot be read (File name too long); check its name and permissions",
    }
    tasks = [task(f"t{n}", media=[medium(path)]) for n, path in enumerate(expected)]
    folder = task_folder(*tasks, media=False)
    (folder / "sub").mkdir()
    Image.new("RGB", (2, 2)).save(folder / "sub" / "rzeki.jpg")
    (folder / "empty.png").touch()
    (folder / "link.png").symlink_to(folder / "sub" / "rzeki.jpg")
    (folder / "links").symlink_to(folder / "sub")
    os.mkfifo(folder / "pipe.png")
    found = [str(f) for f in read_tasks(folder)[1] if f.field == "media.path"]
    assert found == [
        f"tasks.jsonl:{n + 1}, 't{n}', media.path: {problem}" for n, problem in enumerate(expected.values())
    ]


def test_says_what_is_wrong_with_a_files_content(task_folder, monkeypatch, task):
    monkeypatch.setattr("PIL.Image.MAX_IMAGE_PIXELS", 1000)
    expected = {
        "text.png": "'text.png' is no image; expected PNG, JPEG, WEBP, GIF, BMP or TIFF",
        "page.ps": "'page.ps' is no image; expected PNG, JPEG, WEBP, GIF, BMP or TIFF",
        "large.png": "'large.png' has more than 1,000 pixels; make it smaller",
        "text.wav": "'text.wav' is no audio (Format not recognised); expected WAV, FLAC, OGG or MP3",
        "silent.wav": "'silent.wav' is audio without a single sample; record it again",
        "text.pdf": "'text.pdf' is no PDF; expected %PDF- at its start",
    }
    kinds = {".png": "image", ".ps": "image", ".wav": "audio", ".pdf": "pdf"}
    tasks = [task(f"t{n}", media=[medium(path, kinds[Path(path).suffix])]) for n, path in enumerate(expected)]
    folder = task_folder(*tasks, task("cut", media=[medium("cut.jpg")]), media=False)
    for path in expected:
        (folder / path).write_text(f"to jest tekst {path}")
    (folder / "page.ps").write_text("%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n%%EndComments\n")
    Image.new("L", (40, 40)).save(folder / "large.png")
    soundfile.write(folder / "silent.wav", [], 16000)
    Image.effect_noise((30, 30), 9).save(folder / "cut.jpg")
    (folder / "cut.jpg").write_bytes((folder / "cut.jpg").read_bytes()[:-300])
    *found, cut = [str(f) for f in read_tasks(folder)[1] if f.field == "media.path"]
    assert found == [
        f"tasks.jsonl:{n + 1}, 't{n}', media.path: {problem}" for n, problem in enumerate(expected.values())
    ]
    assert cut.startswith("tasks.jsonl:7, 'cut', media.path: 'cut.jpg' is a damaged image (")


def test_media_of_each_type_are_accepted_whatever_their_name(task_folder, task):
    clip = task("b", category="speech_qa", modality="audio", media=[medium("sub/b.wav", "audio")])
    page = task("c", category="document_qa", modality="document", media=[medium("c.pdf", "pdf")], tags=["a", "b", "c"])
    assert messages(task_folder(task("a"), clip, page)) == []


def test_warns_of_nearly_the_same_prompt_and_of_a_copied_file(task_folder, task):
    asr = {"category": "asr", "modality": "audio", "prompt": None, "rules": [{"type": "asr", "reference": "kot"}]}
    heard = {**asr, "answers_ok": ["kot"]}
    folder = task_folder(
        task("alfa", prompt="Ile mostów widać na planie miasta Torunia?"),
        task("beta", prompt="Ile mostów  widać na planie miasta TORUNIA"),
        task("gamma", prompt="Ile mostów widać na mapie Gdańska?"),
        task("delta", **heard, media=[medium("d.wav", "audio")]),
        task("epsilon", **heard, media=[medium("e.wav", "audio")]),
    )
    (folder / "gamma.png").write_bytes((folder / "alfa.png").read_bytes())
    tasks, findings = read_tasks(folder)
    assert len(tasks) == 5
    assert all(finding.is_warning for finding in findings)
    assert [str(finding) for finding in findings] == [
        "tasks.jsonl:2, 'beta', prompt: is nearly that of 'alfa' on line 1; ask for something else, or drop one task",
        "tasks.jsonl:3, 'gamma', media.path: 'gamma.png' is also a medium of 'alfa' on line 1",
    ]


def test_a_pattern_that_explodes_is_one_finding_and_the_rest_is_judged(task_folder, task):
    rule = {"type": "regex", "pattern": "a"}
    folder = task_folder(task("alfa", rules=[rule, {**rule, "pattern": "b", "regex_max": 0}]))
    with patch("puma_dataset.patterns.pattern_problems", lambda patterns: ["", "explodes"]):
        found = messages(folder)
    assert found == [
        "tasks.jsonl:1, 'alfa', rule 2, regex_min: is above regex_max (1 > 0); expected at most 0",
        "tasks.jsonl:1, 'alfa', rule 2, pattern: explodes",
    ]


def test_wrong_tasks_are_refused_with_all_their_errors(task_folder, task):
    folder = task_folder(task("alfa", answers_bad=["alfa"]), task("beta", prompt=...))
    with pytest.raises(InvalidTask) as raised:
        read_sound_tasks(folder)
    assert str(raised.value) == (
        "tasks.jsonl:1, 'alfa', answers_bad: scores strict 1 (\"alfa\"); expected 0: every rule is met\n"
        "tasks.jsonl:2, 'beta': missing field 'prompt'"
    )


def test_reading_to_grade_loads_only_what_grading_needs():
    code = (
        "import sys, puma_dataset as d; from puma_dataset.read import SAMPLE; d.read_tasks(SAMPLE, validate=False);"
        "print([m for m in ('datasets', 'evaluate', 'PIL', 'soundfile', 'numpy', 'subprocess') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment(), check=True)
    assert run.stdout == "[]\n"


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
