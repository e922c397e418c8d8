"""The `evaluate` module of rubric aggregation, as a folder beside puma_metrics."""
