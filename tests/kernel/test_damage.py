"""Damaged saves: whatever stands in the file, it is read, or it is a BadFile that says why."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.errors import BadFile, GameError
from tarawa_cli.kernel.saves import history, savefile, toml
from tarawa_cli.kernel.saves.history import prove as proven
from tests.kernel import toy
from tests.kernel.tools import command, examples, load_text, look, new_match, sealed, seed_for


def rich_text() -> str:
    """A save with everything in it: own tables, a cheer, a question, dice, an edit."""
    match = new_match(seed=seed_for(3, 5), tables={"length": 20})
    session.perform(match, ["race", "red"])
    match.edited, match.state.at["blue"] = True, 2
    for line in ('cheer red "go\\on"', "race blue"):
        session.perform(match, line.split())
    return match.text()


TEXT = rich_text()
RAW = TEXT.encode()


def load_raw(raw: bytes) -> session.Match[Any]:
    return load_text(toml.decode(raw, "race.toml"))


def prove(match: session.Match[Any]) -> None:
    proof = proven(match)
    assert proof.holds == (proof.reason == "")


def undo(match: session.Match[Any]) -> None:
    history.undo(match, 1)


def order(match: session.Match[Any]) -> None:
    session.perform(match, ["decide", "long"] if match.state.stack else ["cheer", "red", "go"])


def use(raw: bytes) -> None:
    """Do with a save all that can be done. It may be refused, but what is written must be readable again."""
    for do in (prove, undo, order):
        match = load_raw(raw)
        try:
            do(match)
            text = match.text()
        except GameError:
            continue
        try:
            again = load_text(text)
        except BadFile as error:
            raise AssertionError(f"a save was written that cannot be read: {text}") from error
        assert again.text() == text


def reads_or_says_why(raw: bytes) -> bool:
    """Whether it could be read. Any error but BadFile comes through."""
    try:
        load_raw(raw)
    except BadFile:
        return False
    use(raw)
    return True


def resealed(raw: bytes) -> bytes:
    """With a fitting digest, if it still is a text with one: so the damage is not noticed by the digest."""
    try:
        return sealed(raw.decode()).encode()
    except UnicodeDecodeError:
        return raw


def test_the_sound_save_is_read_and_used() -> None:
    assert reads_or_says_why(RAW)
    assert not load_text(TEXT).edited
    assert proven(load_text(TEXT)).edits == [2]


def test_a_save_cut_off_anywhere_is_read_or_is_a_bad_file() -> None:
    whole = [length for length in range(len(RAW) + 1) if reads_or_says_why(RAW[:length])]
    assert whole[-1] == len(RAW)
    assert len(whole) <= 3, "only the very end may be missing"


def test_a_save_cut_off_anywhere_with_a_forged_digest_is_read_or_is_a_bad_file() -> None:
    whole = [length for length in range(len(RAW) + 1) if reads_or_says_why(resealed(RAW[:length]))]
    assert whole[-1] == len(RAW)


def test_a_save_without_any_one_line_is_read_or_is_a_bad_file() -> None:
    lines = RAW.splitlines(keepends=True)
    for seal in (bytes, resealed):
        read = [reads_or_says_why(seal(b"".join(lines[:n] + lines[n + 1 :]))) for n in range(len(lines))]
        assert 0 < sum(read) < len(lines)


@given(st.lists(st.tuples(st.integers(0, len(RAW) - 1), st.integers(0, 255)), min_size=1, max_size=4), st.booleans())
@examples(250)
def test_a_save_with_changed_bytes_is_read_or_is_a_bad_file(changes: list[tuple[int, int]], seal: bool) -> None:
    raw = bytearray(RAW)
    for place, byte in changes:
        raw[place] = byte
    reads_or_says_why(resealed(bytes(raw)) if seal else bytes(raw))


@given(st.integers(0, len(RAW)), st.integers(0, len(RAW)), st.binary(max_size=12) | st.text(max_size=6).map(str.encode))
@examples(150)
def test_a_save_with_a_piece_torn_out_and_another_put_in_is_read_or_is_a_bad_file(
    start: int, end: int, piece: bytes
) -> None:
    raw = RAW[: min(start, end)] + piece + RAW[max(start, end) :]
    reads_or_says_why(raw)
    reads_or_says_why(resealed(raw))


@given(st.binary(max_size=200) | st.text(max_size=100).map(str.encode))
@examples(100)
def test_anything_at_all_is_a_bad_file(raw: bytes) -> None:
    assert not reads_or_says_why(raw)


VALUES = [
    *("true", "-1", "0", "1", "1.5", "nan", "inf", "-0.0", '""', '"x"', '"red"', '"manual"', '"\\u0000"', "[]", "{}"),
    *("[1]", '["x"]', '[["x"]]', "{ red = 1 }", '{ red = "x" }', "{ a.b.c = [{}] }", "1943-11-20", "09:10:00"),
    *("1943-11-20T09:10:00Z", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e308"),
    *("0x" + "f" * 5000, "9" * 5000, "1e99999", '"' + "x" * 100_000 + '"', "[" * 300 + "]" * 300),
]
LINES = [number for number, line in enumerate(TEXT.splitlines()) if " = " in line]


@pytest.mark.parametrize("seal", [False, True], ids=["by hand", "with a forged digest"])
@pytest.mark.parametrize("number", LINES, ids=lambda number: TEXT.splitlines()[number].partition(" = ")[0])
def test_a_key_with_any_other_value_is_read_or_is_a_bad_file(number: int, seal: bool) -> None:
    read = 0
    for value in VALUES:
        lines = TEXT.splitlines(keepends=True)
        name = lines[number].partition(" = ")[0]
        if name == "journal":
            lines[number:] = [f"journal = {value}\n"]
        else:
            lines[number] = f"{name} = {value}\n"
        raw = "".join(lines).encode()
        read += reads_or_says_why(resealed(raw) if seal else raw)
    assert read < len(VALUES), "not every value can be right"


@pytest.mark.parametrize("name", ["at", "cheers", "pending", "tables", "seed", "unknown"])
def test_a_table_with_any_other_value_is_read_or_is_a_bad_file(name: str) -> None:
    kept = [line for line in TEXT.splitlines() if not line.startswith((f"{name}.", f"{name} ="))]
    for value in VALUES:
        text = "\n".join([*kept[:2], f"{name} = {value}", *kept[2:]]) + "\n"
        reads_or_says_why(text.encode())
        reads_or_says_why(resealed(text.encode()))


ENTRIES = [
    *("", " ", "*", "* ", "* edited", "* edited ", "* restart", "* restart ", "* edited {}", "* restart null"),
    *(
        "* edited []",
        '* edited {"state":[]}',
        '* restart {"state":{"at":null}}',
        '* edited {"state":{"at":{"red":1e9}}}',
    ),
    *('* edited {"dice":-1,"state":{}}', '* edited {"dice":1e400,"state":{}}', '* edited {"dice":NaN,"state":{}}'),
    *(
        f'* edited {{"dice":{2**63},"state":{{}}}}',
        '* restart {"state":{"cheers":{"red":"\ud800"}}}'.encode("ascii", "backslashreplace").decode(),
    ),
    *(
        "* edited " + "[" * 100_000,
        '* edited {"state":' + '{"at":' * 500 + "1" + "}" * 501,
        "race red # " + "1 " * 1000,
    ),
    *(
        "race red # 9",
        "race red #",
        "race red # ",
        "# 1",
        " # 1",
        "decide",
        "decide long # ",
        "x" * 100_000,
        "\0",
        "--",
        "race --x",
    ),
    *("* edited " + "9" * 5000, '* edited {"dice":' + "9" * 5000 + ',"state":{}}'),
]


@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_a_journal_with_any_other_entry_is_read_or_is_a_bad_file(place: int) -> None:
    entries = load_text(TEXT).entries
    head = TEXT[: TEXT.index("\njournal = [")]
    for entry in ENTRIES:
        changed = [*entries[:place], entry, *entries[place + 1 :]]
        text = head + savefile.journal_text(changed)
        assert reads_or_says_why(text.encode()), "the position itself is sound"
        assert reads_or_says_why(resealed(text.encode()))


BOMBS = {
    "open brackets": "a = " + "[" * 100_000,
    "closed brackets": "a = " + "[" * 100_000 + "]" * 100_000,
    "some brackets": "a = " + "[" * 390 + "]" * 390,
    "open braces": "a = " + "{" * 5000,
    "named braces": "a = " + "{ a = " * 5000,
    "some named braces": "a = " + "{ a = " * 390 + "1" + " }" * 390,
    "a dotted key": "a" + ".a" * 10_000 + " = 1",
    "a shorter dotted key": "a" + ".a" * 990 + " = 1",
    "dots within braces": "a = " + ("{ " + "a." * 30 + "a = ") * 300 + "1" + " }" * 300,
    "a deep section": "[" + "a." * 10_000 + "a]",
    "a deep list of sections": "[[" + "a." * 900 + "a]]",
    "many sections": "\n".join(f"[a{n}]" for n in range(20_000)),
    "a long string": 'a = "' + "x" * 2_000_000 + '"',
    "an open string": 'a = """' + "x" * 2_000_000,
    "many quotes": "a = " + '"' * 100_000,
    "a long comment": "#" * 2_000_000,
    "a long hexadecimal number": "a = 0x" + "f" * 100_000,
    "a long number": "a = " + "1" * 100_000,
    "a long fraction": "a = 0." + "1" * 100_000,
    "nothing but NUL": "\0" * 10_000,
    "a carriage return": "a = 1\rb = 2",
    "a byte order mark": "\ufeffa = 1",
}


