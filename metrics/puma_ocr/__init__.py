"""The evaluate module puma_ocr; installed beside puma_metrics, so that `puma prepare` finds it."""
