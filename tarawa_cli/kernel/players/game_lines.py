"""Games of a series as JSON lines, so that many machines can play parts of it: written by each, merged by one."""

from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.game import Game, Setup
from tarawa_cli.kernel.hints import Any, Sequence
from tarawa_cli.kernel.players.simulation import Facts, Series
from tarawa_cli.kernel.saves.files import read_regular

LARGEST = 200_000_000
"""Bytes of one file."""


def written(game: Game[Any], series: Series, played: Sequence[Facts]) -> str:
    """A line for each game, with what is needed to know which lines belong together."""
    import json  # start-up

    head = _head(game, series)
    return "".join(json.dumps({**head, "played": one}, ensure_ascii=False) + "\n" for one in played)


def _head(game: Game[Any], series: Series) -> Facts:
    setup = series.setup
    return {
        "game": game.id,
        "rules": game.rules,
        "data": game.digest(setup),
        "scenario": setup.scenario,
        "tables": setup.tables,
        "player": series.player,
        "sides": dict(series.sides),
    }


def merged(game: Game[Any], folder: str, paths: Sequence[str]) -> tuple[Series, list[Facts]]:
    """The series that some files are parts of, and its games by seed; BadFile, if they do not belong together."""
    heads: list[Facts] = []
    games: dict[int, Facts] = {}
    for path in paths:
        for number, text in enumerate(read_regular(path, path, LARGEST, "").split(b"\n"), 1):
            if text.strip():
                head, one = _line(f"{path}, line {number}", text)
                heads = heads or [head]
                if head != heads[0]:
                    raise BadFile(f"{path}, line {number} is of another series than the lines before it")
                if games.setdefault(one["seed"], one) != one:
                    raise BadFile(f"{path}, line {number}: seed {one['seed']} has another result in an earlier line")
    if not heads:
        raise BadFile("there is no game in these files")
    first = min(games)
    series = _series(game, folder, heads[0], len(games), first)
    return series, [games[seed] for seed in sorted(games)]


def _line(where: str, text: bytes) -> tuple[Facts, Facts]:
    import json  # start-up

    try:
        line = json.loads(text)
    except (ValueError, RecursionError):
        raise BadFile(f"{where} is not JSON") from None
    one = line.pop("played", None) if isinstance(line, dict) else None
    if not isinstance(one, dict) or not isinstance(one.get("seed"), int):
        raise BadFile(f"{where} is not a game that `simulate --jsonl` has written")
    return line, one


def _series(game: Game[Any], folder: str, head: Facts, games: int, seed: int) -> Series:
    try:
        setup = Setup(str(head["scenario"]), folder, dict(head["tables"]))
        series = Series(setup, str(head["player"]), games, seed, sides=dict(head["sides"]))
    except (KeyError, TypeError, ValueError):
        raise BadFile("these games were not written by `simulate --jsonl`") from None
    if head.get("game") != game.id:
        raise BadFile("these are games of another program")
    game.begin(setup)
    if head != _head(game, series):
        raise BadFile("these games were played under other rules, or with other data")
    return series
