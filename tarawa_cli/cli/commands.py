"""Every command by name: its grammar, the function that carries it out, and the reader of its line in a shell.

Typer's commands are made from the same grammars (`options`). Typer is imported only for lines that this reader leaves
alone: help, faults, unusual signs.
"""

import os

from tarawa_cli.cli import program
from tarawa_cli.cli.program import CURRENT, ENVIRONMENT, check_name
from tarawa_cli.kernel.engine.grammar import Grammar, Number, Option, Word, Words
from tarawa_cli.kernel.engine.order_words import alternatives, find_name, shown
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.game import Wording
from tarawa_cli.kernel.hints import Callable, Mapping, NamedTuple
from tarawa_cli.kernel.standard import import_module, partial

# name → module in this package. There, the grammar of `map` is called MAP, and its function map_. The game knows its
# orders.
COMMANDS = {
    "new": "files",
    "saves": "saves",
    "use": "saves",
    "status": "look",
    "map": "look",
    "units": "look",
    "unit": "look",
    "hex": "look",
    "area": "look",
    "legal": "look",
    "odds": "look",
    "show": "reference",
    "table": "reference",
    "rule": "reference",
    "scenarios": "reference",
    "diff": "explaining",
    "why": "explaining",
    "log": "history",
    "chronicle": "explaining",
    "watch": "exporting",
    "verify": "history",
    "undo": "history",
    "redo": "history",
    "handover": "handover",
    "mail": "mail",
    "resume": "mail",
    "accept": "mail",
    "decline": "mail",
    "back": "mail",
    "anchor": "mail",
    "phrase": "mail",
    "seal": "mail",
    "reveal": "mail",
    "play": "play",
    "run": "scripts",
    "adopt": "files",
    "export": "exporting",
    "autoplay": "computer",
    "advise": "computer",
    "simulate": "simulating",
    "forecast": "simulating",
    "git": "git",
    "message": "git",
    "delegate": "opponents",
    "completion": "completion",
    "help": "typer_app",
}
BETWEEN_SIDES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("handover", "mail", "resume", "accept", "decline", "back", "anchor", "seal", "reveal", "phrase"), ()
    ),
    "new": ("--mail", "--hot-seat"),
    "log": ("--since-mine", "--enemy"),
}
"""What only a game of several sides has: whole commands, or these options of a command."""

ALIASES: Mapping[str, str] = {
    "n": "next",
    "s": "status",
    "m": "map",
    "u": "units",
    "l": "legal",
    "o": "odds",
    "d": "decide",
    "h": "help",
    "?": "help",
}
"""Short names of commands that most games have; a game adds its own (`Program.aliases`)."""

UNNAMED = ":usual"
"""The scenario of a new game if none is named."""

SAVE = Option("--save", "Use this save.", "FILE", short="-s", default=CURRENT, environment=ENVIRONMENT)
AT = Option(
    "--at",
    "Show another moment: 12 (after 12 entries), -3 (three entries ago), t5 (the end of turn 5), a git revision.",
    "WHEN",
    default="",
)
JSON = Option("--json", "Print one JSON object.")
DRY_RUN = Option("--dry-run", "Only check: roll no dice, write nothing.", short="-n")
DICE = Option(
    "--dice", "Give the dice in the order they are used, in a game started with --dice manual.", "D,D,…", default=""
)
COLOUR = Option("--color", "Use colour: auto, always or never.", "WHEN", default="auto")
ASCII = Option("--ascii", "Draw the map with ASCII characters only.")
PLAYER = Option("--player", "Choose the computer player, or a program: ./mybot.", "PLAYER", default="")
PLAYOUTS = Option(
    "--playouts",
    "Let `expert` play its plans out this many times for each decision.",
    "N",
    number=Number(0, 100_000),
    unsaid="its own number",
    if_worded=True,
)
THINK = Option(
    "--think",
    "Let `expert` think this long for each decision, instead of counting playouts.",
    "SECONDS",
    number=Number(1, 3_600),
    unsaid="no time limit",
    if_worded=True,
)
TABLES = Option("--tables", "Use custom tables and numbers.", "FILE", default="")
AS = Option("--as", "Play as one side; without it and without $TARAWA_SIDE, as all sides.", "SIDE", default="")
VERBOSE = Option("--verbose", "Print everything: every enemy shot, lists in full.", short="-v")
QUIET = Option("--quiet", "Print only what you asked for: no notes, and nothing after an order.", short="-q")
STRICT = Option("--strict", "Refuse whatever needs --yes on a terminal.")
BOT = Option("--bot", "Let this program play where the save says `bot`.", "FILE", default="")
BOTS = ("new", "run", "autoplay", "advise", "simulate", "forecast", "delegate")
"""The commands that may let a bot play, besides all orders."""
BY_SIDE = ("new", "autoplay", "simulate", "forecast")
"""The commands that take a player for each side."""
SHARED = (SAVE, JSON, DRY_RUN, DICE, VERBOSE)
"""The options that every order takes in a shell besides its own."""
EVERYWHERE = (VERBOSE, QUIET, COLOUR)
"""The options that every command takes, even if it does not use them."""
BEFORE = (SAVE, JSON, AS)
"""The options that may also come before the command."""

