"""Strict and soft score of answers under the rules of their tasks, as the dataset publishes them."""

import datasets
import evaluate

import puma_metrics  # From: puma-bench

DESCRIPTION = "Grades answers by the rules of the PUMA benchmark: include, exclude, regex, order, word accuracy."
INPUTS = """
predictions: list of str, the answers
references: list of str, the rules of each answer's task: the column `rules` of the dataset, a JSON list
"""


class PumaRules(evaluate.Metric):
    """All rule types that the installed puma_metrics has."""

    def _info(self):
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description=DESCRIPTION,
            citation="",
            inputs_description=INPUTS,
            features=datasets.Features({"predictions": text, "references": text}),
        )

    def _compute(self, predictions, references):
        return {"n": len(predictions), "version": puma_metrics.__version__}
