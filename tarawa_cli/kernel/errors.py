"""Everything that can go wrong, with the exit code it ends in.

GameError
├── Refused     1  the rules say no: paragraph, reason, what would work
├── BadOrder    2  what is that? unknown word, or a word that fits more than one
├── BadFile     3  save, scenario or table file: missing, damaged, newer, locked
├── NeedDice    4  a manual-dice game needs more dice
└── Stopped     5  of several orders given together some stand, because dice have rolled (in `groups`)
"""

from tarawa_cli.kernel.hints import Callable, ParamSpec, Sequence
from tarawa_cli.kernel.narration.visible import cut, on_one_line

MOST = 40
"""The most problems listed for one file."""
Hint = str | Callable[[], str]
"""What would work instead: a text, or a search for it that only runs if the hint is needed."""


class GameError(Exception):
    """A sentence for the player; never a traceback."""

    kind = "error"
    exit_code = 3
    details: Sequence[str] = ()
    """Further lines for the player."""
    _postscript: Hint = ""

    def __init__(self, message: str, *, rule: str = "", hint: Hint = "") -> None:
        super().__init__(message)
        self.message = cut(message)
        self.rule = rule
        self._hint = hint

    @property
    def hint(self) -> str:
        return _asked_for(self._hint)

    @property
    def later_hint(self) -> Callable[[], str]:
        """The hint, to be worked out later."""
        hint = self._hint
        return lambda: _asked_for(hint)

    @property
    def postscript(self) -> str:
        """A last line, after the hint."""
        return _asked_for(self._postscript)

    def suggest(self, hint: Hint, postscript: Hint = "") -> None:
        """Offer something else instead."""
        self._hint, self._postscript = hint, postscript

    def facts(self) -> dict[str, str]:
        return {"kind": self.kind, "rule": self.rule, "message": self.message, "hint": self.hint}


def _asked_for(hint: Hint) -> str:
    return hint if isinstance(hint, str) else hint()


class Refused(GameError):
    """The rules forbid it."""

    kind = "refused"
    exit_code = 1

    def __init__(self, rule: str, message: str, hint: Hint = "") -> None:
        # Written out for speed: listing what is legal raises many refusals.
        Exception.__init__(self, message)
        self.rule, self.message, self._hint = rule, message, hint


P = ParamSpec("P")


def refusal(check: "Callable[P, object]", *given: "P.args", **named: "P.kwargs") -> Refused | None:
    """What a check refuses; None if it allows it."""
    try:
        check(*given, **named)
    except Refused as no:
        return no
    return None


def allows(check: "Callable[P, object]", *given: "P.args", **named: "P.kwargs") -> bool:
    """Whether a check refuses nothing."""
    try:
        check(*given, **named)
    except Refused:
        return False
    return True


class OtherPhase(Refused):
    """The rules forbid it now: it belongs to another phase."""


class BadOrder(GameError):
    """The order cannot be read: an unknown or ambiguous word, or bad grammar."""

    kind = "usage"
    exit_code = 2


class BadFile(GameError):
    """A file that cannot be used; `problems` lists everything wrong with it, the message most of it."""

    kind = "file"
    exit_code = 3

    def __init__(self, message: str, *, hint: str = "", problems: Sequence[str] = ()) -> None:
        told = [on_one_line(cut(problem)) for problem in problems[:MOST]]
        more = [f"and {len(problems) - MOST} more"] if len(problems) > MOST else []
        super().__init__("\n  ".join([message, *told, *more]), hint=hint)
        self.problems = tuple(problems)


class NeedDice(GameError):
    """A manual-dice game was given too few dice."""

    kind = "dice"
    exit_code = 4

    def __init__(self, given: int, purpose: str) -> None:
        super().__init__(
            f"at least {given + 1} {'dice are' if given else 'die is'} needed, {given} given; "
            f"die {given + 1} is for {purpose}",
            hint="add the dice in the order they are used, e.g. --dice 4,2,6",
        )
        self.given = given
        self.purpose = purpose
