"""A sheet takes steps and memory in proportion to what it holds, not to what it claims or to the square of it."""

import io
import random
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from puma_answers import workbooks
from puma_answers.workbook_xml import MOST_CELLS
from puma_cli.sheets import read_sheet
from puma_metrics.errors import InputError
from puma_metrics.rubric import Sheet, check_sheet
from puma_metrics.rubric import similar as texts
from puma_metrics.rubric.findings import SUGGESTED
from puma_metrics.rubric.sheet import KEYS, LISTED, REQUIRED
from puma_metrics.rubric.taxonomy import TAXONOMY, Taxonomy
from puma_metrics.rubric.wording import Spoken, quotes

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "fuzz"))
from file_targets import MAIN, workbook  # noqa: E402 (beside the path)

HEADER = "".join(
    f'<c r="{chr(65 + place)}1" t="inlineStr"><is><t>{name}</t></is></c>' for place, name in enumerate(KEYS)
)
ROWS = f'<row r="1">{HEADER}</row><row r="2"><c r="A2" t="inlineStr"><is><t>Q1</t></is></c></row>'


def book(path: Path, body: str, after: str = "") -> Path:
    """A compressed workbook with this XML in its only worksheet."""
    claim = '<dimension ref="A1:XFD1048576"/>'
    plain = workbook(f'<worksheet xmlns="{MAIN}">{claim}<sheetData>{body}</sheetData>{after}</worksheet>'.encode())
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed, zipfile.ZipFile(io.BytesIO(plain)) as parts:
        for name in parts.namelist():
            packed.writestr(name, parts.read(name))
    return path


def merged(*areas: str) -> str:
    return f"<mergeCells>{''.join(f'<mergeCell ref={area!r}/>' for area in areas)}</mergeCells>"


CLAIMS = {
    "a merged cell over the whole sheet": (ROWS, merged("A2:XFD1048576")),
    "a colour in the last cell": (f'{ROWS}<row r="1048576"><c r="XFD1048576" s="1"/></row>', ""),
    "a merged cell in every row that there may be": (ROWS, merged(*["A2:A1048576"] * 1_000)),
}


@pytest.mark.parametrize("claim", CLAIMS)
def test_a_claim_takes_no_memory(claim: str, tmp_path: Path) -> None:
    """In a process of its own, with less memory than any of the cells that are claimed would take."""
    resource = pytest.importorskip("resource", reason="this system bounds no process")
    path = book(tmp_path / "s.xlsx", *CLAIMS[claim])
    code = (
        "import sys; sys.path[:0] = sys.argv[2:]; from pathlib import Path; from puma_cli.workbooks import read_pages\n"
        "(page,) = read_pages(Path(sys.argv[1])); print(len(page.content.rows))"
    )
    folders = [str(ROOT / name) for name in ("scripts", "dataset_builder", "metrics")]
    bound = 1_500_000_000  # of addresses, most of which the libraries reserve and never use
    done = subprocess.run(
        [sys.executable, "-c", code, str(path), *folders],
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (bound, bound)),
    )
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "2\n")


@pytest.mark.parametrize(
    ("body", "after", "message"),
    [
        (
            f'{ROWS}<row r="3"><c r="ALM3"><v>1</v></c></row>',
            "",
            "worksheet 's': the sheet reaches to cell ALM3; delete the empty rows and columns around it, or save it as "
            "CSV",
        ),
        (
            ROWS + "".join(f'<row r="{row}"><c r="ALL{row}"><v>1</v></c></row>' for row in range(3, 2_100)),
            "",
            "worksheet 's': the sheet reaches to cell ALL2002; delete the empty rows and columns around it, or save it "
            "as CSV",
        ),
        (
            ROWS + "".join(f'<row r="{row}"><c><v>1</v></c></row>' for row in range(3, 2_004)),
            merged(*["A2:A1048576"] * 1_000),
            "worksheet 's': its merged cells overlap; unmerge them, or save it as CSV UTF-8",
        ),
        (
            f'{ROWS}<row r="1048577"><c><v>1</v></c></row>',
            "",
            "worksheet 's': the sheet reaches to cell A1048577; delete the empty rows and columns around it, or save "
            "it as CSV",
        ),
        (
            f'{ROWS}<row r="2"><c><v>1</v></c></row>',
            "",
            "not an XLSX workbook (row 2 occurs twice); save it again from a spreadsheet program",
        ),
    ],
)
def test_what_reaches_too_far_is_refused(body: str, after: str, message: str, tmp_path: Path) -> None:
    path = book(tmp_path / "s.xlsx", body, after)
    with pytest.raises(InputError) as refused:
        read_sheet(path)
    assert str(refused.value) == f"{path}: {message}"
    assert MOST_CELLS == 2_000_000


