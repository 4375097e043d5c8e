"""A roll explained line by line: the dice, every modifier with its name and paragraph, the row of the table."""

from collections.abc import Iterator, Mapping

from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.play import Event
from tarawa_cli.kernel.tables import Table


def is_roll(event: Event) -> bool:
    return event.type in ("roll", "throw")


def explained(event: Event, table: Table | None, sources: Mapping[str, str]) -> list[str]:
    """The lines; a throw has no table. `sources` says what the tags of tables mean."""
    facts = event.facts
    name = table.name if table else facts["purpose"]
    on = f" on {facts['on']}" if facts.get("on") else ""
    row = _row(facts, table, sources, event.remark) if table else ()
    return [f"{name}{on}  [{event.rule}]", *_sum(facts), *row]


def _sum(facts: dict[str, Any]) -> Iterator[str]:
    dice = facts["dice"]
    yield f"  {sum(dice):>4}  {'die' if len(dice) == 1 else 'dice ' + ' '.join(map(str, dice))}"
    yield from (_line(modifier) for modifier in facts["modifiers"])
    yield f"  {facts['total']:>4}  in all"


def _line(modifier: dict[str, Any], what: str = "") -> str:
    return f"  {modifier['value']:>+4d}  {what}{modifier['label']}  [{modifier['rule']}]"


def _row(facts: dict[str, Any], table: Table, sources: Mapping[str, str], basis: str) -> Iterator[str]:
    """The column, and how the roll came to it; the row, and what stands there."""
    column = facts.get("column", "")
    if facts.get("shifts") or basis:
        yield f"  {f'{basis}: ' if basis else ''}column {facts['start']} at first"
        yield from (_line(shift, "columns: ") for shift in facts["shifts"])
    where = f"column {column}, " if len(table.columns) > 1 else ""
    row = table.row(facts["total"], column)
    result = "no effect" if row.result == "-" else row.result
    yield f"  {where}row {row.span}: {result}  (table {table.id}, {sources[row.tag]})"
