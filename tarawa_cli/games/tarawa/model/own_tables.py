"""The player's own tables and numbers (`new --tables`).

What the rulebook fixes cannot be changed. Whatever is tagged as a reconstruction can be replaced by a file with the
same layout: [tables.ID], [units.ID], [values] and [modifiers].
"""

from itertools import pairwise

from tarawa_cli.games.tarawa import data, rule
from tarawa_cli.games.tarawa.model.charts import (
    Charts,
    columns_of,
    own_table,
    printed_table,
    result_number,
    table_problems,
)
from tarawa_cli.kernel.board.dice import MOST_THINGS
from tarawa_cli.kernel.board.tables import Row
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
    won = [result_number(row.result) for row in charts.table("bombardment").columns[""]]
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


# ── Whether the results of a table rise with the total, as those of the shipped ones do (15)


def effect(id: str, result: str) -> int:
    """How much a result does, in the tenths of a step that `effects` gives its parts."""
    effects: dict[str, int] = data.document("tables.toml")[id]["effects"]
    if result in effects:
        return effects[result]
    total, text = 0, f"{result} "
    while text.strip() not in ("", "-"):
        part = next(part for part in effects if text.startswith(f"{part} "))
        total, text = total + effects[part], text.removeprefix(f"{part} ")
    return total


@rule("15")
def dips(own: dict[str, Any]) -> list[str]:
    """Where a lower total of the player's own tables does more than a higher one."""
    return [dip for id in own.get("tables", {}) if _rises(id) for dip in _dips(id, Charts(own).table(id).columns)]


def _rises(id: str) -> bool:
    return "effects" in data.document("tables.toml")[id]


def _dips(id: str, columns: dict[str, tuple[Row, ...]]) -> Iterator[str]:
    for name, rows in columns.items():
        where = f"tables.{id}{'.' + name if name else ''}"
        for lower, higher in pairwise(rows):
            if effect(id, lower.result) > effect(id, higher.result):
                yield f"{where}: {lower.span} ({lower.result}) does more than {higher.span} ({higher.result}) (15)"


def rising_tables() -> list[str]:
    """The tables in which a higher total never does less."""
    return [id for id in data.document("tables.toml") if _rises(id)]


def shipped_dips() -> list[str]:
    return [dip for id in rising_tables() for dip in _dips(id, printed_table(id).columns)]
