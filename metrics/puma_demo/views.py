"""The result of each metric as HTML: what was sent in, a page out; bounds are kept here."""

from collections.abc import Callable, Iterator, Sequence
from functools import wraps

from puma_metrics import TaskScore, grade
from puma_metrics.errors import InputError
from puma_metrics.flags import Flag
from puma_metrics.rules import Asr, Extraction, Ocr, Rule
from puma_metrics.speech import aligned

from . import markup, refusals
from .bounds import REFERENCE, Refused, loaded, safe_rules, short
from .documents import tables_html
from .markup import text, title
from .names import flag_name, part_name
from .reasons import in_polish
from .words import grouped, say

CATEGORY = {"asr": "asr", "ocr": "ocr", "extraction": "structured_extraction"}
"""The category in which a kind of rule is at home; the others are those of questions."""
LONGEST = 3_000
"""Words on a side up to which texts are aligned."""
PUBLISHED = 400
"""How many words of an alignment are shown around what differs."""
MOST_FIELDS = 100
"""How many fields that differ are shown."""

View = Callable[..., str]


def explaining(*, names_rules: bool) -> Callable[[View], View]:
    """From a view to one that says what is wrong with its inputs, in the visitor's language, its last argument.

    `names_rules` says that the visitor wrote the rules, so that messages name them.
    """

    def explained(view: View) -> View:
        @wraps(view)
        def safe(*values: str | None) -> str:
            language = values[-1] if values[-1] in ("pl", "en") else "pl"
            try:
                return view(*values[:-1], language)
            except InputError as error:
                return refusals.page(error, language, names_rules=names_rules)

        return safe

    return explained


explained = explaining(names_rules=False)


@explaining(names_rules=True)
def rules_view(answer: str | None, rules: str | None, prompt: str | None, language: str) -> str:
    """Each clause, phrase and match of rules in an answer, and the flags."""
    return graded_view(safe_rules(loaded(rules, "rules_json")), answer, prompt, language)


def graded_view(rules: Sequence[dict[str, object]], answer: str | None, prompt: str | None, language: str) -> str:
    """An answer graded by rules. Raises InputError for rules that are none, and for an answer that is too long."""
    kind = str(rules[0].get("type")) if isinstance(rules[0], dict) else ""
    task = {"id": "demo", "category": CATEGORY.get(kind, "speech_qa"), "rules": list(rules)}
    asked = {"prompt": prompt} if short(prompt, REFERENCE, "prompt") else {}
    score = grade({**task, **asked}, short(answer))
    return markup.page(*score_parts(score, language), language=language)


def score_parts(score: TaskScore, language: str) -> Iterator[str]:
    """Verdict, flags, the marked answer, what a metric shows of its own, and what was checked."""
    yield markup.verdict(score.strict, score.soft, language)
    if score.flags:
        names = ", ".join(flag_name(flag, language) for flag in score.flags)
        yield f'<p><span class="warn">⚑ {text(say("flags", language))}: {text(names)}</span></p>'
        seen = [
            f"<li>{text(flag_name(flag.kind, language))}: {_said(_seen(flag), language)}</li>" for flag in score.flagged
        ]
        yield f"<ul>{''.join(seen)}</ul>"
    places = [(place, part.holds) for rule in score.rules for part in rule.parts for place in part.places]
    # of a transcript the alignment shows the same, and what is missing too
    if places and not all(isinstance(rule.rule, Asr) for rule in score.rules):
        yield title("marked", language) + markup.marked(score.answer.text, places)
    for rule in score.rules:
        yield from _beside(rule.rule, score, language)
    yield title("parts", language)
    # fields stand in a table of their own
    parts = [part for rule in score.rules for part in rule.parts if part.name != "field"]
    rows = [
        (
            _sign(part.holds, language),
            markup.short(part_name(part.name, language)),
            _reason(part.reason, part.near, language),
        )
        for part in parts
    ]
    header = (say("met", language), say("part", language), say("finding", language))
    yield markup.table(header, rows, say("parts", language), kind="parts")


def _seen(flag: Flag) -> str:
    return f"{flag.reason} at {flag.place[0]}-{flag.place[1]}" if flag.place else flag.reason


def _sign(holds: bool, language: str) -> str:
    kind, sign, key = ("good", "✓", "yes") if holds else ("bad", "✗", "no")
    return f'<span class="{kind}" role="img" aria-label="{text(say(key, language))}">&nbsp;{sign}&nbsp;</span>'


