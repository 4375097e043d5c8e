"""TOML out and in: what is written is what another TOML reader reads, one line a thing."""

import datetime
import math
import tomllib
from typing import Any

import pytest
import tomli
from hypothesis import given
from hypothesis import strategies as st

from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.saves import savefile, toml
from tests.kernel.tools import ROOT, examples

SCALARS = (
    st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False)
    | st.text()
    | st.text(alphabet='"\\\n\r\t\0\x1f\x7f\x85\u2028#=[]{}', max_size=8)
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3), max_leaves=8
)
DOCUMENTS = st.dictionaries(st.text(), VALUES, max_size=5)


def written(doc: dict[str, Any]) -> str:
    return "".join(f"{line}\n" for line in toml.lines(doc))


@given(DOCUMENTS)
@examples(250)
def test_a_document_written_is_read_back_the_same_by_any_reader(doc: dict[str, Any]) -> None:
    assert tomllib.loads(written(doc)) == doc
    assert toml.parse(written(doc), "it") == doc


@given(DOCUMENTS)
@examples(100)
def test_every_thing_has_a_line_of_its_own(doc: dict[str, Any]) -> None:
    lines = list(toml.lines(doc))
    expected = sum(
        len(value) if isinstance(value, dict) and value else len(value) + 2 if isinstance(value, list) and value else 1
        for value in doc.values()
    )
    assert len(lines) == expected
    assert not any("\n" in line or "\r" in line for line in lines)


def test_the_layout_is_fixed() -> None:
    doc = {
        "turn": 3,
        "over": False,
        "half": 0.5,
        "whole": 2.0,
        "none": [],
        "nobody": {},
        "log": ["a", 'b "c"'],
        "units": {"2/8A": {"at": "2531", "steps": 7}, "lvt-1": {}},
        "odd key": "ä\n\x7f",
    }
    assert list(toml.lines(doc)) == [
        "turn = 3",
        "over = false",
        "half = 0.5",
        "whole = 2",
        "none = []",
        "nobody = {}",
        "log = [",
        '    "a",',
        '    "b \\"c\\"",',
        "]",
        'units."2/8A" = { at = "2531", steps = 7 }',
        "units.lvt-1 = {}",
        '"odd key" = "ä\\n\\u007f"',
    ]


# ── Our own layout, read without tomli

PIECES = (
    *("a", "b", '"a"', '"b c"', "1", "-1", "0", "01", "1.5", "true", "false", "1_0", "'a'", "{}", "[]", "inf"),
    *(" = ", "=", ".", "{ ", " }", "[", "]", ", ", ",", '"', "\n", "\r", "    ", " ", "#", "\\", "\t", "\x7f", "٣"),
)
SHAPED = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)
FIELDS = st.lists(
    st.tuples(st.sampled_from(["a", "b", '"a"', "a.b", 'a."b"', "a.b.c", ""]), SHAPED | st.sampled_from(PIECES)),
    max_size=3,
).map(lambda found: "\n".join(f"{name} = {value}" for name, value in found))


@given(SHAPED | FIELDS)
@examples(2000)
def test_what_the_quick_reader_accepts_any_reader_reads_the_same(source: str) -> None:
    found = toml.parse_layout(source)
    assert found is None or repr(found) == repr(tomllib.loads(source))


@pytest.mark.parametrize(
    ("source", "doc"),
    [
        ("", {}),
        ("a = 1\n", {"a": 1}),
        ('\nunits."2/8A" = { at = "2531", steps = 7 }', {"units": {"2/8A": {"at": "2531", "steps": 7}}}),
        ("a.i-33 = { companies = [2, 3], supplied = true }", {"a": {"i-33": {"companies": [2, 3], "supplied": True}}}),
        ('a = [\n    "b, c",\n    { kind = "hit" },\n]\nd = {}', {"a": ["b, c", {"kind": "hit"}], "d": {}}),
        ('a.b = ["x", "y"]\na.c = []\nd = -5', {"a": {"b": ["x", "y"], "c": []}, "d": -5}),
        ('a = "b = c # d"', {"a": "b = c # d"}),
    ],
)
def test_a_text_of_ours_is_read_at_once(source: str, doc: dict[str, Any]) -> None:
    assert toml.parse_layout(source) == doc == tomllib.loads(source)


