"""The public subset: what is in it, that it is the same every time, and that each planted leak is found."""

import base64
import io
import json
import shutil
from collections import Counter

import planting
import pytest
import soundfile
from PIL import Image
from planting import canary_of, say

from puma_dataset.read import SAMPLE, read_tasks, write_tasks
from puma_dataset.release.checking import leaks
from puma_dataset.release.selection import select
from puma_dataset.release.stripping import stripped
from puma_dataset.release.subset import release

subset, tree = planting.subset, planting.tree


@pytest.fixture(scope="module")
def percent():
    return 30


@pytest.fixture(scope="module")
def records():
    return [task.record for task in read_tasks(SAMPLE, validate=False)[0]]


@pytest.fixture(scope="module")
def whole(tmp_path_factory, records):
    """A private set: the first three tasks of each category of the sample, which is half of it and checked faster."""
    folder = tmp_path_factory.mktemp("private")
    seen = Counter()
    kept = [r for r in records if (seen.update([r["category"]]) or seen[r["category"]]) <= 3]
    write_tasks(folder, kept)
    for path in (medium["path"] for record in kept for medium in record["media"]):
        (folder / path).parent.mkdir(exist_ok=True)
        shutil.copy(SAMPLE / path, folder / path)
    shutil.copy(SAMPLE / "LICENSE-MIT-FluidR3", folder)
    return folder


@pytest.fixture(scope="module")
def selection(whole, percent):
    return select([task.record for task in read_tasks(whole, validate=False)[0]], whole, percent, 0)


@pytest.fixture(scope="module")
def private(records, selection):
    """A function that gives the first task that stayed private with a rule of a type."""
    stayed = {task.id for task in selection.private.tasks}

    def first(kind, is_fit=lambda rule: True):
        fit = (r for r in records if r["id"] in stayed and any(u["type"] == kind and is_fit(u) for u in r["rules"]))
        return next(fit)

    return first


def rule(record, kind):
    return next(item for item in record["rules"] if item["type"] == kind)


def public_tasks(tree):
    return [json.loads(line) for line in (tree / "tasks.jsonl").read_text("utf-8").splitlines()]


def rewrite(tree, change):
    tasks = public_tasks(tree)
    change(tasks)
    lines = [json.dumps(task, ensure_ascii=False) + "\n" for task in tasks]
    (tree / "tasks.jsonl").write_text("".join(lines), "utf-8")


def with_canary(content, kind, tree):
    return stripped(content, kind, canary_of(tree))


def test_a_subset_leaks_nothing(subset, whole):
    assert leaks(subset, whole) == []


def test_it_is_a_sound_task_folder_without_answers_and_ids(subset, records, selection):
    tasks, findings = read_tasks(subset)
    assert [finding for finding in findings if not finding.is_warning] == []
    assert len(tasks) == len(selection.public)
    for task, record in zip(public_tasks(subset), selection.public, strict=True):
        assert (task["answers_ok"], task["answers_bad"]) == ([], [])
        same = ("category", "modality", "prompt", "rules", "tags")
        assert {name: task[name] for name in same} == {name: record[name] for name in same}
        assert task["id"].startswith("pub_")
        assert list(task) == list(record)


def test_every_file_has_the_canary(subset):
    canary = canary_of(subset)
    files = [file for file in subset.rglob("*") if file.is_file()]
    assert len(files) > 10
    assert [file.name for file in files if canary.encode() not in file.read_bytes()] == []
    assert all(task["notes"] == canary for task in public_tasks(subset))


def test_it_is_the_same_every_time_and_another_with_another_seed(subset, whole, tmp_path, percent):
    release(whole, tmp_path / "again", percent=percent)
    release(whole, tmp_path / "other", percent=percent, seed=1)
    assert content_of(tmp_path / "again") == content_of(subset)
    rules = [[task["rules"] for task in public_tasks(folder)] for folder in (subset, tmp_path / "other")]
    assert rules[0] != rules[1]


def content_of(folder):
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


# --- twelve leaks and more, one planted at a time: what is done, and what the check must say


def plant_id(tree, private):
    say(tree, f"Zob. też {private('asr')['id']}.")
    return f"README.md: its text has the private id '{private('asr')['id']}'; remove it"


def plant_file_name(tree, private):
    name = private("asr")["id"]
    (tree / f"{name}_uwagi.md").write_text(canary_of(tree) + "\n")
    return f"{name}_uwagi.md: its name has the private id '{name}'; remove it"


def plant_prompt(tree, private):
    record = private("include")
    say(tree, f"Na przykład: {record['prompt'].upper()}")
    return f"README.md: tells its prompt, of the private task '{record['id']}'; remove it"


def plant_nearly_a_prompt(tree, private):
    record = private("include", lambda rule: True)
    words = record["prompt"].split()
    rewrite(tree, lambda tasks: tasks[0].update(prompt=" ".join([*words[:2], "także", *words[2:]])))
    return f"tasks.jsonl: tells nearly its prompt, of the private task '{record['id']}'; remove it"


def plant_copy(tree, private):
    path = private("include")["media"][0]["path"]
    shutil.copy(SAMPLE / path, tree / "media" / f"x{path[-4:]}")
    return f"is the content of '{path}' of the private task"


