"""What a game begins from: a shipped scenario, a file, or a start that the subject makes up."""

from pathlib import Path
from random import Random

from tarawa_cli.kernel.game import Setup
from tests.kit.subject import S, Subject


def made_up(subject: Subject[S], name: str, seed: int) -> str:
    """The scenario file of a made-up start; nothing if the name is another scenario's."""
    return subject.starts[name](Random(f"start of {seed}")) if name in subject.starts else ""


def setup_of(name: str, start: str, folder: str) -> Setup:
    """What a game begins from: a file, or a name with options as `new` takes them. A made-up start is written into
    the folder."""
    if not start:
        path = Path(name)
        if path.is_file():
            return Setup(str(path.resolve()))
        scenario, *chosen = name.split(" --")
        return Setup(scenario, options=dict(map(_option, chosen)))
    Path(folder, "start.toml").write_text(start, encoding="utf-8")
    return Setup("start.toml", folder)


def _option(text: str) -> tuple[str, str | bool]:
    """`plan own` or `alone`."""
    option, _, value = text.partition(" ")
    return option, value or True
