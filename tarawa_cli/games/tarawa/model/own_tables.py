"""The player's own tables and numbers (`new --tables`).

What the rulebook fixes cannot be changed. Whatever is tagged as a reconstruction can be replaced by a file with the
same layout: [tables.ID], [units.ID], [values] and [modifiers].
"""

from tarawa_cli.games.tarawa import data
from tarawa_cli.games.tarawa.model import results
from tarawa_cli.games.tarawa.model.charts import Charts, columns_of, own_table, printed_table, table_problems
from tarawa_cli.kernel.board.dice import MOST_THINGS
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.hints import Any, Iterator, Mapping
from tarawa_cli.kernel.saves import custom_tables
from tarawa_cli.kernel.saves.custom_tables import Check, Limit, Replacing, Results

_LIMITS = {
    "ap": Limit(1, 8, "7.2.1: no allowance is above 8"),
    "steps": Limit(2, 99, "2.1, 7.2.6: half of them is a unit's back side, on which lost craft return"),
    "fire-supporters": Limit(0, 99, "7.2.2: a number of units"),
    "least-ap": Limit(1, 8, "6.4: no allowance is below 1, 7.2.1: or above 8"),
}
_REPLACING = Replacing("tarawa", data.SOURCES, _LIMITS)


def check_own(own: dict[str, Any], file: str) -> None:
    """Check a player's own tables and values; BadFile lists everything wrong with them."""
    wrong = list(custom_tables.problems(own, _checks()))
    if not any(what.startswith(("tables:", "tables.bombardment", "values:", "values.cup")) for what in wrong):
        wrong += _chit_problems(own)
    if wrong:
        raise BadFile(f"{file} cannot be used:", problems=wrong)


def _checks() -> Mapping[str, Check]:
    charts = data.document("charts.toml")
    numbers = {part: _REPLACING.values(charts[part]) for part in ("values", "modifiers")}
    return {"tables": _table, "units": _unit, **numbers}


def _chit_problems(own: dict[str, Any]) -> Iterator[str]:
    """The cup must hold enough chits for the best bombardment, and the map enough areas to place them (5.1)."""
    charts = Charts(own)
    won = [results.number(row.result) for row in charts.table("bombardment").columns[""]]
    if min(won) < 1:
        yield "tables.bombardment: 0 chits are too few, every bombardment wins one at least (5.1)"
    most, cup = max(won), sum(charts.value("cup").values())
    room = {"the map has {} areas": len(data.document("map.toml")["areas"]), "the cup holds {} chits": cup}
    for what, number in room.items():
        if most > number:
            yield f"tables.bombardment: {most} chits are too many, {what.format(number)}"
    if cup > MOST_THINGS:
        yield f"values.cup: {cup} chits are too many, three dice can choose among {MOST_THINGS} (5.1)"


def _table(part: str, id: str, rows: Any) -> Iterator[str]:
    sheet = data.document("tables.toml").get(id)
    if sheet is None:
        yield f"{part}.{id}: there is no such table"
    elif fixed := _REPLACING.fixed(sheet["tag"], sheet["rule"]):
        yield f"{part}.{id}: {fixed}"
    elif not isinstance(rows, dict) or set(columns_of(rows)) != set(columns_of(sheet["rows"])):
        names = ", ".join(columns_of(sheet["rows"]))
        yield f"{part}.{id}: must have {'the columns ' + names if names else 'spans and results'}"
    elif problems := list(table_problems(id, sheet | {"rows": rows})):
        yield from problems
    else:
        may = Results(sheet.get("also", ()), sheet.get("parts", ()))
        yield from _REPLACING.results(printed_table(id), own_table(id, rows), may)


def _unit(part: str, id: str, sheet: Any) -> Iterator[str]:
    printed = data.document("units.toml").get(id)
    if printed is None:
        yield f"{part}.{id}: there is no such kind of unit (see `tarawa table units`)"
        return
    if not isinstance(sheet, dict):
        yield f"{part}.{id}: must be a table"
        return
    for key, value in sheet.items():
        tag = printed["tags"].get(key)
        if tag is None:
            yield f"{part}.{id}.{key}: cannot be replaced"
        elif fixed := _REPLACING.fixed(tag, "2.1"):
            yield f"{part}.{id}.{key}: {fixed}"
        else:
            yield from _REPLACING.number(f"{part}.{id}.{key}", key, printed[key], value)
