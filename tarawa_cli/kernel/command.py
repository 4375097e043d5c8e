"""A player's command: from its words to the plain orders that it gives, carried out.

Most commands are one plain order, or several that are given as one (`groups`), with answers to the questions that they
lead to (`beforehand`). Others go on until something has come (`onward`).
"""

from collections.abc import Sequence
from itertools import chain

from tarawa_cli.kernel import groups
from tarawa_cli.kernel.grammar import OrderLine, parsed
from tarawa_cli.kernel.hints import Any, NamedTuple
from tarawa_cli.kernel.session import Done, Match


class Outcome(NamedTuple):
    """What came of a command."""

    done: list[Done]
    """The plain orders that were carried out."""
    left_out: Sequence[str] = ()
    """Who was named with others and took no part, and why."""
    unused: Sequence[str] = ()
    """Answers that were given with the order, but were none."""
    wasted: Sequence[str] = ()
    """What was wasted by ending a phase, a sentence for each thing."""
    note: str = ""
    """Why it went no further, or did nothing."""


def carry_out(
    match: Match[Any],
    line: OrderLine,
    given: Sequence[int] | None = None,
    *,
    careful: bool = False,
    offering: bool = False,
    joined: bool = False,
    rehearsed: bool = False,
) -> Outcome:
    """Carry out a command on a match; `joined`: together with the entry before it.

    `careful`: Refused if the end of a phase would waste something. `offering`: with what is wasted goes the order that
    would use it. What is raised is as for groups of orders.
    """
    words = parsed(match.game.orders, line)
    if words.grammar.ends or words.grammar.macro:
        from tarawa_cli.kernel.onward import go_on

        how = {"careful": careful, "offering": offering, "joined": joined, "rehearsed": rehearsed}
        return go_on(match, words, given, **how)
    meant = groups.meant(match, words)
    if not meant.answers:
        done = groups.perform(match, meant.orders, given, joined=joined, rehearsed=rehearsed)
        return Outcome(done, meant.left_out)
    from tarawa_cli.kernel.beforehand import Beforehand

    answers, listed = Beforehand(match, meant.answers), groups.in_words(meant.orders)
    orders = chain(meant.orders, answers.orders())
    done = groups.perform(match, orders, given, joined=joined, rehearsed=rehearsed, undone=lambda count: listed[count:])
    return Outcome(done, meant.left_out, answers.notes)
