"""Completion in the shells themselves: keys are typed into a terminal, and the line that is left is looked at."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.tools import Game, tarawa
from tests.kit.terminal import Terminal
from tests.kit.waiting import PATIENCE

ALL = "\x14"
"""Ctrl-T: put all that is offered into the line."""

BASH = """PS1=; bind 'set bell-style none'; bind '"\\C-t": insert-completions'; eval "$(tarawa completion bash)" """
ZSH = """PS1=; autoload -Uz compinit; compinit -u -D; eval "$(tarawa completion zsh)"
zstyle ':completion:all:*' old-matches only; zstyle ':completion:all::::' completer _all_matches
zle -C all complete-word _generic; bindkey '^T' all"""


def installed(shell: str) -> str:
    found = shutil.which(shell)
    if not found and os.environ.get("CI"):
        pytest.fail(f"{shell} is not installed; with CI set it must be")
    if not found:
        pytest.skip(f"{shell} is not installed")
    return found


@pytest.fixture
def home(tmp_path: Path, game: Game) -> Path:
    """A folder with a game at the landing, a few files, and the program."""
    game.to_embark()
    folder = tmp_path / "home"
    (folder / "bin").mkdir(parents=True)
    program = folder / "bin" / "tarawa"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m tarawa_cli "$@"\n')
    program.chmod(0o755)
    for name in ("mine.toml", "my script.txt"):
        (folder / name).touch()
    (folder / "saves").mkdir()
    game.path.rename(folder / "saves" / "game.toml")
    return folder


def environment(home: Path) -> dict[str, str]:
    path = f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}"
    python_path = os.pathsep.join(filter(None, [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH")]))
    return {"PATH": path, "HOME": str(home), "TERM": "dumb", "LC_ALL": "C.UTF-8", "PYTHONPATH": python_path}


class Shell(Terminal):
    """A shell that believes to be typed at."""

    def __init__(self, home: Path, command: list[str], setup: str) -> None:
        super().__init__([installed(command[0]), *command[1:]], cwd=home, env=environment(home))
        self.types(f"{setup}\necho rea''dy\n", "ready\r\n")

    def line_left(self, keys: str) -> list[str]:
        """The words in the line after some keys. It is not run: Ctrl-A, and a command that prints words before it."""
        said = self.types(f"{keys}\x01printf '<%s>' \x05 ; echo do''ne\n", "done\r\n")
        shown = next(line for line in reversed(said.split("\r\n")) if line.startswith("<"))
        return shown.removesuffix("done").strip("<>").split("><")


def bash(home: Path) -> Shell:
    return Shell(home, ["bash", "--norc", "--noprofile", "-i"], BASH)


def zsh(home: Path, setup: str = ZSH) -> Shell:
    return Shell(home, ["zsh", "-f", "-i"], setup)


TYPED = [
    ("tarawa emb\t", ["tarawa", "embark"]),
    ("tarawa embark haw\t", ["tarawa", "embark", "hawkins"]),
    ("tarawa embark hawkins 1431\t", ["tarawa", "embark", "hawkins", "1431"]),
    ("tarawa embark 2/8a lvt-3 r\t", ["tarawa", "embark", "2/8a", "lvt-3", "red3"]),
    ("tarawa unit HAW\t", ["tarawa", "unit", "hawkins"]),
    ("tarawa map beach:g\t", ["tarawa", "map", "beach:green"]),
    ('tarawa map "beach:g\t', ["tarawa", "map", "beach:green"]),
    ("tarawa map --layer=t\t", ["tarawa", "map", "--layer=terrain"]),
    ("tarawa embark --sa\t", ["tarawa", "embark", "--save"]),
    ("tarawa status --save mi\t", ["tarawa", "status", "--save", "mine.toml"]),
    ("tarawa status --save=mi\t", ["tarawa", "status", "--save=mine.toml"]),
    ("tarawa embark --save mine.toml haw\t", ["tarawa", "embark", "--save", "mine.toml", "haw"]),
    ("tarawa run my\t", ["tarawa", "run", "my script.txt"]),
    ("tarawa new cam\t", ["tarawa", "new", "campaign"]),
    ("tarawa new mi\t", ["tarawa", "new", "mine.toml"]),
    ("tarawa move \t", ["tarawa", "move"]),
    ("bin/tarawa emb\t", ["bin/tarawa", "embark"]),
    ("~/bin/tarawa emb\t", ["{home}/bin/tarawa", "embark"]),
    ("nosuch/tarawa emb\t", ["nosuch/tarawa", "embark"]),
    ("tarawa unit hawk x\x02\x02\t", ["tarawa", "unit", "hawkins", "x"]),
]


def test_tab_in_bash(home: Path) -> None:
    with bash(home) as terminal:
        for keys, words in TYPED:
            assert terminal.line_left(keys) == [word.format(home=home) for word in words], keys


def test_tab_in_zsh(home: Path) -> None:
    with zsh(home) as terminal:
        for keys, words in TYPED:
            assert terminal.line_left(keys) == [word.format(home=home) for word in words], keys


def test_all_that_is_offered_stands_in_the_order_of_the_game(home: Path) -> None:
    amtracs = [f"lvt-{number}" for number in range(1, 9)]
    boats = [f"lcvp-{number}" for number in range(1, 11)]
    with bash(home) as terminal:
        assert terminal.line_left(f"tarawa embark 2/8A {ALL}")[3:] == amtracs + boats
        assert terminal.line_left(f"tarawa map beach:r{ALL}")[2:] == ["beach:red1", "red2", "red3"], "after the colon"


def test_all_that_is_offered_in_zsh(home: Path) -> None:
    units = "2/2A 2/2B 3/2A 3/2B 2/8A 2/8B 2/2E 3/2E 2/8E 2/2 2/8 3/2 hawkins sherman-1 all none --due"
    with zsh(home) as terminal:
        offered = terminal.line_left(f"tarawa embark \t{ALL}")[2:]
        assert sorted(offered) == sorted(units.split()), "zsh puts those together of whom the same is said"
        beaches = [f"beach:{name}" for name in ("red1", "red2", "red3", "green", "black1", "black2")]
        assert terminal.line_left(f"tarawa map beach:\t{ALL}")[2:] == beaches


def test_zsh_finds_the_script_in_its_path_of_functions(home: Path) -> None:
    (home / "functions").mkdir()
    (home / "functions" / "_tarawa").write_text(tarawa("completion", "zsh").out)
    with zsh(home, "PS1=; fpath=(~/functions $fpath); autoload -Uz compinit; compinit -u -D") as terminal:
        assert terminal.line_left("tarawa embark haw\t") == ["tarawa", "embark", "hawkins"]


# ── bash without a terminal: the function as bash calls it


def reply(home: Path, line: str, piece: str, first: str = "") -> list[str]:
    """What bash would offer for a line of which it takes `piece` for the last word."""
    script = f"""
        eval "$(tarawa completion bash)"; {first}
        COMP_LINE={shlex.quote(line)}; COMP_POINT=${{#COMP_LINE}}
        COMP_WORDS=(${{COMP_LINE}}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
        _tarawa tarawa {shlex.quote(piece)} ''
        printf '%s\\n' "${{COMPREPLY[@]}}" """
    done = subprocess.run(
        [installed("bash"), "-c", script],
        cwd=home,
        env=environment(home),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.split("\n")[:-1]


def test_the_function_of_bash(home: Path) -> None:
    assert reply(home, "tarawa embark hawkins ", "") == ["1431", "1432"]
    assert reply(home, "tarawa map beach:b", "b") == ["black1", "black2"]
    assert reply(home, "tarawa suppress ", "") == [""], "nothing"


def test_without_compopt_bash_is_given_the_files(home: Path) -> None:
    """bash 3.2, which macOS has, knows no `compopt`."""
    assert reply(home, "tarawa status --save m", "m", "enable -n compopt") == ["mine.toml", "my\\ script.txt"]
    (home / "$(touch PWNED)").touch()
    assert reply(home, "tarawa status --save \\$", "$", "enable -n compopt") == ["\\$\\(touch\\ PWNED\\)"]
    assert reply(home, "tarawa status --save 'm", "m", "enable -n compopt") == [""], "within quotation marks none"


def test_a_program_that_is_gone_is_silence(home: Path) -> None:
    assert reply(home, "tarawa embark ", "", "rm bin/tarawa; PATH=/usr/bin:/bin; hash -r") == [""]


# ── fish, which can be asked


def test_tab_in_fish(home: Path) -> None:
    fish = installed("fish")

    def offered(line: str) -> list[str]:
        script = f"tarawa completion fish | source; complete -C{shlex.quote(line)}"
        done = subprocess.run(
            [fish, "--no-config", "-c", script],
            cwd=home,
            env=environment(home),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
        assert done.stderr == ""
        return done.stdout.splitlines()

    assert offered("tarawa embark hawkins ") == ["1431\tpier", "1432\tpier"]
    assert offered("tarawa embark 2/8A lvt-") == [f"lvt-{number}\tlvt in the pool, steps 6" for number in range(1, 9)]
    assert offered("tarawa map beach:g") == ["beach:green\tGreen Beach"]
    assert offered("tarawa unit HAW") == ["hawkins\tinfantry still to come, steps 2"]
    assert offered("tarawa suppress ") == []
    assert offered("tarawa status --save=mi") == ["--save=mine.toml"]
    assert offered("tarawa new mi") == ["mine.toml"]
    assert offered("TARAWA_SAVE=nosuch.toml tarawa embark ") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_sound(tmp_path: Path, shell: str) -> None:
    path = tmp_path / "script"
    path.write_text(tarawa("completion", shell).out)
    done = subprocess.run([installed(shell), "-n", path], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# ── The command


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_for_each_shell(shell: str) -> None:
    script = tarawa("completion", shell).out
    assert f"__complete {shell} " in script
    assert f"tarawa completion {shell}" in script, "how to load it"
    assert tarawa("completion", shell, "--json").json["script"] == script
    assert tarawa("completion", shell[0]).out == script


def test_no_other_shell() -> None:
    assert tarawa("completion", "tcsh").code == 2
    assert tarawa("completion").code == 2


def test_there_is_no_second_way_to_complete(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "completion" not in tarawa("--help").out.split("Games:")[0]
    assert tarawa("--install-completion").code == 2
    assert tarawa("--show-completion", "bash").code == 2
    usual = game("status").out
    monkeypatch.setenv("_TARAWA_COMPLETE", "complete_bash")
    assert game("status").out == usual


def test_with_ci_set_a_missing_shell_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "1")
    with pytest.raises(pytest.fail.Exception, match="nosuchshell"):
        installed("nosuchshell")
    monkeypatch.delenv("CI")
    with pytest.raises(pytest.skip.Exception, match="nosuchshell"):
        installed("nosuchshell")
