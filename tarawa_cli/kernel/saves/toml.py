"""TOML for saves: one fixed layout, one line for each thing, so that a command changes few lines.

tomli-w writes tables as sections, after which no top-level key can follow; but a save has its journal last and every
unit on its own line. So tables are written as dotted keys: `units."2/8A" = { at = "2531", steps = 7 }`.
"""

import re

import tomli

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
    word = re.search(rf'[\w.+"-]{{{_LONGEST + 1}}}', _without_texts(source), re.ASCII)
    if word and word[0].count(".") > 1:
        raise RecursionError("too deeply nested")
    if word:
        raise ValueError(f"a number or a key of more than {_LONGEST} signs")


def _is_odd(line: str) -> bool:
    """Whether a long line may contain such a word; most contain many short ones."""
    return line.count(".") > _DEEPEST or max(map(len, line.split()), default=0) > _LONGEST


def _without_texts(source: str) -> str:
    """TOML without comments and blanks, with all texts emptied. An unterminated text hides everything after it."""
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
