"""Why a document or extracted fields score as they do: the parts of the reason."""

from collections.abc import Iterator, Sequence

from ..document import DocumentScore, TableMatch
from ..extraction import ExtractionScore
from ..phrases import Answer
from ..sentence import Sentence, together
from ..wording import shorten
from .parts import MOST_PARTS, Part
from .reference_rules import Extraction, Ocr


def ocr_parts(rule: Ocr, answer: Answer) -> Iterator[Part]:
    score = rule.compare(answer)
    if score.words or not score.tables:
        yield Part(Sentence("part-text"), not score.errors, _text_read(score))
    if score.table_words:
        yield Part(Sentence("part-text"), False, Sentence("tables-as-text", words=score.table_words))
    for match in score.tables:
        yield _table_part(match, score)
    if score.extra_tables:
        yield Part(Sentence("part-tables"), True, Sentence("tables-extra", tables=score.extra_tables))
    if score.not_compared:
        yield Part(Sentence("part-tables"), True, Sentence("tables-beyond", tables=score.not_compared))
    from ..differences import worst_lines

    for line in worst_lines(score):
        reason = Sentence("line-wrong", wrong=line.wrong, words=line.words, line=shorten(line.line))
        yield Part(Sentence("part-block", number=line.block), False, reason)


def _text_read(score: DocumentScore) -> Sentence:
    total = score.text_characters + score.table_characters
    share = Sentence("text-share", percent=100 * score.text_characters / total) if score.tables and total else ""
    return Sentence(
        "text-read",
        accuracy=score.text_accuracy,
        found=len(score.answer_words),
        words=score.words,
        order=Sentence("block-order", order=score.order) if len(score.order) > 1 else "",
        share=share,
    )


def _table_part(match: TableMatch, score: DocumentScore) -> Part:
    name = Sentence("part-table", number=match.table, all=len(score.tables))
    if match.missing or not match.predicted:
        return Part(name, False, Sentence("table-missing") if match.missing else Sentence("table-alone"))
    from ..differences import worst_cells

    compared = Sentence("table-compared", teds=match.teds, predicted=match.predicted)
    cells = (difference.said for difference in worst_cells(score, match))
    return Part(name, match.teds == 1, together(compared, *cells))


def extraction_parts(rule: Extraction, answer: Answer) -> Iterator[Part]:
    score = rule.compare(answer)
    if score.problem:
        yield Part(Sentence("part-answer"), False, score.problem)
        return
    all_right = score.soft == 1
    if score.fields or not score.longer:
        yield Part(Sentence("part-fields"), all_right, Sentence("fields-right", equal=score.equal, fields=score.fields))
    else:
        yield Part(Sentence("part-fields"), all_right, Sentence("none-right"))
    yield from _element_parts(score)
    differences = list(score.differences)
    for difference in differences[:MOST_PARTS]:
        yield Part(Sentence("part-field"), False, difference.said)
    if len(differences) > MOST_PARTS:
        yield Part(Sentence("part-fields"), False, Sentence("more-differ", more=len(differences) - MOST_PARTS))
    if rule.schema_valid(answer) is False:
        yield Part(Sentence("part-schema"), all_right, Sentence("schema-invalid"))


def _element_parts(score: ExtractionScore) -> Iterator[Part]:
    if score.missing:
        yield Part(Sentence("part-elements"), False, Sentence("reference-alone", elements=_places(score.missing)))
    if score.extra:
        yield Part(Sentence("part-elements"), False, Sentence("answer-alone", elements=_places(score.extra)))
    if not score.optimal:
        yield Part(Sentence("part-elements"), False, Sentence("not-optimal"))


def _places(places: Sequence[int]) -> Sentence:
    if len(places) == 1:
        return Sentence("element", number=places[0])
    if len(places) > 10:
        return Sentence("elements-first", numbers=tuple(places[:10]))
    return Sentence("elements", numbers=tuple(places))
