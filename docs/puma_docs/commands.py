"""Every command with its arguments and options, from the command line itself."""

from collections.abc import Iterator

import click

from puma_cli.main import COMMANDS, cli

from .words import of


def pages(language: str) -> Iterator[tuple[str, str]]:
    """One page; its texts are the command line's, so that there is one only in English."""
    if language == "en":
        yield "commands", "\n".join(_page())


def _page() -> Iterator[str]:
    yield "# Commands\n"
    yield (
        "What `puma help COMMAND` prints, of every command, by `puma_docs/commands.py`. `puma -h` lists them all, "
        "`puma -V` prints the version.\n"
    )
    for name, command in described():
        yield from _section(name, command)


def described() -> Iterator[tuple[str, click.Command]]:
    """Every command by its whole name, those of groups too."""
    for name in COMMANDS:
        command = cli.get_command(click.Context(cli), name)  # type: ignore[attr-defined]
        assert command
        yield from _leaves(f"puma {name}", command)


def _leaves(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    if not isinstance(command, click.Group):
        yield name, command
        return
    for sub in command.list_commands(click.Context(command)):
        found = command.get_command(click.Context(command), sub)
        assert found
        yield from _leaves(f"{name} {sub}", found)


def _section(name: str, command: click.Command) -> Iterator[str]:
    context = click.Context(command, info_name=name)
    arguments = [p.make_metavar(context) for p in command.params if isinstance(p, click.Argument)]
    yield f"## {name}\n\n```text\n{' '.join([name, *(['[OPTIONS]'] if _options(command) else []), *arguments])}\n```\n"
    yield from (f"{_escaped(' '.join(part.split()))}\n" for part in (command.help or "").split("\n\n"))
    if options := _options(command):
        yield f"| {of('en', 'option')} | {of('en', 'meaning')} |\n|---|---|"
        yield "\n".join(_option(option, context) for option in options) + "\n"


def _options(command: click.Command) -> list[click.Option]:
    return [param for param in command.params if isinstance(param, click.Option)]


def _option(option: click.Option, context: click.Context) -> str:
    record = option.get_help_record(context)
    assert record
    names, text = record
    return f"| `{' '.join(names.split()).replace('|', chr(92) + '|')}` | {_escaped(' '.join(text.split()))} |"


def _escaped(text: str) -> str:
    for mark in "\\<>|{}[]*_":
        text = text.replace(mark, "\\" + mark)
    return text.replace("\x08", "")
