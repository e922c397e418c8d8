"""The README's reference of commands and options, generated from the command line itself.

python scripts/reference.py          # write it between the markers
python scripts/reference.py --check  # exit with 1 if it is stale, as the tests do
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from puma_cli.main import COMMANDS, cli

README = Path(__file__).parents[1] / "README.md"
START, END = "<!-- reference: written by scripts/reference.py -->", "<!-- end of reference -->"


def reference() -> str:
    """Every command with its arguments, what it does and each of its options, as Markdown."""
    blocks = []
    for name in COMMANDS:
        command = cli.get_command(click.Context(cli), name)  # type: ignore[attr-defined]
        assert command
        blocks += _commands(f"puma {name}", command)
    return "\n".join(blocks)


def _commands(name: str, command: click.Command) -> Iterator[str]:
    """The command, or the commands of a group."""
    if isinstance(command, click.Group):
        for sub in command.list_commands(click.Context(command)):
            found = command.get_command(click.Context(command), sub)
            assert found
            yield from _commands(f"{name} {sub}", found)
        return
    context = click.Context(command, info_name=name)
    arguments = [p.make_metavar(context) for p in command.params if isinstance(p, click.Argument)]
    yield f"**`{' '.join([name, *arguments])}`** {_first_sentence(command)}\n"
    options = [p for p in command.params if isinstance(p, click.Option)]
    if options:
        yield "".join(f"- {_option(option, context)}\n" for option in options)


def _first_sentence(command: click.Command) -> str:
    """The first paragraph of the command's help, on one line."""
    return " ".join((command.help or "").split("\n\n")[0].split())


def _option(option: click.Option, context: click.Context) -> str:
    record = option.get_help_record(context)
    assert record
    names, text = record
    shown = " ".join(text.split()).replace("<", "&lt;").replace(">", "&gt;")
    return f"`{' '.join(names.split())}`: {shown}"


def with_reference(readme: str) -> str:
    """The README with its reference as it must be."""
    before, start, rest = readme.partition(START)
    _, end, after = rest.partition(END)
    if not (start and end):
        raise ValueError(f"the README has no {START} ... {END}")
    return f"{before}{START}\n\n{reference()}\n{END}{after}"


def main() -> int:
    now = README.read_text("utf-8")
    wanted = with_reference(now)
    if "--check" in sys.argv[1:]:
        if now != wanted:
            print("README.md: its reference is stale; run: python scripts/reference.py", file=sys.stderr)
        return int(now != wanted)
    README.write_text(wanted, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
