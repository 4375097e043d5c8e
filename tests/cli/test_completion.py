"""What the program answers when a shell asks what can come next; the shells themselves are tried elsewhere."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from tarawa_cli.cli.commands import commands
from tarawa_cli.cli.completing import BOOKS, FILES, LISTS, SEVERAL
from tarawa_cli.games.tarawa.model import scenario
from tarawa_cli.kernel.saves import savefile
from tests.cli.tools import SEED, Game, Result, asked_game, process, tarawa, untouched
from tests.kit.waiting import PATIENCE


def ask(line: str, shell: str = "bash", *piece: str) -> Result:
    return tarawa("__complete", shell, line, *piece)


def offered(line: str, shell: str = "bash", *piece: str) -> list[str]:
    """What can come next in a line; asking for it never fails and never says anything else."""
    result = ask(line, shell, *piece)
    assert (result.code, result.err) == (0, "")
    return result.out.splitlines()


@pytest.fixture
def save(game: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A new campaign that `$TARAWA_SAVE` names."""
    monkeypatch.setenv("TARAWA_SAVE", str(game.path))
    return game


# ── Commands and options


def test_commands() -> None:
    assert offered("tarawa ") == commands()
    assert offered("tarawa su") == ["suppress", "supply"]
    assert offered("tarawa EMB") == ["embark"]
    assert offered("tarawa nosuch") == []
    assert offered("tarawa nosuch ") == []
    assert offered("tarawa nosuch status ") == []


@pytest.mark.parametrize("name", commands())
def test_every_option_of_every_command(name: str) -> None:
    text = tarawa(name, "--help").out
    found = offered(f"tarawa {name} --")
    assert {"--save", "--json", "--help"} <= set(found)
    assert [option for option in found if not re.search(rf"{option}[ ,\n]", text)] == []


def test_options_of_the_program_and_of_a_command() -> None:
    assert offered("tarawa -") == ["--help", "--save", "--json", "--version"]
    assert offered("tarawa map -") == [
        *("--radius", "--layer", "--diff", "--ascii", "--width", "--height", "--at", "--save", "--json", "--verbose"),
        *("--quiet", "--color", "--help"),
    ]
    assert "--layer" not in offered("tarawa map --layer areas -"), "once is enough"
    assert offered("tarawa new --fo") == ["--force"]
    assert offered("tarawa run -") == [
        *(
            "--check",
            "--keep-going",
            "--strict",
            "--save",
            "--json",
            "--verbose",
            "--quiet",
            "--color",
            "--bot",
            "--help",
        ),
    ]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("map --layer ", ["units", "terrain", "areas", "control", "supply", "reach"]),
        ("map --layer=t", ["--layer=terrain"]),
        ("map --color ", ["auto", "always", "never"]),
        ("new --dice ", ["auto", "manual"]),
        ("new --hits m", ["morale"]),
        ("new --seed ", []),
        ("map --radius ", []),
        ("completion ", ["bash", "zsh", "fish"]),
        ("completion bash ", []),
        ("export p", ["position", "png"]),
        ("export svg lan", ["land", FILES]),
        ("export svg land ", [FILES]),
        ("export csv ", ["rolls", "units", "casualties"]),
        ("export jsonl ca", ["casualties"]),
        ("export csv rolls ", [FILES]),
        ("export position ", [FILES]),
        ("export position a.toml ", []),
        ("run ", [FILES]),
        ("verify ", [FILES]),
        ("status --save ", [FILES]),
        ("status -s ", [FILES]),
        ("status --save=sav", [FILES]),
        ("new --tables ", [FILES]),
        ("--save ", [FILES]),
        ("autoplay --player ", ["random", "historical", "strong", "expert"]),
        ("simulate --scenario r", ["red-beach-3", FILES]),
        ("undo ", []),
        ("status ", []),
        ("next ", []),
    ],
)
def test_values_that_are_words_or_files(line: str, words: list[str]) -> None:
    assert offered(f"tarawa {line}") == words


def test_dice_are_offered_only_where_the_player_gives_them(tmp_path: Path, save: Game) -> None:
    Game(tmp_path / "manual.toml", "--dice", "manual")
    assert "--dice" not in offered("tarawa bombard --")
    assert "--dice" in offered("tarawa bombard --save manual.toml --")
    assert "--dice" in offered("tarawa new --")


# ── Names


