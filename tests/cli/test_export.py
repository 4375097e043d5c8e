"""`export`: a position that starts a game, the state as JSON, the map as SVG, a film and a report as HTML."""

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from tests.cli.tools import Game, asked_game, tarawa, untouched
from tests.kit.waiting import PATIENCE


def exported(game: Game) -> str:
    result = game("export", "position")
    assert result.code == 0, result.err
    return result.out


def from_position(game: Game, name: str) -> Game:
    """A new game from a game's present position."""
    folder = game.path.parent
    (folder / f"{name}.toml").write_text(exported(game), encoding="utf-8")
    return Game(folder / f"{name}-save.toml", f"{name}.toml")


def position(game: Game) -> str:
    """The position alone, without the name of the scenario that it was exported from."""
    return exported(game).partition("[position")[2]


def facts(game: Game) -> dict[str, object]:
    state = game.state
    return {key: value for key, value in state.items() if key not in ("scenario", "seed", "dice", "mulligans")}


@pytest.mark.parametrize("scenario", ["campaign", "free"])
def test_the_start_of_a_scenario(tmp_path: Path, scenario: str) -> None:
    game = Game(tmp_path / "game.toml", scenario)
    again = from_position(game, "start")
    assert position(again) == position(game)
    assert facts(again) == facts(game)


def test_every_position_of_a_landing(game: Game) -> None:
    game.to_impulse()
    orders = ["unload lcvp-1", "advance --all", "next", "next", "advance --all"]
    for number, order in enumerate(["policy hits step", *orders]):
        game.do(order)
        again = from_position(game, f"p{number}")
        assert position(again) == position(game)
        assert facts(again) == facts(game)
        assert again.legal == game.legal


def test_a_position_with_a_decision_pending(tmp_path: Path) -> None:
    game = asked_game(tmp_path / "game.toml")
    again = from_position(game, "asked")
    assert again.state["pending"] == game.state["pending"]
    assert position(again) == position(game)


def test_an_exported_position_can_be_played_and_proven(game: Game) -> None:
    game.to_impulse()
    again = from_position(game, "p")
    again.do("advance --all")
    again.do("next")
    assert again("verify").code == 0


