"""A game's own data files, each read at most once, and its scenarios."""

import os.path

from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.hints import Any, Callable, Final
from tarawa_cli.kernel.saves import toml
from tarawa_cli.kernel.standard import cache, import_module, suppress


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
