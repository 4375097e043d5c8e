"""Many games by the computer: `simulate`, `forecast`."""

import os
import sys
from time import monotonic

from tarawa_cli.cli import computer, output, program
from tarawa_cli.cli.commands import JSON, PLAYER, PLAYOUTS, SAVE, TABLES, Value
from tarawa_cli.cli.computer import check_not_over, known_position
from tarawa_cli.cli.opponents import bots_of, player_name, players_by_side, searching
from tarawa_cli.kernel.engine.grammar import Grammar, Number, Option, Word
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadFile, BadOrder
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.hints import Any, Iterator, Sequence
from tarawa_cli.kernel.mail import secret_files
from tarawa_cli.kernel.narration.visible import plural, quoted
from tarawa_cli.kernel.players import simulation
from tarawa_cli.kernel.players.simulation import MOST_GAMES, GameSeries, other_dice, rows
from tarawa_cli.kernel.presentation import none
from tarawa_cli.kernel.standard import suppress

# ── Many games by the computer, summed up


GAMES = Option("--games", "Play this many games.", "GAMES", number=Number(1, MOST_GAMES), default="100", short="-g")
JOBS = Option(
    "--jobs",
    "Play this many at a time; 0 is one for each core.",
    "JOBS",
    number=Number(0, 256),
    default="1",
    short="-j",
)
SIMULATE = Grammar(
    "simulate",
    """Play many games with the computer and summarise them.

It reads and writes no save. The same seed gives the same games on any machine, however many run at a time. Ctrl-C
stops early and summarises the finished games. With --jsonl other machines play parts of a series, with other seeds,
and --merge summarises their files.""",
    (Word("FILE…", "With --merge, name the files.", 0, None),),
    options=(
        GAMES,
        JOBS,
        Option("--cluster", "Play on the workers of a Dask scheduler.", "ADDRESS", default=""),
        Option("--jsonl", "Write each game to this file, as a line of JSON.", "FILE", default=""),
        Option("--merge", "Play nothing, and summarise the games in these files."),
        PLAYER,
        PLAYOUTS,
        Option("--scenario", "Play this scenario, from `scenarios` or a file.", "S", default=""),
        Option("--seed", "Seed the first game; the next has N + 1.", "N", number=Number(0, 2**62), default="1"),
        TABLES,
        Option("--csv", "Print each game as a line of CSV."),
        SAVE,
        JSON,
    ),
)


def simulate_(
    *files: str,
    games: int,
    jobs: int,
    cluster: str,
    jsonl: str,
    merge: bool,
    player: str,
    playouts: int | None = None,
    scenario: str,
    seed: int,
    tables: str,
    csv: bool,
    save: str,
    json: bool,
    **sides: Value,
) -> int:
    from tarawa_cli.cli.files import own_tables, scenario_name, usual_scenario  # start-up

    if csv and json:
        raise BadOrder("--csv or --json, not both")
    if files and not merge:
        raise BadOrder("simulate takes files only with --merge", hint=f"simulate --merge {quoted(files[0])}")
    if merge:
        try:
            _say_games(*_merged(files), csv, json, [])
        except (LookupError, TypeError, ValueError, ArithmeticError):
            raise BadFile("these games do not have the figures of this version") from None
        return 0
    if jsonl and os.path.lexists(jsonl):
        raise BadFile(f"{jsonl} already exists", hint="choose another name")
    folder = os.getcwd()
    own = own_tables(tables)
    setup = Setup(scenario_name(scenario or usual_scenario(), folder), folder, own.tables)
    for text in own.warnings:
        output.note(output.warning(text))
    name, by_side = searching(player_name(player), players_by_side(sides), playouts)
    series = GameSeries(setup, name, games, seed, sides=by_side, bots=bots_of(name, by_side))
    game = program.own_game()
    game.begin(setup)  # a bad scenario is told before anything is played
    played = play_all(series, jobs, cluster)
    if played and jsonl:
        secret_files.write_export(jsonl, simulation.as_json_lines(game, series, played), "", force=False)
    if played:
        _say_games(series, played, csv, json, list(own.warnings))
    return 130 if len(played) < games else 0


def _merged(files: Sequence[str]) -> tuple[GameSeries, list[dict[str, Any]]]:
    if not files:
        raise BadOrder("simulate --merge needs files", hint="simulate --merge games-*.jsonl")
    return simulation.merge_json_lines(program.own_game(), os.getcwd(), files)


