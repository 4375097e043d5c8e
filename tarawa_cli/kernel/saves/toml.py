"""TOML for saves: one fixed layout, one line for each thing, so that a command changes few lines.

tomli-w writes tables as sections, after which no top-level key can follow; but a save has its journal last and every
unit on its own line. So tables are written as dotted keys: `units."2/8A" = { at = "2531", steps = 7 }`.

A text in that layout is read here, in half the time that tomli takes; importing tomli takes ten times as long, because
it needs `re` and `datetime`. Any other text is left to tomli.
"""

from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.hints import Any, Iterator, Mapping

_BARE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")
_DEEPEST = 32
_LONGEST = 100
"""The most characters of a number, or of a key with its dots."""
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


class OneLine(dict[str, Any]):
    """A short table, complete when made, that is written on one line, so that a command changes one line."""


def text(value: str) -> str:
    if value.isprintable() and '"' not in value and "\\" not in value:
        return f'"{value}"'
    return '"' + "".join(_ESCAPES.get(sign) or escaped(sign) for sign in value) + '"'


def escaped(sign: str) -> str:
    """A character of a text; an unprintable one as its escape. TOML has no escape for half of a surrogate pair."""
    if sign.isprintable() or "\ud800" <= sign <= "\udfff":
        return sign
    return f"\\u{ord(sign):04x}" if ord(sign) < 0x10000 else f"\\U{ord(sign):08x}"


def key(name: str) -> str:
    return name if name and _BARE.issuperset(name) else text(name)


def literal(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return text(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return str(int(value))
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key(k)} = {literal(v)}" for k, v in value.items()) + " }" if value else "{}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(literal(v) for v in value) + "]"
    return str(value)


def lines(doc: Mapping[str, Any]) -> Iterator[str]:
    """A document: each scalar, array element and dotted key on its own line."""
    for name, value in doc.items():
        if isinstance(value, Mapping) and value and not isinstance(value, OneLine):
            for inner, thing in value.items():
                yield f"{key(name)}.{key(inner)} = {literal(thing)}"
        elif isinstance(value, list | tuple) and value:
            yield f"{key(name)} = ["
            for thing in value:
                yield f"    {literal(thing)},"
            yield "]"
        else:
            yield f"{key(name)} = {literal(value)}"


def parse(source: str, what: str) -> dict[str, Any]:
    """The document in a text; any damage is a BadFile that names the file."""
    if (own := parse_layout(source)) is not None:
        return own
    import tomli  # start-up

    try:
        _check_words(source)
        doc = tomli.loads(source)
        bounded(doc)
        return doc
    except tomli.TOMLDecodeError as error:
        raise BadFile(f"{what} is not valid TOML: {error}") from None
    except (ValueError, RecursionError, OverflowError) as error:
        reason = "too deeply nested" if isinstance(error, RecursionError) else str(error)
        raise BadFile(f"{what} is not valid TOML: {reason}") from None


def _check_words(source: str) -> None:
    """RecursionError or ValueError for numbers and keys so long that reading them would take too much time."""
    if not any(len(line) > _LONGEST and _is_odd(line) for line in source.split("\n")):
        return
    import re  # start-up

    word = re.search(rf'[\w.+"-]{{{_LONGEST + 1}}}', _without_texts(source), re.ASCII)
    if word and word[0].count(".") > 1:
        raise RecursionError("too deeply nested")
    if word:
        raise ValueError(f"a number or a key of more than {_LONGEST} characters")


def _is_odd(line: str) -> bool:
    """Whether a long line may contain such a word; most contain many short ones."""
    return line.count(".") > _DEEPEST or max(map(len, line.split()), default=0) > _LONGEST


def _without_texts(source: str) -> str:
    """TOML without comments and blanks, with all texts emptied. An unterminated text hides everything after it."""
    import re  # start-up

    long_text = r'"""(?:[^"\\]++|\\.?+|"(?!""))*+(?:"{3,5}|\Z)'
    long_literal = r"'''(?:[^']++|'(?!''))*+(?:'{3,5}|\Z)"
    short_ones = r'"(?:[^"\\\n]++|\\[^\n]?+)*+"?|\'[^\'\n]*+\'?'
    texts = re.sub(f"{long_text}|{long_literal}|{short_ones}|#[^\n]*+", '""', source, flags=re.DOTALL)
    return texts.replace(" ", "").replace("\t", "")


