"""A clone full of links to the player's other files: whatever is played in it, none of them changes."""

import os
import stat
import subprocess
from contextlib import chdir
from pathlib import Path

from tarawa_cli.games import MALTA, TARAWA
from tests.attacks import malta, secrets, sources
from tests.attacks.tools import Round, need

HOME = {
    ".bashrc": "export PATH=mine\n",
    "names.toml": 'tarawa = "saves/other.toml"\nmalta = "saves/other.toml"\n',
    "lines": "*.o\n*.html\n",
    "other.axis.toml": '# What axis keeps secret in other.toml.\nseals.a = ["1", "x"]\n',
    "data.json": "{}\n",
}
OWN = [
    *("saves/.current", "saves/.gitignore", ".gitignore", ".gitattributes", "saves/.history", "map.svg", "diary.md"),
    *("saves/campaign.toml", "saves/campaign.toml.bak", "saves/herkules.toml", "saves/herkules.toml.bak"),
    *("saves/game.toml.bak", "saves/game.axis.toml", "saves/game.allied.toml"),
    *("saves/..current.0badcafe.new", "saves/.game.toml.0badcafe.new", "saves/.game.axis.toml.0badcafe.new"),
]
"""Names that the program writes to."""
LINES = {
    "tarawa": [
        "new campaign --seed 7",
        "new campaign --force",
        "bombard -s saves/game.toml",
        "undo -s saves/game.toml",
    ],
    "malta": [
        *("new herkules --mail", "new herkules --force", "phrase the moon --as axis -s saves/mail.toml"),
        *("seal plan.txt --as axis -s saves/game.toml", "undo --as axis -s saves/game.toml"),
    ],
}
BOTH = [
    *("use game", "new --force -s saves/game.toml", "git setup -s saves/game.toml"),
    *("export svg map.svg -s saves/game.toml", "export svg map.svg --force -s saves/game.toml"),
    *("chronicle diary.md -s saves/game.toml", "chronicle diary.md --force -s saves/game.toml", "saves", "status"),
]
EACH = 8


def attack(at: Round) -> None:
    at.played = MALTA if at.number % 2 else TARAWA
    home, clone = at.folder / "home", at.folder / "clone"
    (clone / "saves").mkdir(parents=True)
    home.mkdir()
    for name, text in HOME.items():
        (home / name).write_text(text, "utf-8")
    _games(at, clone)
    links = {name: _linked(at, clone / name, home) for name in at.rng.sample(OWN, at.rng.randint(1, 6))}
    before = _seen(home)
    lines = [at.rng.choice([*LINES[at.played.name], *BOTH]) for _ in range(EACH)]
    with chdir(clone):
        for line in lines:
            at.counts[f"exit code {at.here(*line.split()).code}"] += 1
            changed = sorted(set(_seen(home)) ^ set(before))
            need(not changed, f"`{line}` has changed {changed}, by the links {links}")
    gone = [name for name, to in links.items() if not name.endswith(".new") and _leads(clone / name) != to]
    need(not gone, f"replaced by {lines}: {gone}")


def _games(at: Round, clone: Path) -> None:
    """What was in the clone before: games, a plan, now and then a repository."""
    (clone / "plan.txt").write_text(secrets.PLAN, "utf-8")
    young = malta.begun(secrets.START) if at.played is MALTA else sources.young()
    (clone / "saves" / "game.toml").write_text(young, "utf-8")
    if at.played is MALTA:
        (clone / "saves" / "mail.toml").write_text(malta.begun("herkules --mail"), "utf-8")
    if at.rng.random() < 0.7:
        subprocess.run(["git", "init", "--quiet", clone], check=True)


def _linked(at: Round, path: Path, home: Path) -> str:
    """A link to one of the player's files, to nothing, to his folder, or to another link; in full, or from here."""
    target = home / at.rng.choice([*HOME, "nothing", "."])
    to = str(target) if at.rng.random() < 0.5 else os.path.relpath(target, path.parent)
    if at.rng.random() < 0.2:
        path.with_name("way").unlink(missing_ok=True)
        path.with_name("way").symlink_to(to)
        to = "way"
    path.symlink_to(to)
    return to


def _leads(path: Path) -> str:
    return os.readlink(path) if path.is_symlink() else ""


def _seen(home: Path) -> list[tuple[str, bytes, int]]:
    """Every file there with its content and mode."""
    return sorted((path.name, path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) for path in home.iterdir())
