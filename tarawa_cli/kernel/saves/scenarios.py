"""A game's own data files, each read at most once, and scenario files: how one is found and read, what all have.

Paths are texts here: `pathlib` would make every command slower to start.
"""

import os
import os.path
from os.path import dirname, isdir, join, normpath

from tarawa_cli.kernel.engine.order_words import find_name
from tarawa_cli.kernel.engine.play import Stacked
from tarawa_cli.kernel.errors import BadFile, BadOrder
from tarawa_cli.kernel.game import Game, Setup, finder, is_file_name
from tarawa_cli.kernel.hints import Any, Callable, Collection, Final, Iterable, Iterator, Mapping, Protocol, TypeVar
from tarawa_cli.kernel.saves import toml
from tarawa_cli.kernel.saves.files import read_regular
from tarawa_cli.kernel.standard import cache, import_module, short_digest, suppress


class DataFiles:
    """The files of a package, beside its module; `DataFiles(__name__, __file__)`."""

    def __init__(self, package: str, module: str) -> None:
        self.package: Final = package
        self.folder: Final = os.path.dirname(module)
        if not os.path.isdir(self.folder):  # imported from an archive
            archive = os.path.abspath(os.path.join(self.folder, *[os.pardir] * 4))
            raise BadFile(
                f"the game's own files cannot be read from within {archive}", hint="install it with pip, or unpack it"
            )
        self.text: Final[Callable[[str], str]] = cache(self._text)
        self.document: Final[Callable[[str], dict[str, Any]]] = cache(self._document)

    def _text(self, name: str) -> str:
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()

    def _document(self, name: str) -> dict[str, Any]:
        return self.parse(self.text(name), name)

    def parse(self, text: str, path: str) -> dict[str, Any]:
        """The document in the text of a file; of one that comes with the game, a wheel holds it parsed."""
        parsed = self._parsed(os.path.basename(path))
        if parsed and text == parsed.TEXT:
            document: dict[str, Any] = parsed.DOCUMENT
            return document
        return toml.parse(text, path)

    def _parsed(self, file: str) -> Any:
        """The module that a wheel has for a file (`tools/parsed_data.py`); a working copy has none."""
        stem = file.removesuffix(".toml").replace("-", "_")
        if stem.isidentifier():
            with suppress(ModuleNotFoundError):
                return import_module(f"{self.package}.parsed_{stem}")
        return None


Facts = Mapping[str, Any]
PACKAGE = dirname(dirname(dirname(__file__)))
LAST = 99
"""The place in the list of a scenario that names none."""
LARGEST = 1_000_000
PROSE = ("name", "description", "introduction", "order")
REMEMBERED = 8
"""How many scenarios a process keeps parsed: a prompt may be open for hours."""


class Ordered(Protocol):
    """A scenario that knows its place in the list."""

    @property
    def order(self) -> int: ...


S = TypeVar("S", bound=Ordered)
P = TypeVar("P", bound=Stacked)


class Shelf:
    """The scenarios of a game."""

    def __init__(self, game: str) -> None:
        self._game = game

    def folder(self) -> str:
        """Where the shipped scenarios are: in the package, or beside it in a working copy."""
        inside = join(PACKAGE, "scenarios", self._game)
        return inside if isdir(inside) else join(dirname(PACKAGE), "scenarios", self._game)

    def shipped(self) -> dict[str, str]:
        """The files of the shipped scenarios, by name."""
        here = self.folder()
        files = sorted(file for file in os.listdir(here) if file.endswith(".toml"))
        return {file.removesuffix(".toml"): join(here, file) for file in files}

    def in_order(self, load: Callable[[str], S]) -> list[S]:
        """The shipped scenarios, in the order in which they are best played."""
        return sorted(map(load, self.shipped().values()), key=lambda scenario: scenario.order)

    def locate(self, name: str, base: str) -> str:
        """The file of a scenario, given a shipped scenario's name or a path relative to a folder."""
        if is_file_name(name):
            return normpath(join(base, name))  # the save's folder itself may not be there yet
        files = self.shipped()
        return files[name] if name in files else files[find_name(name, files, "scenario")]

    def read(self, path: str) -> str:
        hint = f"`{self._game} scenarios` lists what is here"
        text = toml.decode(read_regular(path, f"the scenario {path}", LARGEST, hint), path)
        if not text.strip():
            raise BadFile(f"{path} is not a scenario: it is empty", hint=hint)
        return text


def content(doc: Facts, head: Facts) -> str:
    """The text that the digest is taken of: correcting the introduction does not change the game."""
    return repr({**doc, "scenario": {key: value for key, value in head.items() if key not in PROSE}})


def problems(
    doc: Mapping[str, Any], head: Mapping[str, Any], tables: Collection[str], keys: Collection[str]
) -> list[str]:
    """What is wrong with the parts that the scenarios of all games have."""
    return [
        *(f"{key}: no such table" for key in doc if key not in tables),
        *(f"scenario.{key}: no such key" for key in head if key not in keys),
        *_head_problems(head),
        *(["position: must be a table"] if not isinstance(doc.get("position", {}), dict) else []),
    ]


