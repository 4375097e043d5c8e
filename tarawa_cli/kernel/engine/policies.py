"""Standing answers: what the player decides once, so that the game does not ask every time."""

from tarawa_cli.kernel.engine.order_words import find_name
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.hints import Iterator, Mapping, NamedTuple

Chosen = Mapping[str, Mapping[str, str]]
"""The answers of each player by name, by the command that sets them: `policy`, or `policy axis`."""

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


def narrowed(words: str, policies: Mapping[str, Policy], chosen: Chosen) -> tuple[Mapping[str, Policy], Chosen]:
    """The standing answers that words select: by name, and by side in a game of several."""
    sides = {command.split()[-1]: command for command in chosen if " " in command}
    for word in words.split():
        if sides and len(policies) == 1 and word.lower() in next(iter(policies.values())).answers:
            raise BadOrder(f"policy {words}: name the side first", hint=f"{next(iter(chosen))} {words}")
        name = find_name(word, [*sides, *policies], "side or policy" if sides else "policy")
        if name in sides:
            chosen = {sides[name]: chosen[sides[name]]}
        else:
            policies = {name: policies[name]}
    return policies, {command: {name: own[name] for name in policies} for command, own in chosen.items()}


def page(policies: Mapping[str, Policy], chosen: Chosen) -> str:
    """What is set, as commands that can be run again; as remarks, what every answer means and the computer would do."""
    return "\n".join(line for name, policy in policies.items() for line in _entry(name, policy, chosen)) or "\n".join(
        f"# {name}: only the {policy.side} side is asked" for name, policy in policies.items()
    )


def _entry(name: str, policy: Policy, chosen: Chosen) -> Iterator[str]:
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
