"""The documentation in Polish and English, every warning an error.

python docs/build.py            # into docs/built/pl and docs/built/en
python docs/build.py OUT        # into OUT/pl and OUT/en
"""

import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
# found without an installation too, as the tests find them
sys.path[:0] = [str(HERE), *(str(HERE.parent / name) for name in ("metrics", "dataset_builder", "scripts"))]


def build(language: str, out: Path) -> int:
    """One language's pages in `out`/`language`; Sphinx's exit code."""
    from puma_docs.stage import stage
    from sphinx.cmd.build import main

    with TemporaryDirectory() as room:
        source = stage(language, Path(room, "source"))
        options = ["-q", "-W", "--keep-going", "-E", "-D", f"language={language}", "-d", str(Path(room, "trees"))]
        return main([*options, "-c", str(HERE), "-b", "html", str(source), str(out / language)])


def main() -> int:
    """Both languages, each in a process of its own, since they share nothing."""
    started = time.monotonic()
    arguments = sys.argv[1:]
    if arguments[:1] == ["--language"]:
        return build(arguments[1], Path(arguments[2]))
    out = Path(arguments[0]) if arguments else HERE / "built"
    command = [sys.executable, __file__, "--language"]
    running = [subprocess.Popen([*command, language, str(out)]) for language in ("pl", "en")]
    worst = max(process.wait() for process in running)
    print(f"{out}/pl and {out}/en: {'built' if not worst else 'failed'} in {time.monotonic() - started:.0f} s")
    return worst


if __name__ == "__main__":
    sys.exit(main())
