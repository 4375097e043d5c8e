"""What a game must offer, so that the kernel can run, save, undo and prove it."""

from typing import Any, NamedTuple, Protocol, TypeVar

from tarawa_cli.kernel.orders import Action
from tarawa_cli.kernel.play import Play, Stacked

S = TypeVar("S", bound=Stacked)


class Setup(NamedTuple):
    """From what a game starts: enough, with the journal, to give the same game again."""

    scenario: str
    """A shipped scenario's name, or a file's path relative to the save."""
    folder: str = "."
    """The save's folder."""
    tables: dict[str, Any] = {}
    """The player's own tables and values in place of reconstructed ones."""


class Game(Protocol[S]):
    id: str

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
