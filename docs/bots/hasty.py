#!/usr/bin/env python3
"""A bot in Python that needs nothing but the standard library: it attacks first, then moves on."""

import json
import sys
from typing import Any

LIKED = ("decide", "attack", "demolish", "fire", "advance", "land", "embark", "drop", "support")
"""Kinds of orders, the most liked first; after them it ends the phase."""
MOST = 40
"""Orders in a phase after which it is enough."""


def merged(old: Any, patch: Any) -> Any:
    """A document after a JSON merge patch (RFC 7386)."""
    if not isinstance(patch, dict):
        return patch
    new = dict(old) if isinstance(old, dict) else {}
    for key, value in patch.items():
        if value is None:
            new.pop(key, None)
        else:
            new[key] = merged(new.get(key), value)
    return new


def chosen(legal: list[str], given: int) -> tuple[str, str]:
    """An order, and why."""
    for kind in LIKED if given < MOST else LIKED[:1]:
        if fitting := [order for order in legal if order.split()[0] == kind]:
            return fitting[given % len(fitting)], f"one of {len(fitting)} orders to {kind}"
    return ("next", "nothing better to do") if "next" in legal else (legal[-1], "something must be done")


def main() -> None:
    position: dict[str, Any] = {}
    phase, given = "", 0
    for line in sys.stdin:
        told = json.loads(line)
        if told["type"] == "order":
            position = merged(position, told["position"])
            now = f"{told['turn']} {told['phase']}"
            phase, given = now, given + 1 if now == phase else 0
            order, why = chosen(told["legal"], given)
            print(json.dumps({"order": order, "why": why}), flush=True)


if __name__ == "__main__":
    main()
