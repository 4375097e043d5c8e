"""Who may import whom, and how long a module may be: read from the source, without running it."""

import ast
import re
from collections.abc import Container, Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.kernel.tools import ROOT

PACKAGE, TESTS = ROOT / "tarawa_cli", ROOT / "tests"
INDEX = tuple(f"tarawa_cli.games.{name}" for name in ("GAMES", "PROGRAMS", "TARAWA"))
"""The games and programs by name; no game is loaded."""

STARTERS = ("tarawa_cli.kernel.saves.git", "tarawa_cli.kernel.players.bots")
"""What starts programs: git, and the bot that the user has named."""
BASE = ("", "find", "rule", "BOOK")
"""What every room of a game may import: the package itself, and what it begins with."""
ROOMS = (
    *("data", "model", "rules", "invariants", "phases", "orders", "sides", "game"),
    *("legal", "narration", "views", "exports", "players"),
)
"""The rooms of a game in their order: each imports itself and those before it."""

KERNEL = (
    *("base", "board", "engine", "journal", "session", "saves", "mail", "players"),
    *("narration", "scene", "exports", "defaults"),
)
"""The parts of the kernel in their order, when a module is loaded: each imports itself and those before it."""
ELSEWHERE = {
    "base": """hints standard errors narration.visible engine.order_words engine.grammar
        saves.files saves.toml saves.savefile
        saves.readers""",
    "engine": "game",
    "journal": "saves.journal saves.save_header",
    "session": "presentation engine.session engine.batch engine.fast_forward engine.chances",
}
"""Modules that belong to another part than their room."""
PARTS = {module: part for part, modules in ELSEWHERE.items() for module in modules.split()}

_NAME = re.compile(r"tarawa_cli(\.\w+)+")


class Import(NamedTuple):
    name: str
    """The full name, e.g. `tarawa_cli.kernel.saves.toml`."""
    at_once: bool
    """Whether it happens when the module is loaded; not when a function is called, or for the type checker alone."""

    def within(self, package: str) -> bool:
        return self.name == package or self.name.startswith(package + ".")


def imports(source: str, module: str, is_package: bool = False) -> Iterator[Import]:
    """Every import in a module's source; outside the games, a text that names a module of ours is one too."""
    home = module.split(".") if is_package else module.split(".")[:-1]

    def walk(node: ast.AST, at_once: bool) -> Iterator[Import]:
        if isinstance(node, ast.Import):
            yield from (Import(name.name, at_once) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = home[: len(home) - node.level + 1] if node.level else []
            whole = ".".join([*base, *([node.module] if node.module else [])])
            yield from (Import(f"{whole}.{name.name}", at_once) for name in node.names)
        elif isinstance(node, ast.Constant) and home[1:2] != ["games"] and _NAME.fullmatch(str(node.value)):
            yield Import(str(node.value), False)  # for `import_module`
        inside = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) or (
            isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        )
        for child in ast.iter_child_nodes(node):
            yield from walk(child, at_once and not inside)

    yield from walk(ast.parse(source), True)


def forbidden(module: str, found: Import) -> str:
    """Why a module may not import that; empty if it may."""
    home = module.split(".")[1:3]
    if found.within("click") or found.within("random"):
        return "nothing imports it"
    if found.within("subprocess") and module not in STARTERS:
        return "only the caller of git and the runner of bots start a program"
    if found.within("rich") and found.at_once:
        return "not when the module is loaded"
    if found.within("typer") and home[:1] != ["cli"]:
        return "only the command line imports it"
    if home[:1] == ["kernel"] and (found.within("tarawa_cli.games") or found.within("tarawa_cli.cli")):
        return "the kernel knows no game and no command line"
    if home[:1] == ["kernel"] and found.within("tarawa_cli.kernel") and found.at_once and len(home) > 1:
        return backward_in_kernel(module, found)
    if home[:1] == ["library"] and found.within("tarawa_cli.cli"):
        return "the library knows no command line"
    if home[:1] in (["cli"], ["library"]) and found.within("tarawa_cli.games") and found.name not in INDEX:
        return "it knows a game only through its parts"
    if home[:1] == ["games"] and found.within("tarawa_cli.cli"):
        return "a game knows no command line"
    if home[:1] == ["games"] and found.within("tarawa_cli.games"):
        other = found.name.split(".")[2:3]
        if len(home) < 2 or other != home[1:]:
            return "a game knows no other game"
        return backward(module, found)
    return ""


