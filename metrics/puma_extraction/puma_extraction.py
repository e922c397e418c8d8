"""Structured extraction as PUMA measures it: JSON against JSON, field by field."""

import datasets
import evaluate

import puma_metrics.modules  # From: puma-bench

DESCRIPTION = (
    "Fields with equal values among all field names; arrays by their best one-to-one pairing. Strict: all equal."
)
INPUTS = "predictions: JSON texts. references: JSON texts, a flat object or a list of them."


class PumaExtraction(evaluate.Metric):
    """The rule extraction of the PUMA benchmark."""

    def _info(self):
        text = datasets.Value("string")
        features = datasets.Features({"predictions": text, "references": text})
        return evaluate.MetricInfo(description=DESCRIPTION, citation="", inputs_description=INPUTS, features=features)

    def add_batch(self, *, predictions=None, references=None):
        """As every module's, once each value is known to be text."""
        super().add_batch(**puma_metrics.modules.batch(predictions, references))

    def add(self, *, prediction=None, reference=None, **plural):
        """As every module's, once each value is known to be text."""
        super().add(**puma_metrics.modules.example(prediction, reference, **plural))

    def _compute(self, predictions, references, unwrap_array=False):
        values = puma_metrics.modules.loaded(references)
        rules = puma_metrics.modules.rule_for("extraction", values, "reference")
        if unwrap_array:
            rules = [[rule.unwrapping for rule in task] for task in rules]
        options = {"unwrap_array": True} if unwrap_array else {}
        return puma_metrics.modules.results("puma_extraction", predictions, rules, references, options)
