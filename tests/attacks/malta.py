"""Damage and hostile text in files of the other game: its saves, scenarios and tables get an answer, never a slip."""

from collections.abc import Iterator
from functools import cache
from itertools import count, product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import tomli_w

from tarawa_cli.games import MALTA
from tarawa_cli.games.malta.data import document
from tarawa_cli.games.malta.exports import position
from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.legal.offers import pick
from tarawa_cli.games.malta.model.state import POLICIES, State
from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.game import Setup
from tests.attacks.exploring import EXPLORERS
from tests.attacks.mutants import mutant, sealed
from tests.attacks.text import hostile, named
from tests.attacks.tools import OLD_SAVES, ROOT, SEED, Round, need
from tests.cli.tools import command
from tests.kit.fuzzing.starts import made_up, setup_of
from tests.malta.fuzzed import MALTA as SUBJECT

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
    "herkules --mail --sealed --plan own": (f"sealed 29jun-am {SEAL} --as axis",),
    "herkules --sealed --plan own --setup own": ("next", f"sealed 29jun-am {SEAL}", f"sealed 30jun-pm {SEAL}"),
    "herkules --sealed --plan own": (f"sealed 29jun-am {SEAL}", f"sealed dummy:2016 {SEAL}", "next airborne --yes"),
    "south-beach --alone": ("next axis-movement --yes",),
    "cottonera --dice manual": ("move i-33 1913",),
}
"""Saves of games by mail, with sealed plans, of one player, with dice by hand: how they begin, and some orders."""
ASHORE = [("herkules", "coast"), ("herkules", "sunk"), ("herkules", "sufferer"), ("hal-far", "hits")]
"""Scenarios, and questions in the middle of their landings and jumps."""
KEYS = ("bombarded", "strikes", "replaced", "airlanded")
AT_RANDOM = [("battle", 0), ("landing", 0), ("landing", 1), ("hal-far", 1), ("late", 1), ("late", 7), ("late", 9)]
AT_RANDOM += [("invasion", 0), ("invasion", 1), ("thrust", 0)]
"""Starts and seeds of games that come to these keys and to twelve kinds of questions."""


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
        return [TABLES, own_tables()]
    if kind == "scenario":
        shipped = [path.read_text("utf-8") for path in sorted((ROOT / "scenarios" / "malta").glob("*.toml"))]
        landing = [position(until_asked(*question).state, "") for question in ASHORE]
        early = [game(*orders, exported=True) for orders in STARTS["asked"]]
        left = [exported(path) for path in (*recorded("asked"), *recorded("phase")[::4])]
        return [*shipped, *early, *landing, *left, *seldom().values()]
    texts = [path.read_text("utf-8") for path in recorded("asked" if kind == "asked" else "phase")]
    if kind == "asked":
        begun = [until_asked(*question).text() for question in ASHORE]
        return [*(game(*orders) for orders in STARTS[kind]), *begun, *texts]
    between = [game(*orders, start=new) for new, orders in BETWEEN.items()]
    return [*(game(*orders) for orders in STARTS[kind]), *between, *texts]


def recorded(sort: str) -> list[Path]:
    """Saves that a version of the program has left: with each question, or in each phase."""
    return sorted(OLD_SAVES.glob(f"*/malta/{sort}-*.toml"))


def exported(save: Path) -> str:
    return command(MALTA, "export", "position", "-s", save).out


def own_tables() -> str:
    """All reconstructions, as they are."""
    numbers, tables = document("charts.toml"), document("tables.toml")
    own: dict[str, Any] = {
        part: {name: sheet["value"] for name, sheet in numbers[part].items() if sheet["tag"] == "X"}
        for part in ("values", "modifiers")
    }
    own["tables"] = {id: sheet["rows"] for id, sheet in tables.items() if sheet["tag"] == "X"}
    return tomli_w.dumps(own)


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
def begun(start: str) -> str:
    """A new game."""
    return game(start=start)


@cache
def young() -> str:
    return game("policy axis hits hold")


def until_asked(scenario: str, kind: str) -> Match[State]:
    """A game up to its first question of a kind; the plan is followed, and nobody moves."""
    return next(match for seed in count(SEED) if (match := _asked(scenario, kind, seed)))


def _asked(scenario: str, kind: str, seed: int) -> Match[State] | None:
    """The same with one seed; none if the game ends without that question."""
    match = Match(GAME, Setup(scenario), seed)
    for side, name in (("axis", "steps"), ("allied", "coast")):
        session.perform(match, ["policy", side, name, "ask"])
    while match.state.question is None or match.state.question.kind != kind:
        if match.state.outcome:
            return None
        lines = GAME.legal.legal(match.state)
        easiest = next((line for line in ("embark --plan", "next") if line in lines), lines[-1])
        session.perform(match, easiest.split())
    return match


def seldom() -> dict[str, str]:
    """By a kind of question or a key that saves seldom hold: a position with it, from games at random."""
    found: dict[str, str] = {}
    for start, seed in AT_RANDOM:
        for state in _some_game(start, seed):
            held = [*([state.question.kind] if state.question else []), *(key for key in KEYS if getattr(state, key))]
            found |= {name: position(state, "") for name in held if name not in found}
    return found


def _some_game(start: str, seed: int) -> Iterator[State]:
    """A game in which every standing answer is to ask, order by order."""
    with TemporaryDirectory() as folder:
        match = Match(GAME, setup_of(start, made_up(SUBJECT, start, seed), folder), seed)
    for side, name in product(SIDES, (name for name, answers in POLICIES.items() if "ask" in answers)):
        session.perform(match, ["policy", side, name, "ask"])
    rng = Random(seed)
    for _ in range(60):
        yield match.state
        if order := pick(match.state, rng.randrange):
            session.perform(match, order.text().split())
