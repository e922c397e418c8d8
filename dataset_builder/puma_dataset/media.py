"""Whether the files that tasks name are there, inside the folder, and what the task says they are."""

import difflib
import hashlib
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from .opening import Unopened, open_inside

# formats that every reader of the published set decodes; Pillow would also start Ghostscript for a PostScript file
IMAGE_FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF")
BLOCK = 65536
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
    return f"did you mean '{PurePosixPath(path).with_name(close[0])}'?" if close else "put the file there"


def content_problem(file: Path, path: str, kind: str) -> str:
    """What keeps the file from being read to its end as an image, audio or pdf; "" if nothing does.

    `path` is how the task names it. An unknown kind is somebody else's finding.
    """
    problem = {"image": _image_problem, "audio": _audio_problem, "pdf": _pdf_problem}.get(kind)
    found = problem(file) if problem else ""
    return f"'{path}' {found}" if found else ""


def _image_problem(file: Path) -> str:
    from PIL import Image, UnidentifiedImageError

    try:
        with (
            warnings.catch_warnings(action="error", category=Image.DecompressionBombWarning),
            Image.open(file, formats=IMAGE_FORMATS) as image,
        ):
            image.load()
    except UnidentifiedImageError:
        return f"is no image; expected {', '.join(IMAGE_FORMATS[:-1])} or {IMAGE_FORMATS[-1]}"
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        return f"has more than {Image.MAX_IMAGE_PIXELS:,} pixels; make it smaller"
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        # Pillow's decoders raise all of these for a file that is cut off or damaged
        return f"is a damaged image ({error}); save it again"
    return ""


def _audio_problem(file: Path) -> str:
    import soundfile

    try:
        with soundfile.SoundFile(file) as sound:
            frames = sum(len(block) for block in sound.blocks(BLOCK))
    except soundfile.LibsndfileError as error:
        return f"is no audio ({error.error_string.rstrip('.')}); expected WAV, FLAC, OGG or MP3"
    return "" if frames else "is audio without a single sample; record it again"


def _pdf_problem(file: Path) -> str:
    content = file.read_bytes()
    if PDF_HEADER not in content[:PDF_HEADER_WITHIN]:
        return f"is no PDF; expected {PDF_HEADER.decode()} at its start"
    is_whole = b"startxref" in content[-PDF_END_WITHIN:] and b"%%EOF" in content[-PDF_END_WITHIN:]
    return "" if is_whole else "is cut off or no PDF; expected startxref and %%EOF at its end"


def content_digest(folder: Path, path: str) -> str:
    """The SHA-256 of a medium, by which a copy under another name is known."""
    with open_inside(folder, path) as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
