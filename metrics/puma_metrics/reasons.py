"""Reasons in plain language: what a score of a document or of extracted fields is made of."""

from collections.abc import Sequence

from puma_metrics.document import DocumentScore, TableMatch
from puma_metrics.extraction import ExtractionScore
from puma_metrics.wording import count, shorten


def explain_document(score: DocumentScore) -> str:
    """The reason for a score in plain language: text, tables, and where they are worst.

    >>> from puma_metrics.document import read_reference, score_document
    >>> reference = read_reference(["dnia", "Cennik <table><tr><td>Ser</table>"])
    >>> explain_document(score_document("Cennik dnia", reference))
    'text 2 of 2 words right (block order 2, 1), 77 % of the score; table 1 of 1: missing'
    """
    total = score.text_characters + score.table_characters
    parts = []
    if score.words or not score.tables:
        order = f" (block order {', '.join(map(str, score.order))})" if len(score.order) > 1 else ""
        share = f", {100 * score.text_characters / total:.0f} % of the score" if score.tables and total else ""
        parts.append(f"text {max(0, score.words - score.errors)} of {score.words} words right{order}{share}")
    if score.table_words:
        parts.append(f"{count(score.table_words, 'word')} of its tables written as text, counted as insertions")
    parts += [_explain_table(match, len(score.tables)) for match in score.tables]
    if score.extra_tables:
        parts.append(f"{count(score.extra_tables, 'table')} more than expected, at no cost")
    if score.not_compared:
        parts.append(f"{count(score.not_compared, 'table')} beyond the bounds not compared")
    parts += [
        f'in block {line.block}, {line.wrong} of {count(line.words, "word")} wrong: "{shorten(line.line)}"'
        for line in score.worst_lines
    ]
    return "; ".join(parts)


def _explain_table(match: TableMatch, tables: int) -> str:
    place = f"table {match.table} of {tables}"
    if match.missing or not match.predicted:
        return f"{place}: missing" if match.missing else f"{place}: nothing to compare with"
    cells = "".join(f", {difference}" for difference in match.differences)
    return f"{place}: TEDS {match.teds:.3f} against predicted table {match.predicted}{cells}"


def explain_extraction(score: ExtractionScore, limit: int = 10) -> str:
    """The reason for a score in plain language: counts, then the first `limit` differing fields with both values.

    >>> from puma_metrics.extraction import compare_json
    >>> from puma_metrics.json_reader import read_reference
    >>> explain_extraction(compare_json('{"a": 1, "b": true}', read_reference({"a": 2, "c": 0.5})))
    "0 of 3 fields right; 'a': 2 expected, 1 found; 'c' missing: 0.5 expected; 'b' not expected: true found"
    """
    if score.problem:
        return score.problem
    parts = [f"{score.equal} of {score.fields} fields right" if score.fields or not score.longer else "no field right"]
    if score.missing:
        parts.append(f"no partner for {_places(score.missing)} of the reference")
    if score.extra:
        parts.append(f"no partner for {_places(score.extra)} of the answer")
    differences = list(score.differences)
    parts += map(str, differences[:limit])
    if len(differences) > limit:
        parts.append(f"{len(differences) - limit} more fields differ")
    if not score.optimal:
        parts.append("too many objects to pair optimally")
    if score.schema_valid is False:
        parts.append("not valid against the schema, which costs nothing")
    return "; ".join(parts)


def _places(places: Sequence[int]) -> str:
    shown = ", ".join(map(str, places[:10])) + (", …" if len(places) > 10 else "")
    return f"element {shown}" if len(places) == 1 else f"elements {shown}"
