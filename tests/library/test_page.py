"""docs/library.md is true: its blocks are run in order, as one program, far from the repository."""

import re
import subprocess
import sys
from pathlib import Path

from tests.kit.waiting import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "library.md"


def program(text: str) -> str:
    """The blocks of Python of a page as one program."""
    return "\n".join(re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE))


def test_the_page_on_the_library_runs_as_it_stands(tmp_path: Path) -> None:
    (tmp_path / "page.py").write_text(program(PAGE.read_text("utf-8")), "utf-8")
    ended = subprocess.run(
        [sys.executable, "page.py"], capture_output=True, text=True, timeout=PATIENCE, cwd=tmp_path, check=False
    )
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith("1 embark marines\n")
    assert (tmp_path / "mine.toml").is_file()


def test_the_bot_of_the_page_has_about_40_lines() -> None:
    bot = next(
        block for block in re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL) if "chance" in block
    )
    assert len(bot.splitlines()) <= 45
