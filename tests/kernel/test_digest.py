"""Digests: what others have done in a few lines, the biggest first."""

from collections.abc import Iterator, Sequence

from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.narration.digest import (
    MOST,
    Digest,
    DigestLine,
    height,
    orders_given,
    printed,
    shortened,
    some,
    split,
)


def event(type: str, **facts: object) -> Event:
    return Event(type, "1", facts)


def _lost(events: Sequence[Event], state: None) -> Iterator[str]:
    yield from (f"{one.facts['unit']} lost" for one in events if one.type == "lost")


def _moved(events: Sequence[Event], state: None) -> Iterator[str]:
    yield f"{sum(one.type == 'moved' for one in events) or ''}"


def test_the_order_of_its_functions_is_the_rank_of_a_line_whenever_it_happened() -> None:
    digest = Digest[None](_lost, _moved)
    events = [event("moved"), event("lost", unit="a"), event("moved"), event("lost", unit="b")]
    assert digest.lines(events, None) == [DigestLine(0, "a lost"), DigestLine(0, "b lost"), DigestLine(1, "2")]
    assert digest.lines([event("lost", unit="a")], None) == [DigestLine(0, "a lost")], "what is empty is no line"


def test_what_an_order_did_itself_and_what_others_did_after_it() -> None:
    own, phase, given = event("moved"), event("phase-begun", phase="fire"), event("order-given", command="next")
    assert split([own, phase, own]) == ([own], [phase, own])
    assert split([own, given]) == ([own], [given])
    assert split([own]) == ([own], [])


def test_more_lines_than_there_is_room_for_say_how_many_are_left_and_where() -> None:
    lines = [str(number) for number in range(20)]
    assert shortened(lines, 20) == lines
    assert shortened(lines, MOST, "log") == [*lines[:11], "  … 9 more: `log`"]
    folded = ["one\n  two", "three", "four"]
    assert shortened(folded, 3) == ["one\n  two", "  … 2 more"]
    assert height(shortened(folded, 3)) == 3


def test_long_lines_are_folded_and_long_lists_cut() -> None:
    (line,) = printed([DigestLine(0, "word " * 30)])
    assert max(map(len, line.split("\n"))) <= 80
    assert some("abc") == "a, b, c"
    assert some("abcdef", 3) == "a, b, c and 3 more"


def test_the_computers_orders_are_counted_by_kind() -> None:
    given = [event("order-given", command=line) for line in ("move a 1", "move b 2", "attack c", "next")]
    assert [*orders_given(given)] == ["The computer gave 3 orders: 2 move, 1 attack."]
    assert [*orders_given([])] == []
