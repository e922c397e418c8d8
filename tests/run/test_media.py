"""Media as servers take them, and bodies that never hold one twice."""

import base64
import io
import json

import numpy as np
import pytest
import soundfile
from PIL import Image

from puma_run.body import chat_body, form_body
from puma_run.media import Unsendable, media_of


def picture(form, mode="RGB", **options):
    out = io.BytesIO()
    Image.new(mode, (4, 2), options.pop("color", 0)).save(out, form, **options)
    return out.getvalue()


def sent(tmp_path, name, content, kind="image", pdf="pages", audio="wav"):
    (tmp_path / name).write_bytes(content)
    return media_of(tmp_path, ({"path": name, "type": kind},), pdf, audio)


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP", "GIF"])
def test_still_pictures_go_as_they_are(tmp_path, form):
    content = picture(form)
    (found,) = sent(tmp_path, "a", content)
    assert (found.data, found.form, found.converted) == (content, f"image/{form.lower()}", "")


def test_a_bitmap_goes_as_png(tmp_path):
    (found,) = sent(tmp_path, "a.bmp", picture("BMP", color=(9, 8, 7)))
    image = Image.open(io.BytesIO(found.data))
    assert (found.form, found.converted, image.format, image.getpixel((0, 0))) == (
        *("image/png", "as PNG, from BMP", "PNG"),
        (9, 8, 7),
    )


def test_sixteen_bits_of_grey_stay_sixteen_bits(tmp_path):
    (found,) = sent(tmp_path, "a.tif", picture("TIFF", "I;16", color=40_000))
    assert Image.open(io.BytesIO(found.data)).getpixel((0, 0)) == 40_000


def test_a_turned_picture_is_turned_upright(tmp_path):
    exif = Image.Exif()
    exif[0x0112] = 6
    (found,) = sent(tmp_path, "a.jpg", picture("JPEG", exif=exif))
    assert Image.open(io.BytesIO(found.data)).size == (2, 4)
    assert found.converted == "as PNG, turned upright"


def test_of_a_moving_picture_the_first_frame_goes(tmp_path):
    out = io.BytesIO()
    frames = [Image.new("RGB", (4, 2), color) for color in ((255, 0, 0), (0, 0, 255))]
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:])
    (found,) = sent(tmp_path, "a.gif", out.getvalue())
    image = Image.open(io.BytesIO(found.data))
    assert (image.convert("RGB").getpixel((0, 0)), found.converted) == ((255, 0, 0), "as PNG, its first frame")


def sound(form, subtype=None, channels=1):
    out = io.BytesIO()
    soundfile.write(out, np.full((800, channels), 0.25), 22050, format=form, subtype=subtype)
    return out.getvalue()


def test_wav_and_mp3_go_as_they_are(tmp_path):
    for form, subtype in (("WAV", "FLOAT"), ("MP3", None)):
        content = sound(form, subtype)
        (found,) = sent(tmp_path, "a", content, "audio")
        assert (found.data, found.form, found.converted) == (content, form.lower(), "")


def test_other_sound_goes_as_wav_at_its_own_rate(tmp_path):
    (found,) = sent(tmp_path, "a.flac", sound("FLAC", channels=2), "audio")
    info = soundfile.info(io.BytesIO(found.data))
    assert (info.format, info.subtype, info.samplerate, info.channels, info.frames) == ("WAV", "PCM_16", 22050, 2, 800)
    assert found.converted == "as WAV, from FLAC"
    (as_mp3,) = sent(tmp_path, "a.flac", sound("FLAC"), "audio", audio="mp3")
    assert (as_mp3.form, soundfile.info(io.BytesIO(as_mp3.data)).format) == ("mp3", "MP3")


def test_a_pdf_goes_as_a_file_where_that_is_asked_for(tmp_path):
    (found,) = sent(tmp_path, "a.pdf", b"%PDF-1.7\n%%EOF\n", "pdf", pdf="file")
    part = json.loads(b"".join(chat_body({}, [found], "x").written()))["messages"][0]["content"][0]
    data = "data:application/pdf;base64," + base64.b64encode(b"%PDF-1.7\n%%EOF\n").decode()
    assert part == {"type": "file", "file": {"filename": "a.pdf", "file_data": data}}


def test_without_the_library_a_pdf_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pypdfium2", None)
    with pytest.raises(Unsendable) as refused:
        sent(tmp_path, "a.pdf", b"%PDF-1.7\n%%EOF\n", "pdf")
    assert str(refused.value) == (
        "'a.pdf' is a PDF, and pypdfium2, which draws its pages, is not installed; pip install 'puma-bench[run]', "
        "or send it as it is with --pdf file"
    )


def test_pages_of_a_pdf_are_drawn_at_two_hundred_dpi(tmp_path):
    pytest.importorskip("pypdfium2", reason="the extra [run] is not installed")
    out = io.BytesIO()
    pages = [Image.new("RGB", (72, 144), "white") for _ in range(2)]
    pages[0].save(out, "PDF", save_all=True, append_images=pages[1:], resolution=72)
    found = sent(tmp_path, "a.pdf", out.getvalue(), "pdf")
    assert [Image.open(io.BytesIO(page.data)).size for page in found] == [(200, 400)] * 2
    assert [page.converted for page in found] == ["page 1 as PNG at 200 dpi", "page 2 as PNG at 200 dpi"]


def test_what_is_damaged_is_named(tmp_path):
    with pytest.raises(Unsendable) as refused:
        sent(tmp_path, "a.png", b"nothing")
    assert str(refused.value).startswith("'a.png' cannot be read as an image (")
    with pytest.raises(Unsendable) as missing:
        media_of(tmp_path, ({"path": "b.png", "type": "image"},), "pages", "wav")
    assert str(missing.value) == "'b.png' is missing; see puma validate"


@pytest.mark.parametrize("size", [0, 1, 2, 3, 200_000, 3 * 2**16, 3 * 2**16 + 1])
def test_a_body_is_as_long_as_it_says_and_holds_the_medium(tmp_path, size):
    medium = sent(tmp_path, "a.wav", sound("WAV"), "audio")[0]
    content = bytes(range(256)) * (size // 256 + 1)
    medium = type(medium)("audio", "wav", content[:size], 'a "b".wav')
    written = b"".join(chat_body({"model": "ż"}, [medium], "Co „to”?").written())
    assert chat_body({"model": "ż"}, [medium], "Co „to”?").size == len(written)
    part = json.loads(written)["messages"][0]["content"][0]
    assert base64.b64decode(part["input_audio"]["data"], validate=True) == content[:size]
    form = form_body({"model": "m"}, medium)
    assert form.size == len(b"".join(form.written()))
