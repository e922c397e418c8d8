"""Tables of a document side by side with their reference, cells coloured by how far they are off."""

from collections.abc import Iterator, Mapping

from puma_metrics.differences import CellDifference, cell_differences
from puma_metrics.document import DocumentScore, TableMatch
from puma_metrics.tables import Table

from .markup import number, text, title
from .words import say

MOST_TABLES, MOST_CELLS, WIDEST = 8, 1_000, 40

Costs = Mapping[tuple[int, int], float]


def tables_html(score: DocumentScore, language: str) -> Iterator[str]:
    """Each of the reference's tables with the one that it was compared with."""
    if not score.tables:
        return
    yield title("tables_title", language) + f"<p>{text(say('cells_legend', language))}</p>"
    for match in score.tables[:MOST_TABLES]:
        yield f'<div class="two">{_reference(score, match, language)}{_answer(score, match, language)}</div>'


def _differences(score: DocumentScore, match: TableMatch) -> list[CellDifference]:
    if not match.predicted:
        return []
    return cell_differences(score.answer_tables[match.predicted - 1], score.reference.tables[match.table - 1])


def _reference(score: DocumentScore, match: TableMatch, language: str) -> str:
    costs = {(d.row, d.column): d.cost for d in _differences(score, match) if d.expected is not None}
    if not match.predicted:
        costs = {}
    name = say("reference_table", language, match.table)
    return _table(score.reference.tables[match.table - 1], costs, name)


def _answer(score: DocumentScore, match: TableMatch, language: str) -> str:
    if not match.predicted or match.missing:
        return f"<p>{text(say('no_table', language))}</p>"
    table = score.answer_tables[match.predicted - 1]
    name = f"{say('answer_table', language, match.predicted)} · TEDS {number(match.teds, 3, language)}"
    return _table(table, _answer_costs(table, _differences(score, match)), name)


def _answer_costs(table: Table, differences: list[CellDifference]) -> Costs:
    """What each cell of the answer costs. A wrong cell is known by its place in the reference and its own text."""
    costs = {(d.row, d.column): d.cost for d in differences if d.expected is None}
    places = [(r, c, cell) for r, row in enumerate(table, 1) for c, cell in enumerate(row, 1)]
    for difference in differences:
        if difference.expected is None or difference.found is None:
            continue
        same = [(r, c) for r, c, cell in places if cell == difference.found and (r, c) not in costs]
        if same:
            nearest = min(same, key=lambda place: abs(place[0] - difference.row) + abs(place[1] - difference.column))
            costs[nearest] = difference.cost
    return costs


def _table(table: Table, costs: Costs, name: str) -> str:
    rows, left = [], MOST_CELLS
    for number_of_row, row in enumerate(table, 1):
        shown = row[:left]
        left -= len(shown)
        rows.append("".join(_cell(cell, costs.get((number_of_row, n))) for n, cell in enumerate(shown, 1)))
        if left <= 0:
            break
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    region = f'<div class="wide" tabindex="0" role="region" aria-label="{text(name)}">'
    return f"<div><p><b>{text(name)}</b></p>{region}<table><tbody>{body}</tbody></table></div></div>"


def _cell(cell: tuple[str, int, int], cost: float | None) -> str:
    content, across, down = cell
    spans = "".join(
        f' {name}="{min(value, WIDEST)}"' for name, value in (("colspan", across), ("rowspan", down)) if value > 1
    )
    if cost is None:
        return f"<td{spans}>{text(content)}</td>"
    # from pale to strong red; the text stays dark enough to be read on each
    tint = f"hsl(2 85% {92 - 22 * min(1.0, cost):.0f}%)"
    return f'<td{spans} style="background:{tint};color:#3c0808" title="{100 * cost:.0f} %">{text(content)}</td>'
