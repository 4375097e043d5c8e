"""The computer's moves, summarised by destination."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from tarawa_cli.kernel.play import Event
from tarawa_cli.kernel.visible import plural, wrapped

FEW = 2
"""Up to this number, moves are shown one by one."""


def marches(events: Iterable[Event]) -> Iterator[tuple[str, list[Event]]]:
    """What happened, cut before and after moves that the computer orders one after the other, with their reason."""
    for why, orders in groupby(_by_order(events), _why_marched):
        yield why, [event for order in orders for event in order]


def _by_order(events: Iterable[Event]) -> list[list[Event]]:
    """What came before the computer's first order, and then order by order."""
    found: list[list[Event]] = [[]]
    for event in events:
        if event.type == "order-given":
            found.append([])
        found[-1].append(event)
    return found


def _why_marched(events: list[Event]) -> str:
    """The reason for an order of which nothing came but moves; nothing, if it was another one."""
    first, *others = events or [Event("", "", {})]
    order, *units = str(first.facts.get("command", "")).split() or [""]
    if first.type != "order-given" or order != "move" or any(event.type != "moved" for event in others):
        return ""
    why = str(first.facts["why"])
    return why.replace(units[0], "each", 1) if why.startswith(f"{units[0]} ") else why


def marched(why: str, events: list[Event]) -> list[str]:
    """`to 1613: 2rif, 2komr`, hex by hex; nothing, if this is no march of many."""
    moved = [event.facts for event in events if event.type == "moved"]
    if not why or len(moved) <= FEW:
        return []
    there: dict[str, list[str]] = {}
    for facts in moved:
        there.setdefault(facts["route"][-1], []).append(facts["unit"])
    lines = [wrapped(f"  to {at}: {', '.join(units)}  [6]", 4) for at, units in sorted(there.items())]
    taken = [
        wrapped(f"  {e.facts['unit']}: {e.remark}  [{e.rule}]", 4) for e in events if e.type == "moved" and e.remark
    ]
    lines += taken
    return [f"── the computer moves {plural(len(moved), 'unit')}  ({why})", *lines]
