"""The evaluate module puma_extraction; installed beside puma_metrics, so that `puma prepare` finds it."""
