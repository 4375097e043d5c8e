"""Random damage to a TOML file, in many ways. Nothing here knows what a save is."""

import re
from collections.abc import Callable
from random import Random

from tarawa_cli.kernel.standard import short_digest

VALUES = [
    *("true", "false", "0", "1", "2", "-1", "7", "50", "2.0", "0.5", "-0.0", "inf", "-inf", "nan", "1e400"),
    *("9223372036854775807", "-9223372036854775808", "0x10", "99999999999999999999999", "1979-05-27", "07:32:00"),
    *('""', '"red3"', '"2/8A"', '"2731"', '"lost"', '"absent"', '"active"', '"in:lvt-1"', '"pier:2232"'),
    *('"x"', '"0"', '"manual"', '"campaign"', '"actions"', '"impulse-1"', '" "', '"\\u0000"', '"' + "x" * 5000 + '"'),
    *("[]", "{}", "[[]]", "[{}]", "[1]", "[[[[[1]]]]]", '["red3"]', '["2/8A", "2/8A"]', "{ a = 1 }"),
    *('{ kind = "hit" }', '[{ kind = "hit", unit = "2/8A" }]', '[{ kind = "arrive" }]', '"supply:2/8"'),
    *('{ at = "2731" }', "{ steps = true }", '"1911"', '"i-33"', '"wave:1816:1"', '"follow-up:south"', '"air"'),
    *('"track:30jun-pm"', '"29jun-am"', '"axis-combat"', '["i-33", "ii-33"]', '{ axis = "1911" }'),
]
_VALUE = re.compile(r'"(?:[^"\\\n]|\\.)*"|(?<![\w".-])[+-]?\d+(?:\.\d+)?(?![\w".-])|\btrue\b|\bfalse\b')
_KEY = re.compile(r'[A-Za-z0-9_-]+(?= = )|"[^"\n]*"(?= = )')
_PAIR = re.compile(r'(?:[\w-]+|"[^"\n]*") = (?:"[^"\n]*"|[\w.-]+|\[[^][\n]*\])(?:, )?')
_SHORT_LIST = re.compile(r"\[\s*((?:\"[^\"\n]*\"|[\w.-]+)),?\s*\]")
_PENDING = re.compile(r"^pending = .*?^\]$", re.MULTILINE | re.DOTALL)

Change = Callable[[str, Random], str]


def mutant(text: str, rng: Random, others: list[str]) -> bytes:
    """A text damaged once or twice; sometimes in its bytes rather than its characters."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        text = _damaged(text, rng, others)
    raw = text.encode("utf-8", "surrogateescape")
    return _flipped(raw, rng) if rng.random() < 0.1 else raw


def _damaged(text: str, rng: Random, others: list[str]) -> str:
    """Damage, more often in the unfinished work of a save than elsewhere."""
    found = _PENDING.search(text)
    if found and rng.random() < 0.7:
        return text[: found.start()] + rng.choice(INNER)(found[0], rng) + text[found.end() :]
    if rng.random() < 0.1:
        return _with_line(text, rng.choice(rng.choice(others).splitlines() or [""]), rng)
    return rng.choice(CHANGES)(text, rng)


def sealed(raw: bytes) -> bytes:
    """The text with the right digest, as a forger would write it; unchanged if it has none."""
    head, mark, rest = raw.partition(b'digest = "')
    body = rest.partition(b'"')[2]
    try:
        digest = short_digest(body.decode("utf-8"))
    except UnicodeDecodeError:
        return raw
    return head + mark + digest.encode() + b'"' + body if mark and body else raw


def replaced(pattern: re.Pattern[str], text: str, rng: Random, new: Callable[[str], str]) -> str:
    """Replace one of many matches."""
    places = list(pattern.finditer(text))
    if not places:
        return text
    place = rng.choice(places)
    return text[: place.start()] + new(place[0]) + text[place.end() :]


def retyped(text: str, rng: Random) -> str:
    return replaced(_VALUE, text, rng, lambda _: rng.choice(VALUES))


def transplanted(text: str, rng: Random) -> str:
    """Replace a value by another value of the same file."""
    values = _VALUE.findall(text) or [""]
    return replaced(_VALUE, text, rng, lambda _: rng.choice(values))


def nudged(text: str, rng: Random) -> str:
    """A number slightly changed, or the same number as another type."""
    ways = [lambda n: str(int(n) + 1), lambda n: str(int(n) - 1), lambda n: f"{n}.0", lambda n: f'"{n}"']
    return replaced(re.compile(r"(?<= )\d+(?=[\s,])"), text, rng, rng.choice(ways))


def renamed(text: str, rng: Random) -> str:
    names = _KEY.findall(text) or [""]
    return replaced(_KEY, text, rng, lambda _: rng.choice([*names, "x", '""']))


def without_pair(text: str, rng: Random) -> str:
    return replaced(_PAIR, text, rng, lambda _: "")


def unwrapped(text: str, rng: Random) -> str:
    """A list of one, replaced by its only value."""
    return replaced(_SHORT_LIST, text, rng, lambda found: found.strip("[] \n,"))


def wrapped(text: str, rng: Random) -> str:
    return replaced(_VALUE, text, rng, lambda found: f"[{found}]")


def truncated(text: str, rng: Random) -> str:
    return text[: rng.randrange(len(text) + 1)]


def with_sign(text: str, rng: Random) -> str:
    place = rng.randrange(len(text) + 1)
    return text[:place] + rng.choice("\"'[]{}=,.#*-+0 \n\t\\\u00e9\u2028") + text[place:]


def without_line(text: str, rng: Random) -> str:
    lines = text.splitlines(keepends=True)
    start = rng.randrange(len(lines) or 1)
    return "".join(lines[:start] + lines[start + rng.choice((1, 1, 1, 2, 5)) :])


def with_line_twice(text: str, rng: Random) -> str:
    return _with_line(text, rng.choice(text.splitlines() or [""]), rng)


def _with_line(text: str, line: str, rng: Random) -> str:
    lines = text.splitlines()
    lines.insert(rng.randrange(len(lines) + 1), line)
    return "\n".join(lines) + "\n"


def lines_swapped(text: str, rng: Random) -> str:
    lines = text.splitlines() or [""]
    one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]
    return "\n".join(lines) + "\n"


def _flipped(raw: bytes, rng: Random) -> bytes:
    flipped = bytearray(raw)
    for _ in range(rng.choice((1, 1, 2, 8)) if raw else 0):
        flipped[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
    return bytes(flipped)


INNER: list[Change] = [retyped, transplanted, nudged, renamed, without_pair, unwrapped, wrapped, with_line_twice]
INNER += [without_line, lines_swapped]
CHANGES: list[Change] = [*INNER, retyped, nudged, truncated, with_sign]
