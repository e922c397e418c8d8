"""Files that should not be in a public tree: in disguise, hidden, or media that were changed or hold something more."""

import io
import struct

import planting
import pytest
import soundfile
from PIL import Image, ImageOps
from planting import canary_of, plain, put_image, put_sound, reference, say, told

from puma_dataset.read import SAMPLE
from puma_dataset.release.checking import Private, _same, leaks
from puma_dataset.release.likeness import fit
from puma_dataset.release.passages import Index
from puma_dataset.release.stripping import stripped
from puma_dataset.release.traces import Known, medium, traces

whole, records, selection, subset = planting.whole, planting.records, planting.selection, planting.subset
tree, private, percent = planting.tree, planting.private, planting.percent


def plant_id_of_an_empty_folder(tree, private):
    name = private("asr")["id"]
    (tree / name).mkdir()
    return f"{name}: its name has the private id '{name}'; remove it"


def plant_prompt_as_a_file_name(tree, private):
    record = private("include")
    say(tree, "", "_".join(record["prompt"].split()[:9]).replace("/", "") + ".txt")
    return told("its prompt", record)


def plant_hidden_folder(tree, private):
    record = private("asr")
    (tree / ".cache").mkdir()
    say(tree, reference(record), ".cache/.x.txt")
    return f".cache/.x.txt: {told('its reference', record)}"


def plant_linked_folder(tree, private):
    (tree / "more").symlink_to(SAMPLE)
    return "more: is no file of its own; put the file itself there, or remove it"


def plant_zip_as_text(tree, private):
    (tree / "x.txt").write_bytes(b"PK\x03\x04" + bytes(range(256)))
    return "x.txt: is not UTF-8 and cannot be looked into; remove it"


def plant_gzip(tree, private):
    (tree / "x.jsonl.gz").write_bytes(b"\x1f\x8b")
    return "x.jsonl.gz: is of a kind that is not looked into ('.gz'); remove it"


def plant_utf_16(tree, private):
    (tree / "x.txt").write_bytes("Litwo, Ojczyzno moja".encode("utf-16-le"))
    return "x.txt: has characters that no text has, and cannot be looked into; remove it"


# --- media


def plant_mirrored(tree, private):
    medium = private("ocr")["media"][0]
    with Image.open(SAMPLE / medium["path"]) as image:
        put_image(tree, ImageOps.mirror(image))
    return f"media/x.png: is the content of '{medium['path']}' of the private task"


def plant_turned_inverted_and_cut(tree, private):
    medium = private("ocr")["media"][0]
    with Image.open(SAMPLE / medium["path"]) as image:
        turned = ImageOps.invert(image.convert("L")).transpose(Image.Transpose.ROTATE_90)
        put_image(tree, turned.crop((turned.width // 10, turned.height // 7, turned.width, turned.height)))
    return f"media/x.png: is the content of '{medium['path']}' of the private task"


def plant_framed(tree, private):
    medium = private("include")["media"][0]
    with Image.open(SAMPLE / medium["path"]) as image:
        put_image(tree, ImageOps.expand(image.convert("RGB"), image.width // 10, "black"))
    return f"media/x.png: is the content of '{medium['path']}' of the private task"


def plant_covered(tree, private):
    medium = private("include")["media"][0]
    with Image.open(SAMPLE / medium["path"]) as image:
        copy = image.convert("RGB")
    copy.paste("white", (0, 0, copy.width * 2 // 5, copy.height * 2 // 5))
    put_image(tree, copy)
    return f"media/x.png: is the content of '{medium['path']}' of the private task"


def plant_trimmed_recording(tree, private):
    medium = private("asr")["media"][0]
    samples, rate = soundfile.read(SAMPLE / medium["path"])
    put_sound(tree, samples[int(2.2 * rate) : 20 * rate : 2] * 0.5, rate // 2)
    return f"media/x.flac: is the content of '{medium['path']}' of the private task"


def plant_recording_as_an_image(tree, private):
    medium = private("asr")["media"][0]
    content, _ = stripped((SAMPLE / medium["path"]).read_bytes(), "audio", canary_of(tree))
    (tree / "media" / "x.png").write_bytes(content)
    return "media/x.png: is not what its name says; no file that ends in '.png' begins so"


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + b"\0\0\0\0"


def plant_text_chunk(tree, private):
    file = next((tree / "media").glob("*.png"))
    content = file.read_bytes()
    file.write_bytes(content[:33] + chunk(b"tEXt", b"Tajne\0" + canary_of(tree).encode()) + content[33:])
    return f"media/{file.name}: holds tEXt beside its content; strip it"


def plant_prompt_as_a_comment(tree, private):
    record = private("include")
    file = next((tree / "media").glob("*.png"))
    content = file.read_bytes()
    file.write_bytes(content[:33] + chunk(b"tEXt", b"Comment\0" + plain(record["prompt"]).encode()) + content[33:])
    return f"media/{file.name}: {told('its prompt', record)}"


def plant_tag_of_a_recording(tree, private):
    file = next((tree / "media").glob("*.flac"))
    content = file.read_bytes()
    entries = [f"COMMENT={canary_of(tree)}".encode(), b"LYRICS=tajne"]
    data = struct.pack("<I", 0) + struct.pack("<I", 2) + b"".join(struct.pack("<I", len(e)) + e for e in entries)
    info = content[4:42]
    file.write_bytes(b"fLaC" + bytes([info[0] & 0x7F]) + info[1:] + b"\x84" + struct.pack(">I", len(data))[1:] + data)
    return f"media/{file.name}: holds tag lyrics beside its content; strip it"


def plant_small_picture_in_a_jpeg(tree, private):
    file = next((tree / "media").glob("*.jpg"))
    content = file.read_bytes()
    data = b"JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01abc"
    file.write_bytes(content[:2] + b"\xff\xe0" + struct.pack(">H", len(data) + 2) + data + content[2:])
    return f"media/{file.name}: holds segment E0 beside its content; strip it"


PLANTS = [value for name, value in list(globals().items()) if name.startswith("plant_")]


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__.removeprefix("plant_"))
def test_a_disguised_leak_is_found(plant, tree, whole, private, selection):
    expected = plant(tree, private)
    assert expected in "\n".join(map(str, leaks(tree, whole, selection)))


def test_only_the_medium_that_fits_best_is_named(records, whole):
    """A letter that was turned and framed was called another task's receipt too."""
    letter, receipt = (traces(record, whole) for record in records if record["id"] in ("oc_001", "ex_001"))
    with Image.open(whole / letter.media[0].path) as image:
        turned = image.convert("RGB").transpose(Image.Transpose.ROTATE_90)
    framed = png(ImageOps.expand(turned, turned.width // 10, "black"))
    assert fit(receipt.media[0].likeness, medium("", "image", framed).likeness) > 0
    private = Private(Known([letter, receipt], Index([])), (), "")
    assert list(_same(framed, "image", private)) == [("oc_001", letter.media[0].path)]


def png(image):
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()
