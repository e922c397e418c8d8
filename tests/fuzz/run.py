"""Fuzz one target, or all of them: python tests/fuzz/run.py TARGET --seconds 60 (pip install 'puma-bench[fuzz]').

What fails is written into --out, one file for each kind of failure, and the fuzzer goes on: copy the file to
tests/fuzz/corpus/TARGET, where the tests replay it, and mend what it shows. With --replay FOLDER the inputs in it are
run without atheris, under `coverage run` if one wants to see what they reach.
"""

import argparse
import hashlib
import subprocess
import sys
import time
import traceback
from pathlib import Path

ROOT = Path(__file__).parents[2]
SLOW = 2.0
"""Seconds of the processor for one input from which it is reported; a busy machine does not count."""
INSTRUMENTED = ("puma_metrics", "puma_cli", "puma_dataset", "puma_demo")


class Failures:
    """What went wrong, one input of each kind: a kind is an exception and the line of ours that raised it."""

    def __init__(self, out: Path, name: str):
        self.out, self.name = out, name
        self.kinds: set[str] = set()
        self.runs = 0

    def run(self, target, data: bytes) -> None:
        self.runs += 1
        began = time.process_time()
        try:
            target(data)
        except Exception as error:  # of a fuzzer every exception is a finding
            frame = traceback.extract_tb(error.__traceback__)[-1]
            self.keep(
                f"{type(error).__name__}-{Path(frame.filename).stem}-{frame.lineno}", data, traceback.format_exc()
            )
        took = time.process_time() - began
        if took > SLOW:
            self.keep(f"slow-{took:.0f}s", data, f"{took:.1f} s for {len(data)} bytes")

    def keep(self, kind: str, data: bytes, why: str) -> None:
        if kind in self.kinds:
            return
        self.kinds.add(kind)
        self.out.mkdir(parents=True, exist_ok=True)
        name = f"{self.name}-{kind}-{hashlib.sha1(data).hexdigest()[:8]}"
        (self.out / name).write_bytes(data)
        (self.out / f"{name}.txt").write_text(why, "utf-8", "backslashreplace")
        print(f"FOUND {name}\n{why}", file=sys.stderr, flush=True)


def dictionary(file: Path) -> Path:
    from targets import PIECES

    words = ["".join(map("\\x{:02x}".format, piece.encode("utf-8", "surrogatepass"))) for piece in PIECES]
    file.write_text("".join(f'"{word}"\n' for word in words))
    return file


def fuzz(name: str, seconds: int, work: Path) -> None:
    """Fuzz one target in this process, which ends with it."""
    import atheris

    with atheris.instrument_imports(include=list(INSTRUMENTED)):
        from targets import TARGETS, seeds

        from puma_metrics.rules import pattern_rule
    pattern_rule.DEADLINE = 0.25  # seconds; of the fuzzer alone, which meets many slow patterns

    if name not in TARGETS:
        sys.exit(f"no target '{name}'; expected all or one of: {', '.join(TARGETS)}")
    corpus = work / "corpus" / name
    corpus.mkdir(parents=True, exist_ok=True)
    for data in seeds(name):
        (corpus / hashlib.sha1(data).hexdigest()).write_bytes(data)
    failures = Failures(work / "found", name)
    limits = [
        f"-max_total_time={seconds}",
        "-max_len=4096",
        "-timeout=60",
        "-rss_limit_mb=3000",
        "-print_final_stats=1",
    ]
    words = f"-dict={dictionary(work / 'words.dict')}"
    atheris.Setup([sys.argv[0], str(corpus), words, *limits], lambda data: failures.run(TARGETS[name], data))
    atheris.Fuzz()


def replay(name: str, folder: Path, work: Path) -> None:
    """Run the inputs of a folder as they are."""
    from targets import TARGETS

    failures = Failures(work / "found", name)
    for file in sorted((folder / name).glob("*")):
        failures.run(TARGETS[name], file.read_bytes())
    print(f"{name}: {failures.runs} inputs, {len(failures.kinds)} kinds of failure", flush=True)


def names_of(chosen: str) -> list[str]:
    if chosen != "all":
        return [chosen]
    from targets import TARGETS

    return list(TARGETS)


def main() -> None:
    sys.path[:0] = [str(ROOT / part) for part in ("metrics", "dataset_builder", "scripts", "tests/fuzz")]
    parser = argparse.ArgumentParser(description="Fuzz the grader.")
    parser.add_argument("target", help="a target of tests/fuzz/targets.py, or all")
    parser.add_argument("--seconds", type=int, default=60, help="for each target")
    parser.add_argument("--out", type=Path, default=Path("fuzzed"), help="folder for corpora and findings")
    parser.add_argument("--replay", type=Path, help="a folder of corpora to run without atheris")
    chosen = parser.parse_args()
    if chosen.target != "all" and not chosen.replay:
        fuzz(chosen.target, chosen.seconds, chosen.out)
    for name in names_of(chosen.target):
        if chosen.replay:
            replay(name, chosen.replay, chosen.out)
        else:  # a process for each, since libFuzzer ends the one that it runs in
            options = ["--seconds", str(chosen.seconds), "--out", str(chosen.out)]
            subprocess.run([sys.executable, __file__, name, *options], check=False)


if __name__ == "__main__":
    main()
