"""The evaluate module puma_rules; installed beside puma_metrics, so that `puma prepare` finds it."""
