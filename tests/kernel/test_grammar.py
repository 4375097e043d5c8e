"""Orders as words: grammars, options, flags, names and their beginnings."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarawa_cli.kernel.engine.grammar import MOST_WORDS, Grammar, Number, Option, Word, Words
from tarawa_cli.kernel.engine.order_words import find_name, shown, split_line
from tarawa_cli.kernel.errors import BadOrder
from tests.kernel.tools import examples

ON = Option("--on", "The target.", "HEX", many=True, needed=True)
SUPPORT = Option("--support", "A supporter.", "UNIT")
ATTACK = Grammar("attack", "Attack.", (Word("UNIT…", "Units.", 0, None),), (ON, SUPPORT, Option("--shore", "Ships.")))
DIG = Grammar("dig", "Dig.", (Word("UNIT", "A unit."), Word("HOW", "How deep.", least=0)))


def attack(*tokens: str) -> Words:
    return ATTACK.read(tokens)


def test_words_options_and_flags_are_taken_apart_in_any_order() -> None:
    words = attack("2/8A", "--on", "2828", "--shore", "3/8A", "--support=75mm", "--on=2829")
    assert words.plain == ["2/8A", "3/8A"]
    assert words.values("--on") == ["2828", "2829"]
    assert words.value("--support") == "75mm"
    assert words.flag("--shore")


def test_what_is_not_given_is_empty() -> None:
    words = attack()
    assert (words.plain, words.values("--on"), words.value("--support"), words.flag("--shore")) == ([], [], "", False)


def test_a_value_may_hold_an_equals_sign() -> None:
    assert attack("--on=a=b").values("--on") == ["a=b"]


@pytest.mark.parametrize(
    ("tokens", "said"),
    [
        (["--on"], "attack: --on needs a value"),
        (["--onto", "2828"], "attack: no such option: --onto"),
        (["--shore=yes"], "attack: no such option: --shore"),
        (["--"], "attack: no such option: --"),
    ],
)
def test_a_bad_option_is_a_bad_order(tokens: list[str], said: str) -> None:
    with pytest.raises(BadOrder) as caught:
        attack(*tokens)
    assert caught.value.message == said
    assert caught.value.exit_code == 2


def test_an_unknown_option_is_answered_with_the_known_ones() -> None:
    with pytest.raises(BadOrder) as caught:
        attack("--x")
    assert caught.value.hint == "attack takes --on, --support, --shore"
    with pytest.raises(BadOrder) as caught:
        Grammar("next", "On.").read(["--x"])
    assert caught.value.hint == "next takes no options"


def test_an_option_that_may_stand_once_may_not_stand_twice() -> None:
    words = attack("--on", "1", "--on", "2")
    with pytest.raises(BadOrder, match="--on may be given only once"):
        words.value("--on")


def test_words_are_counted() -> None:
    assert DIG.read(["a", "b"]).plain == ["a", "b"]
    assert attack("a", "b", "c").plain == ["a", "b", "c"]
    with pytest.raises(BadOrder, match="too few words") as few:
        DIG.read([])
    assert few.value.hint == "usage: dig UNIT [HOW]"
    with pytest.raises(BadOrder, match="'c' is one word too many"):
        DIG.read(["a", "b", "c", "d"])


def test_a_grammar_says_how_it_is_used() -> None:
    assert ATTACK.use == "attack UNIT… --on HEX [--support UNIT] [--shore]"
    assert ATTACK._replace(usage="attack UNIT HEX").use == "attack UNIT HEX"
    assert Grammar("a", "A.", options=(SUPPORT._replace(many=True),)).use == "a [--support UNIT]…"
    assert Grammar("a", "One line.\n\nAnd more.").summary == "One line."


def test_options_are_written_in_the_order_of_the_grammar() -> None:
    assert ATTACK.in_words("2/8A", shore=True, on=["1", "2"]).text() == "attack 2/8A --on 1 --on 2 --shore"
    assert Grammar("e", "E.", options=(Option("--for", "Whom.", "WHO"),)).in_words(for_=["2/8"]).text() == "e --for 2/8"
    often = Grammar("fire", "Fire.", options=(Option("--times", "How often.", "N", number=Number(), default="1"),))
    assert (often.in_words(times=["1"]).text(), often.in_words(times=["2"]).text()) == ("fire", "fire --times 2")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("move 2/8A 2828", ["move", "2/8A", "2828"]),
        ("  move\t2/8A  # to the wall", ["move", "2/8A"]),
        ("# nothing", []),
        ("", []),
        ("move a#b 1", ["move", "a#b", "1"]),
        ("next #4 2", ["next"]),
    ],
)
def test_a_line_is_split_and_its_comment_left_out(line: str, words: list[str]) -> None:
    assert split_line(line) == words


NAMES = ("red1", "red2", "Red23", "green", "LVT-3")


@pytest.mark.parametrize(
    ("word", "name"), [("red2", "red2"), ("RED1", "red1"), ("red23", "Red23"), ("g", "green"), ("lvt-3", "LVT-3")]
)
def test_a_name_is_found_whatever_its_case_or_by_the_only_beginning(word: str, name: str) -> None:
    assert find_name(word, NAMES, "area") == name


@pytest.mark.parametrize(
    ("word", "said", "hint"),
    [
        ("re", "'re' fits more than one area: red1, red2, Red23", "type more of it, e.g. red1"),
        ("geen", "there is no area 'geen'", "did you mean green?"),
        ("zzz", "there is no area 'zzz'", "choose one of: red1, red2, Red23, green, LVT-3"),
        ("", "an empty word names no area", ""),
    ],
)
def test_a_name_that_is_not_found_is_a_bad_order_with_a_hint(word: str, said: str, hint: str) -> None:
    with pytest.raises(BadOrder) as caught:
        find_name(word, NAMES, "area")
    assert (caught.value.message, caught.value.hint) == (said, hint)


def test_only_some_of_many_fitting_names_are_listed() -> None:
    with pytest.raises(BadOrder, match="u0, u1, u2, u3, u4, u5, u6, u7 and 12 more"):
        find_name("u", [f"u{n}" for n in range(20)], "unit")


def test_an_absurdly_long_word_is_cut_in_messages() -> None:
    assert shown("x" * 40) == repr("x" * 40)
    assert shown("x" * 41) == repr("x" * 40 + "…")
    with pytest.raises(BadOrder) as caught:
        find_name("x" * 100_000, NAMES, "area")
    assert len(caught.value.message) < 100


WORD = st.text("aZ09/:.-=", min_size=1, max_size=6).filter(lambda word: not word.startswith("--"))


@given(st.lists(WORD), st.lists(WORD), st.booleans())
@examples(100)
def test_an_order_written_out_reads_back_the_same(plain: list[str], on: list[str], shore: bool) -> None:
    words = attack(*split_line(ATTACK.in_words(*plain, on=on, shore=shore).text())[1:])
    assert (words.plain, words.values("--on"), words.flag("--shore")) == (plain, on, shore)


@given(st.lists(st.text() | st.sampled_from(["--on", "--on=", "--shore", "--shore=", "--", "-"])))
@examples(200)
def test_any_words_at_all_are_read_or_are_a_bad_order(tokens: list[str]) -> None:
    with suppress(BadOrder):
        words = attack(*tokens)
        assert all(not word.startswith("--") for word in words.plain)
        assert len(words.plain) + len(words.values("--on")) <= len(tokens)


def test_an_order_of_absurdly_many_words_is_refused_before_any_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    assert attack(*["2/8A"] * MOST_WORDS).plain == ["2/8A"] * MOST_WORDS
    monkeypatch.setattr(Words, "_take", lambda *_: pytest.fail("a word was read"))
    with pytest.raises(BadOrder, match="dig: 1001 words are too many"):
        DIG.read(["2/8A"] * (MOST_WORDS + 1))


@pytest.mark.parametrize(
    "ask",
    [
        lambda word: find_name(word, ["one", "two"], "name"),
        lambda word: DIG.read(["a", "b", word]),
        lambda word: DIG.read([f"--{word}"]),
    ],
)
def test_a_word_of_absurd_length_is_not_told_in_full(ask: Callable[[str], object]) -> None:
    with pytest.raises(BadOrder) as caught:
        ask("x" * 100_000)
    assert 0 < len(caught.value.message) < 500


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("zzz", "choose one of: red1, red2, Red23, green, LVT-3"),
        ("geen", "did you mean green?"),
        ("re", "type more of it, e.g. red1"),
    ],
)
def test_a_word_that_is_no_name_gets_names_like_it_or_all_of_them(word: str, hint: str) -> None:
    with pytest.raises(BadOrder) as caught:
        find_name(word, NAMES, "area")
    assert caught.value.hint == hint
    assert find_name("g", NAMES, "area") == "green"


def test_of_many_names_the_first_are_suggested() -> None:
    with pytest.raises(BadOrder) as caught:
        find_name("zzz", [f"unit-{n}" for n in range(1, 31)], "unit")
    assert caught.value.hint.startswith("choose one of: unit-1, unit-2, ")
    assert caught.value.hint.endswith(", unit-8 and 22 more")
