"""The class of an order: declared fields, read from words and written as words; and the orders that every game has.

    class Move(Order, of=MOVE):
        unit: Annotated[str, names.unit]
        route: Annotated[tuple[Hex, ...], names.hex]
        fast: bool = False

A field that has the name of an option of the grammar is that option; the others are the plain words, in their order.
`Annotated` says what a word there means: a function of the position and the word. One field of several plain words may
stand anywhere among the others. An order with fewer fields than its words, or with words that depend on each other,
has a `read` or an `in_words` of its own.

Every game has `next`, which ends a phase, and `decide`, which answers the open question; one with standing answers has
`policy`, too. A game derives its own.
"""

from tarawa_cli.kernel.engine.grammar import GOAL, YES, Grammar, Word, Words
from tarawa_cli.kernel.engine.order_words import Expanded, find_name
from tarawa_cli.kernel.engine.play import Play, Stacked, answer, question, run
from tarawa_cli.kernel.engine.sides import ROUTINE, Policies, routine
from tarawa_cli.kernel.errors import BadOrder, Refused
from tarawa_cli.kernel.hints import (
    TYPE_CHECKING,
    Any,
    Callable,
    Container,
    Generic,
    Iterable,
    Iterator,
    NamedTuple,
    Self,
    Sequence,
    TypeVar,
    dataclass_transform,
)
from tarawa_cli.kernel.standard import itemgetter

S = TypeVar("S", bound=Stacked)
_MISSING: Any = object()


class Takes(NamedTuple):
    """What the words of a field mean, where a function alone does not say it."""

    reads: Callable[[Any, str], Any]
    """The value that a word means in a position; BadOrder, if it means none."""
    option: str = ""
    """The option that it is, if that has another name than the field."""
    once: bool = False
    """Whether none may be named twice."""
    names: Callable[[Any], Iterable[str]] | None = None
    """All names that it takes in a position: what is legal, and what TAB offers, follows from them."""


def one_of(what: str, names: Callable[[Any], Iterable[str]]) -> Takes:
    """A name of some that a position knows; `what` it is called in a message."""
    return Takes(lambda state, word: find_name(word, names(state), what), names=names)


class Field(NamedTuple):
    """A field of an order, as it is read and written."""

    name: str
    takes: Takes | None
    several: bool
    """Whether it takes several words."""
    option: str
    """Nothing: it is plain words."""
    flag: bool
    default: Any

    def read(self, state: Any, words: Sequence[str]) -> Any:
        """What some words mean; the default, if there are none."""
        if not self.several:
            return self._one(state, words[0]) if words else self.default
        found = tuple([self._one(state, word) for word in words])
        if self.takes and self.takes.once:
            check_once(found)
        return found

    def _one(self, state: Any, word: str) -> Any:
        return self.takes.reads(state, word) if self.takes else word

    def words(self, value: Any) -> list[str]:
        """A value in words; none, if it is the default."""
        if self.several:
            return [*value]
        return [] if self.default is not _MISSING and value == self.default else [str(value)]


def check_once(found: Sequence[str]) -> None:
    """BadOrder, if something is named twice."""
    twice = next((name for name in found if found.count(name) > 1), "")
    if twice:
        raise BadOrder(f"{twice} is named twice")


if TYPE_CHECKING:

    class _Tuple:
        def __getitem__(self, place: int) -> Any: ...

else:
    _Tuple = tuple


