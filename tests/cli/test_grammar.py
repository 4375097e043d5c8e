"""Less typing: short names, beginnings of names, targets at the end, what is said before anything is ordered."""

import json
import os
from pathlib import Path

import pytest

from tarawa_cli.cli import commands, output, program, typer_app
from tarawa_cli.games import GAMES, MALTA, PROGRAMS, TARAWA
from tarawa_cli.kernel.engine.fast_forward import by_name
from tarawa_cli.kernel.game import Program
from tests.cli.tools import Game, asked_game, command, grammar_of, tarawa, untouched


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "on_terminal", lambda: True)


# ── Names of commands


@pytest.mark.parametrize("played", PROGRAMS.values(), ids=PROGRAMS)
def test_every_short_name_means_a_command_and_none_hides_one(played: Program) -> None:
    program.start(played)
    known = commands.commands()
    assert set(commands.aliases().values()) <= set(known)
    assert not set(commands.aliases()) & set(known)
    for short, name in commands.aliases().items():
        assert commands.full_name(short) == commands.full_name(short.upper()) == name
        assert f"{short} {name}" in " ".join(command(played, "help").out.split()), "help lists them"


@pytest.mark.parametrize("played", PROGRAMS.values(), ids=PROGRAMS)
def test_any_beginning_that_fits_only_one_command_will_do(played: Program) -> None:
    program.start(played)
    known = commands.commands()
    for name in known:
        for end in range(1, len(name) + 1):
            begun = name[:end]
            fits = [each for each in known if each.startswith(begun)]
            if begun in known or begun in commands.aliases():
                continue
            if len(fits) == 1:
                assert commands.full_name(begun) == name
            else:
                result = command(played, begun)
                assert result.code == 2
                assert f"{begun!r} fits more than one command" in result.err


def test_short_names_reach_neither_journal_nor_json(game: Game) -> None:
    assert game.json("bomb")["command"] == "bombard"
    game.do(next(line for line in game.legal if line.startswith("chits")).replace("chits", "CHI"))
    game.do("n")
    for line in ("emb 2/8A lvt-1 red3", "n --yes", "adv lvt-1", "n --yes"):
        game.do(line)
    assert [entry.split()[0] for entry in game.journal] == [
        *("bombard", "chits", "next", "embark", "next", "advance", "next"),
    ]
    assert game.state["phase"] == "suppression-1"
    assert game.json("sup", "red3")["command"] == "suppress red3"


def test_scripts_take_short_names_and_old_names(game: Game) -> None:
    game.to_embark()
    script = b"emb 2/8A lvt-1 red3\nn\nadv lvt-1\nunload --all\nNEXT\nsup red3\n"
    result = game("run", "-", stdin=script.replace(b"unload --all\n", b""))
    assert result.code == 0, result.err
    assert game.journal[-5].startswith("embark 2/8A lvt-1 red3")
    assert game.journal[-1].startswith("suppress red3")
    assert game("verify").code == 0


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("unit 2/8A", "show 2/8A"),
        ("unit 2/8A", "show unit 2/8"),
        ("hex 2731", "show 2731"),
        ("area red3", "show RED3"),
        ("table japanese-fire", "show japanese-f"),
        ("rule 7.6", "show 7.6"),
        ("rule stacking", "show stacking"),
        ("units 8th", "show 8th"),
        ("scenarios last-night", "show last-night"),
        ("saves", "use"),
        ("chronicle", "log --story --markdown"),
        ("units 2731", "units @2731"),
        ("why 1", "why"),
    ],
)
def test_an_old_name_and_the_new_one_answer_alike(old: str, new: str, tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "red-beach-3", "--seed", 3)
    game.do("embark --due")
    game.do("next --yes")
    if new == "show unit 2/8":
        assert game(*new.split()).code == 2, "it fits several"
        return
    assert game(*old.split()) == game(*new.split())
    assert game(*new.split()).code == 0


def test_the_message_for_git_has_two_names(tmp_path: Path) -> None:
    os.system("git init -q")
    game = Game(tmp_path / "game.toml", "red-beach-3", "--seed", 3)
    assert game.do("git message") == game.do("message")
    assert game("git", "message", "file").code == 2


def test_what_has_no_name_is_looked_for_in_the_rules_or_refused(game: Game) -> None:
    assert game("show", "2/8").out == game("units", "2/8").out, "a battalion"
    several = game("show", "lvt")
    assert (several.code, several.out == game("units", "lvt").out) == (0, True), "a kind of unit"
    refused = game("show", "lcvp-")
    assert refused.code == 2
    assert "fits more than one thing: unit lcvp-1, unit lcvp-2" in refused.err
    assert game("show", "nosuchthing").code == 2
    assert game("show").code == 2


def test_a_place_is_shown_by_its_name() -> None:
    command(MALTA, "new", "cottonera", "--seed", 1)
    assert command(MALTA, "show", "mdina").out == command(MALTA, "hex", "mdina").out
    assert command(MALTA, "show", "9.3").out == command(MALTA, "rule", "9.3").out


# ── The program alone


