"""What has changed in each hex since an earlier position."""

from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Iterable, NamedTuple, Sequence


class Change(NamedTuple):
    """A change in a hex: its sign, and what a close view says of it."""

    sign: str
    words: str


Changes = dict[Hex, list[Change]]


def by_hex(found: Iterable[tuple[Hex, Change]], order: Sequence[str]) -> Changes:
    """The changes of each hex, by number, those with the first signs first."""
    changes: Changes = {}
    for at, change in found:
        changes.setdefault(at, []).append(change)
    return {at: sorted(each, key=lambda one: order.index(one.sign)) for at, each in sorted(changes.items())}
