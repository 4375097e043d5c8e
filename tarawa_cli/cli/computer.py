"""The computer plays, advises, and plays many games."""

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated, Any

import typer

from tarawa_cli.cli import output
from tarawa_cli.cli.changing import Told, change, outside_note
from tarawa_cli.cli.options import DEFAULT_SAVE, DryRun, Json, Save, choice
from tarawa_cli.games import GAMES
from tarawa_cli.kernel import session
from tarawa_cli.kernel.errors import BadOrder, NeedDice, Refused
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.orders import shown
from tarawa_cli.kernel.session import Done, Match

Until = Annotated[str, typer.Option("--until", metavar="turn N|end", help="Stop as turn N begins, or play to the end.")]
More = Annotated[list[str] | None, typer.Argument(metavar="[N]", help="The N of `--until turn N`.")]
PlayerName = Annotated[str, typer.Option("--player", metavar="random|historical|strong", help="Who plays.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="A line a turn, not every order.")]
Games = Annotated[int, typer.Option("--games", "-g", metavar="GAMES", min=1, max=1_000_000, help="How many games.")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", metavar="JOBS", min=1, max=256, help="How many at a time.")]
ScenarioName = Annotated[str, typer.Option("--scenario", metavar="S", help="A name from `scenarios`, or a file.")]
FirstSeed = Annotated[
    int, typer.Option("--seed", metavar="N", min=0, max=2**62, help="Seed of the first game; the next has N + 1.")
]
TablesFile = Annotated[str, typer.Option("--tables", metavar="FILE", help="Your own tables and values.")]
Csv = Annotated[bool, typer.Option("--csv", help="Every game as a line of CSV.")]


def _player_name(word: str) -> str:
    from tarawa_cli.games.tarawa.players import PLAYERS

    return choice("--player", word, list(PLAYERS))


# ── autoplay, advise


def autoplay_(
    more: More = None,
    until: Until = "end",
    player: PlayerName = "historical",
    quiet: Quiet = False,
    save: Save = DEFAULT_SAVE,
    json: Json = False,
    dry_run: DryRun = False,
) -> None:
    """Let the computer play on, in one go.

    It leaves ordinary orders in the journal. Nothing is written before it is done.
    """
    name = _player_name(player)
    if dry_run:
        match = session.look(GAMES, save)
        _stop_turn(match, until, more or [])
        _tell_advice(match, name, json, dry_run=True)
        return

    def work(match: Match[Any]) -> Told:
        stop, note = _stop_turn(match, until, more or []), outside_note(match)
        done, story = _watch(match, _play_on(match, name, stop), quiet)
        return Told([*note, *_report(match, done, story, json)])

    change(save, work)


def _stop_turn(match: Match[Any], until: str, more: list[str]) -> int:
    """The turn as which begins the computer stops; one that never begins means the end."""
    words = [*until.split(), *more]
    length: int = match.state.setting.scenario.length
    _check_playable(match)
    if len(words) == 1 and words[0] and "end".startswith(words[0].lower()):
        return length + 1
    if len(words) == 2 and words[0].lower() == "turn":
        words = words[1:]
    if len(words) != 1 or not (words[0].isascii() and words[0].isdigit() and len(words[0]) < 5):
        raise BadOrder(f"--until {shown(' '.join(words))}: must be turn N, or end", hint="autoplay --until turn 5")
    stop = int(words[0])
    if not match.state.turn < stop <= length:
        raise BadOrder(
            f"--until turn {stop}: this is turn {match.state.turn}, and the last one is {length}",
            hint="autoplay --until end"
            if match.state.turn >= length
            else f"autoplay --until turn {match.state.turn + 1}",
        )
    return stop


def _check_playable(match: Match[Any]) -> None:
    if match.state.outcome:
        raise Refused("12", "the game is over", "the looking commands still answer; `undo` takes back, `new` starts")
    if match.manual:
        raise NeedDice(0, "whatever the computer rolls: it plays only games that roll their own dice")


def _play_on(match: Match[Any], name: str, stop: int) -> Iterator[tuple[str, Done]]:
    """Order after order with the reason for it."""
    from tarawa_cli.games.tarawa.players import player

    chosen = player(name, f"{match.seed}:{match.used}")
    while not match.state.outcome and match.state.turn < stop:
        order, why, _ = chosen.choose(match.state)
        yield why, session.perform_action(match, order)


def _watch(match: Match[Any], played: Iterator[tuple[str, Done]], quiet: bool) -> tuple[list[Done], list[str]]:
    """All that is played, and its story: every order with its reason, and a line a turn, or only the latter.

    The story is told when the game is kept, as that of any order is: whoever reads it may have gone by then.
    """
    from tarawa_cli.games.tarawa.telling.sentences import headline

    all_done: list[Done] = []
    turn, since = match.state.turn, 0
    story = [] if quiet else [headline(match.state)]
    for why, done in played:
        all_done.append(done)
        if not quiet:
            story.append(f"> {done.command}  ({why})")
        if match.state.turn != turn or match.state.outcome:
            story.append(_turn_line(match, turn, len(all_done) - since))
            turn, since = match.state.turn, len(all_done)
    return all_done, story


def _turn_line(match: Match[Any], turn: int, orders: int) -> str:
    from tarawa_cli.games.tarawa.telling.sentences import plural

    state = match.state
    held = len(state.cleared) + len(state.occupied)
    return (
        f"turn {turn:2}: {plural(orders, 'order')}, casualties {state.casualties:,}, "
        f"{held} hexes held, {len(state.uncleared)} to clear"
    )


def _report(match: Match[Any], done: list[Done], story: list[str], as_json: bool) -> Iterator[str]:
    if as_json:
        from tarawa_cli.games.tarawa.looking.facts import brief

        commands = [{"command": d.command, "dice": d.dice} for d in done]
        events = [event.as_json() for d in done for event in d.events]
        yield output.answer_text("autoplay", events, commands=commands, state=brief(match.state, match))
        return
    from tarawa_cli.games.tarawa.telling.sentences import next_steps, plural

    yield from [*story, f"{plural(len(done), 'command')} done", next_steps(match.state)]


def advise_(player: PlayerName = "strong", save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """What the computer would do next, and why."""
    name = _player_name(player)
    match = session.look(GAMES, save)
    if match.state.outcome:
        raise Refused("12", "the game is over", "the looking commands still answer; `undo` takes back, `new` starts")
    _tell_advice(match, name, json, dry_run=False)


def _tell_advice(match: Match[Any], name: str, as_json: bool, *, dry_run: bool) -> None:
    from tarawa_cli.games.tarawa.players import player

    order, why, _ = player(name, f"{match.seed}:{match.used}").choose(match.state)
    if as_json:
        from tarawa_cli.games.tarawa.looking.facts import brief

        advice = {"command": order.text(), "why": why, "player": name}
        output.say_answer(
            "autoplay" if dry_run else "advise", advice=advice, dry_run=dry_run, state=brief(match.state, match)
        )
    elif dry_run:
        output.say(f"legal: {name} would begin with {order.text()}")
    else:
        output.say(f"{order.text()}\n  {why}")


# ── simulate


def simulate_(
    games: Games = 100,
    jobs: Jobs = 1,
    player: PlayerName = "historical",
    scenario: ScenarioName = "campaign",
    seed: FirstSeed = 1,
    tables: TablesFile = "",
    csv: Csv = False,
    save: Save = DEFAULT_SAVE,
    json: Json = False,
) -> int:
    """Many games by a computer player, and what they have in common.

    No save is read or written. The same seed gives the same games, however many are played at a time. Ctrl-C ends
    it with the games that are finished.
    """
    from tarawa_cli.cli.files import own_tables, scenario_name
    from tarawa_cli.games.tarawa.players.simulation import play_series
    from tarawa_cli.kernel.simulation import Series

    if csv and json:
        raise BadOrder("--csv or --json, not both")
    folder = os.getcwd()
    setup = Setup(scenario_name(scenario, folder), folder, own_tables(tables))
    series = Series(setup, _player_name(player), games, seed)
    GAMES("tarawa").begin(setup)  # a bad scenario is told before anything is played
    played = _finished(_with_progress(play_series(series, min(jobs, games)), games))
    if len(played) < games:
        output.note(f"interrupted: {len(played)} of {games} games are finished")
    if played and csv:
        _say_csv(played)
    elif played:
        _say_summary(series, played, json)
    return 130 if len(played) < games else 0


def _finished(games: Iterator[dict[str, Any]]) -> list[dict[str, Any]]:
    """All games, or those that are finished at Ctrl-C."""
    played: list[dict[str, Any]] = []
    with suppress(KeyboardInterrupt):
        played.extend(games)
    return played


def _with_progress(games: Iterator[dict[str, Any]], count: int) -> Iterator[dict[str, Any]]:
    """The games, with a bar on a terminal while they are played."""
    shows = bool(sys.stderr) and sys.stderr.isatty()
    try:
        for number, game in enumerate(games, 1):
            if shows:
                full = 40 * number // count
                print(f"\r[{'#' * full}{'.' * (40 - full)}] {number}/{count}", end="", file=sys.stderr, flush=True)
            yield game
    finally:
        if shows:
            print(file=sys.stderr)


def _say_csv(played: list[dict[str, Any]]) -> None:
    from csv import writer
    from io import StringIO

    from tarawa_cli.kernel.simulation import rows

    text = StringIO()
    writer(text, lineterminator="\n").writerows(rows(played))
    output.say(text.getvalue().rstrip("\n"))


def _say_summary(series: Any, played: list[dict[str, Any]], as_json: bool) -> None:
    from tarawa_cli.games.tarawa.game import GAME
    from tarawa_cli.games.tarawa.players.summary import lines, outcomes, summary

    scenario = GAME.setting(series.setup).scenario
    judged = series.setup.scenario == "campaign" and series.player == "historical"
    figures = summary(played, length=scenario.length, judged=judged, goal=bool(scenario.goal))
    if as_json:
        facts = {"player": series.player, "scenario": series.setup.scenario, "seed": series.seed, "games": len(played)}
        told = [figure.facts() for figure in figures]
        output.say_answer(
            "simulate", simulation={**facts, "outcomes": outcomes(played), "figures": told, "played": played}
        )
        return
    output.say(f"{series.player}, {series.setup.scenario}: {len(played)} games from seed {series.seed}")
    for line in lines(played, figures):
        output.say(line)
