"""The sides of a game: who is to move, whose an order is, what each side may know, and its standing answers.

A player may name their side for a command (`--as axis`, or $TARAWA_SIDE). Then only orders of that side are accepted,
and only what it may know is shown. Without a side every order is accepted, and everything is shown.

A standing answer is what a player decides once, so that the game does not ask every time.
"""

from tarawa_cli.kernel.engine.order_words import Action, alternatives, find_name, shown, split_line
from tarawa_cli.kernel.engine.play import Event, Stacked
from tarawa_cli.kernel.errors import BadOrder, Refused
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any, Generic, Iterator, Mapping, NamedTuple, Sequence, TypeVar

if TYPE_CHECKING:
    from tarawa_cli.kernel.engine.grammar import OrderLine
    from tarawa_cli.kernel.game import Game
    from tarawa_cli.kernel.saves.journal import ReplayedEntry

ENVIRONMENT = "TARAWA_SIDE"
_BOTH = f"leave out --as, and ${ENVIRONMENT}, to play for all sides"

S = TypeVar("S", bound=Stacked)


class Sides(Generic[S]):
    """The sides of a game. This class is for one side that knows everything; a game with more derives its own."""

    law = ""
    """The paragraph by which each side gives its own orders only."""
    mail_law = ""
    """The paragraph on the dice of a game by mail."""
    law_of_seals = ""
    """The paragraph by which sealed secrets are revealed."""

    def __init__(self, *names: str) -> None:
        self.names = names

    @property
    def several(self) -> bool:
        return len(self.names) > 1

    def title(self, side: str) -> str:
        """A side's name at the start of a line: `Axis`."""
        return side.capitalize()

    def to_act(self, state: S) -> str:
        """The side to move: the side asked, else the side whose part of the turn it is; empty if any may."""
        return self.names[0]

    def active(self, state: S) -> str:
        """The side whose player turn it is, even while another is asked; empty once the game is over."""
        return self.to_act(state)

    def owner(self, state: S, order: Action) -> str:
        """The side that owns an order; empty if any may give it."""
        return self.to_act(state)

    def view(self, state: S, side: str) -> S:
        """The position as far as a side knows it: a copy, if anything is left out."""
        return state

    def guess(self, known: S, side: str) -> tuple[S, str]:
        """A whole position that fits a side's view, to play on from, and in words what was guessed for it.

        Without a side, everything is known except what is sealed.
        """
        return known, ""

    def seen_event(self, event: Event, side: str) -> Event | None:
        """An event as far as a side knows of it; None if it knows nothing."""
        return event

    def seen_order(self, order: Action, side: str) -> str:
        """The text of another's order, as far as a side may read it."""
        return order.text()

    # ── Sealed secrets; a game that has some takes the orders `sealed KEY DIGEST` and `revealed KEY SALT WORD…`

    def to_seal(self, state: S, side: str, lines: list[list[str]]) -> dict[str, list[str]]:
        """A side's secret orders as words, by the key under which they are sealed; Refused, if they are not legal."""
        raise BadOrder("this game has no secrets to seal")

    def is_sealed(self, state: S) -> bool:
        """Whether secrets are sealed in this game."""
        return False

    def seals_for_now(self, state: S) -> bool:
        """Whether what can be sealed now may be revealed before the other side acts."""
        return False

    def to_reveal(self, state: S) -> str:
        """What must be revealed now before the game continues; nothing, if it can."""
        return ""

    def digest_of(self, state: S, key: str) -> str:
        """The digest of what is sealed under a key."""
        raise BadOrder("this game has no secrets to seal")

    def sealed(self, state: S) -> list[str]:
        """What is sealed and not revealed yet: it cannot be proven."""
        return []


def chosen(sides: Sides[Any], word: str, environment: Mapping[str, str]) -> str:
    """The player's side, from `--as` or else from the environment; empty for all sides.

    A game with one side ignores the environment, which may be set for another game.
    """
    if word:
        name = _named(sides, word, f"--as {shown(word)}")
    else:
        word = environment.get(ENVIRONMENT, "") if sides.several else ""
        name = _named(sides, word, f"${ENVIRONMENT} is {shown(word)}") if word else ""
    return name if sides.several else ""


def _named(sides: Sides[Any], word: str, where: str) -> str:
    try:
        return find_name(word, sides.names, "side")
    except BadOrder:
        raise BadOrder(f"{where}: must be {alternatives(sides.names)}") from None


# ── The guard


def is_free(sides: Sides[S], state: S, side: str) -> bool:
    """Whether a side may act now."""
    return not side or sides.to_act(state) in ("", side)