@pytest.mark.parametrize(
    "source",
    [
        *("a", "a =", "a = ", "a=1", "a = 1 ", " a = 1", "a = 1 # b", "# a", "[a]", "a = 1\r\n", "a = 01", "a = -0"),
        *("a = 1_0", "a = 1.0", "a = +1", "a = 0x1", "a = 'b'", 'a = "b', 'a = b"', 'a = "\\n"', 'a = "\t"', "a = ٣"),
        *("a = 1\na = 2", "a.b = 1\na.b = 2", "a = {}\na.b = 1", "a.b = 1\na = 1", "a = { b = 1, b = 2 }", "ä = 1"),
        *("a.b.c = 1", '"a.b" = 1', "a = { b.c = 1 }", "a = { b = 1}", "a = {b = 1 }", "a = { b = 1, }", "a = [1,]"),
        *(
            "a = [",
            "a = [\n    1\n]",
            "a = [\n1,\n]",
            "a = [\n    1,",
            "a = [[1]]",
            "a = [{}]",
            'a = ["b, c"]',
            ".a = 1",
        ),
        *(
            "a = 2020-01-01",
            "a = 9223372036854775807",
            "a" * 101 + " = 1",
            'a = """b"""',
            "a = { b = [1, c = 2 }",
            'a = ["b, c"]',
        ),
    ],
)
def test_any_other_text_is_left_to_tomli(source: str) -> None:
    assert toml.parse_layout(source) is None


def test_every_save_of_this_version_is_for_the_quick_reader() -> None:
    """But those with a scenario or tables of the player's own, whose texts have quotes and nested tables."""
    left = []
    for path in sorted((ROOT / "tests" / "saves" / "0.2.2").rglob("*.toml")):
        text = path.read_text("utf-8")
        if savefile.BANNER in text and "own_scenario" not in text and "tables" not in text:
            body = text.partition("\n")[2].partition("\njournal = [")[0]
            found = toml.parse_layout(body)
            assert found is None or repr(found) == repr(tomllib.loads(body))
            left += [path.name] if found is None else []
    assert left == []


def test_dates_and_odd_numbers_survive() -> None:
    moment = datetime.datetime(1943, 11, 20, 9, 10, tzinfo=datetime.UTC)
    doc = {"day": moment.date(), "hour": datetime.time(9, 10), "both": moment, "big": 1e300, "more": math.inf}
    assert toml.parse(written(doc), "it") == doc
    assert math.isnan(toml.parse(written({"x": math.nan}), "it")["x"])


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("a = ", "it is not valid TOML: Invalid value"),
        ("a = 1\na = 2", "Cannot overwrite a value"),
        ("a = 0x8000000000000000", "more than 64 bits"),
        ("a = -9223372036854775809", "more than 64 bits"),
        ("a = [{ b = 0x" + "f" * 90 + " }]", "more than 64 bits"),
        ("a = " + "[" * 100 + "]" * 100, "too deeply nested"),
        ("a = " + "[" * 100_000, "too deeply nested"),
        ("a" + ".a" * 100 + " = 1", "too deeply nested"),
        ("a" + ".a" * 10_000 + " = 1", "too deeply nested"),
    ],
)
def test_a_text_that_is_no_sound_toml_is_a_bad_file_that_says_why(source: str, said: str) -> None:
    with pytest.raises(BadFile) as caught:
        toml.parse(source, "it")
    assert caught.value.message.startswith("it is not valid TOML: ")
    assert said in caught.value.message
    assert len(caught.value.message) < 300


