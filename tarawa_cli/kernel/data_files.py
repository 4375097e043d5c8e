"""A game's own data files, each read at most once."""

import os.path
from collections.abc import Callable
from functools import cache

from tarawa_cli.kernel import toml
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.hints import Any, Final


class DataFiles:
    """The files beside a module; `DataFiles(__file__)`."""

    def __init__(self, module: str) -> None:
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
        return toml.parse(self.text(name), name)