def check_turn(sides: Sides[S], state: S, side: str, by_mail: bool = False, opponents: Sequence[str] = ()) -> None:
    """Refused, if another side must act; `opponents` are those that the computer plays."""
    if not is_free(sides, state, side):
        acting = sides.to_act(state)
        hint = "`handover` ends your sitting" if by_mail else f"wait until {acting} has moved; or {_BOTH}"
        if acting in opponents:
            hint = f"`delegate --now` lets it move, `--as {acting}` gives its orders"
        raise Refused(sides.law, f"not your turn: {acting} to move, and you play {side}", hint)


def check_revealed(sides: Sides[S], state: S) -> None:
    """Refused, if something sealed is due: until it is revealed the game cannot continue."""
    if key := sides.to_reveal(state):
        raise Refused(sides.law_of_seals, why_reveal(key), "reveal")


def why_reveal(key: str) -> str:
    what, _, where = key.partition(":")
    return f"the sealed {what} in {where} is due" if where else f"the sealed plan of {key} is due"


def read(game: "Game[S]", state: S, line: "OrderLine", side: str) -> Action:
    """The order that the words mean. A side cannot name what it does not know, and no message gives that away."""
    if not side:
        return game.read(state, line)
    return game.read(state, game.read(game.sides.view(state, side), line).in_words())


def check(
    game: "Game[S]", state: S, order: Action, side: str, by_mail: bool = False, opponents: Sequence[str] = ()
) -> None:
    """Refused, if another side must give it, or the rules forbid it; the reason says only what the side may know."""
    if not side:
        _ask_the_law(game, state, order)
        return
    _check_owner(game.sides, state, order, side, by_mail, opponents)
    try:
        game.check(state, order)
    except Refused as error:
        _ask_the_law(game, game.sides.view(state, side), order, side)
        raise Refused(error.rule, "something you do not know about forbids it") from None


def _ask_the_law(game: "Game[S]", state: S, order: Action, side: str = "") -> None:
    """Refused, if the law forbids it, with an order that can be given instead."""
    try:
        game.check(state, order)
    except Refused as error:
        from tarawa_cli.kernel.engine.legal import improve  # start-up

        improve(error, game, state, order.text().split(), side)
        raise


def _check_owner(sides: Sides[S], state: S, order: Action, side: str, by_mail: bool, opponents: Sequence[str]) -> None:
    owner = sides.owner(state, order)
    if owner in ("", side):
        return
    check_turn(sides, state, side, by_mail, opponents)
    hint = f"it is your turn as {side}" if by_mail else f"it is your turn as {side}; or {_BOTH}"
    raise Refused(sides.law, f"that order belongs to {owner}, and you play {side}", hint)


def check_undo(sides: Sides[Any], step: "ReplayedEntry", side: str) -> None:
    """Refused, if the order to be undone was not given by this side."""
    if side and (step.order is None or step.side not in ("", side)):
        whose = f"an order by {step.side}" if step.side else "a hand edit"
        raise Refused(sides.law, f"entry {step.number} is {whose}, and you play {side}", _BOTH)


def own_orders(game: "Game[S]", state: S, commands: list[str], side: str) -> list[str]:
    """Those of some orders that a side may give."""
    if not side:
        return commands
    owners = [game.sides.owner(state, game.read(state, split_line(command))) for command in commands]
    return [command for command, owner in zip(commands, owners, strict=True) if owner in ("", side)]


# ── What is seen


def seen(sides: Sides[Any], dice: Sequence[int], events: list[Event], side: str) -> tuple[list[int], list[Event]]:
    """Dice and events of an order as far as a side knows them; if that is not all, only the dice of what it knows."""
    if not side:
        return list(dice), events
    known = [told for event in events if (told := sides.seen_event(event, side)) is not None]
    if known == events:
        return list(dice), events
    return [die for event in known for die in event.facts.get("dice", ())], known


Chosen = Mapping[str, Mapping[str, str]]
"""The answers of each player by name, by the command that sets them: `policy`, or `policy axis`."""

ROUTINE = "routine"
"""Sets at once every answer that leaves out only questions without a real choice."""


class StandingAnswer(NamedTuple):
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


Policies = dict[str, StandingAnswer]
"""By name."""


def routine(policies: Policies) -> dict[str, str]:
    return {name: policy.routine for name, policy in policies.items() if policy.routine}


def narrowed(words: str, policies: Policies, chosen: Chosen) -> tuple[Policies, Chosen]:
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


def page(policies: Policies, chosen: Chosen) -> str:
    """The answers that are set, as commands; as comments, the meaning of every answer and the computer's choice."""
    return "\n".join(line for name, policy in policies.items() for line in _entry(name, policy, chosen)) or "\n".join(
        f"# {name}: only the {policy.side} side is asked" for name, policy in policies.items()
    )


def _entry(name: str, policy: StandingAnswer, chosen: Chosen) -> Iterator[str]:
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
