"""The report of a rubric's results as one HTML page that needs nothing else: no script, no request, no font.

Every text of the sheet is escaped and stands in its own direction, so that an Arabic name does not turn a Polish line.
"""

import base64
import html
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from puma_metrics.errors import SheetFinding
from puma_metrics.pages.rubric_figures import FIGURES
from puma_metrics.rubric.results import Results
from puma_metrics.rubric.sheet import Sheet, rows_where

MOST_ROWS = 300
"""Longer tables are cut; the CSV files beside the report have them whole."""

MOST_PROMPTS = 30
"""The annotations of so many prompts, the hardest, are shown."""

_STYLE = """
:root { color-scheme: light; --ink: #1a2b3c; --line: #c9d4e0; --pale: #f3f6f9; --accent: #0b5c80 }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 1rem; max-width: 60rem; color: var(--ink); background: #fff;
  font: 1rem/1.5 system-ui, "Noto Sans", "Noto Sans Arabic", sans-serif; overflow-wrap: anywhere }
h1 { font-size: 1.6rem; line-height: 1.2; margin: .5rem 0 }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; border-top: 1px solid var(--line); padding-top: 1rem }
p { margin: .5rem 0 }
.wide { overflow-x: auto; border: 1px solid var(--line); border-radius: .4rem }
.wide:focus-visible, summary:focus-visible { outline: 3px solid var(--accent) }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { padding: .4rem .6rem; text-align: start; vertical-align: top; border-bottom: 1px solid var(--line);
  overflow-wrap: normal }
th { background: var(--pale); white-space: nowrap }
td.n, th.n { text-align: end; white-space: nowrap }
td.text { min-width: 14rem }
figure { margin: 1.5rem 0 }
img { display: block; width: 100%; max-width: 44rem; height: auto }
figcaption, .small { font-size: .9rem; color: #44576b }
code { font-size: .85rem; overflow-wrap: anywhere }
summary { cursor: pointer; padding: .5rem 0; font-weight: 600 }
@media (max-width: 40rem) {
  .cards thead { display: none }
  .cards table, .cards tbody, .cards tr, .cards td { display: block }
  .cards td { display: inline-block; border: 0; padding: .15rem .4rem }
  .cards td.text { display: block; min-width: 0 }
  .cards tr { border-bottom: 1px solid var(--line); padding: .5rem 0 }
}
@media print { details > * { display: block } }
"""

_METHOD = (
    "S of a prompt and model: the weights of the passed positive criteria and of the negative criteria whose error is "
    "present. M: the sum of the positive weights. Percentage: 100 · S / M, never clipped, so it can be below zero. "
    "With several raters a criterion counts as the mean over its raters.",
    "Macro: the mean of a model's percentages, every prompt alike. Micro: 100 · ΣS / ΣM, every point alike. The models "
    "are ranked by macro.",
    "Interval: percentile bootstrap over prompts, the same draws for all models. p: paired sign-flip permutation test, "
    "exact up to 16 prompts; p (Holm) allows for the number of pairs. An asterisk marks the best model and those that "
    "it does not beat significantly. With few prompts intervals are too narrow: trust p where they "
    "disagree. All of this speaks about other prompts of the same kind, not about other raters.",
    "Errors: an instance is a row of the sheet times an error type. Points lost are split equally where a row has "
    "several types, and divided by the criterion's raters.",
)


def rubric_page(results: Results, sheet: Sheet, figures: Mapping[str, bytes]) -> str:
    """The page as text.

    Args:
        results: of the sheet.
        sheet: for the annotations of the hardest prompts.
        figures: PNGs by name, from `rubric_figures.draw_all`; may be empty.
    """
    sections = [
        _section("Leaderboard", _leaderboard(results), _figure(figures, "leaderboard")),
        _section("Are the differences real?", _pairs(results), _ranks(results)),
        _section("Prompts", _prompts(results), *(_figure(figures, name) for name in _OF_PROMPTS)),
        _section("Errors", _errors(results), _figure(figures, "errors"), _figure(figures, "profiles")),
        _section("Annotations", _annotations(results, sheet)),
        _section("Findings about the sheet", _findings(results)),
        _section("How it is computed", "".join(f"<p>{_escape(text)}</p>" for text in _METHOD), _signature(results)),
    ]
    policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Rubric results</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>Rubric results</h1>\n{_summary(results)}\n{''.join(sections)}</main>\n</body>\n</html>\n"
    )


