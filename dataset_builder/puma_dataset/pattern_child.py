"""Compiles patterns in a process of its own, since a pattern can take any time and memory to compile.

Reads a JSON list of [pattern, ignore case] and answers one JSON string a line for each, in order: "memory" or "".
Started as a file by patterns.py; it imports nothing of the project, so that the memory it may use is the pattern's.
"""

import json
import sys

import regex


def limit_memory(size: int) -> None:
    """Bound this process's memory in bytes where the system can (Linux; macOS takes the call and ignores it)."""
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (size, size))
        # a stack overflow in the compiler ends the process; no need for a core file
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def problem(pattern: str, ignore_case: bool) -> str:
    """Why the pattern cannot be compiled within the bound. One that is merely wrong is the rule's own finding."""
    try:
        regex.compile(pattern, regex.VERSION0 | (regex.IGNORECASE if ignore_case else 0))
    except MemoryError:
        return "memory"
    except (regex.error, ValueError, OverflowError, RecursionError):
        return ""
    return ""


def main() -> None:
    limit_memory(int(sys.argv[1]))
    patterns = json.load(sys.stdin)
    print(json.dumps("ready"), flush=True)
    for pattern, ignore_case in patterns:
        print(json.dumps(problem(pattern, ignore_case)), flush=True)


if __name__ == "__main__":
    main()