def _head_problems(head: Facts) -> Iterator[str]:
    for key in ("id", "name"):
        if not isinstance(head.get(key), str) or not head[key] or "\n" in head[key]:
            yield f"scenario.{key}: must be one line of text"
    for key in ("description", "introduction"):
        if not isinstance(head.get(key, ""), str):
            yield f"scenario.{key}: must be a string"
    if not is_number(head.get("order", LAST), 1, LAST):
        yield f"scenario.order: must be a number from 1 to {LAST}"


def label(text: str) -> str:
    """A text of a scenario that is shown on one line, among lines of ours."""
    return text.replace("\n", " ")


def is_number(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


class ScenarioGame(Game[P]):
    """A game whose scenarios are files, and whose positions have a setting: scenario, charts, options."""

    parts: Mapping[str, str] = {
        "narration": "narration.sentences",
        "views": "views",
        "legal": "legal.api",
        "library": "views.library",
        "exports": "exports",
        "players": "players",
    }
    data: DataFiles
    """The game's own data files."""
    files: Collection[str] = ("map.toml", "units.toml", "tables.toml", "charts.toml")
    """Those of them that decide how a game goes."""
    scenario: Any
    """The module that finds and reads scenarios: `locate`, `read`, `parsed`, `load`."""
    codec: Any
    """The module that reads and writes positions: `load`, `dump`."""
    own_tables = "model.own_tables:check_own"
    """What checks custom tables; it is imported only if there are some."""

    def __init__(self) -> None:
        self._digests: dict[str, str] = {}
        self._settings: dict[str, Any] = {}

    def make_setting(self, setup: Setup, scenario: Any) -> Any:
        """What a scenario is played with; the player's own tables are already checked."""
        raise NotImplementedError

    def problems(self, state: P) -> list[str]:
        """What can never hold of a position; a file with such a position is refused."""
        return []

    def started(self, state: P) -> Iterable[str]:
        """Do what comes before the first order; what is wrong with the position, though it can come about in play."""
        return ()

    def complete(self, setup: Setup) -> Setup:
        if setup.source or not is_file_name(setup.scenario):
            return setup
        path = self.scenario.locate(setup.scenario, setup.folder)
        return setup._replace(scenario=os.path.basename(path), source=self.scenario.read(path))

    def digest(self, setup: Setup) -> str:
        key = repr(setup)
        if key not in self._digests:
            chosen = [repr(sorted(setup.options.items()))] if setup.options else []
            texts = [self._scenario(setup).content, repr(setup.tables), *chosen, *map(self.data.text, self.files)]
            self._digests[key] = short_digest("\0".join(texts))
        return self._digests[key]

    def begin(self, setup: Setup) -> P:
        setting = self.setting(setup)
        state: P = self.codec.load(setting, setting.scenario.position, setup.scenario, self.problems)
        if wrong := list(self.started(state)):
            raise BadFile(f"{setup.scenario} is not a valid scenario:", problems=wrong)
        return state

    def load(self, setup: Setup, doc: dict[str, Any]) -> P:
        try:
            setting = self.setting(setup)
        except BadOrder as error:
            raise BadFile(error.message, hint=error.hint) from None
        state: P = self.codec.load(setting, doc, "the save", self.problems)
        return state

    def dump(self, state: P) -> dict[str, Any]:
        document: dict[str, Any] = self.codec.dump(state)
        return document

    def changes(self, state: P, kept: dict[str, Any]) -> dict[str, Any]:
        patch: dict[str, Any] = self.codec.changes(state, kept)
        return patch

    def setting(self, setup: Setup) -> Any:
        key = repr(setup)
        if key not in self._settings:
            if setup.tables:
                finder(self.package)(self.own_tables)(setup.tables, "the custom tables of the save")
            made = self.make_setting(setup, self._scenario(setup))
            if len(self._settings) >= REMEMBERED:
                self._settings.clear()
            self._settings[key] = made
        return self._settings[key]

    def _scenario(self, setup: Setup) -> Any:
        if setup.source:
            return self.scenario.parsed(setup.source, setup.scenario)
        try:
            return self.scenario.load(self.scenario.locate(setup.scenario, setup.folder))
        except BadOrder as error:
            raise BadFile(error.message, hint=error.hint) from None


def scenario_name(game: Game[Any], name: str, folder: str) -> str:
    """The scenario as the save will name it: a shipped one's name, or a path from the save's folder."""
    shipped = game.library.LISTS["scenarios"]()
    if not is_file_name(name) and not os.path.isfile(name):
        return find_name(name, shipped, "scenario", "scenarios")
    if name in shipped:
        return name
    if os.path.exists(name) and not os.path.isfile(name):
        raise BadFile(f"{name} is not a file")
    path = os.path.relpath(os.path.realpath(name), folder)
    return path if is_file_name(path) else f"./{path}"