def bounded(value: Any, depth: int = _DEEPEST) -> None:
    """RecursionError or ValueError for values that can be read but not written or printed again."""
    if isinstance(value, dict | list):
        if not depth:
            raise RecursionError("too deeply nested")
        for inner in value.values() if isinstance(value, dict) else value:
            bounded(inner, depth - 1)
    elif isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise ValueError("a whole number has more than 64 bits")


def decode(raw: bytes, what: str) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadFile(f"{what} is not UTF-8 text (byte {error.start})") from None


# ── The layout of `lines`, read back


class _OtherLayout(Exception):
    """Raised for a text that only tomli can read, or refuse."""


def parse_layout(source: str) -> dict[str, Any] | None:
    """The document in a text that is laid out as `lines` writes it; None if it is not, or has an escape or a float."""
    try:
        return _parse_lines(source.split("\n"))
    except _OtherLayout:
        return None


def _parse_lines(rows: list[str]) -> dict[str, Any]:
    doc: dict[str, Any] = {}
    dotted: dict[str, dict[str, Any]] = {}  # the tables of dotted keys
    pairs: dict[str, tuple[str, Any]] = {}  # those met so far, by their text
    left = iter(rows)
    for row in left:
        if not row:
            continue
        name, _, value = row.partition(" = ")
        table = doc
        if "." in name:
            outer, _, name = name.partition(".")
            if outer not in dotted:
                outer = _parse_key(outer, doc)
                doc[outer] = dotted[outer] = {}
            table = dotted[outer]
        table[_parse_key(name, table)] = _parse_rows(left) if value == "[" else _parse_value(value, pairs)
    return doc


def _parse_rows(left: Iterator[str]) -> list[Any]:
    """An array with a line for each element."""
    found: list[Any] = []
    for row in left:
        if row == "]":
            return found
        if not (row.startswith("    ") and row.endswith(",")):
            break
        found.append(_parse_value(row[4:-1], {}))
    raise _OtherLayout


def _parse_key(name: str, table: Mapping[str, Any]) -> str:
    """The name of a key that the table does not have yet."""
    if not (name.isalnum() and name.isascii()):
        if name.startswith('"'):
            name = _parse_text(name)
        elif not _BARE.issuperset(name):
            raise _OtherLayout
    if not name or len(name) > _LONGEST or name in table:
        raise _OtherLayout
    return name


def _parse_text(value: str) -> str:
    inner = value[1:-1]
    if len(value) < 2 or value[-1] != '"' or '"' in inner or "\\" in inner or not inner.isprintable():
        raise _OtherLayout
    return inner


def _parse_value(value: str, pairs: dict[str, tuple[str, Any]]) -> Any:
    if value[:2] != "{ ":
        return _parse_array(value) if value[:1] == "[" else {} if value == "{}" else _parse_scalar(value)
    if value[-2:] != " }":
        raise _OtherLayout
    table: dict[str, Any] = {}
    pieces = value[2:-2].split(", ")
    for piece in _rejoined(pieces) if "[" in value else pieces:
        if piece in pairs:
            name, thing = pairs[piece]
            if name in table:
                raise _OtherLayout
        else:
            name, _, text = piece.partition(" = ")
            name = _parse_key(name, table)
            if text[:1] == "[":
                thing = _parse_array(text)
            else:
                thing = _parse_scalar(text)
                pairs[piece] = name, thing
        table[name] = thing
    return table


def _rejoined(pieces: list[str]) -> Iterator[str]:
    """The pieces of a table, with those of an array in it put together again."""
    array = ""
    for piece in pieces:
        array = f"{array}, {piece}" if array else piece
        if array.count("[") == array.count("]"):
            yield array
            array = ""
    if array:
        raise _OtherLayout


def _parse_array(value: str) -> list[Any]:
    """An array of scalars on one line. A text with a comma is cut in two, and the first half has no closing quote."""
    if value[-1] != "]":
        raise _OtherLayout
    return [_parse_scalar(piece) for piece in value[1:-1].split(", ")] if len(value) > 2 else []


def _parse_scalar(value: str) -> str | int | bool:
    if value[:1] == '"':
        return _parse_text(value)
    if value in ("true", "false"):
        return value == "true"
    digits = value.removeprefix("-")
    if not digits.isdigit() or not digits.isascii() or len(digits) > 18 or (digits[0] == "0" and value != "0"):
        raise _OtherLayout
    return int(value)
