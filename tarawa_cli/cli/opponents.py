"""Who plays each side and phase, which bot plays and how long it may think, and where the computer stops.

Settings for bots are read only from the user's own configuration, never from the working folder, a save or a scenario.
"""

import os

from tarawa_cli.cli import output, program
from tarawa_cli.cli.answers import orders_in, story
from tarawa_cli.cli.commands import JSON, PLAYER, SAVE, Value, choice
from tarawa_cli.cli.orders import notes, what_is_next
from tarawa_cli.cli.output import LARGEST_FILE, config_path
from tarawa_cli.cli.transaction import ComposedOutput, change, outside_note
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.fast_forward import is_past, skipped
from tarawa_cli.kernel.engine.grammar import Grammar, Option, Word
from tarawa_cli.kernel.engine.order_words import find_name, shown
from tarawa_cli.kernel.engine.session import Done, Match
from tarawa_cli.kernel.errors import BadFile, BadOrder, NeedDice, Refused
from tarawa_cli.kernel.game import Moment, Wording
from tarawa_cli.kernel.hints import Any, Callable, Mapping, NamedTuple, Sequence
from tarawa_cli.kernel.narration.visible import on_one_line
from tarawa_cli.kernel.players import BOT, SEARCHER, Bots, is_delegated, is_program, let_computer_play, waits_for_bot
from tarawa_cli.kernel.presentation import none
from tarawa_cli.kernel.saves import toml
from tarawa_cli.kernel.saves.files import read_regular
from tarawa_cli.kernel.saves.save_header import ALL_PHASES

ME, COMPUTER = "me", "computer"


def player_options(name: str) -> list[Option]:
    """Who plays each side, in a game that has several: `--axis strong`."""
    sides = program.own_game().sides
    players = program.running().words.get("autoplay", {}).get(PLAYER.name, Wording()).takes
    person = name == "new"
    takes, default = (f"{ME}|{COMPUTER}|{players}|{BOT}", ME) if person else (players, "")
    said = "Choose who plays the {} side" + (": you, the computer, or a bot." if person else ", if not --player.")
    if not sides.several:
        return []
    level = [_level()] if person and program.running().levels else []
    return [*(Option(f"--{side}", said.format(side), takes, default=default) for side in sides.names), *level]


