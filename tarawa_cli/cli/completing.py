"""Answers the shell when TAB is pressed: which words can come next in a command line?

The scripts of `completion` call `tarawa __complete SHELL LINE [PIECE]`. LINE is the command line up to the cursor,
PIECE is what bash takes for its last word. The answer is a word a line, with a remark where the shell shows
remarks; FILES says that the shell itself should offer files. The save is only read. If something is wrong with it or
with the line, less is offered: a shell cannot show an error in the middle of a line.
"""

import os
import re

from tarawa_cli.cli import output
from tarawa_cli.cli.commands import (
    AS,
    AT,
    BEFORE,
    COLOUR,
    COMMANDS,
    EVERYWHERE,
    SHARED,
    STRICT,
    commands,
    find,
    full_name,
    orders,
    side_option,
    unshortened,
)
from tarawa_cli.cli.completion import Typed, inserted, split
from tarawa_cli.cli.program import (
    ENVIRONMENT,
    current_save,
    look,
    own_game,
    play_as,
    saves_found,
)
from tarawa_cli.kernel.engine.grammar import Grammar, Option, Word
from tarawa_cli.kernel.engine.sides import is_free
from tarawa_cli.kernel.errors import BadOrder, GameError
from tarawa_cli.kernel.hints import Any, Iterable, Iterator, Mapping, NamedTuple, Sequence
from tarawa_cli.kernel.narration.visible import on_one_line
from tarawa_cli.kernel.standard import cached_property, suppress

FILES = ":files"
HELP = Option("--help", "Show this message and exit.", short="-h")
# options before the command that take a value
TAKING = [name for option in BEFORE if option.takes for name in option.names]

# commands that look → what they take, as a list of the game's `offers`
LISTS = {"unit": "units", "hex": "hexes", "area": "areas", "map": "places", "units": "groups"}
# those that take several of them
SEVERAL = ("units", "legal", "show")
# the same, whatever the save
BOOKS = {"table": "tables", "rule": "rules", "scenarios": "scenarios", "new": "scenarios"}

# the same, whatever the game
NAMES = {"use": lambda: _games(), "help": commands}

Offer = dict[str, str]
"""Words, each with a remark or none."""


def answer(arguments: Sequence[str]) -> int:
    """Print what can come next."""
    try:
        shell, line, *piece = arguments
        lines = list(_answer(shell, line, piece[0] if piece else None))
    except Exception:
        if os.environ.get("TARAWA_DEBUG"):
            raise
        return 0
    output.tell(lines)
    return 0


def _answer(shell: str, line: str, piece: str | None) -> Iterator[str]:
    asked = read(line, shell)
    for word, remark in offer(asked).items():
        if word == FILES:
            yield FILES
        elif begins(asked, word) and (ready := inserted(shell, word, asked.typed, piece)) is not None:
            yield _written(shell, ready, on_one_line(remark))


def begins(asked: "CompletionRequest", word: str) -> bool:
    """Whether the last word can be the beginning of this one. No shell is given control characters to insert."""
    return word.lower().startswith(asked.last.lower()) and word.isprintable()


def _written(shell: str, word: str, remark: str) -> str:
    """A word as the shell's script expects it; zsh takes a colon for the end of a word."""
    if shell == "zsh":
        word = word.replace("\\", "\\\\").replace(":", "\\:")
    separator = {"zsh": ":", "fish": "\t"}.get(shell)
    return output.Ready(f"{word}{separator}{remark}" if separator and remark else word)


# ── The line


class CompletionRequest(NamedTuple):
    """A command line up to the cursor, the program's name left out."""

    words: list[str]
    typed: Typed
    """The word that is being typed; it may be empty."""
    environment: Mapping[str, str]
    remarks: bool = False
    """Whether the shell shows remarks."""

    @property
    def last(self) -> str:
        """What is being typed, without its quotation marks."""
        return self.typed.value


def read(line: str, shell: str) -> CompletionRequest:
    """A line with its quotation marks, one of which may be open, and with assignments before the program."""
    words = split(line, shell)
    environment = dict(os.environ)
    while len(words) > 1 and re.match(r"[A-Za-z_]\w*=", words[0].value):
        name, _, value = words.pop(0).value.partition("=")
        environment[name] = _expanded(value)
    last = words[-1] if len(words) > 1 else Typed()
    return CompletionRequest([word.value for word in words[1:-1]], last, environment, shell in ("zsh", "fish"))


def _expanded(word: str) -> str:
    """A word as the shell will hand it over."""
    return os.path.expanduser(os.path.expandvars(word))


