"""A command that gives plain orders one after the other, such as `land`.

Each order is chosen from the position that the last one has left, dice included. The journal gets the plain orders, as
one group: `undo` takes all of them back, and the same orders given by hand roll the same dice.
"""

from collections.abc import Iterator, Sequence

from tarawa_cli.kernel import groups, session
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.grammar import Grammar, Macro, Words
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.onward import Gone, Way
from tarawa_cli.kernel.orders import find_name
from tarawa_cli.kernel.session import Match


def macro_of(match: Match[Any], tokens: list[str]) -> Grammar | None:
    """The grammar of a command, if it is a macro."""
    orders = match.game.orders
    grammar = orders[find_name(tokens[0], orders, "order")]
    return grammar if grammar.macro else None


def begun(match: Match[Any], words: Words) -> Macro:
    """A macro that can begin here; a refusal offers what can be done instead."""
    assert words.grammar.macro
    try:
        return words.grammar.macro(match.state, words)
    except Refused as error:
        from tarawa_cli.kernel.alternatives import improve

        improve(error, match.game, match.state, [words.name, *words.plain], match.side)
        raise


def run(
    match: Match[Any],
    words: Words,
    given: Sequence[int] | None = None,
    *,
    careful: bool = False,
    offering: bool = False,
    joined: bool = False,
    rehearsed: bool = False,
) -> Gone:
    """Give the orders of a macro until it is done, or somebody must answer or act first.

    `careful` and `offering` are as for `go_on`, if its first order ends a phase. What is raised is as for groups.
    """
    macro, wasted = begun(match, words), list[str]()

    def steps() -> Iterator[list[str]]:
        first = True
        while tokens := macro.order(match.state):
            grammar = match.game.orders[tokens[0]]
            if first and grammar.ends:
                way = Way(match, grammar.read([]), careful, offering)
                way.look_out()
                wasted.extend(way.wasted)
            yield tokens
            first = False
            if match.when.over or session.is_held_up(match):
                return

    done = groups.one_by_one(match, steps(), lambda _: [_line(words)], given, joined=joined, rehearsed=rehearsed)
    return Gone(done, wasted, macro.note)


def _line(words: Words) -> str:
    return " ".join(words.grammar.tokens(words.plain, words.given))


def foresee(match: Match[Any], words: Words) -> list[str]:
    """The orders of a macro up to the first that rolls dice; the match must not be saved."""
    from tarawa_cli.kernel.dice import WouldRoll
    from tarawa_cli.kernel.errors import NeedDice

    macro, texts = begun(match, words), list[str]()
    try:
        while tokens := macro.order(match.state):
            texts.append(session.read_order(match, tokens).text())
            session.rehearse(match, tokens)
            if match.when.over or session.is_held_up(match):
                break
    except (WouldRoll, NeedDice):
        pass
    return texts