@dataclass_transform(frozen_default=True)
class Order(_Tuple, Generic[S]):
    """An order that has been read: what it says, the law that judges it, and what it does. It never changes."""

    grammar: Grammar
    _fields: tuple[Field, ...] = ()
    _as_typed: list[Field] = []
    """Fields in the order in which their words are typed and read; what may come before all plain words is first."""
    _as_written: tuple[tuple[int, Field], ...] = ()
    """Fields with their places in the order in which they are written: plain words, then options as in the grammar."""
    _of: "type[Order[Any]] | None" = None
    """The class whose fields these are."""

    def __init_subclass__(cls, of: Grammar | None = None) -> None:
        if of:
            cls.grammar = of

    @classmethod
    def declared(cls) -> tuple[Field, ...]:
        """Its fields. They are worked out when the first order is read or made, not with every start."""
        if cls._of is not cls:
            own = [base for base in reversed(cls.__mro__) if issubclass(base, Order) and base is not Order]
            hints = {name: hint for base in own for name, hint in base.__annotations__.items()}
            defaults = {name: value for base in own for name, value in vars(base).items() if name in hints}
            places = {option.name: place for place, option in enumerate(cls.grammar.options)}
            cls._fields = fields = tuple(
                _field(name, hint, places, defaults.get(name, _MISSING)) for name, hint in hints.items()
            )
            leading = [option.name for option in cls.grammar.options if option.leading]
            cls._as_typed = sorted(fields, key=lambda field: field.option not in leading)
            order = sorted(enumerate(fields), key=lambda each: places.get(each[1].option, -1))
            cls._as_written = tuple(order)
            for place, name in enumerate(hints):
                setattr(cls, name, property(itemgetter(place)))
            cls._of = cls
        return cls._fields

    if not TYPE_CHECKING:

        def __new__(cls, *values, **named):
            """Called once for each class: gives it a constructor of its own."""
            names = "".join(f"{field.name}, " for field in cls.declared())
            new = eval(f"lambda _cls, {names}: made(_cls, ({names}))", {"made": tuple.__new__})
            new.__defaults__ = tuple(field.default for field in cls._fields if field.default is not _MISSING)
            cls.__new__ = staticmethod(new)
            return cls(*values, **named)

        def __getnewargs__(self):
            return tuple(self)

        def __bool__(self):
            """It is an order, though it may have no fields."""
            return True

        def __repr__(self):
            return f"<{self.text()}>"

    def _replace(self, **changed: Any) -> Self:
        return type(self)(**{field.name: getattr(self, field.name) for field in self.declared()} | changed)

    @property
    def name(self) -> str:
        return self.grammar.name

    # ── Words

    @classmethod
    def read(cls, state: S, typed: Words) -> Self:
        """The order that the words mean in a position."""
        cls.declared()
        places = iter(cls.places(typed))
        return cls(**{field.name: _value(field, state, typed, places) for field in cls._as_typed})

    @classmethod
    def places(cls, typed: Words) -> list[list[str]]:
        """The plain words of each field that takes plain words: one each, and what is left for the one of several."""
        fields = [field for field in cls.declared() if not field.option]
        wide = [place for place, field in enumerate(fields) if field.several]
        least = sum(field.default is _MISSING for field in fields if not field.several)
        plain = typed.count(least, None if wide else len(fields))
        if not wide:
            return [plain[place : place + 1] for place in range(len(fields))]
        (before,), after = wide, len(fields) - wide[0] - 1
        end = len(plain) - after
        return [*([word] for word in plain[:before]), plain[before:end], *([word] for word in plain[end:])]

    def in_words(self) -> Words:
        """The order in words, each name in full."""
        plain: list[str] = []
        values: dict[str, list[str] | bool] = {}
        for _, field in self._as_written:
            value = getattr(self, field.name)
            if not field.option:
                plain += field.words(value)
            else:
                values[field.option] = value if field.flag else field.words(value)
        return self.grammar.compose(plain, values)

    @classmethod
    def offers(cls, state: S) -> Iterator[Self]:
        """Orders that might be given: every combination of what the fields can name; the law judges them."""
        from itertools import product  # start-up

        fields = [field for field in cls.declared() if not field.flag and field.takes and field.takes.names]
        if any(field.default is _MISSING and field not in fields for field in cls._fields):
            return
        for chosen in product(*(field.takes.names(state) for field in fields if field.takes and field.takes.names)):
            named = zip(fields, chosen, strict=True)
            yield cls(**{field.name: (name,) if field.several else name for field, name in named})

    def text(self) -> str:
        """The order as a line, which reads back to the same order."""
        if type(self).in_words is not Order.in_words:
            return self.in_words().text()
        words = [self.grammar.name]
        for place, field in self._as_written:
            value: Any = self[place]
            if field.flag:
                words += [field.option] if value else []
            elif not field.option:
                words += value if field.several else field.words(value)
            else:
                words += [word for one in field.words(value) for word in (field.option, one)]
        return " ".join(words)

    # ── The law

    def check(self, state: S) -> None:
        """Refused, with paragraph, reason and what would work, if the rules forbid it."""

    def resolve(self, play: Play[S]) -> None:
        """Carry out what the law allows."""
        raise NotImplementedError


def _field(name: str, hint: Any, options: Container[str], default: Any) -> Field:
    kind, found = getattr(hint, "__origin__", hint), getattr(hint, "__metadata__", None)
    takes = None if not found else found[0] if isinstance(found[0], Takes) else Takes(found[0])
    option = (takes.option if takes else "") or f"--{name.strip('_')}"
    several = getattr(kind, "__origin__", kind) is tuple
    known = option if option in options else ""
    return Field(name, takes, several, known, kind is bool, default)


