"""PUMA's tasks for people who stay in their harness: lm-eval, lmms-eval and lighteval, a folder for each (RUN, 5).

The rows are those that `load_dataset("puma")` gives, which `puma prepare` decides; another dataset is named in the
harness's own file. The scores are those of `puma grade`, which reads the logs of all three.
"""

from pathlib import Path

HARNESSES = ("lm-eval", "lmms-eval", "lighteval")


def folder(harness: str) -> Path:
    """Where the files for a harness are. Raises ValueError for another name.

    >>> folder("lm-eval").name
    'lm_eval'
    """
    if harness not in HARNESSES:
        raise ValueError(f"no files for '{harness}'; there are some for {', '.join(HARNESSES)}")
    return Path(__file__).with_name(harness.replace("-", "_"))
