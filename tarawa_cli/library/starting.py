"""How a game comes into memory: started from a scenario, or loaded from a save."""

import os
from collections.abc import Mapping

from tarawa_cli.games import GAMES, PROGRAMS
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.order_words import find_name
from tarawa_cli.kernel.engine.session import Done, Match
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.game import Game as Rules
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.players import delegate_sides, let_computer_play
from tarawa_cli.kernel.saves import savefile, toml
from tarawa_cli.kernel.saves.files import read_regular
from tarawa_cli.kernel.saves.scenarios import scenario_name
from tarawa_cli.library.arguments import check_named, check_number, check_players, check_text
from tarawa_cli.library.game import LAST_SEED, Game, Path, Table, seen_by

LARGEST_TABLES = 1_000_000


def start(
    scenario: str = "",
    *,
    game: str = "tarawa",
    seed: int | None = None,
    side: str = "",
    computer: Mapping[str, str] | None = None,
    options: Mapping[str, Any] | None = None,
    tables: Path = "",
) -> Game:
    """Start a game of a shipped scenario or a scenario file; without a seed it gets a fresh one.

    `computer` names the sides that the computer plays, each with its player: `{"allied": "strong"}`. `options` are
    those of `new`, such as `{"plan": "own"}`, and `tables` is a file of custom tables.

    >>> import tarawa_cli
    >>> game = tarawa_cli.start("hal-far", game="malta", seed=3, computer={"allied": "strong"})
    >>> game.side, game.to_move
    ('axis', 'axis')
    """
    check_text(scenario=scenario, game=game, side=side)
    if seed is not None:
        check_number("seed", seed, 0, LAST_SEED)
    check_players("computer", computer or {}, '{"allied": "strong"}')
    check_named("options", options or {}, '{"plan": "own"}')
    program = PROGRAMS[find_name(game, PROGRAMS, "game")]
    chosen = GAMES(program.game)
    if options and not program.options:
        raise BadOrder(f"{program.game} has no options")
    own = _own_tables(chosen, os.fspath(tables)) if tables else {}
    folder = os.getcwd()
    name = scenario_name(chosen, scenario or program.words["new"]["SCENARIO"].default, folder)
    setup = Setup(name, folder, own, options=dict(options or {}))
    match: Match[Any] = Match(chosen, setup, int.from_bytes(os.urandom(4), "big") if seed is None else seed)
    match.side = find_name(side, chosen.sides.names, "side") if side and chosen.sides.several else ""
    if computer:
        _oppose(match, computer)
    return Game(Table(match), match.side)


def _own_tables(game: Rules[Any], path: str) -> dict[str, Any]:
    own = toml.parse(toml.decode(read_regular(path, path, LARGEST_TABLES, ""), path), path)
    game.library.check_tables(own, path)
    return own


def _oppose(match: Match[Any], computer: Mapping[str, str]) -> None:
    """Let the computer play sides, and give its first orders."""
    sides, players = match.game.sides, match.game.players.PLAYERS
    if not sides.several:
        raise BadOrder("this game has no other side that the computer could play")
    named = {find_name(side, sides.names, "side"): find_name(who, players, "player") for side, who in computer.items()}
    delegate_sides(match, named)
    let_computer_play(match, Done("new", [], []), (0, "", ""))


def load(path: Path, *, side: str = "") -> Game:
    """Open a save of either game; with a side, as that side sees it. Nothing is written until you save it."""
    name = os.fspath(path)
    content = savefile.read(name)
    match = session.load(GAMES, name, content)
    if side:
        seen_by(match, find_name(side, match.game.sides.names, "side") if match.game.sides.several else "")
    return Game(Table(match, content), match.side)


def scenarios(game: str = "tarawa") -> dict[str, str]:
    """The shipped scenarios of a game, with their titles.

    >>> import tarawa_cli
    >>> tarawa_cli.scenarios("malta")["cottonera"]
    'The Cottonera Lines'
    """
    check_text(game=game)
    listed = GAMES(PROGRAMS[find_name(game, PROGRAMS, "game")].game).library.PAGES["scenarios"](None, "").facts()
    return {scenario["id"]: scenario["name"] for scenario in listed}
