"""The grammar of a command, written once: its words and options, what they are called and what they are for.

The reader of shell lines, scripts and journals, an order's text, the help, what the TAB key offers and the command
reference all come from it.
"""

from tarawa_cli.kernel.engine.order_words import find_name, shown
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.hints import (
    TYPE_CHECKING,
    Any,
    Callable,
    Generic,
    Iterable,
    Iterator,
    Mapping,
    NamedTuple,
    Protocol,
    Sequence,
    TypeVar,
)

if TYPE_CHECKING:
    from tarawa_cli.kernel.engine.order import Order
    from tarawa_cli.kernel.engine.play import Stacked

S = TypeVar("S", bound="Stacked")
MOST_WORDS = 1000

Values = Mapping[str, Sequence[str] | bool]
"""Options and their values; a flag is true or false."""


class Number(NamedTuple):
    """The limits of a value that is a whole number."""

    least: int | None = None
    most: int | None = None

    def allows(self, number: int) -> bool:
        return (self.least is None or number >= self.least) and (self.most is None or number <= self.most)


class Word(NamedTuple):
    """A place for plain words: one of them, unless it says otherwise."""

    name: str
    """The name of the word, in capitals, as the help shows it."""
    help: str
    least: int = 1
    most: int | None = 1
    """None: as many as the player likes."""
    default: str = ""
    """The word that is taken if it is left out."""
    unsaid: str = ""
    """What the help says happens if it is left out, where the default itself does not say it."""
    number: Number | None = None
    several: bool = False
    """Whether it takes several names at once, in all the ways that the game knows (`Game.expand`)."""
    signed: bool = False
    """Whether a number with a minus sign is such a word, not an option."""

    @property
    def shown(self) -> str:
        """In brackets, if it is a single word that may be left out."""
        return f"[{self.name}]" if (self.least, self.most) == (0, 1) else self.name


class Option(NamedTuple):
    """A flag, or an option with a value."""

    name: str
    help: str
    takes: str = ""
    """The name of its value; empty for a flag."""
    many: bool = False
    """Whether it may be repeated."""
    needed: bool = False
    number: Number | None = None
    short: str = ""
    also: str = ""
    """Another long name."""
    default: str | None = None
    """Its value if it is left out. Without one, and if it is no number, its values are a list."""
    unsaid: str = ""
    """What the help says is taken if it is left out and there is no default."""
    environment: str = ""
    """The variable that gives the value if the option does not."""
    if_worded: bool = False
    """Whether only games that word it themselves have it."""
    hidden: bool = False
    """Whether help and TAB leave it out."""
    several: bool = False
    """Whether it makes an order mean several: by the names that it takes, or as a flag."""
    trailing: Callable[[str], bool] | None = None
    """Which plain words at the end of an order are its values: `attack 2/8A 2626` is `attack 2/8A --on 2626`."""
    leading: bool = False
    """Whether all plain words but the last are its values: `support i-28 1512` is `support 1512 --by i-28`."""
    answers: str = ""
    """The kind of question that it answers beforehand; its value is no part of the order itself (`beforehand`)."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name in (self.name, self.also, self.short) if name)

    @property
    def shown(self) -> str:
        text = f"{self.name} {self.takes}".rstrip()
        return text if self.needed else f"[{text}]{'…' if self.many else ''}"


GOAL = Word("PHASE|turn [N]", "Continue until this phase, the next turn or turn N.", least=0, most=2)
YES = Option("--yes", "Continue even if that wastes something.", short="-y")
"""What an order takes that ends the player's part."""


SURE = Option("--yes", "Confirm that you resign.", short="-y")


