"""What a side keeps to itself: nothing that was written is ever changed, lost, or shown to others."""

import errno
import os
import shutil
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import tomli

from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.mail import secret_files
from tarawa_cli.kernel.saves import savefile
from tarawa_cli.kernel.saves.files import put_in_place

OLD = Path(__file__).parents[2] / "saves" / "mail" / "0.2.1"
CALLS = ("open", "write", "fsync", "replace", "link", "fchmod", "close", "lstat", "stat", "fstat", "listdir", "dup")


@pytest.fixture
def save(tmp_path: Path) -> str:
    return str(tmp_path / "game.toml")


def own(save: str) -> Path:
    return Path(secret_files.path_of(save, "axis"))


def add(save: str, **entries: list[str]) -> None:
    secret_files.add(save, "axis", {"seals": entries})


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# ── Reading and adding


def test_without_a_file_there_are_no_secrets(save: str) -> None:
    assert not secret_files.exists(save, "axis")
    assert secret_files.section(save, "axis", "seals") == {}
    secret_files.add(save, "axis", {"seals": {}})
    assert not own(save).exists(), "nothing to keep, nothing written"


def test_entries_are_kept_by_section(save: str) -> None:
    secret_files.add(save, "axis", {"seals": {"a": ["1", "x"]}, "chain": {"b": ["2"]}})
    add(save, c=["3"])
    assert secret_files.section(save, "axis", "seals") == {"a": ["1", "x"], "c": ["3"]}
    assert secret_files.section(save, "axis", "chain") == {"b": ["2"]}
    assert secret_files.section(save, "axis", "nosuch") == {}
    assert tomli.loads(own(save).read_text()) == {"seals": {"a": ["1", "x"], "c": ["3"]}, "chain": {"b": ["2"]}}


def test_what_is_there_already_is_not_written_again(save: str) -> None:
    add(save, a=["1"])
    before = own(save).stat()
    add(save, a=["1"])
    assert own(save).stat() == before


def test_an_entry_is_never_changed(save: str) -> None:
    add(save, a=["1"])
    before = own(save).read_bytes()
    with pytest.raises(BadFile, match="already holds something else for a of seals"):
        add(save, b=["2"], a=["3"])
    assert own(save).read_bytes() == before


def test_all_is_written_at_once(save: str, monkeypatch: pytest.MonkeyPatch) -> None:
    writes: list[str] = []
    real = put_in_place

    def put(target: str, *given: Any) -> None:
        writes.append(os.path.basename(target))
        real(target, *given)

    monkeypatch.setattr(savefile, "put_in_place", put)
    secret_files.keep(save, "axis", {f"turn-{number}": (f"{number:032}", ["plan"]) for number in range(4)})
    assert writes == [".gitignore", "game.axis.toml"]


@pytest.mark.parametrize("folder", ["sealed-played-on", "phrase-sealed"])
def test_a_file_of_0_2_stays_as_it_is_when_something_is_added(save: str, folder: str) -> None:
    shutil.copy(OLD / folder / "game.axis.toml", own(save))
    before = tomli.loads(own(save).read_text())
    add(save, fresh=["1", "x"])
    after = tomli.loads(own(save).read_text())
    assert after.pop("seals") == before.pop("seals", {}) | {"fresh": ["1", "x"]}
    assert after == before


def test_parts_that_only_a_later_program_knows_are_kept(save: str) -> None:
    add(save, a=["1"])
    foreign = 'later = 3\ndeep = { x = [1, { y = 2.5 }] }\nday = 1942-06-29\n"a key" = "\\u0007"\n'
    own(save).write_text(own(save).read_text() + foreign)
    before = tomli.loads(own(save).read_text())
    add(save, b=["2"])
    assert tomli.loads(own(save).read_text()) == before | {"seals": {"a": ["1"], "b": ["2"]}}