def backward(module: str, found: Import) -> str:
    """Why a room of a game may not import that one; empty if it may."""
    home, other = ((name.split(".")[3:4] or [""])[0] for name in (module, found.name))
    if other in BASE or home == other:
        return ""
    if home not in ROOMS or other not in ROOMS:
        return "a game has no such room"
    return f"{other} comes after {home}" if ROOMS.index(other) > ROOMS.index(home) else ""


def backward_in_kernel(module: str, found: Import) -> str:
    """Why a part of the kernel may not import that one; empty if it may."""
    home, other = part_of(module), part_of(found.name)
    return f"{other} comes after {home}" if KERNEL.index(other) > KERNEL.index(home) else ""


def part_of(name: str) -> str:
    """The part of the kernel that a module, or something in it, belongs to."""
    words = name.split(".")[2:]
    inner = ".".join(words[:2])
    return PARTS.get(inner) or PARTS.get(words[0]) or words[0]


def modules() -> list[tuple[str, Path]]:
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found.append((".".join(parts[:-1] if parts[-1] == "__init__" else parts), path))
    return found


def test_a_module_imports_only_what_its_place_allows() -> None:
    wrong = [
        f"{module} imports {found.name}: {why}"
        for module, path in modules()
        for found in imports(path.read_text("utf-8"), module, path.name == "__init__.py")
        if (why := forbidden(module, found))
    ]
    assert not wrong, "\n".join(wrong)


def unexplained(source: str) -> Iterator[int]:
    """The lines of imports inside functions, the first of each block, without a word about start-up."""
    lines = source.splitlines()
    bodies = [
        body
        for function in ast.walk(ast.parse(source))
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        for body in (getattr(node, "body", []), getattr(node, "orelse", []), getattr(node, "finalbody", []))
        if isinstance(body, list)
    ]
    for body in bodies:
        for before, here in pairwise([None, *body]):
            if isinstance(here, ast.Import | ast.ImportFrom) and not isinstance(before, ast.Import | ast.ImportFrom):
                said = "".join(line.partition("#")[2] for line in lines[here.lineno - 2 : here.lineno])
                if "start-up" not in said:
                    yield here.lineno


def test_an_import_inside_a_function_says_that_it_is_for_start_up() -> None:
    """The library has none that a program would load when it starts."""
    started = [path for _, path in modules() if not path.is_relative_to(PACKAGE / "library")]
    sources = {path: path.read_text("utf-8") for path in started}
    late = {path: source for path, source in sources.items() if re.search(r"^ +(import|from) ", source, re.M)}
    assert late
    wrong = [f"{path.relative_to(ROOT)}:{line}" for path, source in late.items() for line in unexplained(source)]
    assert not wrong, "\n".join(["import it at the top, or add `# start-up`:", *wrong])


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("import a\ndef f():\n    import b", [3]),
        ("def f():\n    import b  # start-up\n    import c", []),
        ("def f():\n    # start-up: only a film needs it\n    from b import c", []),
        ("def f():\n    if x:\n        import b  # needed", [3]),
        ("class A:\n    def f(self):\n        pass\n        import b  # cycle", [4]),
    ],
)
def test_an_import_without_a_word_would_be_seen(source: str, lines: list[int]) -> None:
    assert sorted(set(unexplained(source))) == lines


