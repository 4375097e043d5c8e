"""Control characters, and characters that reverse the text around them, in any text: none reaches a terminal."""

import re
from shutil import copy

from tests.attacks.exploring import EXPLORERS, explore_save
from tests.attacks.mutants import replaced
from tests.attacks.sources import files, young
from tests.attacks.tools import OLD_SAVES, Round

SIGNS = "\x1b]0;owned\x07\x1b[2J\x9b31m\x08\r\x7f\x85\u2028\u202e\u2066\u200b\ufeff\U000e0041\n1. proven\t"
ESCAPED = "".join(f"\\U{ord(sign):08x}" for sign in SIGNS)
RAW = "".join(sign for sign in SIGNS if sign.isprintable() or sign > "\x7f")
"""Those that TOML allows unescaped."""
_TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_WORD = re.compile(r'(?<!\\)"(?:[^"\\\n]|\\.)*"|(?<![\w"/-])[A-Za-z][\w-]*(?= = |\.)')
KINDS = ["save", "save", "scenario", "tables", "name", "journal"]


def attack(at: Round) -> None:
    kind = at.rng.choice(KINDS)
    if kind == "name":
        named(at, young())
        return
    part = "save" if kind == "journal" else kind
    path = at.folder / f"{part}.toml"
    path.write_text(_hostile(at, kind), "utf-8")
    for beside in OLD_SAVES.glob("*/tarawa/battle-*.toml"):
        copy(beside, at.folder)
    EXPLORERS[part](at, path)


def _hostile(at: Round, kind: str) -> str:
    """A file with hostile characters in one or a few of its texts or keys."""
    return hostile(at, kind, at.rng.choice(files("save" if kind == "journal" else kind)))


def hostile(at: Round, kind: str, text: str) -> str:
    head, mark, entries = text.partition("\njournal = [")
    if kind == "journal":
        return head + mark + _struck(at, entries, _TEXT)
    head, position, rest = head.partition("\n[position]") if at.rng.random() < 0.7 else (head, "", "")
    if at.rng.random() < 0.3:
        head = head.replace('introduction = """', f'introduction = """{ESCAPED}')
    for _ in range(at.rng.choice((0, 1, 1, 3))):
        head = _struck(at, head, _WORD)
    return head + position + rest + mark + entries


def _struck(at: Round, text: str, pattern: re.Pattern[str]) -> str:
    signs = at.rng.choice((ESCAPED, RAW))
    keep = at.rng.random() < 0.7
    return replaced(pattern, text, at.rng, lambda found: f'"{found.strip(chr(34)) if keep else ""}{signs}"')


def named(at: Round, text: str) -> None:
    """A save, a script, an export and an order with hostile names."""
    name = SIGNS.replace("/", "")
    save = at.folder / f"{name}.toml"
    save.write_text(text, "utf-8")
    (at.folder / name).write_text(f"bombard\nfire {name}\n", "utf-8")
    explore_save(at, save)
    for words in (
        ["run", at.folder / name],
        ["export", "svg", at.folder / f"{name}.svg"],
        ["unit", name],
        ["fire", name],
    ):
        at.here(*words, "-s", save)
    at.here("new", at.folder / name, "-s", at.folder / "other.toml")
    at.here("new", "--tables", at.folder / name, "-s", at.folder / "other.toml")
