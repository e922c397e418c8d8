"""In how many ways a private text or medium may be hidden, and whether the check of a release finds it so.

tests/test_leak_kinds.py plants each of them, and SECURITY.md lists them: python tests/leaks/kinds.py writes that list.
"""

import base64
import binascii
import gzip
import io
import json
import tarfile
import unicodedata
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from textwrap import wrap

import numpy as np
import soundfile
from PIL import Image

SECURITY = Path(__file__).parents[2] / "SECURITY.md"
START, END = "<!-- leaks: written by tests/leaks/kinds.py -->", "<!-- end of leaks -->"

_ALIKE = str.maketrans("aeopcyx", "аеорсух")
_SMALL = str.maketrans("abcdefghijklmnoprstuwyz", "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴡʏᴢ")
_TURNED = str.maketrans("abcdefghijklmnoprtuwyz", "ɐqɔpǝɟɓɥᴉɾʞʃɯuodɹʇnʍʎz")
_MORSE = dict(zip("aeinotrszw", [".-", ".", "..", "-.", "---", "-", ".-.", "...", "--..", ".--"], strict=True))


def b64(content: bytes) -> str:
    return base64.b64encode(content).decode()


def each_word(change: Callable[[str], str]) -> Callable[[str], str]:
    return lambda text: " ".join(map(change, text.split()))


def dumped(content: bytes, together: int, after: str) -> str:
    """Sixteen bytes a line with their address before them and what of them is ASCII behind them."""
    rows = [(at, content[at : at + 16]) for at in range(0, len(content), 16)]
    shown = ("".join(chr(byte) if 32 <= byte < 127 else "." for byte in row) for _, row in rows)
    return "\n".join(
        f"{at:08x}{after}{row.hex(' ', -together)}  |{text}|" for (at, row), text in zip(rows, shown, strict=True)
    )


