"""`python -m puma_harness lm-eval` prints the folder to give to a harness."""

import sys

from . import HARNESSES, folder

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in HARNESSES:
        sys.exit(f"usage: python -m puma_harness [{'|'.join(HARNESSES)}]")
    print(folder(sys.argv[1]))
