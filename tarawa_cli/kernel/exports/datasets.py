"""A game as rows of plain values, to plot: every roll, every unit at the end of each turn, casualties."""

import csv
import io
import json

from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadFile, Refused
from tarawa_cli.kernel.hints import Any, Callable, Generator
from tarawa_cli.kernel.narration.chronicle import bare_rows, replayed, seen_state
from tarawa_cli.kernel.presentation import Asked

Row = dict[str, Any]
FORMATS = ("csv", "jsonl")


def rows(match: Match[Any], name: str) -> list[Row]:
    """The rows of a set of data, as far as the side that looks may know them."""
    made = DATASETS[name](match)
    found: list[Row] = []
    while True:
        try:
            found += next(made)
        except StopIteration as end:
            if end.value and not found:
                raise Refused("", str(end.value)) from None
            return found


def text(match: Match[Any], name: str, form: str) -> str:
    """The rows as CSV under a row of names, or as lines of JSON."""
    found = rows(match, name)
    if form == "jsonl":
        return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in found)
    columns = list(dict.fromkeys([*COLUMNS.get(name, ()), *(column for row in found for column in row)]))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([columns, *([_cell(row.get(column)) for column in columns] for row in found)])
    return out.getvalue()


def _cell(value: Any) -> str:
    if value is None or value is False:
        return ""
    if value is True:
        return "1"
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _rolls(match: Match[Any]) -> Generator[list[Row], None, str]:
    """Each roll of the journal, with its order."""
    entries = bare_rows(match)
    steps = replayed(match, entries)
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            return str(end.value or "")
        if not step.number:
            continue
        row = entries[step.number - 1]
        when = {"entry": row.number, "turn": row.turn, "phase": row.phase, "side": row.side, "order": row.entry.command}
        yield [
            {**when, "roll": event.type, "rule": event.rule, "table": event.facts.get("table", ""),
             "column": event.facts.get("column", ""), "on": event.facts.get("on", ""),
             "purpose": event.facts.get("purpose", ""), "dice": event.facts["dice"],
             "modifier": sum(one["value"] for one in event.facts.get("modifiers", ())),
             "total": event.facts.get("total"), "result": event.facts.get("result", event.facts.get("picked", ""))}
            for event in row.events if "dice" in event.facts
        ]  # fmt: skip


def _by_turn(match: Match[Any], measured: Callable[[Match[Any], Any], list[Row]]) -> Generator[list[Row], None, str]:
    """Some rows at the start, at the end of each turn, and at the end of the game or now."""
    steps, last, turn = replayed(match, bare_rows(match)), None, -1
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            if last is not None:
                yield [{"turn": turn, **row} for row in measured(match, seen_state(match, last))]
            return str(end.value or "")
        now = match.game.moment(step.state).turn
        if now != turn:
            ended = turn if turn >= 0 else 0
            yield [{"turn": ended, **row} for row in measured(match, seen_state(match, step.state))]
        turn, last = now, step.state


def _units(match: Match[Any], state: Any) -> list[Row]:
    """Every unit on the map, its facts that are plain values."""
    there = Match(match.game, match.setup, match.seed)
    there.state = state
    found = match.game.views.LOOKS["units"](there, Asked("all")).facts()
    return [{key: value for key, value in unit.items() if not isinstance(value, dict)} for unit in found]


def _figures(match: Match[Any], state: Any) -> list[Row]:
    """Casualties and the other figures of the film's charts."""
    camera = match.game.exports.camera(state)
    if camera is None:
        raise BadFile("this game has no figures")
    return [dict(camera.figures(state))]


DATASETS: dict[str, Callable[[Match[Any]], Generator[list[Row], None, str]]] = {
    "rolls": _rolls,
    "units": lambda match: _by_turn(match, _units),
    "casualties": lambda match: _by_turn(match, _figures),
}
COLUMNS = {
    "rolls": (
        *("entry", "turn", "phase", "side", "order", "roll", "rule", "table", "column", "on", "purpose", "dice"),
        *("modifier", "total", "result"),
    )
}
"""The names at the head of data that may have no rows."""