def repeated(source: str, known: Container[str]) -> Iterator[int]:
    """The lines of imports inside functions from modules that the head loads anyway."""

    def targets(node: ast.ImportFrom) -> list[str]:
        full = [f"{node.module}.{name.name}" for name in node.names]
        return [name if name in known else str(node.module) for name in full]

    tree = ast.parse(source)
    head = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    words = [target.split(".") for node in head for target in targets(node)]
    loaded = {".".join(parts[:size]) for parts in words for size in range(1, len(parts) + 1)}
    bodies = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    for node in (node for body in bodies for node in ast.walk(body)):
        if isinstance(node, ast.ImportFrom) and not loaded.isdisjoint(targets(node)):
            yield node.lineno


def test_an_import_inside_a_function_is_of_something_not_yet_loaded() -> None:
    sources = {module: path.read_text("utf-8") for module, path in modules()}
    late = {module: source for module, source in sources.items() if re.search(r"^ +from ", source, re.M)}
    wrong = [f"{module}:{line}" for module, source in late.items() for line in repeated(source, sources)]
    assert not wrong, "\n".join(["import it at the top:", *wrong])


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("from a.b import c\ndef f():\n    from a.b import d", [3]),
        ("from a.b import c\ndef f():\n    from a import e", [3]),
        ("from a.b import c\ndef f():\n    from a.b import module", []),
        ("from a.b import module\ndef f():\n    from a.b.module import g", [3]),
        ("if TYPE_CHECKING:\n    from a.b import c\ndef f():\n    from a.b import d", []),
    ],
)
def test_an_import_of_something_loaded_would_be_seen(source: str, lines: list[int]) -> None:
    assert list(repeated(source, {"a.b", "a.b.module"})) == lines


def test_a_module_has_at_most_450_lines() -> None:
    lines = {path: len(path.read_text("utf-8").splitlines()) for path in (*PACKAGE.rglob("*.py"), *TESTS.rglob("*.py"))}
    long = [f"{path.relative_to(ROOT)}: {number} lines" for path, number in sorted(lines.items()) if number > 450]
    assert not long, "\n".join(["split it by what it is about:", *long])


def hidden(source: str, submodules: set[str]) -> set[str]:
    """Functions and classes of a package that lose their name to one of its modules as soon as that is imported."""
    defined = (node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef | ast.ClassDef))
    return {node.name for node in defined} & submodules


def test_no_function_of_a_package_has_the_name_of_one_of_its_modules() -> None:
    packages = [path for _, path in modules() if path.name == "__init__.py"]
    assert packages
    for path in packages:
        submodules = {other.stem for other in path.parent.glob("*.py")} | {
            other.name for other in path.parent.iterdir()
        }
        assert not hidden(path.read_text("utf-8"), submodules), path.relative_to(ROOT)
    assert hidden("def digest(): ...\nclass Facts: ...", {"digest", "facts"}) == {"digest"}