def zipped(text: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.txt", text)
    return file.getvalue()


def archived(text: str) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        entry = tarfile.TarInfo("a.txt")
        entry.size = len(text.encode())
        archive.addfile(entry, io.BytesIO(text.encode()))
    return file.getvalue()


def turned(text: str, by: int) -> str:
    """Each Latin letter moved by so many in the alphabet."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    moved = letters[by:] + letters[:by]
    return text.translate(str.maketrans(letters + letters.upper(), moved + moved.upper()))


def bare(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.translate(str.maketrans("łŁ", "lL")))
    return "".join(c for c in letters if not unicodedata.combining(c))


def hyphenated(text: str) -> str:
    halves = ((word[: len(word) // 2], word[len(word) // 2 :]) for word in text.split())
    return " ".join(f"{first}-\n{last}" if len(first) > 2 else first + last for first, last in halves)


def squared(text: str) -> str:
    return "".join(chr(0x1F130 + ord(c) - 65) if "A" <= c <= "Z" else c for c in bare(text).upper())


def padded(text: str) -> str:
    letters = [c for c in bare(text) if c.isalpha()]
    return "".join(f"{c}{'qxz'[n % 3]}" for n, c in enumerate(letters))


TEXTS: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "in capitals without diacritics": lambda t: bare(t).upper(),
    "one letter a line": "\n".join,
    "letters joined by `_`": lambda t: "_".join(t.replace(" ", "")),
    "letters with spaces between them": " ".join,
    "words hyphenated at line ends": hyphenated,
    "each word backwards": each_word(lambda word: word[::-1]),
    "the whole backwards": lambda t: t[::-1],
    "the last word first": lambda t: " ".join(t.split()[::-1]),
    "tags within words": each_word("<wbr>".join),
    "tags with attributes within words": each_word(lambda word: f"{word[:1]}<b class='x y'>{word[1:]}</b>"),
    "Markdown within words": each_word(lambda word: f"{word[:1]}**{word[1:]}**"),
    "LaTeX commands within words": each_word(lambda word: rf"\textbf{{{word[:2]}}}{word[2:]}"),
    "characters without width": "\u200b".join,
    "combining marks upon each letter": "\u0336".join,
    "Cyrillic letters that look the same": lambda t: t.translate(_ALIKE),
    "letters of full width": lambda t: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in t),
    "letters in squares": squared,
    "small capitals": lambda t: bare(t).lower().translate(_SMALL),
    "JSON with escapes": json.dumps,
    "JSON within JSON": lambda t: json.dumps(json.dumps(t)),
    r"`\x41`": lambda t: "".join(f"\\x{byte:02x}" for byte in t.encode()),
    "`U+0041`": lambda t: " ".join(f"U+{ord(c):04X}" for c in t),
    r"`\u{41}`": lambda t: "".join(f"\\u{{{ord(c):x}}}" for c in t),
    r"`\101`": lambda t: "".join(f"\\{byte:03o}" for byte in t.encode()),
    "`&#65;`": lambda t: "".join(f"&#{ord(c)};" for c in t),
    "entities of entities": lambda t: "".join(f"&amp;amp;#x{ord(c):x};" for c in t),
    "percent signs": lambda t: "".join(f"%{byte:02X}" for byte in t.encode()),
    "percent signs of percent signs": lambda t: "".join(f"%25{byte:02X}" for byte in t.encode()),
    "quoted-printable": lambda t: "=\n".join(wrap("".join(f"={byte:02X}" for byte in t.encode()), 72)),
    "rot13": lambda t: turned(t, 13),
    "base64": lambda t: b64(t.encode()),
    "base64 backwards": lambda t: b64(t.encode())[::-1],
    "rot13 of base64": lambda t: turned(b64(t.encode()), 13),
    "base64 on numbered lines": lambda t: lines(
        [[str(n), part] for n, part in enumerate(wrap(b64(t.encode()), 30), 1)], ": "
    ),
    "base64 in parts of JSON": lambda t: json.dumps(
        [{"part": n, "data": part} for n, part in enumerate(wrap(b64(t.encode()), 24))]
    ),
    "`hexdump -C`": lambda t: dumped(t.encode(), 1, "  "),
    "`xxd`": lambda t: dumped(t.encode(), 2, ": "),
    "base64, url-safe": lambda t: base64.urlsafe_b64encode(t.encode()).decode(),
    "base64, wrapped at 36 columns": lambda t: "\n".join(wrap(b64(t.encode()), 36)),
    "base64, wrapped at 10 columns": lambda t: "\n".join(wrap(b64(t.encode()), 10)),
    "base64, as a list of strings": lambda t: ", ".join(f'"{part}"' for part in wrap(b64(t.encode()), 20)),
    "base64, three times": lambda t: b64(b64(b64(t.encode()).encode()).encode()),
    "base64 of UTF-16": lambda t: b64(t.encode("utf-16")),
    "base64 of UTF-32": lambda t: b64(t.encode("utf-32")),
    "base64 of the old Polish encoding": lambda t: b64(t.encode("cp1250", "replace")),
    "base64 of gzip": lambda t: b64(gzip.compress(t.encode())),
    "base64 of a ZIP archive": lambda t: b64(zipped(t)),
    "base64 of a tar archive": lambda t: b64(archived(t)),
    "base64 of a tar archive in gzip": lambda t: b64(gzip.compress(archived(t))),
    "base32": lambda t: base64.b32encode(t.encode()).decode(),
    "base85": lambda t: base64.b85encode(t.encode()).decode(),
    "ascii85": lambda t: base64.a85encode(t.encode(), adobe=True).decode(),
    "hexadecimal": lambda t: t.encode().hex(),
    "hexadecimal with commas": lambda t: t.encode().hex(","),
    "hexadecimal with `0x`": lambda t: ", ".join(f"0x{byte:02x}" for byte in t.encode()),
    "hexadecimal of zlib": lambda t: zlib.compress(t.encode()).hex(),
    "hexadecimal numbers of characters": lambda t: " ".join(f"{ord(c):04x}" for c in t),
    "decimal numbers of characters": lambda t: " ".join(str(ord(c)) for c in t),
    "decimal numbers of bytes": lambda t: ", ".join(map(str, t.encode())),
    "binary numbers": lambda t: " ".join(f"{byte:08b}" for byte in t.encode()),
}
"""Ways of writing a text, all of which are found."""


def each_line(form: str) -> Callable[[str], str]:
    """One word a line, with its number from one."""
    return lambda text: "\n".join(form.format(w=word, n=n, t=n / 4) for n, word in enumerate(text.split(), 1))


WORDS: dict[str, Callable[[str], str]] = {
    "JSON of words with times, on one line": lambda t: json.dumps(
        [{"word": word, "start": n / 4, "end": n / 4 + 0.2} for n, word in enumerate(t.split())], ensure_ascii=False
    ),
    "JSON of words with times, indented": lambda t: json.dumps(
        [{"word": word, "start": n / 4} for n, word in enumerate(t.split())], ensure_ascii=False, indent=2
    ),
    "CTM": each_line("nagranie_01 1 {t:.2f} 0.20 {w} 0.9{n}"),
    "TextGrid": each_line('intervals [{n}]:\n    xmin = {t}\n    xmax = {t}5\n    text = "{w}"'),
    "CoNLL-U": each_line("{n}\t{w}\tlemat{n}x\tNOUN\tsubst:sg\tCase=Nom|Number=Sing\t{n}\tnsubj\t_\t_"),
    "CSV with a number": each_line("{n},{w}"),
    "CSV with a language": each_line("{w},pl"),
    "LRC": each_line("[00:{n:02d}.10]{w}"),
    "numbered words": lambda t: " ".join(f"{n}. {word}" for n, word in enumerate(t.split(), 1)),
    "words with times in brackets": lambda t: " ".join(f"{word}({n / 4:.2f})" for n, word in enumerate(t.split())),
    "words with tags": lambda t: " ".join(f"{word}/{'NOUN' if n % 2 else 'ADJ'}" for n, word in enumerate(t.split())),
    "utterances with names": each_line("nagranie_01_{n:04d} {w}"),
    "rows of SQL": each_line("INSERT INTO slowa VALUES ({n}, '{w}', 'pl');"),
    "ruby with numbers": each_line("<ruby>{w}<rt>{n}</rt></ruby>"),
    "markup with numbers": each_line('<span data-n="{n}">{w}</span><sup>{n}</sup>'),
    "lines of a log": each_line("2026-01-02 10:00:{n:02d} INFO slowo {w}"),
}
"""One word a line, or a column, beside others; all are found."""

TEXTS_MISSED: dict[str, Callable[[str], str]] = {
    "every letter moved by five (any cipher but rot13)": lambda t: turned(t, 5),
    "every second letter a foreign one": padded,
    "digits in place of letters": lambda t: bare(t).lower().translate(str.maketrans("aeiots", "431075")),
    "Morse code": lambda t: " ".join(_MORSE.get(c, "/") for c in bare(t).lower()),
    "vowels left out": lambda t: "".join(c for c in bare(t) if c.lower() not in "aeiouy"),
    "words in the order of the alphabet": lambda t: " ".join(sorted(t.split())),
    "a word put between every two": lambda t: " niby ".join(t.split()),
    "two letters of each word swapped": each_word(lambda word: word[:1] + word[2:3] + word[1:2] + word[3:]),
    "every fourth word another one": lambda t: " ".join(w if n % 4 else "coś" for n, w in enumerate(t.split())),
    "UTF-7": lambda t: t.encode("utf-7").decode(),
    "RTF": lambda t: "".join(c if c.isascii() else f"\\u{ord(c)}?" for c in t),
    "base64 of a stream of deflate without a head": lambda t: b64(zlib.compress(t.encode())[2:-4]),
    "upside down": lambda t: bare(t).lower().translate(_TURNED)[::-1],
    "uuencode": lambda t: "\n".join(
        binascii.b2a_uu(t.encode()[at : at + 45]).decode().rstrip() for at in range(0, 900, 45)
    ),
    "a Caesar cipher of base64": lambda t: turned(b64(t.encode()), 5),
    "base64, wrapped at 3 columns": lambda t: "\n".join(wrap(b64(t.encode()), 3)),
}
"""Ways in which a text is not found."""


Rows = list[list[str]]


def lines(rows: Rows, between: str, start: str = "", end: str = "") -> str:
    return "\n".join(f"{start}{between.join(row)}{end}" for row in rows)


TABLES: dict[str, Callable[[Rows], str]] = {
    "Markdown": lambda rows: lines([rows[0], ["---"] * len(rows[0]), *rows[1:]], " | ", "| ", " |"),
    "CSV": lambda rows: lines(rows, '","', '"', '"'),
    "TSV": lambda rows: lines(rows, "\t"),
    "LaTeX": lambda rows: lines(rows, " & ", "", r" \\ \hline").replace("ognik & ", r"ognik \& "),
    "words in rows": lambda rows: lines(rows, "  "),
    "words in columns": lambda rows: lines([list(column) for column in zip(*rows, strict=True)], "\n"),
    "JSON": lambda rows: json.dumps(rows, ensure_ascii=False),
    "HTML with attributes": lambda rows: lines(rows, "</td><td class='x'>", "<tr id='y'><td>", "</td></tr>"),
}
"""Ways of writing the table of a reference, which stands there as HTML; all are found."""


def saved(image: Image.Image, kind: str = "PNG") -> bytes:
    file = io.BytesIO()
    image.save(file, kind)
    return file.getvalue()


def grey(image: Image.Image, kind: type, times: float) -> Image.Image:
    return Image.fromarray((np.asarray(image.convert("L"), dtype=np.float64) * times).astype(kind))


def drawn_by_alpha(image: Image.Image) -> bytes:
    clear = Image.new("RGBA", image.size, "white")
    clear.putalpha(image.convert("L"))
    return saved(clear)


def in_blue(image: Image.Image) -> bytes:
    none = Image.new("L", image.size, 0)
    return saved(Image.merge("RGB", (none, none, image.convert("L"))))


IMAGES: dict[str, Callable[[Image.Image], bytes]] = {
    "grey of 16 bits as PNG": lambda i: saved(grey(i, np.uint16, 257)),
    "grey of 12 bits in 16": lambda i: saved(grey(i, np.uint16, 16)),
    "grey of 32 bits as TIFF": lambda i: saved(grey(i, np.int32, 70_000), "TIFF"),
    "grey from 0 to 1 as TIFF": lambda i: saved(grey(i, np.float32, 1 / 255), "TIFF"),
    "a palette of 32 colours": lambda i: saved(i.quantize(32)),
    "one bit": lambda i: saved(i.convert("1")),
    "CMYK as JPEG": lambda i: saved(i.convert("CMYK"), "JPEG"),
    "drawn by transparency alone": drawn_by_alpha,
    "in the blue channel alone": in_blue,
    "a tenth of the brightness": lambda i: saved(i.point(lambda value: value // 10)),
}
"""Formats of an image, all of which are found; tests/test_likeness.py has what is done to the picture itself."""


def wav(samples: np.ndarray, rate: int, kind: str = "FLOAT") -> bytes:
    file = io.BytesIO()
    soundfile.write(file, samples, rate, format="WAV", subtype=kind)
    return file.getvalue()


def part(seconds: float, start: float = 1.0) -> Callable[[np.ndarray, int], bytes]:
    return lambda x, rate: wav(x[int(start * rate) : int(start * rate) + round(seconds * rate)], rate)


def whole(x: np.ndarray) -> np.ndarray:
    return np.clip(np.rint(x * 2**15), -(2**15), 2**15 - 1).astype(np.int16)


def beside_a_tone(x: np.ndarray, rate: int) -> bytes:
    tone = 0.3 * np.sin(np.arange(len(x)) * 0.3)
    return wav(np.stack([tone + 0.1 * x, tone - 0.1 * x], axis=1), rate)


SOUNDS: dict[str, Callable[[np.ndarray, int], bytes]] = {
    **{f"{seconds:.2f} s of it": part(seconds) for seconds in (4.0, 4.01, 4.02, 4.04)},
    "4.00 s from another moment": part(4.0, 1.013),
    "one channel turned over": lambda x, rate: wav(np.stack([x, -x], axis=1), rate),
    "one channel turned over in 16 bits": lambda x, rate: wav(np.stack([whole(x), ~whole(x)], axis=1), rate, "PCM_16"),
    "what two channels differ in, beside a tone": beside_a_tone,
    "the right channel alone": lambda x, rate: wav(np.stack([0 * x, x], axis=1), rate),
    "the fifth of six channels": lambda x, rate: wav(np.stack([x * (n == 4) for n in range(6)], axis=1), rate),
    "8 bits": lambda x, rate: wav(x, rate, "PCM_U8"),
    "24 bits": lambda x, rate: wav(x, rate, "PCM_24"),
    "as by telephone": lambda x, rate: wav(x, rate, "ULAW"),
    "with an offset": lambda x, rate: wav(x * 0.5 + 0.4, rate),
}
"""Forms of a recording, all of which are found."""

SOUNDS_MISSED: dict[str, Callable[[np.ndarray, int], bytes]] = {
    "3.80 s of it": part(3.8),
    "backwards": lambda x, rate: wav(x[::-1], rate),
    "half as fast again": lambda x, rate: wav(x, int(rate * 1.5)),
}
"""Ways in which a recording is not found."""


def table() -> str:
    """The list as it stands in SECURITY.md."""
    rows = [
        ("text", "found", TEXTS),
        ("word by word", "found", WORDS),
        ("text", "**not found**", TEXTS_MISSED),
        ("table of a reference", "found", TABLES),
        ("image", "found", IMAGES),
        ("recording", "found", SOUNDS),
        ("recording", "**not found**", SOUNDS_MISSED),
    ]
    lines = (f"| {what} | {found} | {', '.join(kinds) if what else ''} |\n" for what, found, kinds in rows)
    return "| what | | how it was written |\n|---|---|---|\n" + "".join(lines)


def with_table(page: str) -> str:
    """The page with its list as it must be."""
    before, start, rest = page.partition(START)
    _, end, after = rest.partition(END)
    assert start and end, f"the page has no {START} ... {END}"
    return f"{before}{START}\n\n{table()}\n{END}{after}"


if __name__ == "__main__":
    SECURITY.write_text(with_table(SECURITY.read_text("utf-8")), "utf-8")
