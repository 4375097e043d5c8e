"""What may become of the position at hand: the computer plays it on many times."""

from tarawa_cli.cli import computer, output, program
from tarawa_cli.cli.commands import JSON, PLAYER, PLAYOUTS, SAVE, Value
from tarawa_cli.cli.computer import check_not_over, known_position, player_name
from tarawa_cli.cli.opponents import players_by_side, searching
from tarawa_cli.cli.simulating import GAMES, JOBS, play_all
from tarawa_cli.kernel.grammar import Grammar, Number, Option
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.look import none
from tarawa_cli.kernel.session import Match
from tarawa_cli.kernel.simulation import Series, other_dice
from tarawa_cli.kernel.visible import plural

FORECAST = Grammar(
    "forecast",
    """Estimate the chances from here by playing many games with the computer.

The games continue from this position with different dice; the save and its dice stay as they are. ± is the margin of
error, and ranges leave out the lowest and the highest tenth. The same seed gives the same games. Ctrl-C ends it with
the games that are finished.""",
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
    series = Series(match.setup, name, games, other_dice(seed), start, by_side)
    played = play_all(series, jobs)
    if played:
        _say(match, series, seed, played, guessed, json)
    return 130 if len(played) < games else 0


def _say(
    match: Match[Any], series: Series, seed: int, played: list[dict[str, Any]], guessed: str, as_json: bool
) -> None:
    prospects = match.game.players.prospects
    assert prospects
    told = prospects(series, played)
    if as_json:
        facts = {"player": series.player, "seed": seed, "games": len(played), **told.facts, "played": played}
        facts |= computer.told_guess(guessed)
        output.say_answer("forecast", forecast=facts, state=match.game.looking.brief(match.state, match))
        return
    output.say(match.game.telling.headline(match.state))
    computer.say_guess(guessed)
    output.say(f"from here, in {plural(len(played), 'game')} by {series.who} with different dice (seed {seed}):")
    for line in told.lines:
        output.say(line)
