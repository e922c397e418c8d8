"""Text and tables of recognised documents as PUMA measures them, strict from 0.9."""

import datasets
import evaluate

import puma_metrics.modules  # From: puma-bench

DESCRIPTION = "Word accuracy of the text over all orders of its blocks, TEDS of the tables, weighted by characters."
INPUTS = "predictions: Markdown with HTML tables, strings. references: for each one to four blocks, or one string."


class PumaOcr(evaluate.Metric):
    """The rule ocr of the PUMA benchmark."""

    def _info(self):
        text = datasets.Value("string")
        features = datasets.Features({"predictions": text, "references": datasets.Sequence(text)})
        return evaluate.MetricInfo(description=DESCRIPTION, citation="", inputs_description=INPUTS, features=features)

    def add_batch(self, *, predictions=None, references=None):
        """As every module's, once each value is known to be text."""
        super().add_batch(**puma_metrics.modules.batch(predictions, references, blocks=True))

    def add(self, *, prediction=None, reference=None, **plural):
        """As every module's, once each value is known to be text."""
        super().add(**puma_metrics.modules.example(prediction, reference, blocks=True, **plural))

    def _compute(self, predictions, references, normalise=None):
        rules = puma_metrics.modules.rule_for("ocr", map(list, references), "blocks")
        return puma_metrics.modules.results("puma_ocr", predictions, rules, map(list, references), normaliser=normalise)
