"""The player's own tables and numbers (`new --tables`), laid out as in our files: [tables.ID], [values], [modifiers].

What comes from the source, is derived from it, or is history, cannot be changed; reconstructions can be replaced.
"""

from tarawa_cli.games.malta import data
from tarawa_cli.games.malta.model.charts import AGAIN, own_table, printed_table
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.hints import Any, Iterator, Mapping
from tarawa_cli.kernel.saves import custom_tables
from tarawa_cli.kernel.saves.custom_tables import Check, Limit, Replacing, Results

_REPLACING = Replacing("malta", data.SOURCES, {"strategic": Limit(1, 9, "6.2: strategic movement must not be slower")})


def check_own(own: dict[str, Any], file: str) -> None:
    """Check custom tables and numbers; BadFile lists everything wrong with them."""
    if wrong := list(custom_tables.problems(own, _checks())):
        raise BadFile(f"{file} cannot be used:", problems=wrong)


def _checks() -> Mapping[str, Check]:
    charts = data.document("charts.toml")
    return {"tables": _table, **{part: _REPLACING.values(charts[part]) for part in ("values", "modifiers")}}


def _table(part: str, id: str, rows: Any) -> Iterator[str]:
    sheet = data.document("tables.toml").get(id)
    if sheet is None:
        yield f"{part}.{id}: no such table"
    elif fixed := _REPLACING.fixed(sheet["tag"], sheet["rule"]):
        yield f"{part}.{id}: {fixed}"
    elif not isinstance(rows, dict) or not all(isinstance(row, str) for row in rows.values()):
        yield f"{part}.{id}: must be rows, each a string of results"
    else:
        yield from _row_problems(f"{part}.{id}", id, rows)


def _row_problems(where: str, id: str, rows: dict[str, str]) -> Iterator[str]:
    printed, (own, wrong) = printed_table(id), own_table(id, rows)
    if wrong:
        yield from (f"{where}: {what}" for what in wrong)
    elif len(own.columns) != len(printed.columns):
        yield f"{where}: must have {len(printed.columns)} results per row, not {len(own.columns)}"
    else:
        yield from _REPLACING.results(printed, own, Results())
        if id == "follow-up" and any(row.result == AGAIN for row in own.columns["2"]):
            yield f"{where}: after {AGAIN} the second column must name a zone ({printed.rule})"
