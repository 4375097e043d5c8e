"""Starting a game, and writing it for others to read."""

import os
import sys
from contextlib import nullcontext
from itertools import count

from tarawa_cli.cli import answers, output, program
from tarawa_cli.cli.commands import (
    ASCII,
    DRY_RUN,
    JSON,
    SAVE,
    TABLES,
    UNNAMED,
    Value,
    choice,
)
from tarawa_cli.cli.opponents import check_own_dice, players_by_side
from tarawa_cli.cli.orders import what_is_next
from tarawa_cli.cli.transaction import ComposedOutput, change
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.grammar import Grammar, Number, Option, Word
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Done, Match
from tarawa_cli.kernel.errors import BadFile, BadOrder
from tarawa_cli.kernel.game import Setup, Wording
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any, Iterable, Iterator, NamedTuple, Sequence
from tarawa_cli.kernel.mail import secret_files
from tarawa_cli.kernel.narration.digest import height, shortened
from tarawa_cli.kernel.players import BOT, delegate_sides, let_computer_play
from tarawa_cli.kernel.saves import scenarios, toml
from tarawa_cli.kernel.saves.files import read_regular, reason, too_large
from tarawa_cli.kernel.saves.save_header import ALL_PHASES
from tarawa_cli.kernel.standard import partial

if TYPE_CHECKING:
    from tarawa_cli.kernel.presentation import Opening

PICKED = f"{program.FOLDER}/SCENARIO.toml"
"""The default path of a new game: its scenario's name, with a number if that is taken."""
NEW = Grammar(
    "new",
    """Start a game, and make it the current one.

Without a scenario, list them on a terminal. The game gets a free name in saves/: that of its scenario, with -2 after it
for the second one. To play a game that is elsewhere (--save), give --save again, or run `use FILE` once.""",
    (Word("SCENARIO", "Name a scenario from `scenarios`, or a file.", 0, default=UNNAMED),),
    (
        Option("--seed", "Seed the dice.", "N", number=Number(0, 2**63 - 1), unsaid="a fresh one"),
        Option("--dice", "Let the program roll the dice, or give them yourself.", "auto|manual", default="auto"),
        Option("--hits", "Set how hits are taken.", "ANSWER", if_worded=True),
        Option("--mail", "Play by mail, with dice that neither side can choose."),
        Option("--hot-seat", "With --mail, allow both players' secret files in one folder; the save records it."),
        TABLES,
        Option("--force", "Replace an old save, which is kept with .bak after its name."),
        ASCII,
        SAVE._replace(default=PICKED),
        JSON,
        DRY_RUN,
    ),
)
ADOPT = Grammar(
    "adopt",
    """Put a scenario file into an old save that only names it.

New saves hold their scenario. A save of an older version may name a file outside its folder. That file is read only if
you name it yourself; after that the save needs no other file.""",
    (Word("FILE", "Name the scenario that the game was started from."),),
    (SAVE, JSON),
)
LARGEST_TABLES = 1_000_000


def new_(
    scenario: str = "",
    *,
    seed: int | None,
    dice: str,
    hits: str | None = None,
    mail: bool,
    hot_seat: bool,
    tables: str,
    force: bool,
    ascii: bool,
    save: str,
    json: bool,
    dry_run: bool,
    **own_options: Value,
) -> int:
    if scenario == UNNAMED and output.on_terminal() and not json:
        _list_scenarios()
        return 0
    mode = choice("--dice", dice, ["auto", "manual"])
    policy = _standing_answer(hits)
    own = own_tables(tables)
    if not save:
        raise BadOrder("--save: a file needs a name")
    folder = os.path.dirname(os.path.realpath(save))
    setup = Setup(
        scenario_name(usual_scenario() if scenario == UNNAMED else scenario, folder),
        folder,
        own.tables,
        options=_chosen(own_options),
    )
    if save == PICKED:
        save = _picked(setup.scenario, force)
    program.check_name("--save", save)
    secret_files.check_place(save, program.own_game().sides.names)
    if dry_run and os.path.lexists(save) and not force:
        raise BadFile(f"{save} already exists", hint="add --force to replace it")

    def work(match: Match[Any]) -> ComposedOutput:
        events = session.perform(match, policy).events if policy else []
        events += _first_orders(match)
        told = _report_new(match, save, json, events, own.warnings, ascii)
        failed = match.bot_failure
        told_failure = [output.Note(f"note: {failed.message}")] if failed and not json else []
        return ComposedOutput([*told, *told_failure], None if dry_run else match, failed.exit_code if failed else 0)

    if hot_seat and not mail:
        raise BadOrder("--hot-seat goes with --mail: other games may be played in one folder anyway")
    match = _by_mail(setup, mode, seed, hot_seat) if mail else program.begun(setup, _seed(mode, seed))
    if opponents := players_by_side(own_options, saved=True):
        _check_opponents(match, mail)
        delegate_sides(match, opponents)
    return change(save, work, nullcontext(match), partial(_begin, force=force))