class Grammar(NamedTuple):
    """A command: its name, its words in their places, its options."""

    name: str
    help: str
    """A summary line, then an empty line and more."""
    words: tuple[Word, ...] = ()
    options: tuple[Option, ...] = ()
    group: str = ""
    """The heading in the command reference that lists it."""
    usage: str = ""
    """The usage line, if words and options do not make a good one."""
    shows: bool = False
    """Whether it shows what is set as long as its last word is missing."""
    answers: bool = False
    """Whether it answers the pending question; its name alone shows that question."""
    ends: bool = False
    """Whether it ends the player's part; then it takes a phase or turn to continue to, and --yes (`fast_forward`)."""
    gives_up: bool = False
    """Whether it gives the game up; then it has --yes, without which a careful player is refused."""
    calls_off: bool = False
    """Whether it cancels earlier orders: a refusal never offers it unless it was asked for."""
    with_order: bool = False
    """Whether it takes a whole order; the options of that order are plain words here."""
    macro: "Callable[[Any, Words], Macro] | None" = None
    """For a macro: the class that chooses its plain orders (`fast_forward`)."""
    hidden: bool = False
    """Whether another command writes it, so that help does not list it among the first."""
    phases: tuple[str, ...] = ()
    """The phases to which it belongs, under any of their names (`fast_forward.by_name`); none means any phase."""

    @property
    def summary(self) -> str:
        return self.help.partition("\n")[0]

    @property
    def use(self) -> str:
        words, options = (word.shown for word in self.words), (option.shown for option in self.options)
        return self.usage or " ".join([self.name, *words, *options])

    @property
    def several(self) -> bool:
        """Whether an order can mean several plain ones, or name several units in one of its places."""
        return any(word.several for word in self.words) or any(option.several for option in self.options)

    @property
    def signed(self) -> bool:
        return any(word.signed for word in self.words)

    @property
    def least(self) -> int:
        return sum(word.least for word in self.words)

    @property
    def most(self) -> int | None:
        """How many plain words at most; None if there is no limit."""
        total = 0
        for word in self.words:
            if word.most is None:
                return None
            total += word.most
        return total

    def read(self, tokens: Sequence[str]) -> "Words":
        """The words after the order's name, taken apart and counted."""
        words = self.parse([self.name, *tokens])
        words.count(self.least, self.most)
        return words

    def parse(self, tokens: Sequence[str], *, typed: bool = False) -> "Words":
        """A line of words, its name included, taken apart; `typed`: leave every plain word where it was typed."""
        options: dict[str, list[str] | bool] = {o.name: [] if o.takes else False for o in self.options}
        words = Words(self, [], options, tokens)
        words.take(tokens[1:])
        return words if typed else words.arranged(tokens)

    def tokens(self, plain: Iterable[str], values: Values) -> list[str]:
        """An order in words: its name, plain words, then options in the order of the grammar."""
        words = [self.name, *plain]
        for option in self.options:
            if value := values.get(option.name):
                words += _written(option, value)
        return words

    def in_words(self, *plain: str, **values: Sequence[str] | bool) -> "Words":
        """An order in words, taken apart already; options are named without their dashes."""
        options = {f"--{name.strip('_')}": value for name, value in values.items()}
        return self.compose(plain, options)

    def compose(self, plain: Iterable[str], values: Values) -> "Words":
        """An order with these plain words and values of options."""
        return Words(self, list(plain), {option.name: _kept(option, values) for option in self.options})


def _kept(option: Option, values: Values) -> list[str] | bool:
    """The value of an option as a reader finds it; a default is left out."""
    value = values.get(option.name, () if option.takes else False)
    return value if isinstance(value, bool) else [] if list(value) == [option.default] else list(value)


def _written(option: Option, value: Sequence[str] | bool) -> list[str]:
    """A flag, or an option before each of its values; a default is left out."""
    if isinstance(value, bool):
        return [option.name]
    return [word for one in value for word in (option.name, one)] if value != [option.default] else []


