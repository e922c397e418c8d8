"""The evaluate module puma_asr; installed beside puma_metrics, so that `puma prepare` finds it."""
