"""Whether the files that tasks name are there, inside the folder, and what the task says they are."""

import difflib
import hashlib
import re
import warnings
from collections.abc import Iterator, Mapping
from io import BufferedReader
from pathlib import Path, PurePosixPath
from typing import Any

from puma_metrics.errors import unseen_difference
from puma_metrics.sentence import Sentence

from .convert import HEAD, way_out
from .opening import Unopened, open_inside
from .wholeness import cut_off, mp3_shortfall, shortfall, webp_pixels

# formats that every reader of the published set decodes; Pillow would also start Ghostscript for a PostScript file
IMAGE_FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF")
BLOCK = 65536
MOST_CHANNELS, MOST_SAMPLES = 32, 1_000_000_000
"""Channels of a recording, and samples of all of them: three hours of stereo at 44,100 Hz."""
NO_CLAIM = 2**50
"""Samples beyond which a number says no more than that it was not known when the file was begun."""
PDF_HEADER = b"%PDF-"
# readers look for the header this far into the file, since some programs write a line before it
PDF_HEADER_WITHIN = 1024
PDF_END_WITHIN = 2048


def media_of(record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Path and type of a task's media, as far as they are written as they should be."""
    media = record.get("media")
    for medium in media if isinstance(media, list) else []:
        if isinstance(medium, dict) and isinstance(medium.get("path"), str):
            yield medium["path"], str(medium.get("type"))


def path_problem(folder: Path, path: str) -> str:
    """What keeps `path` from being a file inside `folder`; "" if nothing does.

    >>> path_problem(Path("tasks"), "../secret.png")
    "'../secret.png' leads out of the folder; put the file into it"
    >>> path_problem(Path("tasks"), "/etc/passwd")
    "'/etc/passwd' is absolute; write it relative to the folder"
    """
    try:
        with open_inside(folder, path) as opened:
            return "" if opened.read(1) else Sentence("file-empty", path=path)
    except FileNotFoundError:
        return Sentence("path-missing", path=path, way_out=_closest(folder, path))
    except Unopened as error:
        return error.problem
    except OSError as error:  # from the disk, and not from the name
        return Sentence("path-unreadable", path=path, reason=error.strerror)


def _closest(folder: Path, path: str) -> str:
    """The way out for a missing file: the most similar name in the same place, if one is similar."""
    place = (folder / path).parent
    names = sorted(file.name for file in place.iterdir()) if place.is_dir() else []
    close = difflib.get_close_matches(PurePosixPath(path).name, names, n=1)
    if not close:
        return Sentence("put-file-there")
    meant = str(PurePosixPath(path).with_name(close[0]))
    return Sentence("did-you-mean", name=meant, unseen=unseen_difference(path, meant))


def content_problem(folder: Path, path: str, kind: str) -> str:
    """What keeps the file `path` of a folder from being a whole image, audio or pdf; "" if nothing does.

    What a file claims is looked at before anything is made of it, so that no claim takes memory or time. An unknown
    kind is somebody else's finding.
    """
    problem = {"image": _image_problem, "audio": _audio_problem, "pdf": _pdf_problem}.get(kind)
    if not problem:
        return ""
    with open_inside(folder, path) as opened:
        try:
            found = problem(opened)
        except MemoryError:
            found = _fault(Sentence("too-much-memory"), Sentence("make-smaller"))
        if not isinstance(found, Sentence):  # nothing is wrong
            return ""
        opened.seek(0)
        other = way_out(kind, opened.read(HEAD))
    return Sentence("faulty-file", path=path, what=found.values["what"], way_out=other or found.values["way_out"])


def _fault(what: Sentence, way_out: Sentence) -> Sentence:
    """What is wrong with a file, and the way out, in whose place a better one may be put."""
    return Sentence("fault", what=what, way_out=way_out)


def _image_problem(file: BufferedReader) -> str:
    from PIL import Image, UnidentifiedImageError

    too_large = _fault(Sentence("many-pixels", most=Image.MAX_IMAGE_PIXELS), Sentence("make-smaller"))
    head = file.read(30)
    if head[8:12] == b"WEBP" and webp_pixels(head) > (Image.MAX_IMAGE_PIXELS or 0):
        return too_large
    if problem := shortfall(file):
        return problem
    file.seek(0)
    try:
        with (
            warnings.catch_warnings(action="error", category=Image.DecompressionBombWarning),
            Image.open(file, formats=IMAGE_FORMATS) as image,
        ):
            image.load()
            form = image.format
    except UnidentifiedImageError:
        expected = Sentence("image-formats", formats=IMAGE_FORMATS[:-1], last=IMAGE_FORMATS[-1])
        return _fault(Sentence("no-image"), expected)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        return too_large
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        # Pillow's decoders raise all of these for a file that is cut off or damaged
        return _fault(Sentence("damaged-image", error=str(error)), Sentence("save-again"))
    return _jpeg_problem(file) if form == "JPEG" else ""


def _jpeg_problem(file: BufferedReader) -> str:
    """What a decoder does not tell of a JPEG whose claims were looked at, and which it has decoded."""
    from .jpegs import is_cut

    file.seek(0)
    return _fault(Sentence("cut-jpeg"), Sentence("put-whole-file")) if is_cut(file.read()) else ""


def _audio_problem(file: BufferedReader) -> str:
    import soundfile

    if problem := shortfall(file):
        return problem
    file.seek(0)
    try:
        sound = soundfile.SoundFile(file)
    except soundfile.LibsndfileError as error:
        return _fault(Sentence("no-audio", error=error.error_string.rstrip(".")), Sentence("audio-formats"))
    with sound:
        return _sound_problem(sound) or (mp3_shortfall(file) if sound.format == "MP3" else "")


def _sound_problem(sound: Any) -> str:
    import soundfile

    if sound.channels > MOST_CHANNELS:
        return _fault(Sentence("many-channels", channels=sound.channels), Sentence("most-channels", most=MOST_CHANNELS))
    claimed = 0 if sound.format == "MP3" or sound.frames > NO_CLAIM else sound.frames
    if claimed * sound.channels > MOST_SAMPLES:
        return _fault(Sentence("many-samples", most=MOST_SAMPLES), Sentence("cut-into-parts"))
    try:
        frames = _frames(sound)
    except soundfile.LibsndfileError as error:
        return cut_off(Sentence("breaks-off", error=error.error_string.rstrip(".")))
    if not frames:
        return _fault(Sentence("no-samples"), Sentence("record-again"))
    return cut_off(Sentence("shorter-samples", there=frames, claimed=claimed)) if frames < claimed else ""


def _frames(sound: Any) -> int:
    """How many samples of each channel there are, and not how many it says."""
    frames = 0
    while read := len(sound.read(BLOCK, dtype="float32")):
        frames += read
        if frames * sound.channels > MOST_SAMPLES:
            break
    return frames


def _pdf_problem(file: BufferedReader) -> str:
    if PDF_HEADER not in file.read(PDF_HEADER_WITHIN):
        return _fault(Sentence("no-pdf"), Sentence("pdf-start", header=PDF_HEADER.decode()))
    size = file.seek(0, 2)
    file.seek(max(size - PDF_END_WITHIN, 0))
    end = file.read()
    table = re.search(rb"startxref\s+(\d{1,19})(?!.*startxref)", end, re.DOTALL)
    if not table or b"%%EOF" not in end:
        return _fault(Sentence("cut-pdf"), Sentence("pdf-end"))
    if int(table[1]) >= size:
        return cut_off(Sentence("shorter-pdf", table=int(table[1]), size=size))
    return ""


def content_digest(folder: Path, path: str) -> str:
    """The SHA-256 of a medium, by which a copy under another name is known."""
    with open_inside(folder, path) as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
