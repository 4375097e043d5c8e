"""The computer plays, advises, and plays many games."""

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from tarawa_cli.cli import output, program
from tarawa_cli.cli.changing import change, outside_note
from tarawa_cli.cli.commands import DRY_RUN, JSON, PLAYER, SAVE, TABLES, choice
from tarawa_cli.kernel import session
from tarawa_cli.kernel.changing import Told
from tarawa_cli.kernel.errors import BadOrder, NeedDice, Refused
from tarawa_cli.kernel.game import Moment, Setup
from tarawa_cli.kernel.grammar import Grammar, Number, Option, Word
from tarawa_cli.kernel.look import none
from tarawa_cli.kernel.orders import shown
from tarawa_cli.kernel.players import Player
from tarawa_cli.kernel.session import Done, Match
from tarawa_cli.kernel.sides import check_turn, is_free
from tarawa_cli.kernel.simulation import MOST_GAMES, Series, rows
from tarawa_cli.kernel.visible import plural

GAMES = Option("--games", "How many games.", "GAMES", number=Number(1, MOST_GAMES), default="100", short="-g")
JOBS = Option("--jobs", "How many at a time.", "JOBS", number=Number(1, 256), default="1", short="-j")
AUTOPLAY = Grammar(
    "autoplay",
    """Let the computer play on, in one go.

It leaves ordinary orders in the journal. Nothing is written before it is done.""",
    (Word("[N]", "The N of `--until turn N`.", 0, None),),
    (
        Option("--until", "Stop as turn N begins, or play to the end.", "turn N|end", default="end"),
        PLAYER,
        Option("--quiet", "A line a turn, not every order.", short="-q"),
        SAVE,
        JSON,
        DRY_RUN,
    ),
)
ADVISE = Grammar("advise", "What the computer would do next, and why.", options=(PLAYER, SAVE, JSON))
SIMULATE = Grammar(
    "simulate",
    """Many games by a computer player, and what they have in common.

No save is read or written. The same seed gives the same games, however many are played at a time. Ctrl-C ends it with
the games that are finished.""",
    options=(
        GAMES,
        JOBS,
        PLAYER,
        Option("--scenario", "A name from `scenarios`, or a file.", "S", default=""),
        Option("--seed", "Seed of the first game; the next has N + 1.", "N", number=Number(0, 2**62), default="1"),
        TABLES,
        Option("--csv", "Every game as a line of CSV."),
        SAVE,
        JSON,
    ),
)


def player_name(word: str) -> str:
    names = program.own_game().players.PLAYERS
    if not names:
        raise none("computer players")
    return choice("--player", word, list(names))


# ── autoplay, advise


def autoplay_(*more: str, until: str, player: str, quiet: bool, save: str, json: bool, dry_run: bool) -> None:
    name = player_name(player)
    if dry_run:
        match = program.look(save)
        _stop_turn(match, until, more)
        _tell_advice(match, name, json, dry_run=True)
        return

    def work(match: Match[Any]) -> Told:
        stop, note = _stop_turn(match, until, more), outside_note(match)
        done, story = _watch(match, _play_on(match, name, stop), quiet)
        return Told([*note, *_report(match, done, story, json)], match)

    change(save, work)


def _stop_turn(match: Match[Any], until: str, more: tuple[str, ...]) -> int:
    """The turn at whose beginning the computer stops; 0 is none: it plays to the end."""
    words = [*until.split(), *more]
    _check_playable(match)
    if len(words) == 1 and words[0] and "end".startswith(words[0].lower()):
        return 0
    if len(words) == 2 and words[0].lower() == "turn":
        words = words[1:]
    if len(words) != 1 or not (words[0].isascii() and words[0].isdigit() and len(words[0]) < 5):
        raise BadOrder(f"--until {shown(' '.join(words))}: must be turn N, or end", hint="autoplay --until turn 5")
    return _checked_turn(match.game.moment(match.state), int(words[0]))


def _checked_turn(now: Moment, stop: int) -> int:
    if not now.last:
        raise none("turns")
    if not now.turn < stop <= now.last:
        raise BadOrder(
            f"--until turn {stop}: this is turn {now.turn}, and the last one is {now.last}",
            hint="autoplay --until end" if now.turn >= now.last else f"autoplay --until turn {now.turn + 1}",
        )
    return stop


def _check_playable(match: Match[Any]) -> None:
    _check_going_on(match)
    if match.manual:
        raise NeedDice(0, "whatever the computer rolls: it plays only games that roll their own dice")


def _check_going_on(match: Match[Any]) -> None:
    check_not_over(match)
    check_turn(match.game.sides, match.state, match.side)


