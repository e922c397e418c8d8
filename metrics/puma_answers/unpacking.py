"""Packed files of answers: .gz, a .zip of one file, and the log that Inspect writes as a .zip of its own."""

import gzip
import io
import json
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any

from puma_metrics.errors import InputError

ZSTANDARD = 93
"""The method of a member that Python's zipfile knows only from 3.14 on, and that Inspect uses."""
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, KeyError)


def unpacked(name: str, content: bytes, most: int) -> bytes:
    """What a .gz holds. Raises InputError if it is broken, or holds more than `most` bytes."""
    try:
        found = gzip.GzipFile(fileobj=io.BytesIO(content)).read(most + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{name}: is no gzip file ({error}); pack it again") from error
    if len(found) > most:
        raise InputError(f"{name}: unpacks to more than {most:,} bytes; divide it into several files")
    return found


def member_of(name: str, content: bytes, most: int) -> tuple[str, bytes]:
    """The one file of a .zip, and its name. Raises InputError if there are several, or it is broken."""
    with _opened(name, content) as archive:
        inside = [one for one in archive.infolist() if not one.is_dir() and not one.filename.startswith("__MACOSX/")]
        if len(inside) != 1:
            names = ", ".join(f"'{one.filename}'" for one in inside[:10])
            what = f"holds {len(inside)} files ({names})" if inside else "holds no file"
            raise InputError(f"{name}: {what}; expected one file of answers, or unpack it and name the folder")
        return inside[0].filename, _read(name, archive, inside[0], content, most)


def inspect_records(name: str, content: bytes, most: int) -> Iterator[tuple[int, object]]:
    """The samples of an Inspect log (.eval), each with the model that the log names."""
    with _opened(name, content) as archive:
        names = sorted(one for one in archive.namelist() if one.startswith("samples/"))
        start = next((one for one in ("header.json", "_journal/start.json") if one in archive.NameToInfo), "")
        if not start:
            raise InputError(
                f"{name}: is no log of Inspect (it has no header.json); name the log that inspect eval wrote"
            )
        room = most
        model = _json(name, _read(name, archive, archive.getinfo(start), content, most)).get("eval", {}).get("model")
        for number, member in enumerate(names, 1):
            written = _read(name, archive, archive.getinfo(member), content, room)
            room -= len(written)
            yield number, {**_json(name, written), "model": model}


def _json(name: str, written: bytes) -> dict[str, Any]:
    try:
        found = json.loads(written)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{name}: holds what is no JSON ({error}); write the log again") from error
    if not isinstance(found, dict):
        raise InputError(f"{name}: holds no sample of Inspect; name the log that inspect eval wrote")
    return found


def _opened(name: str, content: bytes) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(io.BytesIO(content))
    except _BROKEN as error:
        raise InputError(f"{name}: is no zip file ({error}); pack it again") from error


def _read(name: str, archive: zipfile.ZipFile, member: zipfile.ZipInfo, content: bytes, most: int) -> bytes:
    if member.file_size > most:
        raise InputError(f"{name}: unpacks to more than {most:,} bytes; divide it into several files")
    try:
        return _zstandard(member, content) if member.compress_type == ZSTANDARD else archive.read(member)
    except _BROKEN as error:
        raise InputError(f"{name}: {member.filename} cannot be unpacked ({error}); pack it again") from error


def _zstandard(member: zipfile.ZipInfo, content: bytes) -> bytes:
    """A member that Arrow unpacks, which brings Zstandard: its bytes stand behind a header of its own."""
    import pyarrow

    at = member.header_offset
    if content[at : at + 4] != b"PK\x03\x04":
        raise zipfile.BadZipFile("no header where the list of files says")
    start = at + 30 + sum(int.from_bytes(content[at + place : at + place + 2], "little") for place in (26, 28))
    packed = pyarrow.BufferReader(content[start : start + member.compress_size])
    with pyarrow.CompressedInputStream(packed, "zstd") as stream:
        found: bytes = stream.read(member.file_size)
    if len(found) != member.file_size or zlib.crc32(found) != member.CRC:
        raise zipfile.BadZipFile("its checksum is another")
    return found
