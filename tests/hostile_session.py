"""Grades hostile answers of a megabyte in a process whose memory is bounded, and tells of each how it went.

Run by test_hostile_limits.py, a JSON line for each answer. The bound is one of address space, which is larger than the
memory that is used; the last line tells the peak of that.
"""

import json
import resource
import time
from collections.abc import Callable

MILLION = 1_000_000
ADDRESS_SPACE = 3 * 2**30


def filled(unit: str) -> str:
    return (unit * (MILLION // len(unit) + 1))[:MILLION]


def numbered(unit: str, count: int) -> str:
    return "".join(unit.format(number) for number in range(count))


ANSWERS: dict[str, dict[str, Callable[[], str]]] = {
    "documents": {
        "deep elements": lambda: filled("<div>"),
        "deep tables": lambda: filled("<table><tr><td>"),
        "tables in captions": lambda: filled("<table><caption>"),
        "spans as large as they may be": lambda: "<table><tr>" + filled("<td colspan=1000 rowspan=65534>x"),
        "a span of a million digits": lambda: f"<table><tr><td colspan={filled('9')}>x</table>",
        "spans in entities": lambda: "<table><tr>" + filled('<td colspan="&#50;&#48;" rowspan=\'&#x32;\'>'),
        "rows without cells": lambda: "<table>" + filled("<tr>"),
        "attributes without end": lambda: filled('<td a="'),
        "attributes in attributes": lambda: filled("<td a=\"<td b='"),
        "a tag that is cut off": lambda: "<table " + filled("a=b "),
        "declarations": lambda: filled("<!d <?p </ "),
        "templates": lambda: filled("<template>") + "kot",
        "an entity of a million digits": lambda: "&#" + filled("9"),
        "links": lambda: filled("[a]("),
        "pictures": lambda: filled("![a]["),
        "definitions of links": lambda: numbered("[a{0}]: b\n[a{0}][a{0}]\n", 40_000),
        "brackets in brackets": lambda: filled("[[a]"),
        "formulas": lambda: filled("$a_1$\\(b\\)"),
        "formulas without end": lambda: filled("$$\\["),
        "fences": lambda: filled("```a\n"),
        "the report's own HTML": lambda: filled("</div></details><details class=task id=task-t1><script>x</script>"),
    },
    "json": {
        "deep JSON": lambda: filled('{"a":'),
        "deep JSON that is closed": lambda: "[" * 500_000 + "]" * 500_000,
        "an object of many names": lambda: "{" + numbered('"k{0}":{0},', 60_000) + '"a":1}',
        "one name again and again": lambda: '{"a":1' + filled(',"a":1') + "}",
        "a list of different objects": lambda: "[" + numbered('{{"a":{0},"b":"x{0}"}},', 30_000) + "{}]",
        "a list of small lists": lambda: "[" + filled("[],")[:-1] + "]",
        "a number of a million digits": lambda: "[" + filled("9") + "]",
        "exponents": lambda: "[" + filled("1e999,") + "1]",
        "escapes in a string": lambda: '{"a":"' + filled("\\ud83d\\u0301")[:999_996] + '"}',
    },
    "phrases": {
        "ends of thinking": lambda: filled("<think></think>"),
        "overrides of direction": lambda: filled("kot\u202etok\u2066\u202c\u2069"),
        "a phrase that nearly matches everywhere": lambda: filled("a a a a a a a a b "),
        "words that are looked for": lambda: filled("kot pies mysz "),
    },
}  # fmt: skip

TABLE = "<table>" + "".join(f"<tr><td>kot {n}<td colspan=2>{n}" for n in range(300)) + "</table>"
PAIRS = ("kot pies", "pies mysz", "mysz kot", "kot mysz")
RULES = {
    "documents": (
        {"type": "ocr", "blocks": ["Cennik", TABLE]},
        {"type": "ocr", "blocks": ["Ala ma kota. " * 50]},
        {"type": "include", "clauses": [["kot"]]},
    ),
    "json": (
        {"type": "extraction", "reference": [{"a": n, "b": f"x{n + 1}"} for n in range(200)]},
        {"type": "extraction", "reference": {"a": "1"}, "schema": {"type": "object"}},
    ),
    "phrases": (
        {"type": "include", "clauses": [[*PAIRS], ["a " * 60 + "b"]]},
        {"type": "include", "clauses": [["a " * 600 + "b", "kot"]], "normalize": False},
        {"type": "order", "phrases": ["kot", "pies", "a a a b", "a a a", "kot"]},
        {"type": "order", "phrases": ["a a " * 300 + "b", "a a " * 300], "normalize": False},
        {"type": "regex", "pattern": r"\bkot\b"},
        {"type": "asr", "reference": "ala ma kota " * 30},
    ),
}


def peak() -> int:
    """The most memory that this process ever used, in kilobytes; ru_maxrss would begin with its parent's size."""
    with open("/proc/self/status") as status:  # noqa: PTH123 (no file of the project)
        return int(next(line.split()[1] for line in status if line.startswith("VmHWM")))


def main() -> None:
    from puma_metrics import Task, grade, parse_rule

    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    for kind, answers in ANSWERS.items():
        task = Task("t1", "speech_qa", tuple(map(parse_rule, RULES[kind])))
        for name, make in answers.items():
            print(json.dumps({"begins": name}), flush=True)
            began = time.process_time()
            score = grade(task, make())
            told = {"name": name, "softs": [rule.soft for rule in score.rules], "peak": peak()}
            told |= {"errors": [rule.error for rule in score.rules], "seconds": time.process_time() - began}
            print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
