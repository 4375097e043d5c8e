"""The race as the fuzzer sees it."""

from collections.abc import Iterable, Iterator

from tarawa_cli.kernel.engine.play import Event
from tests.kernel import toy
from tests.kernel.toy import GAME, Race
from tests.kit.conservation import unequal
from tests.kit.subject import Subject, events_of


class Fields:
    """How far everybody has come."""

    def __init__(self, race: Race) -> None:
        self.at, self.length = dict(race.at), race.length

    def book(self, event: Event) -> None:
        if event.type == "moved":
            runner = event.facts["runner"]
            self.at[runner] = min(max(0, self.at[runner] + event.facts["fields"]), self.length)

    def differences(self, race: Race) -> Iterator[str]:
        for runner in race.at:
            yield from unequal(f"fields of {runner}", self.at[runner], race.at[runner])


class Racing(Subject[Race]):
    game = GAME
    accounts = (Fields,)
    events = events_of(toy)
    likes = {"race": 60}

    def unsound(self, state: Race) -> Iterable[str]:
        return (f"{runner} is off the track" for runner, at in state.at.items() if not 0 <= at <= state.length)

    def is_misplaced(self, state: Race, name: str) -> bool:
        return (name == "decide") != bool(state.stack)


RACING = Racing()