@pytest.mark.sample(5)
@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_a_bad_file_wherever_it_lies(name: str) -> None:
    bomb = BOMBS[name]
    lines = TEXT.splitlines()
    tables = bomb.replace("a", "tables.a", 1) if bomb.startswith("a") else bomb
    for text in (
        bomb,
        f"{TEXT}{bomb}\n",
        "\n".join([*lines[:3], bomb, *lines[3:]]),
        "\n".join([*lines[:3], tables, *lines[3:]]),
    ):
        harmless = name == "a long comment" and text != bomb
        assert reads_or_says_why(text.encode()) is harmless
        reads_or_says_why(resealed(text.encode()))


@pytest.mark.parametrize(
    "raw", [b"\xff\xfe", b"\x80", RAW.replace(b"red", b"r\xe9d"), RAW.decode().encode("utf-16"), b"\xed\xa0\x80"]
)
def test_what_is_not_utf_8_is_a_bad_file_that_says_where(raw: bytes) -> None:
    with pytest.raises(BadFile, match=r"race.toml is not UTF-8 text \(byte \d+\)"):
        load_raw(raw)


@pytest.mark.parametrize("place", range(0, len(RAW), 37))
def test_a_nul_byte_is_found(place: int) -> None:
    raw = RAW[:place] + b"\0" + RAW[place:]
    assert not reads_or_says_why(raw)
    reads_or_says_why(resealed(raw))


