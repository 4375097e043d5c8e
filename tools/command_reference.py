"""The command reference, from what every command says with --help: `make docs` writes docs/commands.md."""

import os
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from itertools import groupby
from unittest.mock import patch

from tarawa_cli.cli.building import build
from tarawa_cli.cli.commands import COMMANDS, commands, orders

HEAD = """\
# Command reference

<!-- Generated from `tarawa COMMAND --help` by `make docs` (tools/command_reference.py). Do not edit. -->

Generated from what each command says with `--help`; `make docs` writes it anew, and a test compares.
Units, craft, beaches, areas and hexes may be written in any case, and shortened as long as they fit only one.
"""

# the modules of tarawa_cli/cli → what their commands are for; orders say it in their grammar
TITLES = {
    "files": "Starting, scripts, exports",
    "scripts": "Starting, scripts, exports",
    "saves": "Several games",
    "play": "The prompt",
    "git": "git",
    "completion": "Completion in the shell",
    "help": "Help",
    "look": "Looking",
    "reference": "Tables, rules, scenarios",
    "history": "The journal",
    "computer": "The computer",
    "forecasting": "The computer",
    "delegating": "The computer",
}


def help_of(name: str) -> str:
    """What a command says about itself, 80 columns wide."""
    said = StringIO()
    with patch.dict(os.environ, COLUMNS="80"), redirect_stdout(said):
        build([name])([name, "--help"], prog_name="tarawa", standalone_mode=False)
    return "\n".join(line.rstrip() for line in said.getvalue().strip().splitlines())


def reference() -> str:
    return "\n".join([HEAD, *_sections()])


def _sections() -> Iterator[str]:
    titles = list(dict.fromkeys(map(_title, commands())))
    ordered = sorted(commands(), key=lambda name: titles.index(_title(name)))
    for title, group in groupby(ordered, key=_title):
        yield f"## {title}\n"
        for name in group:
            yield f"### `tarawa {name}`\n\n```text\n{help_of(name)}\n```\n"


def _title(name: str) -> str:
    return TITLES.get(COMMANDS[name], COMMANDS[name]) if name in COMMANDS else orders()[name].group


if __name__ == "__main__":
    print(reference(), end="")
