"""What every `evaluate` module returns: plain Python, the same keys (ARCHITECTURE, "Public functions")."""

import json
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from math import fsum
from typing import Any

from .errors import InputError, InvalidTask
from .rules import Rule, RuleScore, parse_rule, score_rule
from .signature import canonical, digest, signature


def rules_of(references: Iterable[str]) -> list[list[Rule]]:
    """The rules of each task from the dataset's column `rules`; raises InputError that names the reference."""
    return [_parsed(number, _loaded(number, written)) for number, written in enumerate(references)]


def rule_for(kind: str, references: Iterable[Any], field: str) -> list[list[Rule]]:
    """One rule of a kind for each reference, which stands in `field`; raises InputError that names the reference."""
    return [_parsed(number, [{"type": kind, field: value}]) for number, value in enumerate(references)]


def loaded(references: Iterable[str]) -> list[Any]:
    """References that are JSON text, as values; raises InputError that names the reference."""
    return [_loaded(number, written) for number, written in enumerate(references)]


def _loaded(number: int, written: str) -> Any:
    try:
        return json.loads(written, parse_float=Decimal)  # a number's value is that of its literal
    except (ValueError, TypeError, ArithmeticError, RecursionError) as error:  # a Decimal's exponent has bounds
        raise InputError(f"references[{number}]: is no JSON ({error}); expected JSON text") from error


def _parsed(number: int, records: Any) -> list[Rule]:
    if not isinstance(records, list) or not records:
        raise InputError(f"references[{number}]: is no list of rules; expected the dataset's column `rules`")
    try:
        return [parse_rule(record) for record in records]
    except InvalidTask as error:
        raise InputError("\n".join(f"references[{number}]: {finding}" for finding in error.findings)) from error


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
