"""What every `evaluate` module returns: plain Python, the same keys (ARCHITECTURE, "Public functions")."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from math import fsum
from typing import Any

from .errors import InputError, InvalidTask
from .grade import is_missing, no_sequence
from .rules import Rule, RuleScore, parse_rule, score_rule
from .rules.fields import shown
from .signature import canonical, digest, signature
from .task import plain_record
from .wording import counted

_SURROGATE = re.compile("[\ud800-\udfff]")
RULES = (
    'rules such as [{"type": "include", "clauses": [["Leliwa"]]}], as JSON text, as a list, or the row that has them'
)
JSON = 'JSON text such as {"nazwa": "Leliwa"}'


def rules_of(references: Iterable[str]) -> list[list[Rule]]:
    """The rules of each task from the dataset's column `rules`; raises InputError that names the reference."""
    return [_parsed(number, _loaded(number, written, RULES)) for number, written in enumerate(references)]


def rule_for(kind: str, references: Iterable[Any], field: str) -> list[list[Rule]]:
    """One rule of a kind for each reference, which stands in `field`; raises InputError that names the reference."""
    return [_parsed(number, [{"type": kind, field: value}]) for number, value in enumerate(references)]


def loaded(references: Iterable[str]) -> list[Any]:
    """References that are JSON text, as values; raises InputError that names the reference."""
    return [_loaded(number, written, JSON) for number, written in enumerate(references)]


def _loaded(number: int, written: str, expected: str) -> Any:
    try:
        return json.loads(written, parse_float=Decimal)  # a number's value is that of its literal
    except (ValueError, TypeError, ArithmeticError, RecursionError) as error:  # a Decimal's exponent has bounds
        raise InputError(f"references[{number}]: is no JSON ({error}); expected {expected}") from error


def _parsed(number: int, records: Any) -> list[Rule]:
    if not isinstance(records, list) or not records:
        raise InputError(f"references[{number}]: is no list of rules ({shown(records)}); expected {RULES}")
    try:
        return [parse_rule(record) for record in records]
    except InvalidTask as error:
        raise InputError("\n".join(f"references[{number}]: {finding}" for finding in error.findings)) from error


def batch(predictions: object, references: object, blocks: bool = False, rules: bool = False) -> dict[str, list[Any]]:
    """The arguments of a module's `add_batch`, each looked at before Arrow makes text of whatever it is given.

    A missing prediction is an empty answer, half of a surrogate pair U+FFFD, which no word holds either. With `blocks`
    a reference is a list of texts, or one text; with `rules` a task's rules as `rules_text` takes them. Raises
    InputError that names what is wrong by its place.

    >>> batch(["tak", None], ("tak", "nie"))
    {'predictions': ['tak', ''], 'references': ['tak', 'nie']}
    """
    for name, given in (("predictions", predictions), ("references", references)):
        if problem := no_sequence(given):
            raise InputError(f"{name}: {problem}; expected a list")
    answers, expected = list(predictions), list(references)  # type: ignore[call-overload]
    if len(answers) != len(expected):
        counts = f"{counted(len(answers), 'prediction')} and {counted(len(expected), 'reference')}"
        raise InputError(f"{counts}; expected one reference for each prediction")
    return {
        "predictions": [_prediction(f"predictions[{n}]", answer) for n, answer in enumerate(answers)],
        "references": [
            rules_text(f"references[{n}]", value) if rules else _reference(f"references[{n}]", value, blocks)
            for n, value in enumerate(expected)
        ],
    }


def example(
    prediction: object,
    reference: object,
    blocks: bool = False,
    rules: bool = False,
    *,
    predictions: object = None,
    references: object = None,
) -> dict[str, Any]:
    """The arguments of a module's `add`, looked at as those of `batch` are; `evaluate.combine` names them in plural."""
    answer = predictions if prediction is None else prediction
    expected = references if reference is None else reference
    return {
        "prediction": _prediction("prediction", answer),
        "reference": rules_text("reference", expected) if rules else _reference("reference", expected, blocks),
    }


def _prediction(at: str, answer: object) -> str:
    if is_missing(answer):
        return ""
    return _SURROGATE.sub("\ufffd", _text(at, answer, "expected text or null"))


def _reference(at: str, value: object, blocks: bool) -> str | list[str]:
    if blocks and not isinstance(value, str) and not is_missing(value):
        if problem := no_sequence(value):
            raise InputError(f"{at}: {problem}; expected a list of blocks, or one text")
        listed: list[object] = list(value)  # type: ignore[call-overload]
        return [str(_reference(f"{at}[{n}]", block, False)) for n, block in enumerate(listed)]
    if blocks:  # a document of one block
        return [str(_reference(at, value, False))]
    text = _text(at, value, "expected text")
    if half := _SURROGATE.search(text):
        raise InputError(f"{at}: half of a surrogate pair (\\u{ord(half[0]):04x}) is no character; remove it")
    return text


def rules_text(at: str, value: object) -> str:
    """A task's rules as JSON text: from the text itself, a list of rules, or the row of the dataset or of pandas.

    >>> rules_text("reference", {"id": "t1", "rules": [{"type": "asr", "reference": "tak"}]})
    '[{"reference":"tak","type":"asr"}]'
    """
    if isinstance(value, Mapping) or hasattr(value, "keys"):
        row: Any = value
        value = row.get("rules", value)
    value = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(value, str) or is_missing(value):
        return str(_reference(at, value, False))
    if not isinstance(value, list | tuple) or not value or not all(isinstance(rule, Mapping) for rule in value):
        raise InputError(f"{at}: is no list of rules ({shown(value)}); expected {RULES}")
    try:
        return canonical(plain_record({"rules": list(value)})["rules"])
    except (TypeError, ValueError) as error:
        raise InputError(f"{at}: holds what JSON cannot ({error}); expected {RULES}") from error


def _text(at: str, value: object, expected: str) -> str:
    if isinstance(value, str):
        return str(value)  # of numpy too
    what = "write the JSON as text" if isinstance(value, Mapping | list | tuple) else expected
    raise InputError(f"{at}: is no text ({shown(value)}); {what}")


def results(
    metric: str,
    predictions: Sequence[str | None],
    rules: Sequence[Sequence[Rule]],
    references: Iterable[Any],
    options: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Strict and soft in percent over all predictions, the scores and reasons of each, and the signature.

    `reasons` has a string for each prediction that is judged by one rule, else a list of strings. A null prediction
    counts as an empty answer. No reasoning block is removed here.
    """
    scores = [
        [score_rule(rule, answer or "") for rule in task] for answer, task in zip(predictions, rules, strict=True)
    ]
    strict = [min(score.strict for score in task) for task in scores]
    soft = [fsum(score.soft for score in task) / len(task) for task in scores]
    n = len(scores)
    return {
        "strict": 100 * sum(strict) / n if n else None,
        "soft": 100 * fsum(soft) / n if n else None,
        "n": n,
        "strict_scores": strict,
        "soft_scores": soft,
        "reasons": [_reasons(metric, task) for task in scores],
        "signature": signature(metric, n, digest(map(canonical, references)), options),
    }


def _reasons(metric: str, scores: Sequence[RuleScore]) -> str | list[str]:
    reasons = [score.reason for score in scores]
    return reasons if metric == "puma_rules" else reasons[0]