def test_a_scenario_of_ones_own_needs_no_base(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(
        '[scenario]\nid = "own"\nname = "Own"\nlength = 4\nbeaches = ["red3"]\n[schedule."2/8"]\nturn = 1\nprice = 1\n'
    )
    game = Game(tmp_path / "game.toml", "own.toml")
    again = from_position(game, "copy")
    assert position(again) == position(game)
    for play in (game, again):
        play.to_embark()
    assert "due on red3: 2/8A 2/8B 2/8E" in again("status").out
    assert again("units", "due").out == game("units", "due").out


def test_json_is_the_whole_state(game: Game) -> None:
    game.to_impulse()
    assert json.loads(game("export", "json").out) == game.state


def test_to_a_file(tmp_path: Path, game: Game) -> None:
    with untouched(game.path):
        assert game("export", "pos", "-").out == exported(game)
    assert game("export", "position", tmp_path / "deep" / "p.toml").out == f"written: {tmp_path / 'deep' / 'p.toml'}\n"
    assert (tmp_path / "deep" / "p.toml").read_text() == exported(game)


def test_old_files_stay_without_force(tmp_path: Path, game: Game) -> None:
    old = tmp_path / "old.json"
    old.write_text("old")
    with untouched(old, game.path):
        result = game("export", "json", old)
    assert (result.code, result.out) == (3, "")
    assert "already exists" in result.err
    assert "--force" in result.err
    assert game("export", "json", old, "--force").code == 0
    assert json.loads(old.read_text()) == game.state


def test_force_never_replaces_the_save_or_what_is_no_file(tmp_path: Path, game: Game) -> None:
    link = tmp_path / "link.toml"
    link.symlink_to(game.path)
    with untouched(game.path):
        for name in (game.path, link):
            assert game("export", "json", name, "--force").code == 2
        for other in (tmp_path, "/dev/null", "/nosuch/" + "x" * 300):
            assert game("export", "json", other, "--force").code == 3
    assert Path("/dev/null").is_char_device()


def test_what_cannot_be_exported(game: Game) -> None:
    assert game("export").code == 2
    assert game("export", "nosuch").code == 2
    assert tarawa("export", "json", "-s", "nosuch.toml").code == 3


# ── Pictures and reports

DRAWN = ("svg", "html", "report")


def parsed(kind: str, text: str) -> None:
    """The document must begin and end as such a file does; a picture and a report are XML, a film has a script."""
    start = "<?xml " if kind == "svg" else "<!DOCTYPE html>\n"
    assert text.startswith(start)
    assert text.endswith("</svg>\n" if kind == "svg" else "</html>\n")
    if kind != "html":
        ElementTree.fromstring(text if kind == "svg" else text.removeprefix(start))


@pytest.mark.parametrize("kind", DRAWN)
def test_pictures_and_reports_are_the_same_wherever_they_go(tmp_path: Path, game: Game, kind: str) -> None:
    game.to_impulse()
    with untouched(game.path):
        out = game("export", kind)
    assert (out.code, out.err) == (0, "")
    parsed(kind, out.out)
    with untouched(game.path):
        answer = game.json("export", kind)
    assert answer["text"] == out.out
    assert answer["command"] == f"export {kind}"
    assert answer["state"]["turn"] == 1
    file = tmp_path / "deep" / f"out.{kind}"
    assert game("export", kind, file).out == f"written: {file}\n"
    assert file.read_bytes() == out.out.encode("ascii")
    again = tmp_path / f"again.{kind}"
    assert game.json("export", kind, again)["file"] == str(again)
    assert again.read_bytes() == file.read_bytes()


@pytest.mark.sample(5)
@pytest.mark.parametrize("kind", DRAWN)
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-16"])
def test_the_same_bytes_in_any_process_and_on_any_terminal(game: Game, kind: str, encoding: str) -> None:
    game.to_impulse()
    wanted = game("export", kind).out
    command = [sys.executable, "-m", "tarawa_cli", "export", kind, "-s", str(game.path)]
    environment = os.environ | {"PYTHONHASHSEED": "7", "PYTHONIOENCODING": encoding}
    done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode(encoding) == wanted


@pytest.mark.parametrize("kind", DRAWN)
def test_old_files_and_the_save_are_safe_from_pictures_too(tmp_path: Path, game: Game, kind: str) -> None:
    old = tmp_path / f"old.{kind}"
    old.write_text("old")
    with untouched(old, game.path):
        assert game("export", kind, old).code == 3
        assert game("export", kind, game.path, "--force").code == 2
    assert game("export", kind, old, "--force").code == 0
    parsed(kind, old.read_text())


@pytest.mark.parametrize("kind", DRAWN)
@pytest.mark.parametrize("where", ["/proc/out", "/proc/nosuch/out"])
def test_a_folder_that_takes_no_files(game: Game, kind: str, where: str) -> None:
    with untouched(game.path):
        result = game("export", kind, where)
    assert (result.code, result.out) == (3, "")
    assert result.err.startswith("tarawa: cannot ")
    assert where in result.err


@pytest.mark.parametrize("kind", DRAWN)
def test_a_reader_who_has_seen_enough(game: Game, kind: str) -> None:
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "tarawa_cli", "export", kind, "-s", str(game.path)]
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, timeout=PATIENCE, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_report_with_a_decision_pending(tmp_path: Path) -> None:
    game = asked_game(tmp_path / "game.toml")
    text = game("export", "report").out
    parsed("report", text)
    assert "You must decide: " in text
    assert "given by the player" in text


def test_no_save_no_picture() -> None:
    for kind in DRAWN:
        assert tarawa("export", kind, "-s", "nosuch.toml").code == 3


# ── Of a part


