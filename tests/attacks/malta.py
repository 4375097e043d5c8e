"""Damage and hostile text in files of the other game: its saves, scenarios and tables get an answer, never a slip."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tarawa_cli.games import MALTA
from tarawa_cli.games.malta.exporting.position_file import position
from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.kernel import session
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.session import Match
from tests.attacks.exploring import EXPLORERS
from tests.attacks.mutants import mutant, sealed
from tests.attacks.text import hostile, named
from tests.attacks.tools import ROOT, SEED, Round, need
from tests.cli.tools import command

KINDS = ["save", "save", "asked", "asked", "scenario", "scenario", "tables", "name"]
TABLES = """
[values]
strategic = 3
retreat = 2
air-clear = 5
[modifiers]
recovery-enemy = 2
"""
BEGUN = ("next axis-support", "support 1911 --by i-28 --air", "next axis-combat")
STARTS = {
    "save": [
        (),
        ("move i-33 1913", "policy axis hits hold", "break ii-33"),
        BEGUN,
        ("autoplay --until end -q",),
        ("autoplay --until turn 30 -q",),
    ],
    "asked": [
        (*BEGUN, "attack i-33 ii-33 --on 1911"),
        (*BEGUN, "policy allied support never", "attack i-33 ii-33 liv-gen --on 1911"),
        (*BEGUN, "policy allied support always", "policy axis steps ask", "attack i-87 ii-87 --on 1811"),
    ],
}
"""Orders that lead to saves of each kind."""
SEAL = "0123456789abcdef" * 4
BETWEEN = {
    "herkules --mail --sealed --plan own": ("sealed 29jun-am " + SEAL,),
    "herkules --sealed --plan own --setup own": ("next", f"sealed 29jun-am {SEAL}", f"sealed 30jun-pm {SEAL}"),
    "herkules --sealed --plan own": (f"sealed 29jun-am {SEAL}", "next airborne --yes"),
    "south-beach --alone --delayed": ("next axis-movement --yes",),
    "cottonera --dice manual": ("move i-33 1913",),
}
"""Saves of games by mail, with sealed plans, of one player, with dice by hand: how they begin, and some orders."""
ASHORE = [("herkules", "coast"), ("herkules", "sunk"), ("herkules", "sufferer"), ("hal-far", "hits")]
"""Scenarios, and questions in the middle of their landings and jumps."""


def attack(at: Round) -> None:
    at.played = MALTA
    kind = at.rng.choice(KINDS)
    if kind == "name":
        named(at, young())
        return
    path = at.folder / "file.toml"
    if at.rng.random() < 0.3:
        part = "journal" if kind == "save" and at.rng.random() < 0.3 else kind
        path.write_text(hostile(at, part, at.rng.choice(files(kind))), "utf-8")
    else:
        raw = mutant(at.rng.choice(files(kind)), at.rng, files(kind))
        at.forged = at.rng.random() < 0.5
        path.write_bytes(sealed(raw) if at.forged else raw)
    EXPLORERS[kind](at, path)


@cache
def files(kind: str) -> list[str]:
    """The texts of all sound files of a kind."""
    if kind == "tables":
        return [TABLES]
    if kind == "scenario":
        shipped = [path.read_text("utf-8") for path in sorted((ROOT / "scenarios" / "malta").glob("*.toml"))]
        landing = [position(until_asked(*question).state, "") for question in ASHORE]
        return [*shipped, *(game(*orders, exported=True) for orders in STARTS["asked"]), *landing]
    if kind == "asked":
        return [*(game(*orders) for orders in STARTS[kind]), *(until_asked(*question).text() for question in ASHORE)]
    return [*(game(*orders) for orders in STARTS[kind]), *(game(*orders, start=new) for new, orders in BETWEEN.items())]


def game(*orders: str, start: str = "cottonera", exported: bool = False) -> str:
    """The save of a game after some orders, or its position as a scenario."""
    dice = "" if "--mail" in start or "--dice" in start else f" --seed {SEED}"
    with TemporaryDirectory() as name:
        save = Path(name) / "game.toml"
        for line in (f"new {start}{dice}", *orders):
            result = command(MALTA, *line.split(), "-s", save)
            need(result.code == 0, f"{line}: {result.err}")
        return command(MALTA, "export", "position", "-s", save).out if exported else save.read_text("utf-8")


@cache
def young() -> str:
    return game("policy axis hits hold")


def until_asked(scenario: str, kind: str) -> Match[State]:
    """A game up to its first question of a kind; the plan is followed, and nobody moves."""
    match = Match(GAME, Setup(scenario), SEED)
    for side, name in (("axis", "steps"), ("allied", "coast")):
        session.perform(match, ["policy", side, name, "ask"])
    while match.state.question is None or match.state.question.kind != kind:
        lines = GAME.choices.legal(match.state)
        easiest = next((line for line in ("embark --plan", "next") if line in lines), lines[-1])
        session.perform(match, easiest.split())
    return match
