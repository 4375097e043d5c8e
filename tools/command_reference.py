"""The command reference of a program, from what every command says with --help: `make docs` writes it."""

import os
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from unittest.mock import patch

from tarawa_cli.cli import program
from tarawa_cli.cli.typer_app import build, headings
from tarawa_cli.games import PROGRAMS

HEAD = """\
# Command reference of `{name}`

<!-- Generated from `{name} COMMAND --help` by `make docs` (tools/command_reference.py). Do not edit. -->

Generated from what each command says with `--help`; `make docs` writes it anew, and a test compares.
{names} may be written in any case, and shortened as long as they fit only one.
"""
NAMES = {"tarawa": "Units, craft, beaches, areas and hexes", "malta": "Units, places, regions and zones"}


def help_of(command: str, name: str) -> str:
    """What a command of a program says about itself, 80 columns wide."""
    said = StringIO()
    with patch.dict(os.environ, COLUMNS="80"), redirect_stdout(said):
        build([command])([command, "--help"], prog_name=name, standalone_mode=False)
    return "\n".join(line.rstrip() for line in said.getvalue().strip().splitlines())


def reference(name: str) -> str:
    program.start(PROGRAMS[name])
    return "\n".join([HEAD.format(name=name, names=NAMES[name]), *_sections(name)])


def _sections(name: str) -> Iterator[str]:
    for title, commands in headings().items():
        yield f"## {title}\n"
        for command in commands:
            yield f"### `{name} {command}`\n\n```text\n{help_of(command, name)}\n```\n"


if __name__ == "__main__":
    print(reference(sys.argv[1]), end="")