def test_what_unpacks_to_too_much_is_not_unpacked(tmp_path: Path, monkeypatch) -> None:
    path = book(tmp_path / "s.xlsx", ROWS + '<row r="3">' + "<c/>" * 25_000_000 + "</row>")
    assert path.stat().st_size < 200_000
    monkeypatch.setattr(workbooks, "shared_strings", pytest.fail)
    monkeypatch.setattr(workbooks, "parse", pytest.fail)
    with pytest.raises(InputError) as refused:
        read_sheet(path)
    size = 100_000_000 + len(ROWS) + len(f'<worksheet xmlns="{MAIN}"></worksheet>')
    assert str(refused.value).startswith(f"{path}: unpacks to 100,00")
    assert str(refused.value).endswith(
        " bytes, of which at most 100,000,000 are read; delete empty rows and columns with a format, or save it as CSV "
        "UTF-8"
    )
    assert size > workbooks.MOST_BYTES


def sheet(size: int, **columns: Callable[[int], str]) -> Sheet:
    """A sheet of one prompt and model with so many criteria, but for what the columns say of each row."""
    plain = {"prompt_id": "Q1", "model": "A", "scope": "cultural", "kind": "positive", "dimension": "Accuracy"}
    plain |= {"objectivity": "objective", "explicitness": "explicit", "weight": "1", "result": "pass"}
    made = {name: [plain.get(name, "")] * size for name in REQUIRED}
    made["criterion_id"] = [f"P{row}" for row in range(size)]
    return Sheet.of(made | {name: [text(row) for row in range(size)] for name, text in columns.items()})


def fault(types: Callable[[int], str]) -> dict[str, Callable[[int], str]]:
    return {"result": lambda row: "fail", "justification": lambda row: f"j{row}", "error_types": types}


SHEETS: dict[str, Callable[[int], Sheet]] = {
    "the same text": lambda n: sheet(n, criterion_text=lambda row: "Podaje znaczenie słowa i wyjaśnia je."),
    "a model a row": lambda n: sheet(n, model=lambda row: f"m{row}"),
    "a model and prompt a row": lambda n: sheet(n, model=lambda row: f"m{row}", prompt_id=lambda row: f"Q{row}"),
    "one model of half": lambda n: sheet(n, model=lambda row: f"m{max(0, row - n // 2)}"),
    "a rater a model": lambda n: sheet(
        n, model=lambda row: f"m{row}", rater_id=lambda row: f"r{row}", criterion_id=lambda row: "P1"
    ),
    "copies": lambda n: sheet(
        n,
        model=lambda row: f"m{row}",
        **(fault(lambda row: "Omission") | {"justification": lambda row: "j"}),
        criterion_id=lambda row: "P1",
    ),
    "unknown types": lambda n: sheet(n, **fault(lambda row: ";".join(f"typ {row} {place}" for place in range(50)))),
    "long cells": lambda n: sheet(n, dimension=lambda row: "A" * 10_000, prompt_id=lambda row: "Q" * 10_000),
}


@pytest.mark.parametrize("name", SHEETS)
def test_findings_grow_with_the_rows_and_not_with_their_square(name: str) -> None:
    sizes = []
    for rows in (300, 600):
        found = check_sheet(SHEETS[name](rows))
        assert 0 < len(found) <= (LISTED + 3) * rows
        sizes.append(sum(len(str(finding)) for finding in found))
    assert sizes[1] < 2.2 * sizes[0]
    assert sizes[1] < 2_000 * 600


def test_what_is_folded_counts_the_rest() -> None:
    assert [str(finding) for finding in check_sheet(SHEETS["copies"](20))] == [
        "W109: models 'm0', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7' and 12 more have identical annotations, "
        "justifications included, of Q1"
    ]
    (first, *_) = check_sheet(SHEETS["a model and prompt a row"](20))
    assert str(first) == (
        "E012: Q0: no rows for 19 models: 'm1', 'm10', 'm11', 'm12', 'm13', 'm14', 'm15', 'm16' and 11 more"
    )
    *_, last = check_sheet(SHEETS["one model of half"](40))
    assert str(last) == "E011: Q1: 14 more positive criteria differ between 'm0' and 'm9'"
    *_, last = check_sheet(SHEETS["a rater a model"](20))
    assert str(last) == (
        "W123: further pairs of a rater and a model that was not judged on all prompts: 330; means there are over "
        "fewer raters, and --on-missing intersect leaves these prompts out"
    )


