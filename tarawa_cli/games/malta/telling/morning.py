"""Sentences for the initial segment of a day."""

from tarawa_cli.games.malta.model.places import in_words
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.telling.sentences import tells, words
from tarawa_cli.kernel.visible import plural
from tarawa_cli.kernel.wording import Facts


@tells("strikes-over", "replacements-over", "replacement-given", "strike-flown")
def _silent(facts: Facts, state: State) -> str:
    return ""


words("weather-changed", "the day is {weather}")
words("gun-silenced", "{gun} is silenced until next morning")


@tells("headquarters-back")
def _headquarters(facts: Facts, state: State) -> str:
    return f"{facts['unit']} is set up again, {in_words(facts['to'])}"


@tells("aide-arrived")
def _aide(facts: Facts, state: State) -> str:
    return f"an aide takes over from {facts['unit']}, {in_words(facts['to'])}: rating {facts['rating']}"


words("security-absorbed", "{battalion} absorbs {security}")
words("ammunition-landed", "ammunition landed: {landed}, {stock} in stock")
words("strongpoint-dismantled", "the strongpoint in {hex} is dismantled")
words("engineers-arrived", "{unit} arrives in {to}")


@tells("navy-came")
def _navy(facts: Facts, state: State) -> str:
    told = state.charts.table("royal-navy").result(facts["die"], "1")
    return {
        "-": "the Royal Navy stays away",
        "two-ships-leave": f"the Royal Navy is out: {plural(state.charts.value('navy-ships'), 'warship')} must leave",
        "all-ships-leave": "the Royal Navy is out: all warships leave",
        "the-fleet-comes": "the Royal Navy comes in force: all ships leave, and beaches supply no units",
    }[told]


words("ship-left", "{ship} leaves")