_OF_PROMPTS = ("distribution", "heatmap", "macro_micro")


def _summary(results: Results) -> str:
    best, tied = results.ranking[0], results.tied_with_best[1:]
    size, models = len(results.grid.prompts), len(results.grid.models)
    text = f"{_count(size, 'prompt')}, {_count(models, 'model')}, {_count(len(results.findings), 'warning')}."
    if models < 2:
        return f"<p>{_escape(text)}</p>"
    names = ", ".join(map(_own, tied))
    verdict = f"not significantly above {names}" if tied else "significantly above every other model"
    return f"<p>{_escape(text)} Best by macro: {_own(best)}, {verdict}.</p>"


def _leaderboard(results: Results) -> str:
    header = ("", "Model", "Macro %", "Interval", "Micro %", "SD", "Median", "Min", "Max", "≥ 50 %", "< 0", "Errors")
    rows = []
    for rank, model in enumerate(results.ranking, 1):
        scores = results.scores[model]
        marked = _own(model) + (" *" if model in results.tied_with_best and len(results.ranking) > 1 else "")
        numbers = (scores.micro, scores.sd, scores.median, scores.minimum, scores.maximum)
        counts = (scores.at_least_50, scores.negative, results.errors.per_model[results.errors.models.index(model)])
        first = (str(rank), marked, _one(scores.macro), _interval(results.intervals[model]))
        rows.append([*first, *map(_one, numbers), *map(str, counts)])
    sd = "a sample (ddof = 1)" if results.ddof else "a population (ddof = 0)"
    note = f'<p class="small">* not significantly below the best. SD: of {sd}.</p>'
    return _table("Leaderboard", header, rows, names=(1,)) + note


def _pairs(results: Results) -> str:
    if not results.pairs:
        return "<p>One model: there is nothing to compare.</p>"
    rows = [
        [
            f"{_own(pair.a)} − {_own(pair.b)}",
            f"{pair.difference:+.1f}".replace("-", "−"),
            _interval(pair.interval),
            f"{pair.p:.4f}",
            f"{pair.p_holm:.4f}",
        ]
        for pair in results.pairs[:MOST_ROWS]
    ]
    header = ("Models", "Difference of macro", "Interval", "p", "p (Holm)")
    return _table("Pairs of models", header, rows) + _cut(len(results.pairs))


def _ranks(results: Results) -> str:
    if len(results.ranking) < 2 or len(results.ranking) > 12:
        return ""
    header = ("Probability of rank, %", *(str(rank) for rank in range(1, len(results.ranking) + 1)))
    rows = [
        [_own(name), *(_one(100 * share) for share in results.rank_probabilities[name])] for name in results.ranking
    ]
    return '<p class="small">How often each model takes each rank when the prompts are drawn anew:</p>' + _table(
        "Ranks", header, rows
    )


def _prompts(results: Results) -> str:
    order = [results.grid.models.index(model) for model in results.ranking]
    table = results.grid.percentages[:, order]
    rows = [
        [_own(name), _one(results.difficulty[name]), *map(_one, table[results.grid.prompts.index(name)])]
        for name in results.by_difficulty[:MOST_ROWS]
    ]
    left_out = ", ".join(map(_own, results.left_out))
    note = f"<p>Left out, since a model lacks them: {left_out}.</p>" if left_out else ""
    header = ("Prompt, hardest first", "Mean %", *map(_own, results.ranking))
    return note + _table("Prompts", header, rows, escaped=True) + _cut(len(results.grid.prompts))


def _errors(results: Results) -> str:
    errors = results.errors
    total = max(int(errors.per_type.sum()), 1)
    order = [errors.models.index(model) for model in results.ranking]
    rows = []
    for place in sorted(rows_where(errors.per_type > 0), key=lambda place: -errors.per_type[place]):
        cells = [f"{errors.instances[place, column]} · {float(errors.lost[place][column]):.1f}" for column in order]
        share = f"{100 * errors.per_type[place] / total:.0f} %"
        rows.append([_own(errors.types[place]), str(errors.per_type[place]), share, *cells])
    rows.append(["all", str(errors.per_type.sum()), "", *(str(errors.per_model[column]) for column in order)])
    note = '<p class="small">Per model: instances · points lost.</p>'
    header = ("Error type", "All", "Share", *map(_own, results.ranking))
    return _table("Errors", header, rows, escaped=True) + note