def check_not_over(match: Match[Any]) -> None:
    if over := match.game.moment(match.state).over:
        raise Refused(over, "the game is over", "the looking commands still answer; `undo` takes back, `new` starts")


def _player(match: Match[Any], name: str) -> Player[Any]:
    return match.game.players.player(name, f"{match.seed}:{match.used}")


def _play_on(match: Match[Any], name: str, stop: int) -> Iterator[tuple[str, Done]]:
    """Order after order with the reason for it, as long as the side may act."""
    chosen, moment = _player(match, name), match.game.moment
    while not (now := moment(match.state)).over and not 0 < stop <= now.turn:
        if not is_free(match.game.sides, match.state, match.side):
            return
        choice = chosen.choose(match.state)
        yield choice.why, session.perform_action(match, choice.order)


def _watch(match: Match[Any], played: Iterator[tuple[str, Done]], quiet: bool) -> tuple[list[Done], list[str]]:
    """All that is played, and its story: every order with its reason, and a line a turn, or only the latter.

    The story is told when the game is kept, as that of any order is: whoever reads it may have gone by then.
    """
    all_done: list[Done] = []
    turn, since = match.game.moment(match.state).turn, 0
    story = [] if quiet else [match.game.telling.headline(match.state)]
    for why, done in played:
        all_done.append(done)
        if not quiet:
            story.append(f"> {done.command}  ({why})")
        now = match.game.moment(match.state)
        if now.turn != turn or now.over:
            story.append(_turn_line(match, turn, len(all_done) - since))
            turn, since = now.turn, len(all_done)
    return all_done, story


def _turn_line(match: Match[Any], turn: int, orders: int) -> str:
    when = f"turn {turn:2}: " if turn else ""
    return f"{when}{plural(orders, 'order')}, {match.game.telling.score(match.state)}"


def _report(match: Match[Any], done: list[Done], story: list[str], as_json: bool) -> Iterator[str]:
    if as_json:
        commands = [{"command": d.command, "dice": d.dice} for d in done]
        events = [event.as_json() for d in done for event in d.events]
        state = match.game.looking.brief(match.state, match)
        yield output.answer_text("autoplay", events, commands=commands, state=state)
        return
    yield from [*story, f"{plural(len(done), 'command')} done", match.game.telling.next_steps(match.state)]


def advise_(*, player: str, save: str, json: bool) -> None:
    name = player_name(player)
    match = program.look(save)
    _check_going_on(match)
    _tell_advice(match, name, json, dry_run=False)


def _tell_advice(match: Match[Any], name: str, as_json: bool, *, dry_run: bool) -> None:
    choice = _player(match, name).choose(match.state)
    command = choice.order.text()
    if as_json:
        advice = {"command": command, "why": choice.why, "player": name}
        state = match.game.looking.brief(match.state, match)
        output.say_answer("autoplay" if dry_run else "advise", advice=advice, dry_run=dry_run, state=state)
    elif dry_run:
        output.say(f"legal: {name} would begin with {command}")
    else:
        output.say(f"{command}\n  {choice.why}")


# ── simulate


def simulate_(
    *,
    games: int,
    jobs: int,
    player: str,
    scenario: str,
    seed: int,
    tables: str,
    csv: bool,
    save: str,
    json: bool,
) -> int:
    from tarawa_cli.cli.files import own_tables, scenario_name

    if csv and json:
        raise BadOrder("--csv or --json, not both")
    folder = os.getcwd()
    setup = Setup(scenario_name(scenario, folder), folder, own_tables(tables))
    series, game = Series(setup, player_name(player), games, seed), program.own_game()
    game.begin(setup)  # a bad scenario is told before anything is played
    played = play_all(series, jobs)
    if played and csv:
        _say_csv(played)
    elif played:
        _say_summary(series, played, json)
    return 130 if len(played) < games else 0


def play_all(series: Series, jobs: int) -> list[dict[str, Any]]:
    """All games of a series; those that are finished at Ctrl-C, with a note that it was pressed."""
    games = program.own_game().players.play_series(series, min(jobs, series.games))
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

    text = StringIO()
    writer(text, lineterminator="\n").writerows(rows(played))
    output.say(text.getvalue().rstrip("\n"))


def _say_summary(series: Series, played: list[dict[str, Any]], as_json: bool) -> None:
    told = program.own_game().players.figures(series, played)
    if as_json:
        facts = {"player": series.player, "scenario": series.setup.scenario, "seed": series.seed, "games": len(played)}
        output.say_answer("simulate", simulation={**facts, **told.facts, "played": played})
        return
    output.say(f"{series.player}, {series.setup.scenario}: {len(played)} games from seed {series.seed}")
    for line in told.lines:
        output.say(line)