def compared(size: int, text: Callable[[int], str], monkeypatch) -> tuple[int, set[tuple[int, str]]]:
    """How many pairs of criteria are compared, and what is found."""
    count, known = [0], texts.similarity

    def counting(one: frozenset[str], other: frozenset[str]) -> float:
        count[0] += 1
        return known(one, other)

    monkeypatch.setattr(texts, "similarity", counting)
    found = check_sheet(sheet(size, criterion_text=text))
    monkeypatch.setattr(texts, "similarity", known)
    return count[0], {(finding.row, finding.message) for finding in found if finding.code == "W102"}


WORDS = ("podaje", "wyjaśnia", "znaczenie", "słowa", "godać", "krótko", "gwarze", "śląskiej", "przykład", "zdaniu")


def numbered(row: int) -> str:
    """A sentence of its own for each row, as a rubric has them; every tenth says the same as the one before."""
    number = row - row % 10 // 9
    return " ".join(WORDS[(number * step + step) % 10] + str(number % (step + 7)) for step in range(1, 12))


def test_near_duplicates_are_those_of_comparing_all(monkeypatch) -> None:
    _, found = compared(200, numbered, monkeypatch)
    grams = [texts.trigrams(numbered(row)) for row in range(200)]
    pairs = [
        (one, other)
        for one in range(200)
        for other in range(one)
        if texts.similarity(grams[one], grams[other]) >= texts.NEAR_DUPLICATE
    ]
    said = "Q1/A/P{}: says nearly the same as criterion 'P{}' in row {}; one slip counts twice"
    assert len(pairs) >= 20
    assert found == {(one + 2, said.format(one, other, other + 2)) for one, other in pairs}


def test_sentences_of_their_own_are_compared_with_few(monkeypatch) -> None:
    def own(row: int) -> str:
        letters = random.Random(row).choices("aąbcćdeęfghijklłmnńoópqrsśtuwxyzźż ", k=80)
        return "Odpowiedź podaje znaczenie słowa " + "".join(letters)

    few, _ = compared(400, own, monkeypatch)
    many, _ = compared(800, own, monkeypatch)
    assert few <= 400 and many <= 800


def test_texts_made_to_be_alike_are_compared_up_to_a_bound_and_that_is_said(monkeypatch) -> None:
    def alike(row: int) -> str:
        return " ".join(word for place, word in enumerate(WORDS * 2) if place not in (row % 20, row // 20 % 20))

    monkeypatch.setattr(texts, "MOST_COMPARED", 500)
    count, found = compared(400, alike, monkeypatch)
    assert count <= 500
    assert (2, "Q1/A/P0: too many criteria are alike for each to be compared with each") in found


def test_only_so_many_unknown_types_are_told_what_they_may_be(monkeypatch) -> None:
    asked, closest = [0], Taxonomy.closest

    def counting(self: Taxonomy, text: str) -> str:
        asked[0] += 1
        return closest(self, text)

    monkeypatch.setattr(Taxonomy, "closest", counting)
    found = check_sheet(SHEETS["unknown types"](100))
    assert asked[0] == SUGGESTED
    assert str(found[-2]) == "row 101: E016: Q1/A/P99: unknown error type 'typ 99 7'"
    assert str(found[-1]) == "row 101: E016: Q1/A/P99: 42 more error types are unknown or misspelt"
    assert [tag.name for tag in TAXONOMY.tags_of(["Omission;x"])[0]] == ["Omission", None]


def test_a_quotation_is_looked_up_and_not_searched_for() -> None:
    """Each run of up to three words is a key, so that a long justification and a long answer take their sum."""
    response = " ".join(f"słowo{number}" for number in range(1_000))
    assert len(Spoken.of(response).runs) == 1_000 + 999 + 998
    assert quotes("pisze słowo7 słowo8 słowo9 źle", response)
    assert not quotes("pisze słowo7 słowo8 i słowo9", response)
    assert quotes("pisze „słowo7 słowo8” i", response)
    assert not quotes("pisze „słowo8 słowo7” i", response)
    assert quotes("tak", "tak") and not quotes("nie", "tak") and not quotes("„”", "")
