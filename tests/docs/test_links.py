"""What README, documents and docstrings point at is there."""

import configparser
import re
from pathlib import Path

import pytest
from puma_docs.stage import made, written

ROOT = Path(__file__).parents[2]
DOCUMENTS = [*ROOT.glob("*.md"), *written("en").values(), *written("pl").values()]
NAMES = {
    **{"GRADING": "grading", "TASKS": "tasks", "RUBRIC": "rubric", "ARCHITECTURE": "architecture"},
    **{"RUN": "run", "NORMALISE": "normalise"},
}
"""How docstrings call the pages of normative text."""
OUTSIDE: tuple[str, ...] = ()
"""Every link to another site, each opened by hand; the date stands in the commit that adds it."""
REFERENCE = re.compile(
    rf"\b({'|'.join(NAMES)})(?:\.md)?"
    r"(?:,?\s+(?:sections? (\d+(?:\.\d+)?)(?: (?:to|and) (\d+(?:\.\d+)?))?|(\d+(?:\.\d+)?)|\"([^\"]+)\"))?(?=[;.,:)\s])"
)
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)|!\[[^\]]*\]\(([^)\s]+)\)")


def home() -> str:
    """The repository's address: `url` in setup.cfg, "" as long as it has none."""
    parser = configparser.ConfigParser()
    parser.read(ROOT / "setup.cfg", encoding="utf-8")
    return parser["metadata"].get("url", "").rstrip("/")


def slug(heading: str) -> str:
    """A heading's anchor, as GitHub and MyST make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower().replace("`", "")).strip().replace(" ", "-")


def anchors(text: str) -> set[str]:
    bare = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return {slug(head) for head in re.findall(r"^#+ (.*)$", bare, re.MULTILINE)} | set(
        re.findall(r"^\((\S+)\)=$", bare, re.MULTILINE)
    )


def links(text: str) -> list[str]:
    bare = re.sub(r"^(`{3,}).*?^\1", "", text, flags=re.MULTILINE | re.DOTALL)
    bare = re.sub(r"`[^`\n]*`", "", bare)
    return [first or second for first, second in _LINK.findall(bare)]


def page_of(file: Path, target: str) -> str | None:
    """The text of the page that a link leads to: a file's or a made page's, "" for a folder or a picture; else None."""
    path = (file.parent / target).resolve() if target else file
    if path.is_dir() or path.suffix in (".png", ".cff"):
        return "" if path.exists() else None
    for language in ("pl", "en"):
        folder = ROOT / "docs" / language
        if path.is_relative_to(folder):
            name = path.relative_to(folder).with_suffix("").as_posix()
            own = {**written("en"), **written(language)}
            return own[name].read_text("utf-8") if name in own else made(language).get(name, made("en").get(name))
    return path.read_text("utf-8") if path.is_file() else None


def broken(file: Path, text: str, address: str) -> list[str]:
    """The links of a text that lead nowhere; those to other sites are left alone."""
    found = []
    for link in links(text):
        source, inside = file, link
        if address and link.startswith((address, raw(address))):
            inside = re.sub(r"^https://[^/]+/[^/]+/[^/]+/(?:(?:blob|tree)/)?main/?", "", link)
            source = ROOT / "README.md"
        elif "://" in link:
            continue
        target, _, anchor = inside.partition("#")
        if target.startswith("images/"):
            source = ROOT / "docs" / "index.md"
        page = page_of(source, target)
        if page is None or (anchor and anchor not in anchors(page)):
            found.append(link)
    return found


def raw(address: str) -> str:
    """Where the files of a repository at GitHub are as they are."""
    return address.replace("https://github.com", "https://raw.githubusercontent.com")


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_every_link_leads_somewhere(file: Path):
    assert broken(file, file.read_text("utf-8"), home()) == []


def test_a_broken_link_is_found():
    at = "https://github.com/somebody/something"
    text = (
        f"[a](README.md) [b](none.md) [c](README.md#none) [d]({at}/blob/main/none.md) ![e](docs/images/none.png) "
        f"[f]({at}/blob/main/README.md#licence-and-citation) ![g]({raw(at)}/main/docs/images/report.png)"
    )
    wrong = ["none.md", "README.md#none", f"{at}/blob/main/none.md", "docs/images/none.png"]
    assert broken(ROOT / "README.md", text, at) == wrong


def test_links_to_other_sites_are_listed():
    found = {link for file in DOCUMENTS for link in links(file.read_text("utf-8")) if "://" in link}
    ours = (home(), raw(home())) if home() else ()
    assert {link for link in found if not (ours and link.startswith(ours))} == set(OUTSIDE)


def test_the_readme_can_be_read_where_it_is_shown():
    """A package index shows it too, where a relative link leads nowhere: once there is an address, all are absolute."""
    relative = [link for link in links((ROOT / "README.md").read_text("utf-8")) if "://" not in link]
    assert bool(relative) == (not home())


def headings(page: str) -> list[str]:
    return re.findall(r"^#+ (.*)$", written("en")[NAMES[page]].read_text("utf-8"), re.MULTILINE)


def is_there(page: str, numbers: tuple[str, ...], name: str) -> bool:
    if name:
        return name in headings(page)
    return all(
        any(re.match(rf"{re.escape(number)}\.? ", head) for head in headings(page)) for number in numbers if number
    )


def references(text: str) -> list[tuple[str, tuple[str, ...], str, str]]:
    return [(m[1], (m[2] or "", m[3] or "", m[4] or ""), m[5] or "", m[0]) for m in REFERENCE.finditer(text)]


def test_every_reference_points_at_a_heading():
    sources = [file for root in ("metrics", "dataset_builder", "scripts") for file in (ROOT / root).rglob("*.py")]
    found = [(str(file.relative_to(ROOT)), ref) for file in sources for ref in references(file.read_text("utf-8"))]
    assert len(found) > 40
    wrong = [(file, ref[3]) for file, ref in found if not is_there(*ref[:3])]
    assert wrong == []


def test_a_reference_to_nothing_is_found():
    texts = (
        "(GRADING, section 99)",
        "(GRADING, section 7.9)",
        '(TASKS, "None")',
        "(GRADING, section 7.4)",
        '(TASKS, "Results")',
        "(NORMALISE 12.9)",
        "(NORMALISE 12.1)",
        "(RUN, section 3.8)",
    )
    found = [is_there(*references(text)[0][:3]) for text in texts]
    assert found == [False, False, False, True, True, False, True, True]


def test_no_docstring_names_a_document_that_is_not_here():
    sources = [file for root in ("metrics", "dataset_builder", "scripts") for file in (ROOT / root).rglob("*.py")]
    names = re.compile(r"[(;] ?([A-Z]{3,})(?:\.md)?, (?:sections? \d|\"[A-Z])")
    found = {match[1] for file in sources for match in names.finditer(file.read_text("utf-8"))}
    assert found <= set(NAMES)