def _say_games(series: GameSeries, played: list[dict[str, Any]], csv: bool, as_json: bool, warnings: list[str]) -> None:
    if csv:
        from csv import writer  # start-up
        from io import StringIO

        text = StringIO()
        writer(text, lineterminator="\n").writerows(rows(played))
        output.say(text.getvalue().rstrip("\n"))
        return
    told = program.own_game().players.figures(series, played)
    if as_json:
        for one in played:
            output.say(output.json_text(one))
        facts: dict[str, Any] = {"player": series.player, **({"sides": dict(series.sides)} if series.sides else {})}
        facts |= {"scenario": series.setup.scenario, "seed": series.seed, "games": len(played)}
        output.say_answer("simulate", simulation={**facts, **told.facts}, warnings=warnings)
        return
    output.say(f"{series.who}, {series.setup.scenario}: {plural(len(played), 'game')} from seed {series.seed}")
    for line in told.lines:
        output.say(line)


def play_all(series: GameSeries, jobs: int, cluster: str = "") -> list[dict[str, Any]]:
    """All games of a series; those that are finished at Ctrl-C, with a note that it was pressed."""
    if cluster:
        # start-up: only a cluster needs it
        from tarawa_cli.library.simulation import connected, spread

        with connected(cluster) as executor:
            return _all_finished(series, spread(executor, program.own_game().id, series))
    return _all_finished(
        series, program.own_game().players.play_series(series, min(jobs or os.cpu_count() or 1, series.games))
    )


def _all_finished(series: GameSeries, games: Iterator[dict[str, Any]]) -> list[dict[str, Any]]:
    played = _finished(_with_progress(games, series.games))
    if len(played) < series.games:
        output.note(f"interrupted: {len(played)} of {series.games} games are finished")
    return played


def _finished(games: Iterator[dict[str, Any]]) -> list[dict[str, Any]]:
    """All games, or those that are finished at Ctrl-C."""
    played: list[dict[str, Any]] = []
    with suppress(KeyboardInterrupt):
        played.extend(games)
    return played


def _with_progress(games: Iterator[dict[str, Any]], count: int) -> Iterator[dict[str, Any]]:
    """The games, with a bar on a terminal while they are played, and how long it will take."""
    shows = bool(sys.stderr) and sys.stderr.isatty()
    start = monotonic()
    try:
        for number, game in enumerate(games, 1):
            if shows:
                print(f"\r{progress(number, count, monotonic() - start)}\x1b[K", end="", file=sys.stderr, flush=True)
            yield game
    finally:
        if shows:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def progress(done: int, count: int, seconds: float) -> str:
    """A bar, how many are done, and the time left if the others take as long."""
    full, left = 40 * done // count, round(seconds * (count - done) / done)
    minutes, rest = divmod(left, 60)
    hours, minutes = divmod(minutes, 60)
    time = f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
    return f"[{'#' * full}{'.' * (40 - full)}] {done}/{count}, {time} left"


# ── `forecast`


FORECAST = Grammar(
    "forecast",
    """Estimate the chances from here by playing many games with the computer.

The games continue from this position with different dice; the save and its dice stay as they are. ± is the margin of
error, and ranges leave out the lowest and the highest tenth. The same seed gives the same games. Ctrl-C stops early
and uses the finished games.""",
    options=(
        GAMES,
        JOBS,
        PLAYER,
        PLAYOUTS,
        Option("--seed", "Seed the dice, which are never the save's.", "N", number=Number(0, 2**40), default="1"),
        SAVE,
        JSON,
    ),
)


def forecast_(
    *,
    games: int,
    jobs: int,
    player: str,
    playouts: int | None = None,
    seed: int,
    save: str,
    json: bool,
    **sides: Value,
) -> int:
    name, by_side = searching(player_name(player), players_by_side(sides), playouts)
    if program.own_game().players.prospects is None:
        raise none("forecasts")
    match = program.look(save)
    check_not_over(match)
    start, guessed = known_position(match)
    series = GameSeries(match.setup, name, games, other_dice(seed), start, by_side, bots_of(name, by_side))
    played = play_all(series, jobs)
    if played:
        _say(match, series, seed, played, guessed, json)
    return 130 if len(played) < games else 0


def _say(
    match: Match[Any], series: GameSeries, seed: int, played: list[dict[str, Any]], guessed: str, as_json: bool
) -> None:
    prospects = match.game.players.prospects
    assert prospects
    told = prospects(series, played)
    if as_json:
        facts = {"player": series.player, "seed": seed, "games": len(played), **told.facts, "played": played}
        facts |= computer.told_guess(guessed)
        output.say_answer("forecast", forecast=facts, state=match.game.views.brief(match.state, match))
        return
    output.say(match.game.narration.headline(match.state))
    computer.say_guess(guessed)
    output.say(f"from here, in {plural(len(played), 'game')} by {series.who} with different dice (seed {seed}):")
    for line in told.lines:
        output.say(line)