def test_a_word_alone_is_a_place_or_else_the_file(tmp_path: Path, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    whole = game("export", "svg").out
    part = game("export", "svg", "red3").out
    assert part != whole
    assert part == game("export", "svg", "red3", "-").out
    assert game("export", "svg", "red3", "there.svg").out == "written: there.svg\n"
    assert (tmp_path / "there.svg").read_text() == part
    assert game("export", "svg", "red3.svg").out == "written: red3.svg\n"
    assert (tmp_path / "red3.svg").read_text() == whole


def test_only_a_map_is_of_a_part(game: Game) -> None:
    refused = game("export", "json", "red3", "out.json")
    assert refused.code == 2
    assert "one word too many" in refused.err
    assert game("export", "svg", "nosuch", "out.svg").code == 2
    assert game("export", "svg", "--layer", "nosuch").code == 2


# ── Pixels


@pytest.mark.parametrize("kind", ["png", "gif"])
def test_pixels_go_to_a_file(tmp_path: Path, game: Game, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from tarawa_cli.kernel.exports import svg

    monkeypatch.setattr(svg, "png", lambda svg, wide=0: svg.encode())
    monkeypatch.setattr(svg, "gif", lambda still, changing, wide=0: "\n".join([still, *changing]).encode())
    refused = game("export", kind)
    assert refused.code == 2
    assert f"try: export {kind} map.{kind}" in refused.err
    file = tmp_path / f"map.{kind}"
    assert game("export", kind, "red3", file).out == f"written: {file}\n"
    drawn, whole = file.read_bytes().decode(), game("export", "svg", "red3").out
    if kind == "png":
        assert drawn == whole
    else:
        still, changing = (part.partition('id="ground"')[2] for part in drawn.split("</svg>\n")[:2])
        assert still, "the ground, once"
        assert not changing, "and the rest without it"
        assert drawn.count('id="units"') == len(drawn.split("</svg>\n")) - 2 > 0
    assert game("export", kind, file).code == 3
    assert game.json("export", kind, file, "--force")["file"] == str(file)


@pytest.mark.parametrize("kind", ["svg", "png", "gif"])
def test_a_width_and_the_whole_sheet_are_for_maps(
    tmp_path: Path, game: Game, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tarawa_cli.kernel.exports import svg

    widths: list[int] = []
    monkeypatch.setattr(svg, "png", lambda svg, wide=0: widths.append(wide) or b"")
    monkeypatch.setattr(svg, "gif", lambda still, changing, wide=0: widths.append(wide) or b"")
    game("export", kind, tmp_path / f"map.{kind}", "--width", "640", "--sea")
    if kind == "svg":
        head = (tmp_path / "map.svg").read_text().partition("?>")[2].partition(">")[0]
        assert 'width="640"' in head
        assert 'id="key"' in (tmp_path / "map.svg").read_text()
    else:
        assert widths == [640]
    for words in (["html", "--width", "640"], ["report", "--sea"], ["json", "--sea"], [kind, "red3", "--sea"]):
        told = game("export", *words)
        assert (told.code, told.out) == (2, ""), words
    assert game("export", kind, "--width", "20").code == 2


# ── Places and files


def test_a_place_is_a_place_and_a_file_is_named_as_one(game: Game, tmp_path: Path) -> None:
    drawn = game.do("export svg red1").out
    assert game.do("export svg beach:red1").out == drawn
    assert not Path("red1").exists()
    for number, words in enumerate(("red1 -o F.svg", "-o F.svg red1", "red1 F.svg", "red1 --out F.svg --force")):
        file = f"f{number}.svg"
        game.do(f"export svg {words.replace('F.svg', file)}")
        assert Path(file).read_text() == drawn, words
    whole = game.do("export svg").out
    for words in ("whole.svg", "-o plain", "./path", "-o map.svg"):
        game.do(f"export svg {words}")
        assert Path(words.split()[-1]).read_text() == whole, words
    game.do("export json state")
    assert json.loads(Path("state").read_text()), "only a map takes a place: any word is the file"
    before = sorted(Path().iterdir())
    for words in ("redd1", "red1 a.svg -o b.svg", "nowhere b.svg"):
        told = game("export", "svg", *words.split())
        assert (told.code, told.out) == (2, ""), words
    assert "export svg -o redd1" in game("export", "svg", "redd1").err
    assert sorted(Path().iterdir()) == before


def test_looks_and_fire_take_areas_and_beaches_alike(game: Game) -> None:
    assert game.do("map red1").out == game.do("map beach:red1").out
    assert game.do("map red3").out != game.do("map beach:red3").out, "an area and a beach of that name"
    told = game.do("area red1").out
    assert told == game.do("area beach:red1").out
    assert told.startswith("red1 — Red Beach 1: 3 areas, ")
    facts = game.json("area", "red1")["area"]
    assert [area["id"] for area in facts["areas"]] == told.splitlines()[0].split(", ")[1].split()
    assert game.json("area", "red3")["area"]["id"] == "red3"
    for word in ("nosuch", "beach:nosuch", "beach:"):
        assert game("area", word).code == game("map", word).code == game("suppress", word).code == 2, word
    refused = [game("suppress", word, "--json").error for word in ("red1", "beach:red1")]
    assert refused[0] == refused[1]
    assert refused[0]["kind"] == "refused"