def test_the_same_on_disk(tmp_path: Path) -> None:
    path = tmp_path / "race.toml"
    for raw in (b"", b"\xff", RAW[:-3], RAW[: len(RAW) // 2], BOMBS["a dotted key"].encode()):
        path.write_bytes(raw)
        attempts: list[Callable[[Path], object]] = [look, lambda path: command(path, "race red")]
        for attempt in attempts:
            with pytest.raises(BadFile, match=r"race\.toml"):
                attempt(path)
        assert path.read_bytes() == raw


ORDERS = st.sampled_from(["race", "cheer", "gust", "decide", "red", "blue", "long", "--x", "--", "#", "# 1", "a b"])


@given(st.lists(ORDERS | st.text(max_size=5), max_size=5), st.none() | st.lists(st.integers(-1, 8), max_size=3))
@examples(200)
def test_any_order_at_all_is_carried_out_or_is_an_error_for_the_player(
    tokens: list[str], dice: list[int] | None
) -> None:
    match = new_match(seed=None)
    before = match.text()
    try:
        session.perform(match, tokens, dice)
    except GameError:
        assert match.text() == before
        return
    again = load_text(match.text())
    assert tomllib.loads(match.text())["journal"] == match.entries
    assert again.text() == match.text()
    assert proven(again).holds
    history.undo(again, 1)
    assert again.state == new_match(seed=None).state


@pytest.mark.parametrize("error", [KeyError, RecursionError, MemoryError, UnicodeError])
def test_an_error_that_is_not_meant_for_the_player_would_be_seen(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def breaks(*_: object) -> None:
        raise error

    for name in ("load", "read", "check"):
        with monkeypatch.context() as patch:
            patch.setattr(toy.Toy, name, breaks)
            with pytest.raises(error):
                reads_or_says_why(RAW)