class Words:
    """An order in words, taken apart: plain words, option values, flags."""

    def __init__(
        self,
        grammar: Grammar,
        plain: list[str],
        options: dict[str, list[str] | bool],
        tokens: Sequence[str] | None = None,
    ) -> None:
        """`tokens` are the words as they were typed; otherwise they are written from the rest."""
        self.grammar, self.name, self.plain, self.options = grammar, grammar.name, plain, options
        self._tokens = tokens

    @property
    def tokens(self) -> list[str]:
        """The order as a list of words, its name first."""
        return self.grammar.tokens(self.plain, self.options) if self._tokens is None else [*self._tokens]

    def text(self) -> str:
        return " ".join(self.tokens)

    def __repr__(self) -> str:
        return f"<{self.text()}>"

    def __eq__(self, other: object) -> bool:
        """Whether it is the same line of words."""
        return self.tokens == (other.tokens if isinstance(other, Words) else other)

    def changed(self, plain: Iterable[str] | None = None, values: Values | None = None) -> "Words":
        """The same order with other plain words, or other values of some options."""
        return self.grammar.compose(self.plain if plain is None else plain, {**self.options, **(values or {})})

    def arranged(self, typed: Sequence[str]) -> "Words":
        """The same, typed like this, with plain words given to the options that they are values of."""
        self._tokens = typed
        for option in self.grammar.options:
            self._take_plain(option)
        return self

    def take(self, tokens: Sequence[str]) -> None:
        """Take words apart, and add them."""
        if len(tokens) > MOST_WORDS:
            raise BadOrder(f"{self.name}: {len(tokens)} words are too many, no order has more than {MOST_WORDS}")
        rest = list(tokens)
        while rest:
            self._take(rest.pop(0), rest)

    def _take_plain(self, option: Option) -> None:
        """Give an option the plain words that are its values; the first word of an order never is its target."""
        if not (option.trailing or option.leading):
            return
        values = self.values(option.name)
        if option.leading and len(self.plain) > 1:
            values[:0], self.plain[:-1] = self.plain[:-1], []
        if option.trailing and (option.many or not values):
            end = len(self.plain)
            while end > 1 and option.trailing(self.plain[end - 1]) and (option.many or end == len(self.plain)):
                end -= 1
            values[:0] = self.plain[end:]
            del self.plain[end:]

    def _take(self, token: str, rest: list[str]) -> None:
        option, equals, value = token.partition("=")
        values = self.options.get(option)
        if not token.startswith("--"):
            self.plain.append(token)
        elif isinstance(values, list) and (equals or rest):
            values.append(value if equals else rest.pop(0))
        elif isinstance(values, list):
            raise BadOrder(f"{self.name}: {option} needs a value")
        elif values is not None and not equals:
            self.options[option] = True
        elif values is None and self.grammar.with_order:
            self.plain.append(token)
        else:
            takes = f"{self.name} takes {', '.join(self.options) or 'no options'}"
            raise BadOrder(f"{self.name}: no such option: {option}", hint=takes)

    def values(self, option: str) -> list[str]:
        value = self.options[option]
        assert isinstance(value, list)
        return value

    def value(self, option: str) -> str:
        """The value of an option that may stand once; empty if it is not given."""
        values = self.values(option)
        if len(values) > 1:
            raise BadOrder(f"{self.name}: {option} may be given only once")
        return values[0] if values else ""

    def flag(self, option: str) -> bool:
        return bool(self.options[option])

    def count(self, least: int, most: int | None) -> list[str]:
        """The plain words, if there are as many as there should be."""
        if len(self.plain) < least:
            raise self.wrong("too few words")
        if most is not None and len(self.plain) > most:
            raise self.wrong(f"{shown(self.plain[most])} is one word too many")
        return self.plain

    def wrong(self, why: str) -> BadOrder:
        """What is wrong with the words, and how they should be."""
        return BadOrder(f"{self.name}: {why}", hint=f"usage: {self.grammar.use}")


class Macro(Protocol):
    """Chooses plain orders one after the other."""

    @property
    def note(self) -> str:
        """Who was left out, and why it stopped early; empty if all went as ordered."""

    def order(self, state: Any) -> list[str]:
        """The next order in this position, in words; nothing at the end."""


OrderLine = Words | Sequence[str]
"""An order in words: taken apart already, or not yet."""


class Orders(Mapping[str, Grammar], Generic[S]):
    """A game's orders by name, each with its grammar; a module is imported when one of its orders is asked for.

    In its module, the grammar of `move` is called MOVE, and its class Move; those of `break-through` BREAK_THROUGH and
    BreakThrough.
    """

    def __init__(self, find: Callable[[str], Any], homes: Mapping[str, str]) -> None:
        self._find, self._homes = find, homes

    def __getitem__(self, name: str) -> Grammar:
        grammar: Grammar = self._find(f"{self._homes[name]}:{name.upper().replace('-', '_')}")
        return grammar

    def __iter__(self) -> Iterator[str]:
        return iter(self._homes)

    def __len__(self) -> int:
        return len(self._homes)

    def read(self, state: S, line: OrderLine) -> "Order[S]":
        """The order that the words mean."""
        words = parsed(self, line)
        if words.grammar.macro:
            why = f"`{words.name}` gives several orders, one after the other"
            raise BadOrder(why, hint=f"{words.name} -n lists the first ones")
        words.count(words.grammar.least, words.grammar.most)
        return self.kind(words.name).read(state, words)

    def kind(self, name: str) -> "type[Order[S]]":
        """The order's class."""
        found: type[Order[S]] = self._find(f"{self._homes[name]}:{name.title().replace('-', '')}")
        return found


def parsed(orders: Mapping[str, Grammar], line: OrderLine) -> Words:
    """A line of words as the order that it names takes them; what is taken apart already stays so."""
    if isinstance(line, Words):
        return line
    if not line:
        raise BadOrder("there is no order in an empty line")
    return orders[find_name(line[0], orders, "order")].parse(line)
