"""What must add up over a whole game: nothing appears or disappears without an event.

Open a ledger on a game and tell it of every command after that; it says where its books differ from the table. The
books are kept from events and rolls alone, so that a slip in applying an event, a hidden change or an event with wrong
facts shows up. The game's accounts say what is counted; dice always are.
"""

from tarawa_cli.kernel.engine.play import Event, Stacked
from tarawa_cli.kernel.engine.session import Done, Match
from tarawa_cli.kernel.hints import Any, Generic, Iterable, Iterator, Protocol, TypeVar
from tarawa_cli.kernel.saves import savefile
from tarawa_cli.kernel.saves.journal import read_entry

S = TypeVar("S", bound=Stacked)
C = TypeVar("C", contravariant=True)


class Account(Protocol[C]):
    """The books of one thing that is counted."""

    def __init__(self, state: C) -> None: ...

    def book(self, event: Event) -> None: ...

    def differences(self, state: C) -> Iterator[str]:
        """Every difference between the books and the table, in a sentence each."""


class Ledger(Generic[S]):
    """All accounts of a game, and its dice."""

    def __init__(self, match: Match[S], accounts: Iterable[type[Account[S]]]) -> None:
        self.dice = match.used
        self.accounts = [account(match.state) for account in accounts]

    def after(self, done: Done, match: Match[S]) -> list[str]:
        """Book a command that has just been carried out; returns everything that does not balance."""
        for event in done.events:
            for account in self.accounts:
                account.book(event)
        differences = [found for account in self.accounts for found in account.differences(match.state)]
        return [*self._dice(done, match), *differences]

    def _dice(self, done: Done, match: Match[S]) -> Iterator[str]:
        """Every die is in an event once, in the order rolled, is counted once, and is in the journal."""
        told = [die for event in done.events for die in event.facts.get("dice", ())]
        if told != done.dice:
            yield f"dice: {done.dice} were rolled, but the events report {told}"
        self.dice += len(done.dice)
        if match.used != self.dice:
            yield f"dice: {self.dice} were rolled since the game began, but {match.used} are counted"
        last_line = match.journal.rsplit("\n", 3)[1]
        (entry,) = savefile.journal_entries(f"journal = [{last_line}]")
        if read_entry(entry)[:2] != (done.command, tuple(done.dice)):
            yield f"dice: {done.command!r} rolled {done.dice}, but the journal ends with {entry!r}"


def names_in(event: Event) -> Iterator[str]:
    """Every name in an event's facts, also those inside lists."""
    for value in event.facts.values():
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            yield from (thing for thing in value if isinstance(thing, str))


def unequal(what: str, by_books: Any, on_table: Any) -> Iterator[str]:
    if by_books != on_table:
        yield f"{what}: {by_books} by what has happened, but {on_table} on the table"