def offer(asked: CompletionRequest) -> Offer:
    """Everything that fits in place of the last word; the caller keeps what begins like it."""
    place = 0
    while asked.words[place : place + 1] and asked.words[place].startswith("-"):
        place += 2 if asked.words[place] in TAKING else 1
    if place > len(asked.words):
        return dict.fromkeys(own_game().sides.names, "") if asked.words[-1] == AS.name else {FILES: ""}
    if place == len(asked.words):
        return _commands(asked)
    try:
        name = full_name(asked.words[place])
    except BadOrder:
        return {}
    return CommandLine(name, asked.words[:place] + asked.words[place + 1 :], asked).offer()


def _commands(asked: CompletionRequest) -> Offer:
    if asked.last.startswith("-"):
        options = (HELP, *BEFORE[:-1], side_option())
        return {option.name: option.help for option in options if not option.hidden} | {
            "--version": "Print the version."
        }
    return {name: _summary(name) if asked.remarks else "" for name in commands()}


def _summary(name: str) -> str:
    """The first line of a command's help."""
    command = find(name)
    return command.grammar.summary if command else ""


# ── The command


def declared(name: str) -> Grammar:
    """The words and options of the command itself, without those of the order in it."""
    command = find(name) if name in COMMANDS else None
    if command:
        return command.grammar
    strict = (STRICT,) if orders()[name].ends or orders()[name].macro else ()
    own = [option for option in EVERYWHERE if option not in SHARED]
    return Grammar(name, "", options=(*SHARED, *strict, *own, side_option()))