def _reason(reason: str, near: Sequence[str], language: str) -> str:
    """The reason in the language, and the near misses."""
    return _said(reason, language) + "".join(f"<br>≈ {_said(item, language)}" for item in near)


def _said(reason: str, language: str) -> str:
    polish = in_polish(reason) if language == "pl" else None
    return text(polish) if polish is not None else markup.in_language(reason, "en", language)


def _beside(rule: Rule, score: TaskScore, language: str) -> Iterator[str]:
    if rule.is_silent(score.answer):
        return
    if isinstance(rule, Asr):
        yield from alignment(score.answer.words1, rule.words, language)
    elif isinstance(rule, Ocr):
        found = rule.compare(score.answer)
        expected = [word for block in found.order for word in rule.read.blocks[block - 1]]
        if found.errors:
            yield from alignment(found.answer_words, expected, language)
        yield from tables_html(found, language)
    elif isinstance(rule, Extraction):
        yield from fields(rule, score, language)


def alignment(words: Sequence[str], expected: Sequence[str], language: str) -> Iterator[str]:
    """Each word of the reference above the answer's; words apart are marked by colour and by both forms."""
    yield title("alignment", language)
    if max(len(words), len(expected)) > LONGEST:
        yield f"<p>{text(say('not_aligned', language, grouped(LONGEST, language)))}</p>"
        return
    pairs = aligned(words, expected)
    shown = pairs if len(pairs) <= PUBLISHED else [pair for pair in pairs if pair[0] != pair[1]][:PUBLISHED]
    kinds = (("good", "equal"), ("warn", "other_word"), ("bad", "missing"))
    chips = " ".join(f'<span class="word {kind}">{text(say(key, language))}</span>' for kind, key in kinds)
    only = "" if len(shown) == len(pairs) else " " + say("only_apart", language)
    yield f'<p class="legend">{chips} {text(say("legend", language) + only)}</p>'
    yield f'<div class="box"><div class="words">{"".join(map(_pair, shown))}</div></div>'


def _pair(pair: tuple[str | None, str | None]) -> str:
    expected, found = pair
    if expected == found:
        return f'<span class="word good">{text(expected)}</span>'
    kind = "bad" if None in pair else "warn"
    return f'<span class="word {kind}"><span>{text(expected or "∅")}</span><b>{text(found or "∅")}</b></span>'


def fields(rule: Extraction, score: TaskScore, language: str) -> Iterator[str]:
    """The fields that differ, expected beside found."""
    found = rule.compare(score.answer)
    if found.problem:
        return
    differences = list(found.differences)
    rows = [
        (
            text(f"{item.place} {item.field}".strip()),
            code(item.expected),
            f'<td class="bad">{code(item.found)}</td>',
        )
        for item in differences[:MOST_FIELDS]
    ]
    yield title("fields", language)
    if rows:
        header = (say("field", language), say("expected", language), say("found", language))
        yield markup.table(header, rows, say("fields", language))
        if len(differences) > MOST_FIELDS:
            shown = grouped(len(differences), language)
            yield f"<p>{text(say('more_findings', language, MOST_FIELDS, shown))}</p>"
    elif found.soft == 1:
        yield f"<p>{text(say('all_equal', language))}</p>"


def code(value: str | None) -> str:
    return "∅" if value is None else f"<code>{text(value)}</code>"


def _given(reference: str | None) -> str:
    """A reference that says something. Raises Refused."""
    if not short(reference, REFERENCE, "reference").strip():
        raise Refused("no_reference")
    return reference or ""


@explained
def speech_view(answer: str | None, reference: str | None, language: str) -> str:
    """A transcript against what was said."""
    return graded_view([{"type": "asr", "reference": _given(reference)}], answer, None, language)


@explained
def documents_view(answer: str | None, reference: str | None, language: str) -> str:
    """A document as read against its reference, text and tables; blocks are separated by a line of `---`."""
    blocks = [block.strip() for block in _given(reference).split("\n---\n")]
    return graded_view([{"type": "ocr", "blocks": blocks}], answer, None, language)


@explained
def extraction_view(answer: str | None, reference: str | None, language: str) -> str:
    """A JSON answer against a reference, field by field."""
    return graded_view(
        [{"type": "extraction", "reference": loaded(reference, "reference_json")}], answer, None, language
    )


RULES_EXAMPLE = """[
 {"type": "include", "clauses": [["Leliwa"], ["Słowacki", "autor Kordiana"]]},
 {"type": "exclude", "phrases": ["Mickiewicz", "Krasiński"]}
]"""
