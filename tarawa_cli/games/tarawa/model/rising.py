"""Whether the results of a table rise with the total, as those of the shipped ones do (15)."""

from itertools import pairwise

from tarawa_cli.games.tarawa import data
from tarawa_cli.games.tarawa.model.charts import Charts, printed_table
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.kernel.board.tables import Row
from tarawa_cli.kernel.hints import Any, Iterator


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
