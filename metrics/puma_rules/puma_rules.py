"""Strict and soft score of answers under the rules of their tasks, as the dataset publishes them."""

import json
from math import fsum

import datasets
import evaluate

import puma_metrics  # From: puma-bench
import puma_metrics.signature  # From: puma-bench

DESCRIPTION = "Grades answers by the rules of the PUMA benchmark. Strict: all rules are met; soft: how far they are."
INPUTS = "predictions: the answers, strings. references: each task's rules as one JSON string, the column `rules`."


class PumaRules(evaluate.Metric):
    """All rule types that the installed puma_metrics grades."""

    def _info(self):
        text = datasets.Value("string")
        features = datasets.Features({"predictions": text, "references": text})
        return evaluate.MetricInfo(description=DESCRIPTION, citation="", inputs_description=INPUTS, features=features)

    def _compute(self, predictions, references):
        pairs = zip(predictions, references, strict=True)
        scores = [
            [puma_metrics.score_rule(rule, answer or "") for rule in json.loads(rules)] for answer, rules in pairs
        ]
        strict = [min(score.strict for score in rules) for rules in scores]
        soft = [fsum(score.soft for score in rules) / len(rules) for rules in scores]
        n = len(scores)
        return {
            "strict": 100 * sum(strict) / n if n else None,
            "soft": 100 * fsum(soft) / n if n else None,
            "n": n,
            "strict_scores": strict,
            "soft_scores": soft,
            "reasons": [[score.reason for score in rules] for rules in scores],
            "signature": puma_metrics.signature.signature("puma_rules", n, puma_metrics.signature.digest(references)),
        }
