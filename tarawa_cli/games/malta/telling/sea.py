"""Sentences for what happens at sea and on the beaches."""

from tarawa_cli.games.malta.model.places import in_words, target_name, zone_of
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.telling.sentences import listed, tells, words
from tarawa_cli.kernel.visible import plural
from tarawa_cli.kernel.wording import Facts


@tells("approached")
def _approached(facts: Facts, state: State) -> str:
    return f"off the {zone_of(facts['to'])} beaches: {listed(facts['units'])}"


@tells("embarked")
def _embarked(facts: Facts, state: State) -> str:
    return f"{listed(facts['units'])} {in_words(facts['to'])}: {plural(facts['points'], 'point')} of sealift"


words("landings-delayed", "the landings in the {zone} sail a turn later")
words("ship-placed", "{ship} is placed in {to}")
words("ship-sailed", "{ship} sails to {to}")
words("dummy-placed", "the dummy battery is in {to}")
words("dummy-laid", "the dummy battery is hidden among the other guns of its hex")
words("beach-taken", "the Axis hold the beach {hex}")
words("set-up", "{unit} is set up in {to}")


@tells("aimed")
def _aimed(facts: Facts, state: State) -> str:
    return f"{facts['by']} aims at {target_name(facts['at'])}"


@tells("gun-fired")
def _fired(facts: Facts, state: State) -> str:
    return f"{facts['unit']} fires at {target_name(facts['at'])}"


@tells("landed")
def _landed(facts: Facts, state: State) -> str:
    return f"{listed(facts['units'])} land{'s' * (len(facts['units']) == 1)} in {facts['at']}"


@tells("thrown-back")
def _thrown_back(facts: Facts, state: State) -> str:
    return f"{listed(facts['units'])} thrown back to the ships in the {zone_of(facts['to'])}, Disorganised"


@tells("rested-at-sea")
def _rested(facts: Facts, state: State) -> str:
    return f"in order again, at sea: {listed(facts['units'])}"


@tells("coast-fire-over", "beach-support-spent")
def _silent(facts: Facts, state: State) -> str:
    return ""
