"""Puts the games' data files and scenarios into the wheel as Python modules too; see tools/parsed_data.py."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ParsedData(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # it plays from the files themselves
            return
        sys.path.insert(0, str(Path(self.root, "tools")))
        from parsed_data import modules

        self.folder = TemporaryDirectory()
        for number, (place, source) in enumerate(modules(Path(self.root))):
            made = Path(self.folder.name, f"{number}.py")
            made.write_text(source, encoding="utf-8")
            build_data["force_include"][str(made)] = place

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self.folder.cleanup()