def test_a_file_that_would_be_too_large_to_read_is_not_written(save: str) -> None:
    add(save, a=["1"])
    before = own(save).read_bytes()
    for words, why in ((["x" * secret_files.LARGEST], "too large"), (["\udcff"], "not Unicode")):
        with pytest.raises(BadFile, match=why):
            add(save, b=words)
    assert own(save).read_bytes() == before


# ── Whose eyes


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077])
def test_nobody_else_may_read_a_new_file(save: str, mask: int) -> None:
    before = os.umask(mask)
    try:
        add(save, a=["1"])
    finally:
        os.umask(before)
    assert mode(own(save)) == 0o600


@pytest.mark.parametrize(("old", "new"), [(0o644, 0o600), (0o666, 0o600), (0o600, 0o600), (0o200 | 0o400, 0o600)])
def test_a_file_that_others_could_read_is_not_left_so(save: str, old: int, new: int) -> None:
    add(save, a=["1"])
    own(save).chmod(old)
    add(save, b=["2"])
    assert mode(own(save)) == new


def test_nobody_reads_the_new_file_before_it_has_its_name(save: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    for name in ("link", "replace"):
        real: Callable[[str, str], None] = getattr(os, name)

        def put(fresh: str, target: str, real: Callable[[str, str], None] = real) -> None:
            if target.endswith("axis.toml"):
                seen.append(mode(Path(fresh)))
            real(fresh, target)

        monkeypatch.setattr(os, name, put)
    add(save, a=["1"])
    own(save).chmod(0o644)
    add(save, b=["2"])
    assert seen == [0o600, 0o600]


# ── Files that are not what they should be


def spoilt() -> dict[str, Callable[[Path], object]]:
    return {
        "empty": lambda path: path.write_text(""),
        "its first line only": lambda path: path.write_text(path.read_text().partition("\n")[0]),
        "no TOML": lambda path: path.write_text(path.read_text() + "]"),
        "no text": lambda path: path.write_bytes(b"\xff\xfe"),
        "a save": lambda path: path.write_text('format = 2\ngame = "malta"\njournal = []\n'),
        "something else": lambda path: path.write_text('[project]\nname = "mine"\n'),
        "seals that are no table": lambda path: path.write_text(f"{path.read_text().partition(chr(10))[0]}\nseals = 3"),
        "a folder": lambda path: (path.unlink(), path.mkdir()),
        "a pipe": lambda path: (path.unlink(), os.mkfifo(path)),
        "a link": lambda path: (path.rename(path.with_name("aside")), path.symlink_to("aside")),
        "a link to nowhere": lambda path: (path.unlink(), path.symlink_to("nowhere")),
    }


@pytest.mark.parametrize("how", spoilt())
def test_a_file_that_is_damaged_or_foreign_is_told_and_left_alone(save: str, tmp_path: Path, how: str) -> None:
    add(save, a=["1"])
    spoilt()[how](own(save))
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    assert secret_files.exists(save, "axis")
    for work in (
        lambda: secret_files.section(save, "axis", "seals"),
        lambda: add(save, b=["2"]),
        lambda: secret_files.find(save, "axis", "0" * 64),
    ):
        with pytest.raises(BadFile) as caught:
            work()
        assert caught.value.exit_code == 3
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == before
    assert not (tmp_path / "nowhere").exists()


def test_an_entry_that_is_no_list_of_words_is_damage(save: str) -> None:
    add(save, a=["1"])
    own(save).write_text(own(save).read_text() + "seals.b = 3\n")
    with pytest.raises(BadFile, match="not every entry of seals is a list of words"):
        secret_files.section(save, "axis", "seals")


@pytest.mark.parametrize("number", [errno.EACCES, errno.EIO, errno.ENOTDIR, errno.ELOOP, errno.ESTALE])
def test_only_a_file_that_is_not_there_counts_as_none(save: str, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One `lstat` that fails is no reason to begin the file anew."""
    add(save, a=["1"])
    before, real = own(save).read_bytes(), os.lstat

    def lstat(path: Any, **options: Any) -> os.stat_result:
        if str(path) == str(own(save)):
            raise OSError(number, os.strerror(number))
        return real(path, **options)

    for work in (lambda: add(save, b=["2"]), lambda: secret_files.exists(save, "axis")):
        with monkeypatch.context() as patch:
            patch.setattr(os, "lstat", lstat)
            with pytest.raises(BadFile, match="cannot look for"):
                work()
    assert own(save).read_bytes() == before


# ── Seals


PLANS = {"29jun-am": ("1" * 32, ["heights:1414:fj-kroh@ne1"]), "29jun-pm": ("2" * 32, [])}


def test_a_seal_is_found_by_its_digest(save: str) -> None:
    secret_files.keep(save, "axis", PLANS)
    for key, (salt, words) in PLANS.items():
        assert secret_files.find(save, "axis", secret_files.digest(salt, words)) == (salt, words)
        assert secret_files.find(save, "axis", secret_files.digest(salt, words), key) == (salt, words)
    with pytest.raises(BadFile, match="does not hold what was sealed"):
        secret_files.find(save, "axis", "0" * 64)


def test_a_seal_of_0_2_is_found_by_its_digest(save: str) -> None:
    shutil.copy(OLD / "sealed-played-on" / "game.axis.toml", own(save))
    held: dict[str, list[str]] = tomli.loads(own(save).read_text())["seals"]
    assert len(held) == 4
    for key, (salt, *words) in held.items():
        assert secret_files.find(save, "axis", secret_files.digest(salt, words), key) == (salt, words)
    secret_files.keep(save, "axis", PLANS)
    for salt, *words in [*held.values(), *([salt, *words] for salt, words in PLANS.values())]:
        assert secret_files.find(save, "axis", secret_files.digest(salt, words)) == (salt, words)


@pytest.mark.parametrize("old", [True, False])
def test_a_save_cannot_ask_for_what_was_sealed_for_another_time(save: str, old: bool) -> None:
    """The other side may have exchanged two digests, to see a plan before its time."""
    if old:
        shutil.copy(OLD / "sealed-played-on" / "game.axis.toml", own(save))
        salt, *words = tomli.loads(own(save).read_text())["seals"]["29jun-pm"]
    else:
        secret_files.keep(save, "axis", PLANS)
        salt, words = PLANS["29jun-pm"]
    with pytest.raises(BadFile, match="for 29jun-pm, not for 29jun-am: the save has been tampered with"):
        secret_files.find(save, "axis", secret_files.digest(salt, words), "29jun-am")


def failing(real: Callable[..., Any], nth: int, calls: list[None]) -> Callable[..., Any]:
    """A call to the system that fails the nth time."""

    def call(*given: Any, **named: Any) -> Any:
        calls.append(None)
        if len(calls) != nth:
            return real(*given, **named)
        if real.__name__ == "close":  # it is closed all the same
            real(*given, **named)
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    return call


@pytest.mark.parametrize("call", CALLS)
def test_whichever_call_fails_the_first_plan_is_still_there(
    tmp_path: Path, call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first plan was sealed and taken back, and a second one is sealed: by git the first save comes back."""
    second = {"29jun-am": ("3" * 32, ["plain:1612:fj-heydte"])}
    for nth in range(1, 60):
        (tmp_path / str(nth)).mkdir()
        save, calls = str(tmp_path / str(nth) / "game.toml"), list[None]()
        secret_files.keep(save, "axis", PLANS)
        kept = PLANS
        with monkeypatch.context() as patch, suppress(BadFile, OSError):
            patch.setattr(os, call, failing(getattr(os, call), nth, calls))
            secret_files.keep(save, "axis", second)
            kept = PLANS | {"second": second["29jun-am"]}
        for salt, words in kept.values():
            assert secret_files.find(save, "axis", secret_files.digest(salt, words)) == (salt, words), nth
        if len(calls) < nth:
            return
    pytest.fail(f"{call} is called more often than this")
