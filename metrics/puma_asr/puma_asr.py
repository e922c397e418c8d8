"""Word accuracy of transcripts as PUMA measures it, strict from 0.9."""

import datasets
import evaluate

import puma_metrics.modules  # From: puma-bench

DESCRIPTION = "Word accuracy, max(0, 1 - WER), on words of letters and digits in lower case. Strict: at least 0.9."
INPUTS = "predictions: transcripts, strings. references: what was said, strings."


class PumaAsr(evaluate.Metric):
    """The rule asr of the PUMA benchmark."""

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

    def _compute(self, predictions, references, normalise=None):
        rules = puma_metrics.modules.rule_for("asr", references, "reference")
        return puma_metrics.modules.results("puma_asr", predictions, rules, references, normaliser=normalise)