Value = bool | int | str | list[str] | None


class Read(NamedTuple):
    """The command of a line and the values for it."""

    plain: list[str]
    values: dict[str, Value]
    """The value of every option, by its name."""


class Command(NamedTuple):
    """A command of the shell."""

    grammar: Grammar
    carry_out: Callable[[Read], int | None]
    """Returns the exit code; None means 0."""


def orders() -> Mapping[str, Grammar]:
    """The orders of the game that this program plays."""
    return program.own_game().orders


def shared() -> list[str]:
    """The commands of this program that are not orders of its game."""
    return [name for name in COMMANDS if is_shared(name)]


def is_shared(name: str) -> bool:
    """Whether this program has such a command, and it is not an order of its game."""
    between = name in BETWEEN_SIDES and not BETWEEN_SIDES[name]
    return name in COMMANDS and (not between or program.own_game().sides.several)


def commands() -> list[str]:
    """All commands, in the order of the help."""
    return [*shared(), *(name for name in orders() if name not in COMMANDS)]


def find(name: str) -> Command | None:
    """A command by its full name; None if there is none."""
    if is_shared(name):
        return _anywhere(_shared(name))
    return _anywhere(_order(orders()[name])) if name in orders() else None


def aliases() -> dict[str, str]:
    """The short names of this program's commands."""
    known = {**ALIASES, **program.running().aliases}
    return {short: name for short, name in known.items() if is_shared(name) or name in orders()}


def full_name(word: str) -> str:
    """The command that a word means: a name in any case, a short name, or a unique beginning."""
    if is_shared(word) or word in orders():
        return word
    if word.lower() in (short := aliases()):
        return short[word.lower()]
    known, low = commands(), word.lower()
    if any(name.startswith(low) for name in known):
        return find_name(low, known, "command")
    from difflib import get_close_matches  # start-up

    close = get_close_matches(low, known)
    hint = f"did you mean {alternatives(close[:4])}?" if close else "help --all"
    raise BadOrder(f"there is no command {shown(word)}", hint=hint)


def unshortened(tokens: list[str]) -> list[str]:
    """The words of an order in a script; a short name of the order becomes its name."""
    return [aliases().get(word.lower(), word) for word in tokens[:1]] + tokens[1:]


def _anywhere(command: Command) -> Command:
    """The command with the options that every command takes."""
    own = {option.name for option in command.grammar.options}
    more = [option for option in (*EVERYWHERE, side_option()) if option.name not in own]
    name = command.grammar.name
    more += [BOT] if name in BOTS or (name in orders() and name not in COMMANDS) else []

    def carry_out(read: Read) -> int | None:
        from tarawa_cli.cli import output  # start-up

        output.choose_colour(str(read.values[COLOUR.name]))
        program.play_as(str(read.values[AS.name]))
        program.change_run(bot=str(read.values.get(BOT.name) or ""))
        quiet = QUIET.name not in own and bool(read.values[QUIET.name])
        output.speak(quiet=quiet, verbose=bool(read.values[VERBOSE.name]))
        kept = {name: value for name, value in read.values.items() if name in own}
        return command.carry_out(Read(read.plain, _with_save(kept)))

    return Command(command.grammar._replace(options=(*command.grammar.options, *more)), carry_out)


def _with_save(kept: dict[str, Value]) -> dict[str, Value]:
    """The values with the current game's save if none is named."""
    if kept.get(SAVE.name) == CURRENT:
        kept[SAVE.name] = program.current_save()
    check_name(SAVE.name, str(kept.get(SAVE.name, "")))
    return kept


def side_option() -> Option:
    """`--as`; a game with one side takes it too, but its help does not show it."""
    return AS._replace(hidden=not program.own_game().sides.several)


def _shared(name: str) -> Command:
    """A command that all games have, in the words of this one."""
    module = import_module(f"tarawa_cli.cli.{COMMANDS[name]}")
    grammar = worded(getattr(module, name.upper()), program.running().words.get(name, {}))
    if name == "new":
        grammar = grammar._replace(options=(*grammar.options, *program.running().options))
    if name in BY_SIDE:
        from tarawa_cli.cli.opponents import player_options  # start-up

        grammar = grammar._replace(options=(*grammar.options, *player_options(name)))
    function = getattr(module, f"{name}_")
    without = () if program.own_game().sides.several else BETWEEN_SIDES.get(name, ())
    grammar = grammar._replace(options=tuple(option for option in grammar.options if option.name not in without))
    return Command(grammar, partial(_call, partial(function, **_keywords(dict.fromkeys(without, False)))))


def _call(function: Callable[..., int | None], read: Read) -> int | None:
    """Call a command with plain words by position and options by name."""
    return function(*read.plain, **_keywords(read.values))


def _keywords(values: Mapping[str, Value]) -> dict[str, Value]:
    """The values of options by the names of a function's arguments."""
    return {name.strip("-").replace("-", "_"): value for name, value in values.items()}


