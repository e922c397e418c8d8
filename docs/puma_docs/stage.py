"""The source of one language's build: the pages written by hand, and those made from the code.

Both builds have the same pages. One that is not translated stands in the Polish build in English, and says so.
"""

from functools import cache
from pathlib import Path

DOCS = Path(__file__).parents[1]
WORKED = DOCS.parent / "tests" / "golden" / "rubric" / "golden_small.csv"
"""The sheet that the pages show."""
NOTE = ":::{note}\nTa strona jest tylko po angielsku.\n:::\n"


def written(language: str) -> dict[str, Path]:
    """The pages written by hand in a language, by their names: `tasks`, `decisions/order`."""
    folder = DOCS / language
    return {file.relative_to(folder).with_suffix("").as_posix(): file for file in sorted(folder.rglob("*.md"))}


@cache
def made(language: str) -> dict[str, str]:
    """The pages made from the code, by their names."""
    from . import answers, api, commands, findings, flags, policies, records, rules, shapes

    parts = (rules, findings, flags, answers, shapes, records, commands, api, policies)
    return {name: text for part in parts for name, text in part.pages(language)}


def pages(language: str) -> list[str]:
    """All pages of a language by name, written and made."""
    return sorted({*written(language), *made(language)})


def only_english() -> list[str]:
    """The pages that are not translated. Nothing stands in Polish alone: `tests/docs/test_pages.py`."""
    return sorted(set(pages("en")) - set(pages("pl")))


def stage(language: str, place: Path) -> Path:
    """Write a build's source into `place`, and return it."""
    texts = {name: file.read_text("utf-8") for name, file in written("en").items()} | made("en")
    if language != "en":
        own = {name: file.read_text("utf-8") for name, file in written(language).items()} | made(language)
        texts = {name: own.get(name, _noted(text)) for name, text in texts.items()}
    for name, text in texts.items():
        file = place / f"{name}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    (place / "images").mkdir(exist_ok=True)
    for picture in (DOCS / "images").iterdir():
        (place / "images" / picture.name).write_bytes(picture.read_bytes())
    (place / "worked.csv").write_bytes(WORKED.read_bytes())
    return place


def _noted(text: str) -> str:
    """An English page for Polish readers: the note comes under its heading."""
    heading, _, rest = text.partition("\n")
    return f"{heading}\n\n{NOTE}{rest}"