NUMBER = "a number or a key of more than 100 characters"
DEEP = "too deeply nested"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("a = " + "9" * 101, NUMBER),
        ("a = -" + "9_" * 1000 + "9", NUMBER),
        ("a = 1." + "1" * 1000, NUMBER),
        ("a = [{ b = 0x" + "f" * 5000 + " }]", NUMBER),
        ("a" * 101 + " = 1", NUMBER),
        ('a = ["""text"""", ' + "1" * 1000 + "]", NUMBER),
        ("a = ['''text'''', " + "1" * 1000 + "]", NUMBER),
        ('a = ["text\\\\", ' + "1" * 1000 + "]", NUMBER),
        ('a = ["text\\"", ' + "1" * 1000 + "]", NUMBER),
        ("a = ['text\\', " + "1" * 1000 + "]", NUMBER),
        ('a = """\nb = "\n"""\nc = ' + "1" * 1000, NUMBER),
        ("a = 1 # don't\nb = " + "1" * 1000, NUMBER),
        ("a" + ".a" * 1000 + " = 1", DEEP),
        ("a" + "\t. a" * 1000 + " = 1", DEEP),
        ('"a b"' + '."c d"' * 1000 + " = 1", DEEP),
        ("'a.b'" + ".''" * 1000 + " = 1", DEEP),
        ("[a" + ".a" * 1000 + "]", DEEP),
        ("[[a" + ".a" * 1000 + "]]", DEEP),
        ("b = { a" + ".a" * 1000 + " = 1 }", DEEP),
    ],
)
def test_absurd_numbers_and_keys_are_refused_before_anything_is_parsed(
    monkeypatch: pytest.MonkeyPatch, source: str, said: str
) -> None:
    parsed: list[str] = []
    monkeypatch.setattr(tomli, "loads", parsed.append)
    with pytest.raises(BadFile) as caught:
        toml.parse(source, "it")
    assert caught.value.message == f"it is not valid TOML: {said}"
    assert parsed == []


@pytest.mark.parametrize(
    "source",
    [
        'a = "' + "9" * 1000 + '"',
        "a = '" + "9" * 1000 + "'",
        'a = """\n' + "9" * 1000 + '"""',
        "a = '''\n" + "9" * 1000 + "\n'''",
        "# " + "9" * 1000,
        "a = 1 # " + "a." * 1000,
        'a = "' + "One sentence. " * 1000 + '"',
        'a = "\\"' + "9" * 1000 + '"',
        "a = [" + "0.5, " * 1000 + "]",
        "a = [" + "0.5," * 1000 + "]",
        "a = [" + '"b.c", ' * 1000 + "]",
        "a = {" + ", ".join(f"b.c{n} = 1" for n in range(1000)) + "}",
        "a = " + "9" * 18 + " " * 1000,
    ],
)
def test_long_texts_remarks_and_lists_are_read(source: str) -> None:
    assert toml.parse(source, "it") == tomllib.loads(source)


def test_no_text_is_looked_at_twice_unless_it_has_a_long_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """An order on a save does hardly more than it did without this check."""
    monkeypatch.setattr(toml, "_without_texts", lambda source: pytest.fail("looked at closely"))
    for path in (ROOT / "tests" / "saves").rglob("*.toml"):
        toml._check_words(path.read_text("utf-8").partition("\njournal = [")[0])


def test_the_largest_and_the_smallest_whole_numbers_are_read() -> None:
    assert toml.parse("a = 9223372036854775807\nb = -9223372036854775808", "it") == {"a": 2**63 - 1, "b": -(2**63)}


def test_bytes_that_are_no_text_are_a_bad_file_that_says_where() -> None:
    assert toml.decode("ä = 1".encode(), "it") == "ä = 1"
    with pytest.raises(BadFile, match=r"it is not UTF-8 text \(byte 2\)"):
        toml.decode(b"a=\xff", "it")