def usual_scenario() -> str:
    """The scenario of a new game whose scenario a script does not name."""
    return program.running().words.get("new", {}).get("SCENARIO", Wording()).default


def _list_scenarios() -> None:
    """Print the scenarios, and how to start one."""
    from tarawa_cli.cli.reference import scenarios_  # start-up

    scenarios_(save="", json=False)
    name = program.running().name
    output.say(f"\nstart one: {name} new {usual_scenario() or 'NAME'}; read about it first: {name} scenarios NAME")


def _check_opponents(match: Match[Any], mail: bool) -> None:
    if mail:
        raise BadOrder("--mail is for two people: the computer keeps no secrets", hint="leave out --mail")
    check_own_dice(match)


def _first_orders(match: Match[Any]) -> list[Event]:
    """The orders that the computer gives before the player's first, if it plays a side."""
    if not match.opponents:
        return []
    return let_computer_play(match, Done("new", [], []), (0, "", "")).events


def _by_mail(setup: Setup, mode: str, seed: int | None, hot_seat: bool) -> Match[Any]:
    """A new match by mail, started by the named side, or by the one that acts first."""
    from tarawa_cli.kernel.mail import desk  # start-up

    match = program.begun(setup, None)
    if len(match.game.sides.names) != 2:
        raise BadOrder("this game has no other side to mail it to")
    if mode != "auto" or seed is not None:
        raise BadOrder("the dice of a game by mail come from both sides: leave out --seed and --dice")
    desk.start(match, hot_seat)
    return match


def _chosen(values: dict[str, Value]) -> dict[str, Value]:
    """The game's own options as the save keeps them, without defaults."""
    found: dict[str, Value] = {}
    for option in program.running().options:
        name = option.name.strip("-")
        value = values[name.replace("-", "_")]
        if isinstance(value, str) and "|" in option.takes:
            value = choice(option.name, value, option.takes.split("|"))
        if value and value != option.default:
            found[name] = value
    return found


def _picked(scenario: str, force: bool) -> str:
    """A free name for a game of this scenario; with --force its first name, free or not."""
    stem = os.path.basename(scenario).removesuffix(".toml")
    names = (f"{program.FOLDER}/{stem}{f'-{number}' if number > 1 else ''}.toml" for number in count(1))
    return next(name for name in names if force or not os.path.lexists(name))


def _begin(save: str, match: Match[Any], *, force: bool) -> None:
    """Write the new game, and make it the current one if it is in the folder of games."""
    session.begin(save, match, force=force)
    if program.is_among_saves(save):
        try:
            program.make_current(save)
        except BadFile as error:
            output.note(f"note: this game is not the current one: {error.message}")
        if told := program.ignore_own_files():
            output.note(told)


def _standing_answer(hits: str | None) -> list[str]:
    """The order that sets `--hits`, unless it is the default; only games with such an order have the option."""
    if hits is None:
        return []
    word = program.running().words["new"]["--hits"]
    answer = choice("--hits", hits, word.takes.split("|"))
    return ["policy", "hits", answer] if answer != word.default else []


def adopt_(file: str, *, save: str, json: bool) -> None:
    if not os.path.isfile(file):
        raise BadFile(f"there is no file {file}")

    def work(match: Match[Any]) -> ComposedOutput:
        if not match.setup.source:
            raise BadOrder(f"{save} is a game of the shipped scenario {match.setup.scenario}: it needs no file")
        if match.edited:
            session.settle(match)
        if json:
            return ComposedOutput([output.answer_text(f"adopt {file}", state=_brief(match))], match)
        return ComposedOutput(
            [f"{save} now holds its scenario, {match.game.narration.opening(match.state).name}"], match
        )

    change(save, work, program.held(save, file))


def _seed(mode: str, seed: int | None) -> int | None:
    if mode == "manual":
        return None
    return int.from_bytes(os.urandom(4), "big") if seed is None else seed


class OwnTables(NamedTuple):
    """The player's own tables, and warnings about them."""

    tables: dict[str, Any] = {}
    warnings: Sequence[str] = ()