class CommandLine:
    """A command, the words after it, and the option whose value comes next, if one does."""

    def __init__(self, name: str, words: list[str], asked: CompletionRequest) -> None:
        self.name, self.asked = name, asked
        grammar = declared(name)
        self.places, self.with_order = grammar.words, grammar.with_order
        self.options = {each: option for option in (*grammar.options, HELP) for each in option.names}
        self.is_order = name not in COMMANDS
        self.words: list[str] = []
        """All words that are not options of the command itself; those of an order stay with the order."""
        self.typed_options: dict[str, str] = {}
        self.waiting: Option | None = None
        *begun, self.last = self._parts(asked.last)
        rest = [*(part for word in words for part in self._parts(word)), *begun]
        while rest:
            self._take(rest.pop(0), rest)

    def _parts(self, word: str) -> list[str]:
        """`--on=2828` and `-sFILE` are two words."""
        name, equals, value = word.partition("=")
        if equals and name.startswith("--"):
            return [name, value]
        short = self.options.get(word[:2]) if not word.startswith("--") and len(word) > 2 else None
        return [word[:2], word[2:]] if short and short.takes else [word]

    def _take(self, word: str, rest: list[str]) -> None:
        option = self.options.get(word)
        if option is None:
            self.words += [word] if word != "--" else []
        elif not option.takes:
            self.typed_options[option.name] = ""
        elif rest:
            self.typed_options[option.name] = rest.pop(0)
        else:
            self.waiting = option

    def offer(self) -> Offer:
        found = self._found()
        head = self.asked.last[: len(self.asked.last) - len(self.last)]
        return {word if word == FILES else head + word: remark for word, remark in found.items()}

    def _found(self) -> Offer:
        if self.waiting:
            return self._values(self.waiting)
        options = self._options() if self.last.startswith("-") else {}
        if self.is_order or self.with_order:
            return self._in_order([self.name, *self.words] if self.is_order else self.words) | options
        return options or self._arguments()

    def _options(self) -> Offer:
        able = (o for o in self.options.values() if o.name not in self.typed_options and not o.hidden)
        return {o.name: o.help for o in able if o.name != "--dice" or not self.is_order or self._match_is_manual}

    def _values(self, option: Option) -> Offer:
        if option.name == "--scenario":
            return _book("scenarios") | {FILES: ""}
        if option.name == AS.name:
            return dict.fromkeys(own_game().sides.names, "")
        if option.name in (AT.name, "--diff"):
            return self._moments()
        if option.name == COLOUR.name:
            return dict.fromkeys(output.CHOICES, "")
        return self._listed("turns") if option.name == "--turn" else _by_name(option.takes)

    def _moments(self) -> Offer:
        """The ends of the turns that have been played."""
        return {f"t{turn}": "" for turn in [*self._listed("turns")][:-1]}

    def _arguments(self) -> Offer:
        place = self._place()
        if not place:
            return {}
        takes = place.name
        if self.name == "diff":
            return self._moments() | {FILES: ""}
        if self.name == "map" and self.words:
            return self._moments() if "--diff" in self.typed_options else {}
        if self.name == "export" and self.words:
            return self._exported()
        if self.name == "legal":
            return self._with_remarks([*self._now_legal(), *self._listed("able")]) | self._if_begun("hexes")
        if self.name == "show":
            return self._things()
        if self.name == "why":
            return dict.fromkeys(orders(), "") if not self.words else {}
        if self.name in LISTS:
            return self._listed(LISTS[self.name])
        if self.name in NAMES:
            return dict.fromkeys(NAMES[self.name](), "")
        found = _book(BOOKS[self.name]) if self.name in BOOKS else {}
        return found | ({FILES: ""} if self.name == "new" else _by_name(takes))

    def _place(self) -> Word | None:
        """The place of the last word, if there is one for it."""
        for word in self.places[len(self.words) :] or self.places[-1:]:
            return word if len(self.words) < len(self.places) or self.name in SEVERAL else None
        return None

    def _now_legal(self) -> list[str]:
        """The names of the orders that are legal now."""
        listed = self._match.game.legal.legal(self._match.state) if self._match else []
        return [*dict.fromkeys(command.split(" ", 1)[0] for command in listed)]

    def _if_begun(self, what: str) -> Offer:
        """A long list, offered only once a word of it is begun."""
        return self._listed(what) if self.last else {}

    def _things(self) -> Offer:
        """Whatever `show` can show; hexes once one is begun."""
        found = self._listed("units") | self._listed("areas") | self._if_begun("hexes")
        return found if self.words else found | _book("tables") | _book("rules") | _book("scenarios")

    def _exported(self) -> Offer:
        """After the kind of an export: the file, and before it for a map a place, for data its name."""
        from tarawa_cli.cli.exporting import FORMATS, LAND, MAPS  # start-up

        kind, *rest = self.words
        if kind in FORMATS and not rest:
            from tarawa_cli.kernel.exports.datasets import DATASETS  # start-up

            return dict.fromkeys(DATASETS, "")
        if kind in FORMATS:
            return {FILES: ""} if len(rest) == 1 else {}
        if kind not in MAPS:
            return {} if rest else {FILES: ""}
        return ({} if rest else {LAND: ""} | self._listed("places")) | {FILES: ""}

    # ── The save

    @cached_property
    def _match(self) -> Any:
        """The game in the current save, or None."""
        save = (
            _expanded(self.typed_options.get("--save", "")) or self.asked.environment.get(ENVIRONMENT) or current_save()
        )
        with suppress(GameError, OSError):
            play_as(self.typed_options.get(AS.name, ""), self.asked.environment)
            return look(save)
        return None

    @property
    def _match_is_manual(self) -> bool:
        return self._match is not None and self._match.manual

    def _listed(self, what: str) -> Offer:
        """One of the game's lists."""
        words = self._match.game.legal.WORDS.get(what) if self._match else None
        return self._with_remarks(words(self._match.state)) if words else {}

    def _in_order(self, words: list[str]) -> Offer:
        """The next word of an order, in the place of a command or after `odds`."""
        if not words:
            return self._listed("foreseen")
        words = unshortened(words)
        if not self._match or words[0] not in orders() or not self._may_give(words[0]):
            return {}
        helps = {option.name: option.help for option in orders()[words[0]].options}
        found = self._with_remarks(self._match.game.legal.next_words(self._match.state, words, self.last))
        return {word: helps.get(word, remark) for word, remark in found.items()}

    def _may_give(self, name: str) -> bool:
        """Whether the player may give an order now; standing answers can be changed at any time."""
        match = self._match
        return not self.is_order or orders()[name].shows or is_free(match.game.sides, match.state, match.side)

    def _with_remarks(self, words: Iterable[str]) -> Offer:
        if not self.asked.remarks:
            return dict.fromkeys(words, "")
        remark = self._match.game.legal.remark
        return {word: remark(self._match.state, word) for word in words}


def _by_name(called: str) -> Offer:
    """What the name of a value says of it: `ask|step|morale` or FILE."""
    called = called.strip("[]{}")
    if "FILE" in called:
        return {FILES: ""}
    return dict.fromkeys(called.split("|"), "") if re.fullmatch(r"[a-z0-9-]+(\|[a-z0-9-]+)+", called) else {}


def _games() -> list[str]:
    """The games in the folder, without names that `use` would read as an option or a shell's script as a mark."""
    return [name for name in saves_found() if not name.startswith("-") and name != FILES]


def _book(what: str) -> Offer:
    """Tables, rules and scenarios."""
    listed = own_game().library.LISTS.get(what)
    return listed() if listed else {}
