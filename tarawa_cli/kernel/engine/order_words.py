"""Orders as text: lines of words, and names among the words."""

from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.hints import TYPE_CHECKING, Iterable, Mapping, NamedTuple, Protocol, Sequence
from tarawa_cli.kernel.narration.visible import command_line, quoted

if TYPE_CHECKING:
    from tarawa_cli.kernel.engine.grammar import Words


class Action(Protocol):
    """An order that has been read; its text reads back to the same order."""

    @property
    def name(self) -> str: ...
    def text(self) -> str: ...
    def in_words(self) -> "Words":
        """The same, as words that are taken apart already."""


class Answer(NamedTuple):
    """An answer given beforehand."""

    words: list[str]
    once: bool
    """Whether it names some, one after the other; otherwise it answers every question of its kind."""


class Expanded(NamedTuple):
    """The plain orders that an order means, in words, one after the other."""

    orders: "list[Words]"
    left_out: list[str] = []
    """Who was named with others and stays out, and why; a sentence each."""
    answers: "Mapping[str, Answer]" = {}
    """Answers given beforehand, by the kind of question."""

    def only(self) -> "Words":
        """The single order, for its odds."""
        first, *more = self.orders
        if more:
            raise BadOrder("odds are for one order, and this is several", hint=command_line("odds", *first.tokens))
        return first


def split_line(line: str) -> list[str]:
    """The words of a line; a word that starts with `#` begins a comment."""
    words = line.split()
    comment = next((i for i, word in enumerate(words) if word.startswith("#")), len(words))
    return words[:comment]


def find_name(word: str, names: Iterable[str], what: str, otherwise: str = "") -> str:
    """The name that a word means: the same one in any case, or the only one that starts with it.

    The refusal suggests names like it, otherwise where to look (`otherwise`), otherwise what there is.
    """
    names = list(names)
    if word in names:
        return word
    lower = word.lower()
    if not lower:
        raise BadOrder(f"an empty word names no {what}")
    by_lower = {name.lower(): name for name in names}
    if lower in by_lower:
        return by_lower[lower]
    fits = [name for key, name in by_lower.items() if key.startswith(lower)]
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise BadOrder(
            f"{shown(word)} fits more than one {what}: {_some(fits)}", hint=f"type more of it, e.g. {quoted(fits[0])}"
        )
    from difflib import get_close_matches  # start-up

    close = [quoted(by_lower[key]) for key in get_close_matches(lower, by_lower, n=3)]
    hint = f"did you mean {alternatives(close)}?" if close else otherwise or _listed(names)
    raise BadOrder(f"there is no {what} {shown(word)}", hint=hint)


def some_of_each(commands: list[str], limit: int) -> list[str]:
    """Some of the commands, a few of every order, so that a cut leaves none out."""
    place: dict[str, int] = {}
    ranked = []
    for command in commands:
        name = command.split()[0]
        place[name] = place.get(name, 0) + 1
        ranked.append((place[name], command))
    kept = {command for _, command in sorted(ranked, key=lambda ranked: ranked[0])[:limit]}
    return [command for command in commands if command in kept]


def shown(word: str, limit: int = 40) -> str:
    """A word quoted for a message, cut if it is absurdly long."""
    return repr(word if len(word) <= limit else word[:limit] + "…")


def alternatives(names: Iterable[str]) -> str:
    """`units, terrain or control`."""
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last


def _listed(names: Sequence[str], limit: int = 25) -> str:
    """What there is: every name, or the first few of many."""
    return f"choose one of: {_some(names, limit if len(names) <= limit else 8)}" if names else ""


def _some(names: Sequence[str], limit: int = 8) -> str:
    return ", ".join(map(quoted, names[:limit])) + (f" and {len(names) - limit} more" if len(names) > limit else "")


ALL = "all"


class Named(NamedTuple):
    """A name in an order."""

    id: str
    alone: bool
    """Whether it is named by itself, not with others."""


def pieces(words: Sequence[str]) -> list[str]:
    """Names, separated by commas or blanks."""
    return [piece for word in words for piece in word.split(",") if piece]