def _level() -> Option:
    levels = list(program.running().levels)
    default = levels[len(levels) // 2]
    return Option("--level", "Choose how well the computer plays its side.", "|".join(levels), default=default)


def players_by_side(options: Mapping[str, Value], *, saved: bool = False) -> dict[str, str]:
    """The players named for single sides. A save gets a word, never a program."""
    found = {side: str(options[side]) for side in program.own_game().sides.names if options.get(side)}
    names = program.own_game().players.PLAYERS
    named = {side: _named(f"--{side}", name, [ME, COMPUTER, *names], saved) for side, name in found.items()}
    levels = program.running().levels
    level = choice("--level", str(options["level"]), list(levels)) if options.get("level") else ""
    computer = levels.get(level) or list(names)[-1]
    return {side: computer if name == COMPUTER else name for side, name in named.items() if name != ME}


def _named(option: str, word: str, names: list[str], saved: bool) -> str:
    if saved:
        check_saved(option, word)
        return choice(option, word, [*names, BOT])
    return bot_program(word) or choice(option, word, names)


def check_saved(option: str, word: str) -> None:
    """BadOrder, if a program is named where a save would keep it."""
    if os.sep in word:
        why = f"{option} {shown(word)}: a save never names a program"
        raise BadOrder(why, hint=f"{option} {BOT} --bot {word}")


def bot_program(word: str) -> str:
    """The program that a word means: a path, or `bot` for the one that --bot or the settings name; else nothing."""
    if os.sep in word:
        from tarawa_cli.kernel.players.bots import program_file  # start-up

        return program_file(word)
    if word != BOT:
        return ""
    if not (found := program.find_bots().program):
        raise _no_bot()
    return found


def _no_bot() -> BadOrder:
    return BadOrder("no bot is named on this machine", hint="name a program with --bot FILE, or in the settings")


def bots_of(name: str, by_side: Mapping[str, str]) -> Bots:
    """How long bots may think, if any player is a bot."""
    return program.find_bots() if any(map(is_program, (name, *by_side.values()))) else Bots()


def searching(name: str, by_side: Mapping[str, str], playouts: int | None) -> tuple[str, dict[str, str]]:
    """The players with their number of playouts (`expert:8`); BadOrder if none of them uses playouts."""
    if playouts is None:
        return name, dict(by_side)
    if SEARCHER not in (name, *by_side.values()):
        raise BadOrder(f"--playouts is for the player {SEARCHER}", hint=f"add --player {SEARCHER}")
    counted = f"{SEARCHER}:{playouts}"
    sides = {side: counted if one == SEARCHER else one for side, one in by_side.items()}
    return counted if name == SEARCHER else name, sides


SECONDS = "seconds"
MOST_SECONDS = 3600


def bots_by_settings(game: str, named: str) -> Bots:
    """The bot that plays a game, and its time; `named` overrides the settings."""
    path = config_path()
    said: dict[str, Any] = {}
    try:
        if path and os.path.lexists(path):
            settings = toml.parse(toml.decode(read_regular(path, path, LARGEST_FILE, ""), path), path)
            said = _checked_settings(path, settings.get("bots", {}))
    except BadFile as error:
        output.note(output.warning(f"{error.message}; these settings are ignored"))
    found = named or os.path.expanduser(said.get(game, ""))
    from tarawa_cli.kernel.players.bots import program_file  # start-up

    return Bots(program_file(found) if found else "", float(said.get(SECONDS, Bots().seconds)))


def _checked_settings(path: str, said: Any) -> dict[str, Any]:
    """The table `[bots]`: a program by game, absolute or from the home folder, and the seconds for an order."""
    if not isinstance(said, dict):
        raise BadFile(f"{path}: bots must be a table")
    for name, value in said.items():
        if name == SECONDS:
            if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value <= MOST_SECONDS:
                raise BadFile(f"{path}: bots.seconds must be a number up to {MOST_SECONDS}")
        elif not isinstance(value, str) or not os.path.isabs(os.path.expanduser(value)):
            raise BadFile(f"{path}: bots.{on_one_line(name)} must be an absolute path, or begin with ~/")
    return said


class Stop(NamedTuple):
    """Where the computer stops."""

    at: Callable[[Moment], bool]
    note: Callable[[Moment], str] = lambda _: ""
    """Why it stopped, if not where it should."""


END = Stop(lambda _: False)
"""Stops only at the end of the game."""


def stop_at(match: Match[Any], until: str, more: tuple[str, ...]) -> Stop:
    """Where the computer stops: as a turn or a phase begins, as the current phase ends, or only at the end."""
    phases, words = known_phases(match.game.players.PHASES), [*until.split(), *more]
    if until == "end" and len(more) == 1 and not more[0].isdigit():
        return end_of(match, more[0])
    if len(words) == 1 and words[0] and "end".startswith(words[0].lower()):
        return END
    if len(words) == 1 and words[0].lower() != "turn" and words[0][0].isalpha() and phases:
        return _begin_of(match, words[0])
    turn = _stop_turn(match, words)
    return Stop(lambda now: now.turn >= turn)


def known_phases(phases: Mapping[str, Sequence[str]]) -> dict[str, Sequence[str]]:
    """The phases that the computer can play, under all their names, e.g. `movement` and `axis-movement`."""
    return {**{phase: [phase] for parts in phases.values() for phase in parts}, **phases}


def phases_of(word: str, phases: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """The phases that a word means."""
    if not phases:
        raise none("phases")
    known = known_phases(phases)
    return known[find_name(word, known, "phase")]


def end_of(match: Match[Any], word: str) -> Stop:
    """Stops when the current phase has ended; one with several parts ends with the last, or with the turn."""
    wanted, now = phases_of(word, match.game.players.PHASES), match.game.moment(match.state)
    if now.phase not in wanted:
        name = find_name(word, known_phases(match.game.players.PHASES), "phase")
        raise Refused("", f"this is `{now.phase}`, not `{name}`", f"autoplay --until {name}")
    if match.game.sides.several:  # the other side's phase of that name is another one
        wanted = [now.phase]
    return Stop(lambda then: then.turn != now.turn or then.phase not in wanted)


def end_of_this(match: Match[Any]) -> Stop:
    """Stops as soon as the current phase has ended."""
    now = match.game.moment(match.state)
    if not now.phase:
        raise none("phases")
    return Stop(lambda then: (then.turn, then.phase) != (now.turn, now.phase))


def _begin_of(match: Match[Any], word: str) -> Stop:
    """Stops when a phase begins, or when it has passed without waiting for an order."""
    phases, start = known_phases(match.game.players.PHASES), match.game.moment(match.state)
    name = find_name(word, phases, "phase")
    wanted = phases[name]

    def note(now: Moment) -> str:
        return "" if now.over or now.phase in wanted or not is_past(wanted, start, now) else skipped(name, now)

    return Stop(lambda now: now.phase in wanted or is_past(wanted, start, now), note)


def _stop_turn(match: Match[Any], words: list[str]) -> int:
    """The turn at whose beginning the computer stops."""
    if len(words) == 2 and words[0].lower() == "turn":
        words = words[1:]
    if len(words) != 1 or not (words[0].isascii() and words[0].isdigit() and len(words[0]) < 5):
        raise BadOrder(
            f"--until {shown(' '.join(words))}: must be turn N, a phase, or end", hint="autoplay --until turn 5"
        )
    now, stop = match.game.moment(match.state), int(words[0])
    if not now.last:
        raise none("turns")
    if not now.turn < stop <= now.last:
        raise BadOrder(
            f"--until turn {stop}: this is turn {now.turn}, and the last one is {now.last}",
            hint="autoplay --until end" if now.turn >= now.last else f"autoplay --until turn {now.turn + 1}",
        )
    return stop


# ── The computer players by name


def usual_player() -> str:
    """The player that the game's own words name as the default."""
    return program.running().words.get("autoplay", {}).get(PLAYER.name, Wording()).default


def player_name(word: str) -> str:
    """A player by name; the last one, if neither the command nor the game's own words name any."""
    names = list(program.own_game().players.PLAYERS)
    if not names:
        raise none("computer players")
    return bot_program(word) or choice("--player", word if word or usual_player() else names[-1], names)


def check_own_dice(match: Match[Any]) -> None:
    if match.manual:
        raise NeedDice(0, "what the computer rolls: it plays only games that roll their own dice")


# ── `delegate`: phases and sides that the computer plays from now on


DELEGATE = Grammar(
    "delegate",
    """Delegate phases to the computer from now on, or list them.

Whenever such a phase begins, the computer gives its orders at once and ends it. A phase that has already begun stays
yours, unless you add --now. The journal holds plain orders, and `undo` undoes them together with the order before them.
The save keeps what is delegated, and `undo` does not change it.""",
    (Word("[PHASE…]", "Name phases.", 0, None),),
    (
        Option("--off", "Play phases yourself again: those named, or all."),
        Option("--now", "Let the computer begin at once if the current phase is delegated."),
        PLAYER,
        SAVE,
        JSON,
    ),
)


def delegate_(*words: str, off: bool, now: bool, player: str, save: str, json: bool) -> int:
    check_saved("--player", player)
    name = BOT if player == BOT else player_name(player)
    if not words and not off and not now:
        _show_delegated(program.look(save), json)
        return 0

    def work(match: Match[Any]) -> ComposedOutput:
        note, done = outside_note(match), delegate(match, words, "" if off else name, now=now)
        why = match.bot_failure.message if match.bot_failure else _waiting(match, now)
        code = match.bot_failure.exit_code if match.bot_failure else 0
        return ComposedOutput([*note, *_report_delegated(match, done, json), *notes([why], json)], match, code)

    return change(save, work)


def delegate(match: Match[Any], words: Sequence[str], name: str, *, now: bool = False, rehearsed: bool = False) -> Done:
    """Delegate phases to a player, or to none. With `now` a delegated current phase begins at once."""
    if now and not name:
        raise BadOrder("delegate takes --off or --now, not both", hint="delegate --off")
    known = _delegable(match)
    if match.mail:
        raise BadOrder("a game by mail is for two people: nothing can be delegated", hint="advise --do")
    check_own_dice(match)
    if words or not name:
        _keep_delegated(match, [phase for word in words for phase in phases_of(word, known)], name)
    elif waits_for_bot(match):
        raise _no_bot()
    elif not is_delegated(match):
        raise Refused("", "the current phase is not delegated", "delegate PHASE --now")
    session.settle(match)
    command = " ".join(["delegate", *words, *([] if name else ["--off"]), *(["--now"] if now else [])])
    done = Done(command, [], [])
    return let_computer_play(match, done, (0, "", ""), rehearsed) if now else done


def _waiting(match: Match[Any], now: bool) -> str:
    """A note that the current phase is delegated, but the computer has not begun it."""
    phase = match.when.phase
    if now or not is_delegated(match):
        return ""
    return f"{f'`{phase}`' if phase else 'this phase'} has begun and stays yours: `delegate --now` hands it over"


def _keep_delegated(match: Match[Any], phases: Sequence[str], name: str) -> None:
    """Record in the save who plays these phases, or that they are no longer delegated; without any, none is."""
    for side in [match.side] if match.side else match.game.sides.names:
        kept = {} if not phases else dict(match.delegated.get(side, {}))
        kept |= dict.fromkeys(phases, name)
        match.delegated[side] = {phase: kept[phase] for phase in sorted(kept) if kept[phase]}
    match.delegated = {side: own for side, own in match.delegated.items() if own}


def _delegable(match: Match[Any]) -> Mapping[str, Sequence[str]]:
    """What can be delegated; in a game of several sides also a whole side."""
    whole = {ALL_PHASES: [ALL_PHASES]} if match.game.sides.several else {}
    if not match.game.players.PHASES and not whole:
        raise none("phases")
    return {**match.game.players.PHASES, **whole}


def _show_delegated(match: Match[Any], as_json: bool) -> None:
    _delegable(match)
    if as_json:
        output.say_answer("delegate", delegated=match.delegated, state=match.game.views.brief(match.state, match))
    else:
        output.say("\n".join(_delegated_lines(match)))


def _delegated_lines(match: Match[Any]) -> list[str]:
    several = match.game.sides.several
    shown = {side: own for side, own in match.delegated.items() if match.side in ("", side) or side in match.opponents}
    lines = [f"{f'{side}: ' if several else ''}{p} by {who}" for side, own in shown.items() for p, who in own.items()]
    return lines or ["nothing is delegated to the computer"]


def _report_delegated(match: Match[Any], done: Done, as_json: bool) -> list[str]:
    if as_json:
        events, state = [event.as_json() for event in done.events], match.game.views.brief(match.state, match)
        return [output.answer_text(done.command, events, delegated=match.delegated, state=state)]
    kept, after = _delegated_lines(match), what_is_next(match, done.events)
    if output.is_verbose():
        return [*kept, *match.game.narration.sentences(done.events, match.state), *after]
    return [*kept, *story(match, done.events, [*kept, *after], orders_in(done.events)), *after]
