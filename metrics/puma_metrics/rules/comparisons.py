"""Why a document or extracted fields score as they do: the parts of the reason."""

from collections.abc import Iterator, Sequence

from ..document import DocumentScore, TableMatch
from ..extraction import ExtractionScore
from ..phrases import Answer
from ..wording import counted, shorten
from .parts import MOST_PARTS, Part
from .reference_rules import Extraction, Ocr


def ocr_parts(rule: Ocr, answer: Answer) -> Iterator[Part]:
    score = rule.compare(answer)
    if score.words or not score.tables:
        order = f" (block order {', '.join(map(str, score.order))})" if len(score.order) > 1 else ""
        total = score.text_characters + score.table_characters
        share = f", {100 * score.text_characters / total:.0f} % of the score" if score.tables and total else ""
        said = f"{counted(len(score.answer_words), 'word')} against {score.words}"
        yield Part("text", not score.errors, f"word accuracy {score.text_accuracy:.3f}, {said}{order}{share}")
    if score.table_words:
        reason = f"{counted(score.table_words, 'word')} of tables written as text, which count as insertions"
        yield Part("text", False, reason)
    for match in score.tables:
        yield _table_part(match, score)
    if score.extra_tables:
        yield Part("tables", True, f"{counted(score.extra_tables, 'table')} more than expected, which costs nothing")
    if score.not_compared:
        yield Part("tables", True, f"{counted(score.not_compared, 'table')} beyond the bounds, not compared")
    from ..differences import worst_lines

    for line in worst_lines(score):
        reason = f'{line.wrong} of {counted(line.words, "word")} wrong in "{shorten(line.line)}"'
        yield Part(f"block {line.block}", False, reason)


def _table_part(match: TableMatch, score: DocumentScore) -> Part:
    name = f"table {match.table} of {len(score.tables)}"
    if match.missing or not match.predicted:
        return Part(name, False, "missing" if match.missing else "nothing to compare it with")
    from ..differences import worst_cells

    cells = "".join(f", {difference}" for difference in worst_cells(score, match))
    return Part(name, match.teds == 1, f"TEDS {match.teds:.3f} against predicted table {match.predicted}{cells}")


def extraction_parts(rule: Extraction, answer: Answer) -> Iterator[Part]:
    score = rule.compare(answer)
    if score.problem:
        yield Part("answer", False, score.problem)
        return
    all_right = score.soft == 1
    if score.fields or not score.longer:
        yield Part("fields", all_right, f"{score.equal} of {score.fields} right")
    else:
        yield Part("fields", all_right, "none right")
    yield from _element_parts(score)
    differences = list(score.differences)
    for difference in differences[:MOST_PARTS]:
        yield Part("field", False, str(difference))
    if len(differences) > MOST_PARTS:
        yield Part("fields", False, f"{len(differences) - MOST_PARTS} more differ")
    if rule.schema_valid(answer) is False:
        yield Part("schema", all_right, "the answer is not valid against it, which costs nothing")


def _element_parts(score: ExtractionScore) -> Iterator[Part]:
    for places, whose in ((score.missing, "the reference"), (score.extra, "the answer")):
        if places:
            yield Part("elements", False, f"no partner for {_places(places)} of {whose}")
    if not score.optimal:
        yield Part("elements", False, "too many to be paired optimally")


def _places(places: Sequence[int]) -> str:
    shown = ", ".join(map(str, places[:10])) + (", ..." if len(places) > 10 else "")
    return f"element {shown}" if len(places) == 1 else f"elements {shown}"
