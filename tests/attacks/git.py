"""Repositories that make git run a command of the opponent's: no command of ours may let it.

A clone may hold a folder that git takes for a bare repository, with a configuration of its own. An archive may hold any
`.git`. Either lacks an object, and says by which command git is to fetch it; and it names that command wherever else
git starts one.
"""

import os
import shlex
import tarfile
from collections.abc import Callable
from pathlib import Path
from shutil import copy, copytree, rmtree

from tarawa_cli.games import MALTA, PROGRAMS
from tarawa_cli.kernel.game import Program
from tests.attacks import malta, sources
from tests.attacks.tools import Round, need
from tests.cli.test_git import Repository

SAVE = "saves/h.toml"
URLS = ["ssh://nowhere/x", "git://nowhere/x", "ext::{script} x", "/nowhere"]
"""Where the missing object is said to be; each is fetched by another command."""
HOOKS = ("post-index-change", "reference-transaction", "post-checkout", "pre-commit", "fsmonitor-watchman")
CONFIG = """\
[core]
    repositoryformatversion = 1
    bare = false
    {worktree}
    fsmonitor = {script}
    hooksPath = {hooks}
    sshCommand = {script}
    gitProxy = {script}
    pager = {script}
    editor = {script}
    askPass = {script}
    alternateRefsCommand = {script}
[alias]
    cat-file = !{script}
    rev-parse = !{script}
    config = !{script}
[pager]
    cat-file = {script}
    rev-parse = {script}
    config = {script}
[credential]
    helper = !{script}
[diff]
    external = {script}
[diff "tarawa"]
    textconv = {script}
    command = {script}
[diff "malta"]
    textconv = {script}
    command = {script}
[filter "evil"]
    clean = {script}
    smudge = {script}
    process = {script}
    required = true
[protocol]
    allow = always
[protocol "ext"]
    allow = always
[uploadpack]
    packObjectsHook = {script}
[remote "origin"]
    url = {url}
    uploadpack = {script}
    fetch = +refs/heads/*:refs/remotes/origin/*
    promisor = true
[extensions]
    partialClone = origin
"""
WORDS = {
    "tarawa": {"unit": "2/8A", "hex": "2731", "area": "red3", "odds": "bombard", "export": "json", "show": "2731"},
    "malta": {"unit": "i-33", "hex": "1911", "area": "harbour", "odds": "1911", "export": "json", "show": "1911"},
}
"""What commands that look at a moment need besides it."""
LOOKS = ("status", "map", "units", "unit", "hex", "area", "legal", "odds", "log", "why", "export", "chronicle", "show")
MOMENTS = ("HEAD", "HEAD~1", ":0", "master")


