"""The options of a new game (`new --setup own --plan own --with 8ko,1ches`)."""

from tarawa_cli.games.malta.model.charts import CHARTS
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.kernel.engine.order_words import find_name, shown
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.hints import Any, Mapping, NamedTuple

OWN = "own"


class Options(NamedTuple):
    own_setup: bool = False
    """The Allied player sets up the units (22)."""
    own_plan: bool = False
    """The Axis player makes the plan (22)."""
    more: tuple[str, ...] = ()
    """Units of the variants that take part."""
    delayed: bool = False
    """Landings may be delayed (22.39)."""
    alone: bool = False
    """One person plays both sides (21)."""
    sealed: bool = False
    """The save holds plans of drops only as digests (24.3)."""


USUAL = Options()


@rule("22")
def read(given: Mapping[str, Any]) -> Options:
    """The options as `new` and a save write them; BadOrder for an unknown one."""
    if "sealed" in given and "plan" not in given:
        raise BadOrder("--sealed needs --plan own: the printed plan is not a secret")
    unknown = sorted(set(given) - {"setup", "plan", "with", "delayed", "alone", "sealed"})
    if unknown:
        raise BadOrder(f"options: Malta has no option {shown(unknown[0])}")
    return Options(
        _own(given, "setup"), _own(given, "plan"), _more(given.get("with", "")), _flag(given, "delayed"),
        _flag(given, "alone"), _flag(given, "sealed"),
    )  # fmt: skip


def _own(given: Mapping[str, Any], name: str) -> bool:
    if given.get(name, OWN) != OWN:
        raise BadOrder(f"--{name} {shown(str(given[name]))}: must be {OWN}")
    return name in given


def _flag(given: Mapping[str, Any], name: str) -> bool:
    if given.get(name, True) is not True:
        raise BadOrder(f"--{name} takes no value")
    return name in given


def _more(names: Any) -> tuple[str, ...]:
    """Units that are optional, in the order of the unit list."""
    if not isinstance(names, str):
        raise BadOrder("--with: must be names of optional units, separated by commas")
    optional = [id for id, unit in CHARTS.units.items() if unit.optional]
    found = {find_name(word.strip(), optional, "optional unit") for word in names.split(",") if word.strip()}
    return tuple(id for id in optional if id in found)