def test_orders_by_the_law(save: Game) -> None:
    save.to_embark()
    assert "2/8A" in offered("tarawa embark ")
    assert offered("tarawa embark 2/8A lv") == [f"lvt-{number}" for number in range(1, 9)]
    assert offered("tarawa embark 2/8A lvt-3 ") == ["red3"]
    assert offered("tarawa embark -n 2/8A --json lvt-3 r") == ["red3"]
    assert offered("tarawa suppress ") == []
    save.do("embark 2/8A lvt-3 red3")
    assert "2/8A" not in offered("tarawa embark ")
    assert offered("tarawa withdraw ") == []


def test_everything_offered_while_embarking_is_a_legal_order(save: Game) -> None:
    save.to_embark()
    for unit in ("2/8A", "2/8E", "none"):
        for craft in offered(f"tarawa embark {unit} ")[::3]:
            for beach in offered(f"tarawa embark {unit} {craft} "):
                for hex in offered(f"tarawa embark {unit} {craft} {beach} ")[::4]:
                    assert save("embark", unit, craft, beach, hex, "--dry-run").code == 0


def test_a_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = asked_game(tmp_path / "asked.toml")
    monkeypatch.setenv("TARAWA_SAVE", str(game.path))
    assert [f"decide {word}" for word in offered("tarawa decide ")] == game.legal
    assert offered("tarawa decide M") == ["morale"]
    assert offered("tarawa advance ") == []


def test_policies(save: Game) -> None:
    assert {"hits", "empty-lvt", "empty-phases"} <= set(offered("tarawa policy "))
    assert offered("tarawa policy empty-lvt ") == ["pool", "wait"]


def test_odds_take_an_order(save: Game) -> None:
    assert offered("tarawa odds ") == ["bombard"]
    assert offered("tarawa odds bombard -") == [
        *("--delay", "--at", "--save", "--json", "--verbose", "--quiet", "--color", "--help"),
    ]
    assert offered("tarawa odds bombard --delay ") == ["1", "2"]
    assert offered("tarawa odds bombard --delay=") == ["--delay=1", "--delay=2"]
    assert offered("tarawa odds status ") == []


def test_turns_that_have_been_played(save: Game) -> None:
    assert offered("tarawa log --turn ") == ["1"]
    assert offered("tarawa log -t ") == ["1"]


