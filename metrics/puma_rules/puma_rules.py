"""Strict and soft score of answers under the rules of their tasks, as the dataset publishes them."""

import datasets
import evaluate

import puma_metrics.modules  # From: puma-bench

DESCRIPTION = "Grades answers by the rules of the PUMA benchmark. Strict: all rules are met; soft: how far they are."
INPUTS = "predictions: the answers, strings. references: each task's rules: JSON text, a list or a row."


class PumaRules(evaluate.Metric):
    """All rule types that the installed puma_metrics grades."""

    def _info(self):
        text = datasets.Value("string")
        features = datasets.Features({"predictions": text, "references": text})
        return evaluate.MetricInfo(description=DESCRIPTION, citation="", inputs_description=INPUTS, features=features)

    def add_batch(self, *, predictions=None, references=None):
        """As every module's, once each value is known to be text."""
        super().add_batch(**puma_metrics.modules.batch(predictions, references, rules=True))

    def add(self, *, prediction=None, reference=None, **plural):
        """As every module's, once each value is known to be text."""
        super().add(**puma_metrics.modules.example(prediction, reference, rules=True, **plural))

    def _compute(self, predictions, references):
        rules = puma_metrics.modules.rules_of(references)
        return puma_metrics.modules.results("puma_rules", predictions, rules, references)
