"""Where the computer stops when it plays on by itself."""

from tarawa_cli.kernel.engine.fast_forward import is_past, skipped
from tarawa_cli.kernel.engine.order_words import find_name, shown
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.engine.views import none
from tarawa_cli.kernel.errors import BadOrder, Refused
from tarawa_cli.kernel.game import Moment
from tarawa_cli.kernel.hints import Any, Callable, Mapping, NamedTuple, Sequence


class Stop(NamedTuple):
    """Where the computer stops."""

    at: Callable[[Moment], bool]
    note: Callable[[Moment], str] = lambda _: ""
    """Why it stopped there, if that is not where it should."""


END = Stop(lambda _: False)
"""Only at the end of the game."""


def stop_at(match: Match[Any], until: str, more: tuple[str, ...]) -> Stop:
    """Where the computer stops: as a turn or a phase begins, as the current phase ends, or only at the end."""
    phases, words = known_phases(match.game.players.PHASES), [*until.split(), *more]
    if until == "end" and len(more) == 1 and not more[0].isdigit():
        return end_of(match, more[0])
    if len(words) == 1 and words[0] and "end".startswith(words[0].lower()):
        return END
    if len(words) == 1 and words[0].lower() != "turn" and words[0][0].isalpha() and phases:
        return _begin_of(match, words[0])
    turn = _stop_turn(match, words)
    return Stop(lambda now: now.turn >= turn)


def known_phases(phases: Mapping[str, Sequence[str]]) -> dict[str, Sequence[str]]:
    """The phases that the computer can play, under all their names: `movement`, and `axis-movement` besides."""
    return {**{phase: [phase] for parts in phases.values() for phase in parts}, **phases}


def phases_of(word: str, phases: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """The phases that a word means."""
    if not phases:
        raise none("phases")
    known = known_phases(phases)
    return known[find_name(word, known, "phase")]


def end_of(match: Match[Any], word: str) -> Stop:
    """Stops as soon as the current phase has ended; one that has several parts ends with the last, or with the turn."""
    wanted, now = phases_of(word, match.game.players.PHASES), match.game.moment(match.state)
    if now.phase not in wanted:
        name = find_name(word, known_phases(match.game.players.PHASES), "phase")
        raise Refused("", f"this is `{now.phase}`, not `{name}`", f"autoplay --until {name}")
    if match.game.sides.several:  # the other side's phase of that name is another one
        wanted = [now.phase]
    return Stop(lambda then: then.turn != now.turn or then.phase not in wanted)


def end_of_this(match: Match[Any]) -> Stop:
    """Stops as soon as the current phase has ended."""
    now = match.game.moment(match.state)
    if not now.phase:
        raise none("phases")
    return Stop(lambda then: (then.turn, then.phase) != (now.turn, now.phase))


def _begin_of(match: Match[Any], word: str) -> Stop:
    """Stops as a phase begins, or as soon as it has gone by without waiting for anybody."""
    phases, start = known_phases(match.game.players.PHASES), match.game.moment(match.state)
    name = find_name(word, phases, "phase")
    wanted = phases[name]

    def note(now: Moment) -> str:
        return "" if now.over or now.phase in wanted or not is_past(wanted, start, now) else skipped(name, now)

    return Stop(lambda now: now.phase in wanted or is_past(wanted, start, now), note)


def _stop_turn(match: Match[Any], words: list[str]) -> int:
    """The turn at whose beginning the computer stops."""
    if len(words) == 2 and words[0].lower() == "turn":
        words = words[1:]
    if len(words) != 1 or not (words[0].isascii() and words[0].isdigit() and len(words[0]) < 5):
        raise BadOrder(
            f"--until {shown(' '.join(words))}: must be turn N, a phase, or end", hint="autoplay --until turn 5"
        )
    return _checked_turn(match.game.moment(match.state), int(words[0]))


def _checked_turn(now: Moment, stop: int) -> int:
    if not now.last:
        raise none("turns")
    if not now.turn < stop <= now.last:
        raise BadOrder(
            f"--until turn {stop}: this is turn {now.turn}, and the last one is {now.last}",
            hint="autoplay --until end" if now.turn >= now.last else f"autoplay --until turn {now.turn + 1}",
        )
    return stop