def test_ends_of_turns_that_have_been_played(save: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert offered("tarawa map --at ") == []
    late = Game(tmp_path / "late.toml", "red-beach-3", "--seed", 7)
    late.do("autoplay --until turn 3 --quiet")
    monkeypatch.setenv("TARAWA_SAVE", str(late.path))
    for line in ("map --at ", "map --diff ", "map red3 --diff t1 ", "log --at ", "export json x.json --at ", "diff t"):
        assert offered(f"tarawa {line}")[:2] == ["t1", "t2"], line


@pytest.mark.parametrize("command", [name for name in [*LISTS, *BOOKS] if name != "new"])
def test_every_name_that_a_looking_command_is_offered_it_knows(save: Game, command: str) -> None:
    save.to_impulse()
    words = offered(f"tarawa {command} ")
    assert len(words) == len(set(words)) > 1
    for word in words[:: max(1, len(words) // 12)]:
        assert save(command, word).code == 0, word
    again = offered(f"tarawa {command} {words[0]} ")
    assert bool(again) == (command in SEVERAL), "only one, or several"


def test_places_on_the_map(save: Game) -> None:
    save.to_impulse()
    assert offered("tarawa map beach:re") == ["beach:red1", "beach:red2", "beach:red3"]
    assert offered("tarawa map 2/") == ["2/8A", "2/8E"], "nobody else is on the map"
    places = offered("tarawa map ")
    assert {"red3", "beach:red3", "2/8A", "lvt-1"} <= {*places}
    assert not [place for place in places if place.isdigit()], "1,546 hexes are no help"
    assert offered("tarawa hex 273")[:2] == ["2730", "2731"]
    assert offered("tarawa area r") == ["red2", "red3", "red1"]
    assert "2/8B" in offered("tarawa unit 2/8"), "any unit has something to tell"
    assert offered("tarawa units af") == ["afloat"]
    assert offered("tarawa legal lcvp") == ["lcvp-1"]
    assert offered("tarawa legal 2/8E") == ["2/8E"], "it is in that boat"


def test_tables_rules_and_scenarios_need_no_save() -> None:
    assert offered("tarawa table ja") == ["japanese-fire", "japanese-collapse"]
    assert offered("tarawa rule 7.2.4") == ["7.2.4"]
    assert offered("tarawa scenarios ") == list(scenario.shipped())
    assert offered("tarawa new ") == [*scenario.shipped(), FILES], "or a file of the player's"
    assert offered("tarawa new ./m") == [FILES]


# ── Which save


def marked_save(folder: Path, name: str) -> Path:
    """A save that can be told from a new game: it is past the bombardment."""
    path = folder / name
    Game(path, "--seed", SEED).to_embark()
    return path


@pytest.mark.parametrize(
    "line",
    [
        "tarawa embark --save {} haw",
        "tarawa embark --save={} haw",
        "tarawa embark -s {} haw",
        "tarawa embark -s{} haw",
        "tarawa embark haw",
        "tarawa --save {} embark haw",
        "tarawa --save={} embark haw",
        "tarawa embark --save nosuch.toml --save {} haw",
        "TARAWA_SAVE={} tarawa embark haw",
        "A=b TARAWA_SAVE={} tarawa embark haw",
        'tarawa embark --save "{}" haw',
        "tarawa embark --save $PLACE/marked.toml haw",
        "tarawa embark --save ~/marked.toml haw",
        "/somewhere/else/tarawa embark --save {} haw",
    ],
)
def test_the_save_at_hand(tmp_path: Path, game: Game, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    marked = marked_save(tmp_path, "marked.toml")
    monkeypatch.setenv("PLACE", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("TARAWA_SAVE", str(game.path if "marked" in line or "{}" in line else marked))
    place = str(marked) if '"{}"' in line else shlex.quote(str(marked))
    assert offered(line.format(place)) == ["hawkins"]


def test_the_save_that_every_command_takes() -> None:
    marked_save(Path("saves"), "game.toml")
    assert offered("tarawa embark haw") == ["hawkins"]


def test_without_a_save_what_needs_none_is_offered(tmp_path: Path) -> None:
    for line in ("embark ", "unit ", "policy ", "decide ", "map ", "legal ", "log --turn ", "odds "):
        assert offered(f"tarawa {line}") == [], line
    assert "--bairiki" not in offered("tarawa embark --")
    assert "--dry-run" in offered("tarawa embark --")
    assert list(tmp_path.iterdir()) == [], "nothing was made"


BROKEN = [b"", b"\xff\xfe", b"not a save", b"[" * 5000, b"format = 99\njournal = []\n"]


@pytest.mark.parametrize("content", BROKEN)
def test_with_a_broken_save_what_needs_none_is_offered(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "broken.toml"
    path.write_bytes(content)
    with untouched(path):
        assert offered(f"tarawa embark --save {path} ") == []
        assert offered(f"tarawa unit --save {path} 2") == []
        assert "--dry-run" in offered(f"tarawa embark --save {path} -")


def test_a_folder_or_a_pipe_is_no_save(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", Path("/dev/null"), Path("/proc/nosuch")):
        assert offered(f"tarawa unit --save {path} ") == []


def test_a_damaged_save(save: Game) -> None:
    text = save.path.read_text()
    for place in range(0, len(text), 97):
        save.path.write_text(text[:place] + "?" + text[place + 2 :])
        with untouched(save.path):
            for line in ("bombard ", "unit 2/8", "odds bombard --"):
                offered(f"tarawa {line}")


def test_an_edited_save_is_no_reason_to_speak(save: Game) -> None:
    save.path.write_text(save.path.read_text().replace("casualties = 0", "casualties = 50"))
    assert offered("tarawa bombard ") == ["--delay"]


def test_a_game_that_is_over(save: Game) -> None:
    save.path.write_text(save.path.read_text().replace("casualties = 0", 'casualties = 0\noutcome = "time"'))
    assert save.state["outcome"] == "time"
    assert offered("tarawa bombard ") == []
    assert offered("tarawa legal ") == []
    assert offered("tarawa policy hits s") == ["step"]
    assert "2/8A" in offered("tarawa unit ")


def test_the_save_is_neither_touched_nor_waited_for(save: Game) -> None:
    with savefile.reserved(str(save.path)), untouched(save.path):
        assert offered("tarawa bombard ") == ["--delay"]


# ── How it is asked and answered


def test_bash_replaces_only_what_stands_after_a_colon(save: Game) -> None:
    assert offered("tarawa map beach:g", "bash", "g") == ["green"]
    assert offered("tarawa map beach:", "bash", "")[0] == "red1"
    assert offered("tarawa map BEACH:g", "bash", "g") == ["green"]
    assert offered('tarawa map "beach:g', "bash", "beach:g") == ["beach:green"]
    assert offered("tarawa bombard --delay=", "bash", "") == ["1", "2"]
    assert offered("tarawa unit 2/8a", "bash", "2/8a") == ["2/8A"]
    assert offered("tarawa unit 2/8a", "bash", "x") == ["2/8A"], "what does not fit is not believed"


def test_zsh_and_fish_get_remarks(save: Game) -> None:
    assert offered("tarawa map beach:g", "zsh") == ["beach\\:green:Green Beach"]
    assert offered("tarawa map beach:g", "fish") == ["beach:green\tGreen Beach"]
    assert offered("tarawa unit 2/8A", "fish") == ["2/8A\tinfantry still to come, steps 8"]
    assert offered("tarawa hex 2731", "fish") == ["2731\tuncleared, red3"]
    assert offered("tarawa dig", "fish") == ["dig\tDig improved positions (11.1)."]
    assert offered("tarawa table traps", "fish") == ["traps\tTraps and Snipers"]
    assert offered("tarawa bombard --de", "zsh") == ["--delay:Give up impulses of turn 1 for a better roll."]
    assert offered("tarawa new ", "fish")[-1] == FILES


def test_quotation_marks(save: Game) -> None:
    assert offered('tarawa "unit" "2/8A') == ["2/8A"]
    assert offered("tarawa unit '2/8A") == ["2/8A"]
    assert offered("tarawa unit 2\\/8A") == ["2/8A"]
    assert offered('tarawa "unl') == ["unload"]
    assert offered("tarawa unit 2/8A\\") == ["2/8A"]


@pytest.mark.parametrize("words", [(), ("bash",), ("bash", ""), ("nosuch", "tarawa "), ("bash", "a", "b", "c")])
def test_a_question_that_makes_no_sense_has_no_answer_or_some(words: tuple[str, ...]) -> None:
    result = tarawa("__complete", *words)
    assert (result.code, result.err) == (0, "")


SIGNS = [
    "tarawa",
    "embark",
    "attack",
    "map",
    "--save",
    "--on",
    "-s",
    "-",
    "--",
    "=",
    ":",
    '"',
    "'",
    "\\",
    " ",
    " ",
    "\t",
]
SIGNS += [
    "2/8A",
    "2731",
    "lvt-1",
    "beach:",
    "é",
    "\0",
    "#",
    "$",
    "~",
    "*",
    "$(ls)",
    "`ls`",
    "\n",
    "decide",
    "odds",
    "policy",
]


def test_no_line_is_too_strange(save: Game) -> None:
    rng = Random(1943)
    with untouched(save.path):
        for _ in range(300):
            offered(
                "tarawa " + "".join(rng.choice(SIGNS) for _ in range(rng.randrange(12))), rng.choice(["bash", "zsh"])
            )


def test_as_a_process_it_is_silent_but_for_the_answer(save: Game, tmp_path: Path) -> None:
    done = process("__complete", "bash", "tarawa bombard ")
    assert (done.code, done.out, done.err) == (0, "--delay\n", "")
    (tmp_path / "gone").mkdir()
    program = f"{shlex.quote(sys.executable)} -m tarawa_cli __complete bash"
    line = f"cd {shlex.quote(str(tmp_path / 'gone'))} && rmdir ../gone && unset TARAWA_SAVE && {program}"
    gone = subprocess.run(
        ["bash", "-c", f"{line} 'tarawa emba'"], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert (gone.returncode, gone.stdout, gone.stderr) == (0, "embark\n", "")


def loaded(*words: str) -> list[str]:
    """Modules that a question brings in, of some that it should not."""
    names = ("rich", "json", "tomli_w", "random", "asyncio", "email", "tarawa_cli.cli.files", "tarawa_cli.cli.look")
    code = (
        "import sys; from tarawa_cli.cli.program import _run; _run(sys.argv[1:]);"
        f"print([m for m in {names} if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "__complete", *words],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return [word.strip("'[],") for word in done.stderr.split() if word != "[]"]


def test_nothing_heavy_is_loaded(save: Game) -> None:
    save.to_embark()
    assert loaded("bash", "tarawa embark 2/8A ") == []
    assert loaded("bash", "tarawa ") == []
    assert loaded("bash", "tarawa unit ") == ["tarawa_cli.cli.look"]


def words_in(lines: Iterable[str]) -> set[str]:
    return {line.partition("\t")[0] for line in lines}


def test_all_shells_are_offered_the_same(save: Game) -> None:
    for line in ("tarawa ", "tarawa bombard -", "tarawa unit 2", "tarawa map "):
        assert words_in(offered(line, "fish")) == set(offered(line))
