"""Orders as text: words, options and flags, the same in the shell, in scripts and in the journal."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Protocol

from tarawa_cli.kernel.errors import BadOrder

MOST_WORDS = 1000


class Action(Protocol):
    """An order that has been read; its text reads back to the same order."""

    def text(self) -> str: ...


class Words:
    """The words of an order after its name, taken apart: plain words, option values, flags."""

    def __init__(
        self, name: str, tokens: Sequence[str], *, values: Iterable[str] = (), flags: Iterable[str] = ()
    ) -> None:
        self.name = name
        self.plain: list[str] = []
        self._values: dict[str, list[str]] = {option: [] for option in values}
        self._flags = dict.fromkeys(flags, False)
        if len(tokens) > MOST_WORDS:
            raise BadOrder(f"{name}: {len(tokens)} words are too many, no order has more than {MOST_WORDS}")
        rest = list(tokens)
        while rest:
            self._take(rest.pop(0), rest)

    def _take(self, token: str, rest: list[str]) -> None:
        option, equals, value = token.partition("=")
        if not token.startswith("--"):
            self.plain.append(token)
        elif option in self._values and (equals or rest):
            self._values[option].append(value if equals else rest.pop(0))
        elif option in self._values:
            raise BadOrder(f"{self.name}: {option} needs a value")
        elif token in self._flags:
            self._flags[token] = True
        else:
            known = [*self._values, *self._flags]
            hint = f"{self.name} takes {', '.join(known)}" if known else f"{self.name} takes no options"
            raise BadOrder(f"{self.name}: no such option: {option}", hint=hint)

    def values(self, option: str) -> list[str]:
        return self._values[option]

    def value(self, option: str) -> str:
        """The value of an option that may stand once; empty if it is not given."""
        given = self._values[option]
        if len(given) > 1:
            raise BadOrder(f"{self.name}: {option} may be given only once")
        return given[0] if given else ""

    def flag(self, option: str) -> bool:
        return self._flags[option]

    def count(self, low: int, high: int | None, usage: str) -> list[str]:
        """The plain words, if there are as many as there should be."""
        if len(self.plain) < low:
            raise BadOrder(f"{self.name}: too few words", hint=f"use it as: {usage}")
        if high is not None and len(self.plain) > high:
            raise BadOrder(f"{self.name}: {shown(self.plain[high])} is one word too many", hint=f"use it as: {usage}")
        return self.plain


def split_line(line: str) -> list[str]:
    """The words of a line; a word that starts with `#` begins a comment."""
    words = line.split()
    comment = next((i for i, word in enumerate(words) if word.startswith("#")), len(words))
    return words[:comment]


def find_name(word: str, names: Iterable[str], what: str) -> str:
    """The one name that a word means: itself, whatever its case, or the only one that it begins."""
    names = list(names)
    if word in names:
        return word
    lower = word.lower()
    if not lower:
        raise BadOrder(f"an empty word is no {what}")
    by_lower = {name.lower(): name for name in names}
    if lower in by_lower:
        return by_lower[lower]
    fits = [name for key, name in by_lower.items() if key.startswith(lower)]
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise BadOrder(
            f"{shown(word)} fits more than one {what}: {_some(fits)}", hint=f"type more of it, e.g. {fits[0]}"
        )
    close = get_close_matches(lower, by_lower, n=3)
    hint = f"did you mean {' or '.join(by_lower[key] for key in close)}?" if close else ""
    raise BadOrder(f"there is no {what} {shown(word)}", hint=hint)


def shown(word: str, limit: int = 40) -> str:
    """A word quoted for a message, cut if it is absurdly long."""
    return repr(word if len(word) <= limit else word[:limit] + "…")


def _some(names: Sequence[str], limit: int = 8) -> str:
    return ", ".join(names[:limit]) + (f" and {len(names) - limit} more" if len(names) > limit else "")


def flag_text(option: str, given: bool) -> list[str]:
    return [option] if given else []


def option_text(option: str, values: Iterable[str]) -> list[str]:
    return [word for value in values for word in (option, value)]