def _value(field: Field, state: Any, typed: Words, places: Iterator[list[str]]) -> Any:
    if not field.option:
        return field.read(state, next(places))
    if field.flag:
        return typed.flag(field.option)
    words = typed.values(field.option) if field.several else [word] if (word := typed.value(field.option)) else []
    if not words and field.default is _MISSING and not field.several:
        raise typed.wrong(f"{field.option} is missing")
    return field.read(state, words)


NEXT = Grammar("next", "End your part of the turn.", (GOAL,), (YES,), ends=True)
DECIDE = Grammar("decide", "Answer the open question.", (Word("ANSWER", "Choose one of its answers."),), answers=True)


class Decide(Order[S]):
    """The answer to the open question."""

    answer: str
    law = ""
    """The paragraph that says who answers; a game says it."""
    noun = "answer"
    """What an answer is called in a message."""
    otherwise = "status"
    """What works if the question has no answers."""

    @classmethod
    def read(cls, state: S, typed: Words) -> Self:
        (word,) = typed.count(1, 1)
        options = question(state).options if state.stack else ()
        return cls(find_name(word, options, cls.noun) if options else word)

    @classmethod
    def offers(cls, state: S) -> Iterator[Self]:
        return (cls(option) for option in (question(state).options if state.stack else ()))

    def check(self, state: S) -> None:
        if not state.stack:
            raise Refused(self.law, "no decision is pending", "status")
        options = question(state).options
        if self.answer not in options:
            hint = f"{self.name} {options[0]}" if options else self.otherwise
            raise Refused(self.law, f"{self.answer} is not an answer to this question", hint)

    def resolve(self, play: Play[S]) -> None:
        answer(play, self.answer)
        run(play)


# ── `policy`: standing answers


def policy_grammar(policies: Policies, *, group: str, usage: str, sides: Sequence[str] = ()) -> Grammar:
    """The grammar of `policy NAME ANSWER`, or of `policy SIDE NAME ANSWER` in a game of several sides."""
    set_by = ", ".join(f"{name} {answer}" for name, answer in routine(policies).items())
    words = [
        *([Word("|".join(sides), "Choose the side.")] if sides else []),
        Word("|".join([*policies, ROUTINE]), "Choose the standing answer, or `routine`.", several=True),
        Word("ANSWER", "Set it to this.", least=0),
    ]
    return Grammar(
        "policy",
        f"""Show the standing answers and their meaning, or set one.

`{" ".join(["policy", *sides[:1], ROUTINE])}` sets those that only skip questions without a real choice: {set_by}.""",
        tuple(words),
        group=group,
        usage=usage,
        shows=True,
    )


class SetPolicy(Order[S]):
    """A standing answer. A game names its `policies`, and its `sides` if it has several.

    It declares the fields `policy` and `value`, and before them `side` if there are sides.
    """

    policies = Policies()
    sides = tuple[str, ...]()

    @classmethod
    def read(cls, state: S, typed: Words) -> Self:
        make: Any = cls
        fields = len(cls.declared())
        *side, name, answer = typed.count(fields, fields)
        policy = find_name(name, cls.policies, "policy")
        sides = [find_name(word, cls.sides, "side") for word in side]
        read: Self = make(*sides, policy, find_name(answer, cls.policies[policy].answers, f"answer for {policy}"))
        return read

    def check(self, state: S) -> None:
        policy, value = self[-2], self[-1]
        if value not in self.policies[policy].answers:
            raise BadOrder(f"{value} is not an answer for {policy}")


def expand_routine(policies: Policies, words: Words) -> Expanded:
    """`policy routine`: every answer that leaves out only questions without a real choice."""
    *side, name = words.plain or [""]
    if len(words.plain) != len(words.grammar.words) - 1 or name.lower() != ROUTINE:
        return Expanded([words])
    return Expanded([words.changed([*side, name, answer]) for name, answer in routine(policies).items()])


def policy_words(policies: Policies, sides: Sequence[str], typed: Sequence[str]) -> list[str]:
    """The words that may follow `policy` and what is typed of it, whether or not it may be given now."""
    named = policies.get(typed[len(sides[:1])]) if len(typed) == len(sides[:1]) + 1 else None
    if len(typed) < len(sides[:1]):
        return [*sides]
    return [*policies, ROUTINE] if len(typed) == len(sides[:1]) else [*named.answers] if named else []