def plant_image_encoded_anew(tree, private):
    medium = private("ocr")["media"][0]
    with Image.open(SAMPLE / medium["path"]) as image:
        small = image.convert("RGB").resize((image.width // 2, image.height // 2))
    file = io.BytesIO()
    small.save(file, "JPEG", quality=45)
    content, suffix = with_canary(file.getvalue(), "image", tree)
    (tree / "media" / f"x{suffix}").write_bytes(content)
    return f"media/x.jpg: is the content of '{medium['path']}' of the private task"


def plant_recording_encoded_anew(tree, private):
    medium = private("asr")["media"][0]
    samples, rate = soundfile.read(SAMPLE / medium["path"])
    file = io.BytesIO()
    soundfile.write(file, samples[::2] * 0.5, rate // 2, format="MP3")
    content, suffix = with_canary(file.getvalue(), "audio", tree)
    (tree / "media" / f"x{suffix}").write_bytes(content)
    return f"media/x.flac: is the content of '{medium['path']}' of the private task"


def plant_reference(tree, private):
    record = private("asr")
    words = rule(record, "asr")["reference"].split()
    say(tree, "Transkrypcja: " + " ".join(words[3:18]))
    return f"README.md: tells its reference, of the private task '{record['id']}'; remove it"


def plant_phrases(tree, private):
    record = private("include", lambda rule: len(rule["clauses"]) > 2)
    phrases = [phrase for clause in rule(record, "include")["clauses"] for phrase in clause]
    rewrite(tree, lambda tasks: tasks[1]["tags"].extend(phrases[::-1]))
    return f"tasks.jsonl: tells a list of its phrases, of the private task '{record['id']}'; remove it"


def plant_phrases_one_a_line(tree, private):
    record = private("include", lambda rule: len(rule["clauses"]) > 2)
    phrases = [phrase for clause in rule(record, "include")["clauses"] for phrase in clause]
    say(tree, "Szukane:\n\n" + "\n".join(f"- {phrase}" for phrase in phrases))
    return f"README.md: tells a list of its phrases, of the private task '{record['id']}'; remove it"


def plant_fields_one_a_line(tree, private):
    record = private("extraction")
    say(tree, json.dumps(rule(record, "extraction")["reference"], indent=2, ensure_ascii=False))
    return f"README.md: tells a list of its phrases, of the private task '{record['id']}'; remove it"


def plant_pattern(tree, private):
    record = private("regex", lambda rule: len(rule["pattern"]) > 8)
    (tree / "extra.json").write_text(json.dumps({"p": rule(record, "regex")["pattern"]}))
    return f"extra.json: tells its pattern, of the private task '{record['id']}'; remove it"


def plant_answers(tree, private):
    rewrite(tree, lambda tasks: tasks[0].update(answers_ok=["Tak."]))
    return "answers_ok: holds example answers; empty it"


def plant_notes(tree, private):
    rewrite(tree, lambda tasks: tasks[0].update(notes="sprawdzone w SGJP"))
    return "notes: is not the canary alone; write it anew"


def plant_tags(tree, private):
    data = Image.Exif()
    data[0x010F] = "Canon"
    file = next((tree / "media").glob("*.jpg"))
    content, tags = file.read_bytes(), data.tobytes()
    size = (len(tags) + 2).to_bytes(2, "big")
    file.write_bytes(content[:2] + b"\xff\xe1" + size + tags + content[2:])
    return f"media/{file.name}: holds segment E1 beside its content; strip it"


def plant_data_after_the_end(tree, private):
    file = next((tree / "media").glob("*.png"))
    file.write_bytes(file.read_bytes() + b"tajne")
    return f"media/{file.name}: holds data after its end beside its content; strip it"


def plant_half_a_picture(tree, private):
    file = next((tree / "media").glob("*.png"))
    file.write_bytes(file.read_bytes()[:5000])
    return f"media/{file.name}: ends before its content does; put the whole file there, or remove it"


def plant_no_canary(tree, private):
    card = tree / "README.md"
    card.write_text(card.read_text("utf-8").replace("canary", "kanarek"), "utf-8")
    return "README.md: has no canary; write it anew with `puma release`"


def plant_base64(tree, private):
    record = private("include")
    data = base64.b64encode((SAMPLE / record["media"][0]["path"]).read_bytes()).decode()
    say(tree, f"![](data:image/png;base64,{data})")
    return f"README.md: holds, encoded, a file of the private task '{record['id']}'; remove it"


def plant_escaped_prompt(tree, private):
    record = private("asr")
    reference = rule(record, "asr")["reference"]
    say(tree, json.dumps(reference, ensure_ascii=True))
    return f"README.md: tells its reference, of the private task '{record['id']}'; remove it"


def plant_archive(tree, private):
    shutil.make_archive(str(tree / "x"), "zip", tree / "media")
    return "x.zip: is of a kind that is not looked into ('.zip'); remove it"


def plant_link(tree, private):
    (tree / "all.jsonl").symlink_to(SAMPLE / "tasks.jsonl")
    return "all.jsonl: is no file of its own; put the file itself there, or remove it"


def plant_another_task(tree, private):
    rewrite(tree, lambda tasks: tasks.append({**tasks[0], "id": "pub_1"}))
    return "the release chose"


PLANTS = [value for name, value in list(globals().items()) if name.startswith("plant_")]


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__.removeprefix("plant_"))
def test_a_planted_leak_is_found(plant, tree, whole, private, selection):
    expected = plant(tree, private)
    assert expected in "\n".join(map(str, leaks(tree, whole, selection)))


def test_that_the_private_set_changed_is_found(subset, whole, tmp_path):
    changed = shutil.copytree(whole, tmp_path / "private")
    tasks = changed / "tasks.jsonl"
    tasks.write_text(tasks.read_text("utf-8").replace("Leliwa", "leliwa", 1), "utf-8")
    problems = list(map(str, leaks(subset, changed)))
    assert problems[0].startswith("release.json: the private set has changed: its digest is ")
    assert problems[0].endswith("; restore it, or release anew")