def own_tables(path: str) -> OwnTables:
    if not path:
        return OwnTables()
    own = toml.parse(read_text(path, LARGEST_TABLES), path)
    return OwnTables(own, program.own_game().library.check_tables(own, path))


def scenario_name(name: str, folder: str) -> str:
    """The scenario as the save will name it: a shipped one's name, or a path from the save's folder."""
    return scenarios.scenario_name(program.own_game(), name, folder)


def _brief(match: Match[Any]) -> dict[str, Any]:
    return match.game.views.brief(match.state, match)


def _report_new(
    match: Match[Any], save: str, as_json: bool, events: list[Event], warnings: Sequence[str], ascii: bool
) -> Iterator[str]:
    scenario = match.game.narration.opening(match.state)
    if as_json:
        facts = {"save": save, "seed": match.seed, "state": _brief(match), "warnings": list(warnings)} | answers.facts(
            match
        )
        yield output.answer_text(f"new {scenario.id}", [event.as_json() for event in events], **facts)
        return
    yield from map(output.warning, warnings)
    heading = [f"{scenario.name}: {save} ({_dice(match)})"]
    heading += [f"the old game is kept: {save}.bak"] if os.path.exists(save) else []
    on_screen = output.on_first_screen(match, as_json)
    before = [*_opposition(match)]
    after = [] if on_screen else [*what_is_next(match), *answers.lines(match)]
    if match.opponents:
        before += answers.story(match, events, [*before, *after], answers.orders_in(events))
    yield from [] if on_screen else heading
    if not (on_screen and _is_shipped(match)):
        yield from _introduction(scenario, [*before, *after])
    if on_screen:
        above = shortened([line for text in before for line in text.split("\n") if line], 5, "log")
        yield _first_screen(match, [*heading, *above], ascii)
        return
    yield from before
    yield from after


_GOAL = 3
"""How many lines of a goal are shown if there is no room for its parts."""


def _introduction(scenario: "Opening", after: Iterable[str]) -> Iterator[str]:
    """A scenario's introduction, as far as it fits on a screen, and its goal."""
    goal, least = scenario.goal, height(scenario.introduction.split("\n\n")[:1])
    room = answers.LONGEST - height(after) - (height([goal]) + 1 if goal else 0) - 4
    if goal and room < least + 2:
        short = "\n".join(goal.split("\n")[:_GOAL])
        goal, room = short, room + height([goal]) - height([short])
    rest = f"→ scenarios {scenario.id} — print the whole introduction"
    told = answers.introduction(scenario.introduction, room, rest) if scenario.introduction else ""
    yield from (f"\n{text}" for text in (told, goal) if text)
    yield from [""] if told or goal else []


def _first_screen(match: Match[Any], heading: list[str], ascii: bool) -> str:
    """The map, the goal and the next steps; how to play the scenario is on its page."""
    from tarawa_cli.cli import look  # start-up

    introduced = _is_shipped(match) and match.game.narration.opening(match.state).introduction
    read_on = [f"{look.ARROW}scenarios {match.setup.scenario} — print its introduction"] if introduced else []
    heading = [*heading, *output.moment_notes(match)]
    return look.overview(match, output.screen(ascii=ascii), heading, read_on)


def _is_shipped(match: Match[Any]) -> bool:
    return match.setup.scenario in match.game.library.LISTS["scenarios"]()


def _opposition(match: Match[Any]) -> Iterator[str]:
    """Who plays what, if the computer plays."""
    for side in match.opponents:
        name = match.delegated[side][ALL_PHASES]
        yield f"{name} plays {side}"
        if name == BOT and not program.find_bots().program:
            yield f"no bot is named on this machine: name one with --bot FILE, or give its orders with --as {side}"
    if match.opponents and match.side:
        yield f"you play {match.side}\n"


def _dice(match: Match[Any]) -> str:
    if match.mail:
        return f"by mail; {match.side} begins"
    return "you give the dice" if match.manual else f"seed {match.seed}"


def read_text(path: str, limit: int) -> str:
    """A file of the player's; `-` is standard input."""
    raw = _read_input(limit) if path == "-" else read_regular(path, path, limit, "for a pipe, give - as the file")
    return toml.decode(raw, "standard input" if path == "-" else path).removeprefix("\ufeff")


def _read_input(limit: int) -> bytes:
    if not sys.stdin:
        raise BadFile("there is no standard input")
    try:
        raw: bytes = sys.stdin.buffer.read(limit + 1)
    except (OSError, ValueError) as error:
        raise BadFile(f"cannot read standard input: {reason(error)}") from None
    if len(raw) > limit:
        raise too_large("standard input", limit)
    return raw
