"""What a game must offer, so that the kernel can run, save, undo and prove it."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol, TypeVar

from tarawa_cli.kernel.grammar import Grammar
from tarawa_cli.kernel.orders import Action
from tarawa_cli.kernel.play import Play, Stacked

S = TypeVar("S", bound=Stacked)


class Setup(NamedTuple):
    """From what a game starts: enough, with the journal, to give the same game again."""

    scenario: str
    """A shipped scenario's name, or that of a file, which lies in `folder` if its text is not here."""
    folder: str = "."
    """The save's folder."""
    tables: dict[str, Any] = {}
    """The player's own tables and values in place of reconstructed ones."""
    source: str = ""
    """The text of a scenario that is not shipped, so that a save needs no other file."""


def is_file_name(scenario: str) -> bool:
    """Whether a scenario's name is that of a file, not of one that is shipped."""
    return "/" in scenario or scenario.endswith(".toml")


class Game(Protocol[S]):
    id: str
    rules: int
    """The version of its rules: every change of what an order does gets a new one."""
    orders: Mapping[str, Grammar]
    """The grammar of every order by its name, in the order in which help lists them."""

    def complete(self, setup: Setup) -> Setup:
        """The same with the text of a scenario that is not shipped, read from its file."""

    def digest(self, setup: Setup) -> str:
        """A digest of scenario and data, so that a save knows what it came from."""

    def begin(self, setup: Setup) -> S:
        """The position in which a scenario starts."""

    def load(self, setup: Setup, doc: dict[str, Any]) -> S:
        """The state that a document holds; BadFile lists everything wrong with it."""

    def dump(self, state: S) -> dict[str, Any]:
        """The state as plain values in a fixed order; `load` gives the same state back."""

    def read(self, state: S, tokens: list[str]) -> Action:
        """The order that the words mean; BadOrder if they mean nothing."""

    def check(self, state: S, action: Action) -> None:
        """Refused, if the rules forbid it. This is the law, and it changes nothing."""

    def resolve(self, play: Play[S], action: Action) -> None:
        """Carry out an order that `check` allows, up to the next thing that the player must do."""