def test_the_kernel_and_the_games_are_there_to_be_read() -> None:
    names = [module for module, _ in modules()]
    assert "tarawa_cli.kernel.engine.session" in names
    assert "tarawa_cli.games.tarawa.game" in names


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("tarawa_cli.kernel.engine.session", "import tarawa_cli.games.tarawa.game"),
        ("tarawa_cli.kernel.engine.session", "from tarawa_cli.games import GAMES"),
        ("tarawa_cli.kernel.engine.session", "from tarawa_cli import games"),
        ("tarawa_cli.kernel.engine.session", "from ...games import GAMES"),
        ("tarawa_cli.kernel.engine.session", "def f():\n    from ...cli import main"),
        ("tarawa_cli.kernel.engine.session", "def f():\n    import_module('tarawa_cli.games.tarawa.game')"),
        ("tarawa_cli.cli.look", "from tarawa_cli.games.tarawa.views import facts"),
        ("tarawa_cli.cli.look", "from tarawa_cli.games import tarawa"),
        ("tarawa_cli.library.game", "from tarawa_cli.games.tarawa.game import GAME"),
        ("tarawa_cli.library.game", "from tarawa_cli.cli import output"),
        ("tarawa_cli.cli.look", "def f():\n    from tarawa_cli.games.tarawa.game import GAME"),
        ("tarawa_cli.cli.look", "def f():\n    import_module('tarawa_cli.games.tarawa.game')"),
        ("tarawa_cli.games.tarawa.game", "from tarawa_cli.games import GAMES"),
        ("tarawa_cli.games.tarawa.game", "from tarawa_cli.cli import output"),
        ("tarawa_cli.games.tarawa.game", "from tarawa_cli.games.malta import map"),
        ("tarawa_cli.games.tarawa.game", "from tarawa_cli.games import malta"),
        ("tarawa_cli.games", "from tarawa_cli.games import tarawa"),
        ("tarawa_cli.games.tarawa.rules.ch05_06_landing.reef", "from ....malta import map"),
        ("tarawa_cli.games.tarawa.game", "import typer"),
        ("tarawa_cli.games.tarawa.game", "def f():\n    from tarawa_cli.games.tarawa.narration import sentences"),
        ("tarawa_cli.games.tarawa.model.codec", "from tarawa_cli.games.tarawa.rules.ch07_actions import steps"),
        ("tarawa_cli.games.malta.legal.odds", "def f():\n    from tarawa_cli.games.malta import players"),
        ("tarawa_cli.games.malta.rules.ch05_zones_of_control", "if TYPE_CHECKING:\n    from ..orders import Order"),
        ("tarawa_cli.games.malta.model.state", "from tarawa_cli.games.malta.cellar import wine"),
        ("tarawa_cli.kernel.board.dice", "import random"),
        ("tarawa_cli.kernel.board.dice", "from tarawa_cli.kernel.engine.play import Play"),
        ("tarawa_cli.kernel.engine.play", "from tarawa_cli.kernel.engine.session import Match"),
        ("tarawa_cli.kernel.saves.journal", "from tarawa_cli.kernel.saves import history"),
        ("tarawa_cli.kernel.scene", "from tarawa_cli.kernel.exports.svg import Svg"),
        ("tarawa_cli.kernel.saves.history", "def f():\n    import subprocess"),
        ("tarawa_cli.cli.git", "from subprocess import run"),
        ("tarawa_cli.kernel.players", "def f():\n    from subprocess import Popen"),
        ("tarawa_cli.cli.program", "if True:\n    import click"),
        ("tarawa_cli.cli.program", "from rich.table import Table"),
        ("tarawa_cli.cli.program", "class A:\n    import rich"),
    ],
)
def test_a_forbidden_import_would_be_seen(module: str, source: str) -> None:
    assert any(forbidden(module, found) for found in imports(source, module))


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("tarawa_cli.kernel.engine.session", "from tarawa_cli.kernel.saves import journal"),
        ("tarawa_cli.kernel.engine.session", "def f():\n    from tarawa_cli.kernel.mail import desk"),
        ("tarawa_cli.kernel.exports.film", "from tarawa_cli.kernel.exports.svg import Svg"),
        ("tarawa_cli.games.tarawa.game", "from tarawa_cli.games.tarawa.model import codec"),
        ("tarawa_cli.games.tarawa.players.strong", "from tarawa_cli.games.tarawa.game import GAME"),
        ("tarawa_cli.games.malta.model.state", "from tarawa_cli.games.malta import rule"),
        ("tarawa_cli.games.tarawa.rules.ch05_06_landing.reef", "from ...model.state import State"),
        ("tarawa_cli.cli.program", "import typer\nfrom tarawa_cli.games import GAMES"),
        ("tarawa_cli.cli.program", "def bar():\n    from rich.progress import track"),
        ("tarawa_cli.kernel.board.dice", "import randomness, richer"),
    ],
)
def test_an_allowed_import_is_let_through(module: str, source: str) -> None:
    assert not any(forbidden(module, found) for found in imports(source, module))
