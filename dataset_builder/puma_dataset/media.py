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

from .convert import HEAD, way_out
from .opening import Unopened, open_inside
from .wholeness import mp3_shortfall, shortfall, webp_pixels

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
            return "" if opened.read(1) else f"'{path}' is empty; put the file there again"
    except FileNotFoundError:
        return f"'{path}' does not exist; {_closest(folder, path)}"
    except Unopened as error:
        return error.problem
    except OSError as error:  # from the disk, and not from the name
        return f"'{path}' cannot be read ({error.strerror}); check its name and permissions"


def _closest(folder: Path, path: str) -> str:
    """The way out for a missing file: the most similar name in the same place, if one is similar."""
    place = (folder / path).parent
    names = sorted(file.name for file in place.iterdir()) if place.is_dir() else []
    close = difflib.get_close_matches(PurePosixPath(path).name, names, n=1)
    if not close:
        return "put the file there"
    meant = str(PurePosixPath(path).with_name(close[0]))
    return f"did you mean '{meant}'?{unseen_difference(path, meant)}"


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
            found = "needs more memory than there is; make it smaller"
        if not found:
            return ""
        opened.seek(0)
        other = way_out(kind, opened.read(HEAD))
    return f"'{path}' {found.partition(';')[0]}; {other}" if other else f"'{path}' {found}"


def _image_problem(file: BufferedReader) -> str:
    from PIL import Image, UnidentifiedImageError

    too_large = f"has more than {Image.MAX_IMAGE_PIXELS:,} pixels; make it smaller"
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
    except UnidentifiedImageError:
        return f"is no image; expected {', '.join(IMAGE_FORMATS[:-1])} or {IMAGE_FORMATS[-1]}"
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        return too_large
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        # Pillow's decoders raise all of these for a file that is cut off or damaged
        return f"is a damaged image ({error}); save it again"
    return ""


def _audio_problem(file: BufferedReader) -> str:
    import soundfile

    if problem := shortfall(file):
        return problem
    file.seek(0)
    try:
        sound = soundfile.SoundFile(file)
    except soundfile.LibsndfileError as error:
        return f"is no audio ({error.error_string.rstrip('.')}); expected WAV, FLAC, OGG or MP3"
    with sound:
        return _sound_problem(sound) or (mp3_shortfall(file) if sound.format == "MP3" else "")


def _sound_problem(sound: Any) -> str:
    import soundfile

    if sound.channels > MOST_CHANNELS:
        return f"has {sound.channels:,} channels; expected at most {MOST_CHANNELS}"
    claimed = 0 if sound.format == "MP3" or sound.frames > NO_CLAIM else sound.frames
    if claimed * sound.channels > MOST_SAMPLES:
        return f"says that it has more than {MOST_SAMPLES:,} samples; cut it into parts"
    try:
        frames = _frames(sound)
    except soundfile.LibsndfileError as error:
        return f"breaks off before its end ({error.error_string.rstrip('.')}); put the whole file there"
    if not frames:
        return "is audio without a single sample; record it again"
    short = f"is shorter than it says ({frames:,} of {claimed:,} samples); put the whole file there"
    return short if frames < claimed else ""


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
        return f"is no PDF; expected {PDF_HEADER.decode()} at its start"
    size = file.seek(0, 2)
    file.seek(max(size - PDF_END_WITHIN, 0))
    end = file.read()
    table = re.search(rb"startxref\s+(\d{1,19})(?!.*startxref)", end, re.DOTALL)
    if not table or b"%%EOF" not in end:
        return "is cut off or no PDF; expected startxref and %%EOF at its end"
    if int(table[1]) >= size:
        return f"is shorter than it says: its table is at byte {int(table[1]):,} of {size:,}; put the whole file there"
    return ""


def content_digest(folder: Path, path: str) -> str:
    """The SHA-256 of a medium, by which a copy under another name is known."""
    with open_inside(folder, path) as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
