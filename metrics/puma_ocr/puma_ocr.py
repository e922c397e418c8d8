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
        blocks = datasets.Features({"predictions": text, "references": datasets.Sequence(text)})
        one = datasets.Features({"predictions": text, "references": text})
        return evaluate.MetricInfo(
            description=DESCRIPTION, citation="", inputs_description=INPUTS, features=[blocks, one]
        )

    def _compute(self, predictions, references):
        blocks = [[item] if isinstance(item, str) else list(item) for item in references]
        rules = puma_metrics.modules.rule_for("ocr", blocks, "blocks")
        return puma_metrics.modules.results("puma_ocr", predictions, rules, blocks)
