"""Every block of commands in README and docs is run, or the page says why not."""

import re
import shutil
from pathlib import Path

import pytest

from tests.kit.console import Script, failed, printed, scripts, shortened

ROOT = Path(__file__).resolve().parents[1]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
    *(path for path in sorted((ROOT / "docs").rglob("*.md")) if path.name not in ("commands.md", "rules.md")),
]
COMPARED = ("README.md", "docs/manual.md", "docs/tarawa/tutorial.md", "docs/malta/tutorial.md", "docs/by-mail.md")
"""Pages whose console blocks `test_readme.py` runs; `bots/test_protocol.py` runs those of docs/bots.md."""
LEFT = (".git", ".venv", ".*_cache", "__pycache__", ".hypothesis", "node_modules", "*.new")
SCRIPTS = {
    f"{page.relative_to(ROOT)}:{script.line}": script
    for page in PAGES
    for script in scripts(page.read_text(encoding="utf-8"))
}
KINDS = {"sh", "console", "python", "toml", "json", "text"}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository in which a game has been started."""
    folder = tmp_path_factory.mktemp("copy") / "repository"
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*LEFT))
    printed("tarawa new red-beach-3 --seed 3; malta new cottonera --seed 7", folder)
    return folder


@pytest.mark.long
@pytest.mark.parametrize("where", [where for where, script in SCRIPTS.items() if not script.why_not])
def test_a_block_of_commands_runs(where: str, copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "Anna")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "anna@example.org")
    if wrong := failed(shortened(SCRIPTS[where].commands), copy):
        pytest.fail(f"{where}: {wrong}", pytrace=False)


def test_every_block_is_of_a_kind_that_is_run_or_is_no_command() -> None:
    texts = [page.read_text(encoding="utf-8") for page in PAGES]
    found = {kind for text in texts for kind in re.findall(r"^```(\w*)$", text, re.MULTILINE)}
    assert found - {""} <= KINDS


def test_console_blocks_are_only_on_pages_whose_output_is_compared() -> None:
    shown = [str(page.relative_to(ROOT)) for page in PAGES if "\n```console\n" in page.read_text(encoding="utf-8")]
    assert sorted(shown) == sorted((*COMPARED, "docs/bots.md"))


def test_a_block_that_is_not_run_gives_a_reason() -> None:
    text = "<!-- not run: it needs a network -->\n```sh\nping\n```\n\n```sh\nls\n```\n"
    assert list(scripts(text)) == [Script(3, "ping\n", "it needs a network"), Script(7, "ls\n", "")]
    assert all(len(script.why_not.split()) > 3 for script in SCRIPTS.values() if script.why_not)


def test_a_series_is_cut_to_one_game() -> None:
    line = "tarawa simulate -g 1000 -j 2 --seed 1; .venv/bin/python tools/ladder.py --games 50 expert:12"
    assert shortened(line) == "tarawa simulate -g 1 -j 1 --seed 1; python tools/ladder.py --games 1 expert:1"


def test_a_command_that_fails_is_found(tmp_path: Path) -> None:
    assert failed("true\nls nosuch\ntrue\n", tmp_path).startswith("exit code 2\n")
    assert failed("true\n", tmp_path) == ""