class Trap:
    """A folder of the opponent's, which a player has got; and a file that is there if a command of theirs has run."""

    def __init__(self, folder: Path, played: Program, url: str = URLS[0]) -> None:
        self.folder = folder
        self.home = folder / "clone"
        """Where the player plays."""
        self.marker = folder / "ran"
        self.script = folder / "evil.sh"
        self.url = url.format(script=self.script)
        self.text = malta.young() if played is MALTA else sources.young()
        _executable(self.script, f"#!/bin/sh\n: > '{self.marker}'\nexit 1\n")
        for name in HOOKS:
            _executable(folder / "hooks" / name, f"#!/bin/sh\nexec '{self.script}'\n")

    def config(self, worktree: str = "") -> str:
        line = f"worktree = {worktree}" if worktree else ""
        return CONFIG.format(script=self.script, hooks=self.folder / "hooks", url=self.url, worktree=line)

    def repository(self, path: str) -> Path:
        """A repository that holds the save in two commits, but not the contents of the last one."""
        folder = self.folder / "made"
        (folder / path).parent.mkdir(parents=True)
        made = Repository(folder)
        made.git("symbolic-ref", "HEAD", "refs/heads/master")
        for text in (self.text, f"{self.text}# later\n"):
            (folder / path).write_text(text, "utf-8")
            made.keep()
        blob = made.git("rev-parse", f"HEAD:{path}").strip()
        (folder / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
        return folder

    def clone_with_bare(self, inside: str, worktree: str) -> None:
        """A clone in which a folder looks like a bare repository."""
        path = os.path.relpath(SAVE, os.path.normpath(os.path.join(inside, worktree)))
        made = self.repository(path)
        origin = self.folder / "origin"
        (origin / "saves").mkdir(parents=True)
        (origin / SAVE).write_text(self.text, "utf-8")
        for name in ("objects", "refs"):
            copytree(made / ".git" / name, origin / inside / name)
        copy(made / ".git" / "HEAD", origin / inside)
        (origin / inside / "config").write_text(self.config(worktree), "utf-8")
        outer = Repository(origin)
        outer.git("add", "-f", ".")
        outer.git("commit", "-q", "-m", "x")
        outer.git("clone", "-q", str(origin), str(self.home))
        rmtree(made)

    def archive(self, worktree: str = "", path: str = SAVE, folder: str = ".git") -> None:
        """An archive with a repository in it, unpacked."""
        made = self.repository(path)
        (made / "saves").mkdir(exist_ok=True)
        (made / SAVE).write_text(self.text, "utf-8")
        (made / ".gitattributes").write_text("*.toml filter=evil diff=malta\n", "utf-8")
        (made / ".git" / "config").write_text(self.config(worktree), "utf-8")
        if folder != ".git":
            (made / ".git").rename(made / folder)
            (made / ".git").write_text(f"gitdir: {folder}\n", "utf-8")
        with tarfile.open(self.folder / "mail.tar", "w") as packed:
            packed.add(made, "clone")
        with tarfile.open(self.folder / "mail.tar") as packed:
            packed.extractall(self.folder, filter="fully_trusted")
        rmtree(made)


def _executable(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")
    path.chmod(0o755)


TRAPS: dict[str, Callable[[Trap], None]] = {
    "bare": lambda trap: trap.clone_with_bare("saves", "."),
    "bare below its files": lambda trap: trap.clone_with_bare("saves", ".."),
    "archive": lambda trap: trap.archive(),
    "archive of files elsewhere": lambda trap: trap.archive("../..", f"clone/{SAVE}"),
    "archive with its folder within": lambda trap: trap.archive(folder="saves/git"),
}


def lines(played: Program) -> list[str]:
    """Every command that asks git, in all its forms."""
    words, name = WORDS[played.name], played.name
    looks = [f"{look} {words.get(look, '')}".strip() for look in LOOKS]
    sent = ("mail", "handover --commit", "handover --push", "handover --push --json")
    return [
        *(sent if played is MALTA else ()),
        *("message", "message --json", "git setup", "git setup --json", f"git textconv {SAVE}"),
        *(f"{look} --at {moment}" for look in looks for moment in MOMENTS[:2]),
        *(f"status --at {moment}" for moment in MOMENTS),
        *("log --story --at HEAD", "log --commands --at HEAD~1", "diff HEAD", "diff HEAD~1", "diff HEAD~1 HEAD"),
        *("map --diff HEAD", "map --diff HEAD~1", "map --diff HEAD~1 HEAD", "saves"),
        *(f"__complete bash '{name} status -s {SAVE} --at '", f"__complete zsh '{name} diff -s {SAVE} H'"),
    ]


def attack(at: Round) -> None:
    at.played = PROGRAMS[at.rng.choice(list(PROGRAMS))]
    kind = list(TRAPS)[at.number % len(TRAPS)]
    trap = Trap(at.folder, at.played, at.rng.choice(URLS))
    TRAPS[kind](trap)
    at.counts[kind] += 1
    for line in ("message", *at.rng.sample(lines(at.played), 3)):
        at.program(*command(line), cwd=trap.home)
        need(not trap.marker.exists(), f"`{line}`, {kind}: a command of the opponent's has run")


def command(line: str) -> list[str]:
    """The words of a line; the save is the one in the folder."""
    words = shlex.split(line)
    return words if words[0] in ("__complete", "saves") else [*words, "-s", SAVE]