def _order(grammar: Grammar) -> Command:
    from tarawa_cli.cli.orders import order  # start-up

    words = tuple(word._replace(least=0) if grammar.shows or grammar.answers else word for word in grammar.words)
    more = (*SHARED, STRICT) if grammar.ends or grammar.macro or grammar.gives_up else SHARED
    return Command(grammar._replace(words=words, options=(*grammar.options, *more)), partial(order, grammar))


def is_strict(wanted: Value) -> bool:
    """Whether a phase may not be ended while that wastes something: by the option, or by the environment."""
    return bool(wanted) or os.environ.get("TARAWA_STRICT", "") not in ("", "0")


# ── A game's own words


def worded(grammar: Grammar, words: Mapping[str, Wording]) -> Grammar:
    """The command with a game's own defaults, names of values, and help."""
    options = (option for option in grammar.options if option.name in words or not option.if_worded)
    return grammar._replace(
        words=tuple(_reworded_word(word, words.get(word.name, Wording())) for word in grammar.words),
        options=tuple(_reworded_option(option, words.get(option.name, Wording())) for option in options),
    )


def _reworded_word(word: Word, own: Wording) -> Word:
    if word.default == UNNAMED:  # whoever names none on a terminal is shown what there is
        listed = "list them on a terminal"
        return word._replace(unsaid=f"{listed}, {own.default} elsewhere" if own.default else listed)
    return word._replace(name=own.takes or word.name, help=own.help or word.help, default=own.default or word.default)


def _reworded_option(option: Option, own: Wording) -> Option:
    return option._replace(
        takes=own.takes or option.takes, help=own.help or option.help, default=own.default or option.default
    )


# ── The reader


def command_first(arguments: list[str]) -> list[str]:
    """The line with its command first, followed by the options that came before it."""
    place = 0
    while place < len(arguments) and (length := _length_before(arguments[place])):
        place += length
    if not place or place >= len(arguments):
        return arguments
    return [arguments[place], *arguments[:place], *arguments[place + 1 :]]


def is_without_command(arguments: list[str]) -> bool:
    """Whether a line names no command: it is empty, or has only options that may come before one."""
    place = 0
    while place < len(arguments) and (length := _length_before(arguments[place])):
        place += length
    return place == len(arguments)


def _length_before(word: str) -> int:
    """How many words an option before the command takes; 0 if it is none of those."""
    for option in BEFORE:
        if word in option.names:
            return 2 if option.takes else 1
        if option.takes and word.startswith(f"{option.name}="):
            return 1
    return 0


def read_line(grammar: Grammar, arguments: list[str]) -> Read | None:
    """What a line in a shell means; None if Typer must read it."""
    names = {name: option.name for option in grammar.options for name in option.names}
    try:
        words = grammar.parse([grammar.name, *(names.get(word, word) for word in arguments)], typed=True)
    except BadOrder:
        return None
    if not _has_right_words(grammar, words.plain) or not all(_is_right(option, words) for option in grammar.options):
        return None
    return Read(
        [*words.plain, *[word.default for word in grammar.words[len(words.plain) :] if word.default]],
        {option.name: _value(option, words) for option in grammar.options},
    )


def _has_right_words(grammar: Grammar, plain: list[str]) -> bool:
    count, most = len(plain), grammar.most
    if count < grammar.least or (most is not None and count > most):
        return False
    numbers = all(_is_number(text, word.number) for word, text in zip(grammar.words, plain, strict=False))
    order = orders().get(plain[0]) if grammar.with_order else None
    options = [option.name for option in order.options] if order else []
    is_plain = _is_value if grammar.signed else _is_simple
    return numbers and all(is_plain(word) or word.partition("=")[0] in options for word in plain)


def _is_right(option: Option, words: Words) -> bool:
    if not option.takes:
        return True
    values = words.values(option.name)
    enough = bool(values) or not option.needed
    numbers = all(_is_number(value, option.number) for value in values)
    return enough and numbers and (option.many or len(values) < 2) and all(map(_is_value, values))


def _is_value(word: str) -> bool:
    """Whether every reader would take a word as the value of the option before it; `-3` is one too."""
    return _is_simple(word) or word.removeprefix("-").isdigit()


def _is_simple(word: str) -> bool:
    """Whether every reader understands a word the same way; an empty one, or one like an option, is not simple."""
    return bool(word) and not word.startswith("-")


def _is_number(text: str, number: Number | None) -> bool:
    """Whether a value that should be a number is one, within its limits and written in the usual way."""
    if number is None:
        return True
    return text.isascii() and text.isdigit() and len(text) < 10 and str(int(text)) == text and number.allows(int(text))


def _value(option: Option, words: Words) -> Value:
    if not option.takes:
        return words.flag(option.name)
    typed = words.values(option.name)
    value = typed[0] if typed else os.environ.get(option.environment) or option.default
    if option.number:
        return None if value is None else int(value)
    return typed if option.default is None else value


# ── Values that are one of a few words


def choice(option: str, word: str, names: list[str]) -> str:
    """One of a few words, or the beginning of one."""
    try:
        return find_name(word, names, "choice")
    except BadOrder:
        raise BadOrder(f"{option} {shown(word)}: must be {alternatives(names)}") from None
