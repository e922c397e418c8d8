"""The libraries of Hugging Face told to stay off the network, before they are imported."""

import os


def go_offline() -> None:
    """Set the variables that datasets, evaluate and huggingface-hub read when they are imported.

    An unreachable hub would cost each call 26 s of retries; progress bars of preparing 52 rows are noise.
    """
    for name in ("HF_HUB_OFFLINE", "HF_EVALUATE_OFFLINE", "HF_DATASETS_OFFLINE", "HF_HUB_DISABLE_TELEMETRY"):
        os.environ[name] = "1"
    os.environ.setdefault("HF_DATASETS_DISABLE_PROGRESS_BARS", "1")