def _annotations(results: Results, sheet: Sheet) -> str:
    """The rows with an error of the model, for the hardest prompts."""
    shown = results.by_difficulty[:MOST_PROMPTS]
    by_prompt: dict[str, list[list[str]]] = {name: [] for name in shown}
    places = {place for place, name in enumerate(sheet["prompt_id"].values) if name in by_prompt}
    wanted = (sheet.result == 1) & np.isin(sheet["prompt_id"].codes, list(places))
    columns = ("model", "rater_id", "criterion_id", "criterion_text", "weight", "error_types", "justification")
    long = ("criterion_text", "justification")  # their cells take the text's own direction
    for row in rows_where(wanted):
        by_prompt[sheet["prompt_id"].text(row)].append(
            [(_escape if name in long else _own)(sheet[name].text(row)) for name in columns]
        )
    header = ("Model", "Rater", "Criterion", "Text", "Weight", "Error types", "Justification")
    blocks: list[str] = []
    for name, rows in by_prompt.items():
        summary = f"<summary>{_own(name)}: {_count(len(rows), 'error')}</summary>"
        table = _table(f"Errors in {name}", header, rows[:MOST_ROWS], names=range(7), texts=(3, 6))
        blocks.append(
            f"<details{'' if blocks else ' open'}>{summary}<div class=cards>{table}</div>{_cut(len(rows))}</details>"
        )
    cut = len(results.grid.prompts) - len(shown)
    more = f"; {_count(cut, 'easier prompt')} not shown" if cut > 0 else ""
    return f'<p class="small">Rows that mark an error, hardest prompt first{more}.</p>' + "".join(blocks)


def _findings(results: Results) -> str:
    rows = [[_own(_row(item)), item.code, _own(item.message)] for item in results.findings[:MOST_ROWS]]
    if not rows:
        return "<p>None.</p>"
    table = _table("Findings", ("Row", "Code", "Finding"), rows, names=(1, 2), texts=(2,))
    return table + _cut(len(results.findings))


def _row(finding: SheetFinding) -> str:
    return ", ".join(filter(None, (finding.sheet, str(finding.row or "")))) or "–"


def _signature(results: Results) -> str:
    return f"<p>Signature: <code>{_escape(results.signature)}</code></p>"


def _section(title: str, *parts: str) -> str:
    return f"<section>\n<h2>{_escape(title)}</h2>\n{''.join(parts)}\n</section>\n"


def _figure(figures: Mapping[str, bytes], name: str) -> str:
    if name not in figures:
        return ""
    caption = _escape(FIGURES[name][0])
    source = "data:image/png;base64," + base64.b64encode(figures[name]).decode("ascii")
    return f'<figure><img alt="Figure: {caption}" src="{source}"><figcaption>{caption}.</figcaption></figure>'


def _table(
    label: str,
    header: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    names: Iterable[int] = (0,),
    texts: Iterable[int] = (),
    escaped: bool = False,
) -> str:
    """A table of cells that are HTML already; those not among `names` are numbers, those among `texts` are long."""
    kinds = dict.fromkeys(names, "") | dict.fromkeys(texts, ' class="text" dir="auto"')
    head = "".join(
        f"<th scope=col{' class=n' if kinds.get(place, 'n') == 'n' else ''}>{name if escaped else _escape(name)}</th>"
        for place, name in enumerate(header)
    )
    body = "".join(
        "<tr>" + "".join(f"<td{kinds.get(place, ' class=n')}>{cell}</td>" for place, cell in enumerate(row)) + "</tr>\n"
        for row in rows
    )
    region = f'<div class="wide" role="region" aria-label="{_escape(label)}" tabindex="0">'
    return f"{region}<table><thead><tr>{head}</tr></thead><tbody>\n{body}</tbody></table></div>"


def _cut(size: int) -> str:
    return f'<p class="small">{MOST_ROWS} of {size:,} shown.</p>' if size > MOST_ROWS else ""


def _own(text: str) -> str:
    """A text of the sheet: escaped, and isolated from the direction of what stands around it."""
    return f"<bdi>{_escape(text)}</bdi>"


def _escape(text: str) -> str:
    return html.escape(text, quote=True)


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _one(value: object) -> str:
    return "–" if value is None else f"{float(value):.1f}".replace("-", "−")  # type: ignore[arg-type]


def _interval(bounds: tuple[float, float] | None) -> str:
    return f"{_one(bounds[0])} … {_one(bounds[1])}" if bounds else "–"
