"""Every sentence that a player can read, with where it comes from: `make phrasebook` writes phrasebook.md.

Taken from the source, not from runs, so that rare sentences are there too: string constants and f-strings of the parts
that speak to players, the texts of the data files and scenarios, and the help of every command. What an f-string fills
in stands as {…}. The file is for reading through in one sitting; it changes with almost every commit, so it is not kept
in the repository.
"""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tarawa_cli.games import PROGRAMS

ROOT = Path(__file__).resolve().parents[1]
PARTS = {
    "Refusals and errors": ("tarawa_cli/kernel", "tarawa_cli/games/*/rules", "tarawa_cli/games/*/orders"),
    "Positions, files and scenarios": tuple(f"tarawa_cli/games/*/{room}" for room in ("data", "model", "invariants")),
    "Phases, questions, computer players": tuple(
        f"tarawa_cli/games/*/{room}" for room in ("phases", "phases.py", "legal", "players")
    ),
    "Narration": ("tarawa_cli/games/*/narration", "tarawa_cli/games/*/[!p]*.py", "tarawa_cli/games/*.py"),
    "Views": ("tarawa_cli/games/*/views",),
    "Film, report and pictures": (
        "tarawa_cli/games/*/exports",
        "tarawa_cli/kernel/exports/assets/*.js",
        "tarawa_cli/kernel/exports/assets/*.html",
    ),
    "Command line and library": ("tarawa_cli/cli", "tarawa_cli/library", "tarawa_cli/*.py"),
}
"""Headings, and where their sentences are."""
_QUOTED = re.compile(r'"((?:[^"\\\n]|\\.){4,})"|`((?:[^`\\]|\\.){4,})`')
_SPOKEN = re.compile(r'(?:title|aria-label|placeholder)="([^"]*)"')
Phrase = tuple[str, str]
"""Where it is, and what it says."""


def pages() -> Iterator[str]:
    """The phrasebook, line by line."""
    yield "# Phrasebook\n"
    yield "Every sentence that a player can read. Written by `make phrasebook`; not kept in the repository.\n"
    for heading, places in PARTS.items():
        yield from _section(heading, (phrase for place in places for phrase in in_sources(place)))
    yield from _section("Rules, examples and other texts", in_data())
    for name in PROGRAMS:
        yield f"## Help of `{name}`\n"
        yield _help_of(name).partition("\n## ")[2]


def _help_of(name: str) -> str:
    """The command reference of a program."""
    command = [sys.executable, str(ROOT / "tools" / "command_reference.py"), name]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def _section(heading: str, phrases: Iterator[Phrase]) -> Iterator[str]:
    yield f"## {heading}\n"
    file = ""
    for where, text in phrases:
        path, _, line = where.rpartition(":")
        if path != file:
            yield f"\n### {path}\n"
            file = path
        yield f"- {line}: {text}"
    yield ""


def in_sources(place: str) -> Iterator[Phrase]:
    """The sentences of a folder or of some files."""
    for path in sorted(ROOT.glob(place)):
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            text, name = file.read_text(encoding="utf-8"), file.relative_to(ROOT)
            found = READERS[file.suffix](text)
            yield from ((f"{name}:{line}", phrase) for line, phrase in found)


def in_python(text: str) -> Iterator[tuple[int, str]]:
    """The sentences of a module by line. Docstrings, types in quotes and code to execute are for developers."""
    tree = ast.parse(text)
    skipped = {id(part) for node in ast.walk(tree) for root in _unspoken(node) for part in ast.walk(root)}
    said = (ast.JoinedStr, ast.Constant)
    for node in sorted((node for node in ast.walk(tree) if isinstance(node, said)), key=lambda node: node.lineno):
        phrase = " ".join(_said(node).split())
        if id(node) not in skipped and is_sentence(phrase):
            yield node.lineno, phrase


def _unspoken(node: ast.AST) -> Iterator[ast.AST]:
    """What of a node no player reads: types, code, and the parts of an f-string, which is read as a whole."""
    match node:
        case ast.JoinedStr():
            yield from ast.iter_child_nodes(node)
        case ast.Expr(value=ast.Constant()):
            yield node
        case (
            ast.arg(annotation=ast.Constant() as type)
            | ast.AnnAssign(annotation=ast.Constant() as type)
            | ast.FunctionDef(returns=ast.Constant() as type)
        ):
            yield type
        case ast.Call(func=ast.Name(id="exec")):
            yield node


def _said(node: ast.expr) -> str:
    """A string as it is read; what is filled in, in short."""
    if isinstance(node, ast.JoinedStr):
        return "".join(map(_said, node.values))
    if isinstance(node, ast.FormattedValue):
        inner = [_said(each) for each in ast.walk(node.value) if isinstance(each, ast.Constant)]
        words = " | ".join(word for word in inner if is_sentence(word) or word.strip().isalpha())
        return f"{{{words or '…'}}}"
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def in_script(text: str) -> Iterator[tuple[int, str]]:
    """The sentences of the film's script by line."""
    for number, line in enumerate(text.split("\n"), 1):
        for match in _QUOTED.finditer(line):
            phrase = match[1] or match[2]
            if is_sentence(phrase) and not line.lstrip().startswith(("//", "*")):
                yield number, phrase


def in_page(text: str) -> Iterator[tuple[int, str]]:
    """The sentences of the film's page by line: its texts, and what its attributes say."""
    for number, line in enumerate(text.split("\n"), 1):
        for phrase in (*_SPOKEN.findall(line), re.sub(r"<[^>]*>", "", line).strip()):
            if is_sentence(phrase):
                yield number, phrase


READERS = {".py": in_python, ".js": in_script, ".html": in_page}
"""By the ending of a file."""


def is_sentence(text: str) -> bool:
    """Whether a string is for people: two words at least, and more letters than anything else."""
    letters = sum(sign.isalpha() or sign == " " for sign in text)
    return bool(re.search(r"[A-Za-z]{2,}[.,:;)]? +\S*[A-Za-z]{2,}", text)) and letters > len(text) * 0.5


def in_data() -> Iterator[Phrase]:
    """The texts of data files and scenarios, by key."""
    for pattern in ("tarawa_cli/games/*/data/*.toml", "scenarios/*/*.toml"):
        for file in sorted(ROOT.glob(pattern)):
            if file.name in ("figures.toml", "bands.toml"):
                continue
            with file.open("rb") as opened:
                document = tomllib.load(opened)
            yield from ((f"{file.relative_to(ROOT)}:{key}", text) for key, text in _texts(document, ""))


def _texts(value: object, key: str) -> Iterator[Phrase]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _texts(inner, f"{key}.{name}".lstrip("."))
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner, key)
    elif isinstance(value, str) and is_sentence(value):
        yield key, " ".join(value.split())


if __name__ == "__main__":
    book = "\n".join(pages())
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(book, encoding="utf-8")
    else:
        print(book)