def test_alone_the_program_shows_the_status_of_the_current_game(game: Game) -> None:
    assert tarawa().out.startswith("Usage: tarawa"), "there is no current game yet"
    assert tarawa("--json").json["command"] == "help"
    tarawa("new", "red", "--seed", 3)
    assert tarawa() == tarawa("status")
    assert tarawa("--json").json["command"] == "status"
    assert tarawa("--save", game.path) == game("status")
    assert tarawa("--save", "nosuch.toml").code == 3


def test_at_the_prompt_a_question_mark_helps_and_q_ends(game: Game) -> None:
    result = tarawa("play", "--save", game.path, stdin=b"?\n? bombard\nq\nbombard\n")
    assert result.code == 0
    assert "Usage: tarawa bombard" in result.out
    assert game.journal == []


# ── Help


@pytest.mark.parametrize("played", PROGRAMS.values(), ids=PROGRAMS)
def test_the_first_screen_lists_thirty_commands_at_most_in_every_phase(
    played: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    program.start(played)
    game = GAMES(played.game)
    command(played, "new", "--seed", 1)
    match = program.look(next(str(path) for path in sorted(Path("saves").glob("*.toml"))))
    moment = game.moment(match.state)
    for phase in moment.phases:
        monkeypatch.setattr(type(game), "moment", lambda self, state, now=phase: moment._replace(phase=now))
        listed = [name for names in typer_app.first_screen(match.path).values() for name in names]
        assert len(listed) == len(set(listed)) <= 30, (phase, len(listed))
        assert {"next", "undo", "status", "help", "show"} <= set(listed)


@pytest.mark.parametrize("played", PROGRAMS.values(), ids=PROGRAMS)
def test_every_order_names_phases_that_there_are(played: Program) -> None:
    program.start(played)
    command(played, "new", "--seed", 1)
    match = program.look(next(str(path) for path in sorted(Path("saves").glob("*.toml"))))
    known = by_name(match.when.phases, match.game.sides.names)
    for grammar in commands.orders().values():
        assert set(grammar.phases) <= set(known), grammar.name


@pytest.mark.parametrize(
    ("played", "scenario", "until"),
    [
        (TARAWA, "red-beach-3", "end"),
        (TARAWA, "campaign", "turn 3"),
        (MALTA, "south-beach", "turn 3"),
        (MALTA, "hal-far", "end"),
    ],
    ids=lambda word: word if isinstance(word, str) else word.name,
)
def test_orders_are_given_in_the_phases_that_their_help_names(played: Program, scenario: str, until: str) -> None:
    command(played, "new", scenario, "--seed", 1)
    assert command(played, "autoplay", "--until", *until.split(), "--player", "historical", "-q").code == 0
    program.start(played)
    match = program.look(f"saves/{scenario}.toml")
    known, orders = by_name(match.when.phases, match.game.sides.names), commands.orders()
    given = {(row["command"].split()[0], row["phase"]) for row in command(played, "log", "--json").json["entries"]}
    assert len(given) > 5
    for name, phase in given:
        phases = orders[name].phases
        assert not phases or any(phase in known[each] for each in phases), (name, phase)


def test_help_lists_the_orders_of_the_phase(game: Game) -> None:
    assert "\n  bombard " in game("help").out
    assert "\n  attack " not in game("help").out
    assert "\n  attack " in game("help", "--all").out
    assert "Orders of `bombardment`:" in game("help").out
    game.to_embark()
    assert "\n  embark " in game("help").out
    assert game.json("help", "--all")["text"].count("\n") > game.json("help")["text"].count("\n")
    assert game("help", "embark", "--all").code == 2


@pytest.mark.parametrize("played", PROGRAMS.values(), ids=PROGRAMS)
def test_every_help_line_begins_with_a_verb(played: Program) -> None:
    program.start(played)
    for name in commands.commands():
        grammar = grammar_of(name)
        lines = [grammar.summary, *(word.help for word in grammar.words), *(option.help for option in grammar.options)]
        for line in lines:
            first = line.split()[0].strip(",:;")
            assert f" {first} " in VERBS.replace("\n", " "), (name, line)


VERBS = """
    Absorb Add Agree Also Answer Ask Assign Attach Attack Begin Bombard Break Call Cancel Carry Choose Commit
    Compare Confirm Continue Decide Declare Delegate Demolish Detach Dig Dismantle Draw Drop Embark End Estimate
    Explain Export Fire Follow Force Give Go Hand Have Infiltrate Join Jump Keep Land Leave Let List Listen Make
    Mark Move Name Only Overwrite Pay Place Plan Play Print Propose Prove Put Read Record Redo Refuse Remove Rename
    Replace Resign Rest Return Reveal Roll Sail Say Seal Seed Send Set Shoot Show Silence Skip Spend Start Step Stop
    Strike Suggest Support Suppress Switch Take Undo Unload Use Verify Wait Watch With Withdraw Write
"""


# ── Why


def test_why_takes_an_order_a_table_or_a_hex(tmp_path: Path) -> None:
    game = asked_game(tmp_path / "asked.toml")
    rolls = [entry for entry in game.json("log")["entries"] if entry["dice"]]
    assert rolls
    last = game.json("why")["why"]["entry"]
    order = game.journal[last - 1].split()[0]
    assert game.json("why", order)["why"]["entry"] == last
    assert game.json("why", "bombard")["command"] == "why bombard 1"
    assert game("why", "nosuch").code == game("why", "1", "2", "3").code == 2
    assert game("why", "bombard", "x").code == 2


# ── Waste


@pytest.mark.parametrize("how", ["option", "variable"])
def test_a_script_can_ask_to_be_refused(game: Game, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game.to_embark()
    more = ["--strict"] if how == "option" else []
    if how == "variable":
        monkeypatch.setenv("TARAWA_STRICT", "1")
    with untouched(game.path):
        for form in ([], ["--json"]):
            assert game("next", *more, *form).code == 1
        error = game("next", *more, "--json").error
        assert "due and not embarked" in error["message"]
        assert error["hint"] == "embark --due"
        refused = game("run", "-", *more, stdin=b"next\n")
        assert (refused.code, "line 1: you still have" in refused.err) == (1, True)
    assert game("next", "--yes", *more).code == 0
    monkeypatch.setenv("TARAWA_STRICT", "0")
    game.do("undo")
    assert game("next").code == 0


# ── How much is printed


def test_quiet_orders_print_nothing_but_refusals(game: Game) -> None:
    result = game("bombard", "--quiet")
    assert (result.code, result.out, result.err) == (0, "", "")
    assert game.journal == ["bombard"]
    assert game("bombard", "-q").err.startswith("refused")
    assert game("bombard", "-q", "--json").json["ok"] is False
    assert game("undo", "-q").out == ""
    assert game("status", "-q").out == game("status").out
    assert game("unit", "2/8A", "-v").code == 0


def test_verbose_looks_list_everything(game: Game) -> None:
    game.to_impulse()
    assert " more (tarawa legal lvt-1)" in game.do("unit lvt-1").out
    assert "more (tarawa" not in game.do("unit lvt-1 -v").out


# ── Games


def test_a_game_is_renamed_and_removed() -> None:
    tarawa("new", "red", "--seed", 3)
    assert tarawa("use", "--rename", "first").out == "saves/red-beach-3.toml is renamed saves/first.toml\n"
    assert tarawa("status").code == 0, "it is still the current one"
    tarawa("new", "red", "--seed", 3)
    assert tarawa("use", "first", "--rename", "red-beach-3").code == 3, "there is one"
    for name in ("../x", ".x", "a/b", ""):
        assert tarawa("use", "first", f"--rename={name}").code == (0 if not name else 2)
    assert tarawa("use", "red-beach-3", "--remove", "--json").json["save"] == "saves/red-beach-3.toml.bak"
    assert [game["save"] for game in tarawa("saves", "--json").json["saves"]] == ["saves/first.toml"]
    assert tarawa("use", "--remove").code == 2
    assert tarawa("use", "first", "--remove", "--rename", "x").code == 2
    Path("link.toml").symlink_to("saves/first.toml")
    assert tarawa("use", "link.toml", "--remove").code == 3
    assert Path("saves/first.toml").exists()


def test_secrets_follow_their_game() -> None:
    assert command(MALTA, "new", "hal-far", "--mail", "--as", "axis").code == 0
    secret = Path("saves/hal-far.axis.toml").read_bytes()
    assert command(MALTA, "use", "hal-far", "--rename", "post").code == 0
    assert Path("saves/post.axis.toml").read_bytes() == secret
    assert sorted(path.name for path in Path("saves").glob("hal-far*")) == []


@pytest.mark.usefixtures("terminal")
def test_on_a_terminal_new_without_a_name_lists_the_scenarios(tmp_path: Path) -> None:
    told = tarawa("new").out
    assert tarawa("scenarios").out.strip() in told
    assert "tarawa new campaign" in told
    assert not (tmp_path / "saves").exists()
    assert tarawa("new", "red").code == 0
    assert json.loads(tarawa("new", "--json").out)["save"] == "saves/campaign.toml", "a program means the usual one"


# ── Phases


def test_phases_go_by_either_name() -> None:
    command(MALTA, "new", "hal-far", "--seed", 7)
    assert command(MALTA, "next", "allied-movement", "--yes").code == 0
    assert command(MALTA, "status", "--json").state["phase"] == "allied-movement"
    assert "already" in command(MALTA, "next", "movement").err
    command(MALTA, "undo")
    assert command(MALTA, "next", "mov", "--yes").code == 0
    assert command(MALTA, "status", "--json").state["phase"].endswith("-movement")
    assert command(MALTA, "delegate", "allied-movement").code == 0
    assert command(MALTA, "delegate", "movement").code == 0
    assert command(MALTA, "autoplay", "--until", "allied-movement", "-q").code == 0


def test_the_computer_player_has_one_default() -> None:
    for played in (TARAWA, MALTA):
        named = {words["--player"].default for words in played.words.values() if "--player" in words}
        assert named == {"strong"}
