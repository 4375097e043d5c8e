"""Sentences for sealed secrets."""

from tarawa_cli.games.malta.model.state import State, hex_of
from tarawa_cli.games.malta.telling.sentences import tells, words
from tarawa_cli.kernel.wording import Facts

words("plan-sealed", "the drops of {key} are planned and sealed")
words("dummy-sealed", "the dummy battery is one of the coast guns in {at}; which one is sealed")
words("dummy-left-out", "the Allies go without a dummy battery")
words("dummy-given-up", "the dummy's place in {at} is lost: counters that are shot at are guns")
words("plan-void", "{what} is struck from the plan: {why}")


@tells("seal-lost")
def _lost(facts: Facts, state: State) -> str:
    keys = facts["keys"]
    return f"the plan of {', '.join(keys)} is lost: nobody drops{' then' * (len(keys) > 1)}"


@tells("seal-opened")
def _opened(facts: Facts, state: State) -> str:
    at = hex_of(facts["key"])
    return f"the seal on the dummy in {at} is opened" if at else f"the plan of {facts['key']} is opened"
