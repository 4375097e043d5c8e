"""Standing answers: what the player wants done every time, so that the game need not ask."""

from collections.abc import Iterator, Mapping

from tarawa_cli.kernel.hints import NamedTuple

ROUTINE = "routine"
"""Sets at once every answer that leaves out only questions without a real choice."""


class Policy(NamedTuple):
    """A standing answer."""

    about: str
    """What it decides."""
    rule: str
    answers: Mapping[str, str]
    """Every answer with its meaning, the one of a new game first."""
    computer: str
    """What the computer would do."""
    routine: str = ""
    """The answer that `routine` sets; nothing if there is a real choice."""
    side: str = ""
    """The only side that is ever asked, if there is one."""

    @property
    def usual(self) -> str:
        return next(iter(self.answers))


def routine(policies: Mapping[str, Policy]) -> dict[str, str]:
    return {name: policy.routine for name, policy in policies.items() if policy.routine}


def page(policies: Mapping[str, Policy], chosen: Mapping[str, Mapping[str, str]]) -> str:
    """What is set, as commands that can be run again; as remarks, what every answer means and the computer would do.

    `chosen` holds the answers of each player, by the command that sets them: `policy`, or `policy axis`.
    """
    return "\n".join(line for name, policy in policies.items() for line in _entry(name, policy, chosen))


def _entry(name: str, policy: Policy, chosen: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    now = {command: answers[name] for command, answers in chosen.items()}
    if policy.side:
        now = {each: answer for each, answer in now.items() if policy.side in each.split() or answer != policy.usual}
    if not now:
        return
    yield f"# {name}: {policy.about}  [{policy.rule}]"
    wide = max(map(len, policy.answers))
    for answer, meaning in policy.answers.items():
        yield f"#   {answer.ljust(wide)}  {meaning}"
    yield f"#   the computer: {policy.computer}"
    yield from (f"{command} {name} {answer}" for command, answer in now.items())
