"""Calls to git in a repository that someone else may have made. None of them runs a command of theirs.

Two ways lead from a repository to a command. A clone may hold a folder of files that git takes for a bare repository,
configuration included; and an archive may hold any `.git/config`. Both can name a remote from which git fetches what
is missing, by a command of their choice. So no transport is allowed and nothing is fetched; no hook and no monitor is
started; and the repository must be an ordinary one, whose work tree has a `.git` and holds the save. Git still finds
it by itself, so that it also checks who owns it (`safe.directory`).

`safe.bareRepository` needs git 2.38, and `GIT_NO_LAZY_FETCH` 2.45 or one of the older releases that were mended, such
as 2.39.4. The check of the place and `GIT_ALLOW_PROTOCOL` do the same in every version since 2.24, which is the oldest
that can be used here.

Only `commit` and `push` have git write, with the player's own git. Exactly one file goes into the commit, whatever else
is staged or changed. No hook runs, since one could add files; and a repository whose own configuration starts a program
is refused, since the opponent may have made it. The player's configuration for all repositories counts: who they are,
how they sign, how they reach their server.
"""

import os
import re
import stat

from tarawa_cli.kernel.engine.order_words import shown
from tarawa_cli.kernel.errors import BadFile, BadOrder
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any, Iterator, Mapping, NamedTuple, Sequence
from tarawa_cli.kernel.narration.visible import quoted
from tarawa_cli.kernel.saves.files import read_regular, reason, too_large
from tarawa_cli.kernel.standard import contextmanager

if TYPE_CHECKING:
    from subprocess import Popen

PATIENCE = 30.0
"""Seconds. Git waits forever for a pipe that stands in the place of one of its files."""
MOST = 1_000_000
"""The most bytes of an answer that is no save, and of what git says of errors."""
OPTIONS = (
    "--no-pager",
    *("-c", "safe.bareRepository=explicit"),
    *("-c", "core.fsmonitor="),  # before 2.36 it is a command, and `false` would be one too
    *("-c", "core.hooksPath=/dev/null"),
    *("-c", "core.bigFileThreshold=4m"),  # larger files are not held in memory
)
ENVIRONMENT = {
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
KEPT = ("GIT_CONFIG_", "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM", "GIT_EXEC_PATH")
"""How the names of git's variables begin that the user may set. All others name a repository or a program to start;
inside a hook they are set, and may mean another repository than that of the save."""
WRITERS = ("GIT_AUTHOR_", "GIT_COMMITTER_", "GIT_SSH", "GIT_ASKPASS", "GIT_TERMINAL_PROMPT")
"""The same, for a commit or a push that the player asks for: who they are, and how they reach their server."""
ORDINARY = "a save needs an ordinary repository of your own, with its .git folder"
_END = "--end-of-options"


class NoRepository(BadFile):
    """A save that is in no repository."""


class Unknown(BadOrder):
    """A revision that git does not know, or that does not hold the save."""


class GitAnswer(NamedTuple):
    """What git has answered; if not `done`, `said` is why."""

    code: int
    out: bytes
    said: str

    @property
    def done(self) -> bool:
        return self.code == 0


class Repository(NamedTuple):
    """The repository that holds a save."""

    top: str
    path: str
    """The save's place below `top`."""
    config: str


class Writing(NamedTuple):
    """What is different when the player has git write something; only `kernel/saves/git_push.py` does."""

    patience: float
    text: str = ""
    """What git reads from its standard input."""
    protocols: str = ""
    """The transports that it may use."""


NOT_WRITING = Writing(0)


def ask(folder: str, *words: str, limit: int = MOST, writing: Writing = NOT_WRITING) -> GitAnswer:
    """The answer of git in a folder. BadFile if there is no git, or if it answers too much or not at all."""
    import subprocess  # start-up

    command = ["git", *OPTIONS, "-C", folder, *words]
    try:
        with _stdin(writing.text) as stdin:
            process = subprocess.Popen(
                command,
                env=_environment(os.environ, writing),
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
    except (OSError, ValueError) as error:
        raise BadFile(f"cannot call git: {reason(error)}") from None
    with process, _killed_if_it_fails(process):
        out, said = _read(process, limit, writing.patience or PATIENCE)
        process.wait()
    return GitAnswer(process.returncode, out, _why(said))


@contextmanager
def _stdin(text: str) -> Iterator[Any]:
    """What git reads: nothing, or a text in a file without a name, which needs nobody to write while git reads."""
    from subprocess import DEVNULL  # start-up

    if not text:
        yield DEVNULL
        return
    from tempfile import TemporaryFile  # start-up

    with TemporaryFile() as file:
        file.write(text.encode("utf-8", "replace"))
        file.seek(0)
        yield file


def _environment(inherited: Mapping[str, str], writing: Writing = NOT_WRITING) -> dict[str, str]:
    """The player's variables, without those of git that name another repository or start a program."""
    wanted = (*KEPT, *WRITERS) if writing.patience else KEPT
    kept = {name: value for name, value in inherited.items() if not name.startswith("GIT_") or name.startswith(wanted)}
    if not writing.protocols:
        return kept | ENVIRONMENT
    asked = {name: value for name, value in ENVIRONMENT.items() if name != "GIT_TERMINAL_PROMPT"}
    return kept | asked | {"GIT_ALLOW_PROTOCOL": writing.protocols}


@contextmanager
def _killed_if_it_fails(process: "Popen[bytes]") -> Iterator[None]:
    try:
        yield
    except BaseException:
        process.kill()
        raise


def _read(process: "Popen[bytes]", limit: int, patience: float) -> tuple[bytes, bytes]:
    """What a process writes to its two outputs, within limits of size and time."""
    from selectors import EVENT_READ, DefaultSelector  # start-up
    from time import monotonic

    end = monotonic() + patience
    read = {file: bytearray() for file in (process.stdout, process.stderr) if file}
    with DefaultSelector() as waiting:
        for file in read:
            waiting.register(file, EVENT_READ)
        while waiting.get_map():
            ready = waiting.select(max(0.0, end - monotonic()))
            if not ready:
                raise BadFile(f"git did not answer within {patience:g} seconds")
            for key, _ in ready:
                file = next(each for each in read if each is key.fileobj)
                part = os.read(key.fd, 1 << 16)
                read[file] += part
                if not part:
                    waiting.unregister(file)
                if len(read[file]) > (limit if file is process.stdout else MOST):
                    raise too_large("git's answer", limit)
    out, said = read.values()
    return bytes(out), bytes(said)


def _why(said: bytes) -> str:
    """The line that says why git has failed, among warnings and advice."""
    lines = said.decode("utf-8", "replace").strip().split("\n")
    found = (line.removeprefix(mark) for mark in ("fatal: ", "error: ", "") for line in lines if line.startswith(mark))
    return next(found)


# ── Finding the repository


def repository(save: str) -> Repository:
    """The repository that holds a save. NoRepository if there is none, BadFile if it is not an ordinary one."""
    try:
        folder, name = os.path.split(os.path.realpath(save))
        exists = os.path.isdir(folder)
    except (OSError, ValueError) as error:
        raise BadFile(f"cannot open {save}: {reason(error)}") from None
    found = ask(folder, "rev-parse", "--show-toplevel", "--absolute-git-dir", "--git-common-dir") if exists else None
    if not found or "not a git repository" in found.said.lower():
        raise NoRepository(f"{save} is not in a git repository", hint="make one with: git init")
    if not found.done:
        raise _unusable(save, found.said)
    lines = os.fsdecode(found.out).split("\n")
    if len(lines) != 4:
        raise _unusable(save, "a folder has a line break in its name")
    top, own, common = (os.path.realpath(os.path.join(folder, line)) for line in lines[:3])
    if why := _out_of_place(top, own, common, folder):
        raise _unusable(save, why)
    path = os.path.relpath(os.path.join(folder, name), top)
    if not is_text(path):
        raise BadFile(f"{save}: its name in the repository is not UTF-8", hint="rename it, e.g. with mv")
    return Repository(top, path, os.path.join(common, "config"))


def _unusable(save: str, why: str) -> BadFile:
    return BadFile(f"the git repository around {save} cannot be used: {why}", hint=ORDINARY)


def _out_of_place(top: str, own: str, common: str, folder: str) -> str:
    """Why a repository is not an ordinary one; empty if it is."""
    entry = os.path.join(top, ".git")
    mode = os.lstat(entry).st_mode if os.path.lexists(entry) else 0
    if stat.S_ISDIR(mode):
        if own != entry or common != entry:
            return f"git takes {own if own != entry else common} as its repository, not {entry}"
    elif not stat.S_ISREG(mode):
        return f"{entry} is neither a folder nor a file" if mode else f"{top} has no .git"
    elif _is_below(own, top):  # a file stands in linked work trees and submodules, whose folder is elsewhere
        return f"git takes {own} as its repository, which is among the files it should hold"
    return "" if _is_below(folder, top) else f"its files are in {top}"


def _is_below(path: str, folder: str) -> bool:
    return os.path.commonpath([path, folder]) == folder


def is_text(word: str) -> bool:
    """Whether git and a file of settings can hold a word."""
    try:
        return "\0" not in word and bool(word.encode("utf-8"))
    except UnicodeEncodeError:
        return False


# ── What it holds


def stored(save: str, revision: str, limit: int) -> bytes:
    """A save as a revision holds it. Unknown if none does."""
    if not is_text(revision) or revision.startswith(("-", "^")):
        raise Unknown(f"{shown(revision)} is neither a moment nor a git revision")
    top, path, _ = repository(save)
    what = f"{revision}:{path}"
    answer = ask(top, "cat-file", "blob", _END, what, limit=limit)
    if answer.done:
        return answer.out
    name = shown(os.path.basename(path))
    if ask(top, "rev-parse", "--verify", "--quiet", _END, what).done:
        raise BadFile(f"{name} at {shown(revision)} is missing or damaged in the repository: {answer.said}")
    raise Unknown(f"git has no {name} at {shown(revision)}: {answer.said}")


# ── Its own settings


def setting(found: Repository, key: str) -> str | None:
    """What the repository's own configuration says; the last value if it has several."""
    answer = ask(found.top, "config", "--local", "--get", key)
    return os.fsdecode(answer.out).removesuffix("\n") if answer.done else None


def change_setting(found: Repository, key: str, value: str | None) -> None:
    """Write a setting, or remove it. BadFile if that is impossible; then nothing has changed."""
    if os.path.islink(found.config):
        raise BadFile(f"cannot write {found.config}: it is a link to another file", hint=ORDINARY)
    words = ["--unset", key] if value is None else [key, value]
    answer = ask(found.top, "config", "--local", *words)
    if not answer.done:
        raise BadFile(f"git cannot change {key} in {found.config}: {answer.said}")


_COMMIT_PATIENCE, _PUSH_PATIENCE = 120.0, 600.0
"""Seconds; the user may have to type a password."""
_PROTOCOLS = "file:git:http:https:ssh"
_PROGRAMS = re.compile(
    r"core\.(sshcommand|askpass|gitproxy|alternaterefscommand)|credential\.(.*\.)?helper|filter\..*\.(clean|process)"
    r"|gpg\.(.*\.)?(program|defaultkeycommand)|remote\..*\.(receivepack|uploadpack|vcs)"
)
"""Settings that name a program which a commit or a push would start."""
_ALONE = ("-c", "gc.auto=0", "-c", "maintenance.auto=false", "-c", "i18n.commitEncoding=UTF-8", "--literal-pathspecs")


class Sender(NamedTuple):
    """A save whose repository can take a commit."""

    save: str
    found: Repository
    remote: tuple[str, ...]
    """What `git push` needs besides: nothing if the branch has its place, else the remote and the branch."""

    def ask(self, *words: str, writing: Writing = NOT_WRITING) -> GitAnswer:
        return ask(self.found.top, *_ALONE, *words, writing=writing)


def sender(save: str, secrets: Sequence[str], push: bool) -> Sender:
    """Check all that can be checked before a sitting is closed. BadFile says what git would refuse."""
    made = Sender(save, repository(save), ())
    _check_settings(made)
    _check_secrets(made, secrets)
    if made.ask("rev-parse", "--quiet", "--verify", "MERGE_HEAD").done:
        raise BadFile("a merge is in progress in this repository", hint="finish it with git, or: git merge --abort")
    if not (who := made.ask("var", "GIT_COMMITTER_IDENT", writing=Writing(_COMMIT_PATIENCE))).done:
        hint = "git config user.name NAME; git config user.email ADDRESS"
        raise BadFile(f"git does not know who you are: {who.said}", hint=hint)
    if not _is_tracked(made) and ask(made.found.top, "check-ignore", "--quiet", "--", f"./{made.found.path}").done:
        raise BadFile(f"git ignores {made.save}", hint="take it out of .gitignore")
    return made._replace(remote=_destination(made)) if push else made


def _check_settings(at: Sender) -> None:
    answer = at.ask("config", "--list", "--includes", "--show-scope", "--name-only", "-z")
    if not answer.done:
        raise BadFile(f"git cannot list its settings: {answer.said}", hint="--commit needs git 2.26 or newer")
    words = os.fsdecode(answer.out).split("\0")
    own = {key.lower() for scope, key in zip(words[::2], words[1::2], strict=False) if scope in ("local", "worktree")}
    if wrong := sorted(key for key in own if _PROGRAMS.fullmatch(key)):
        why = f"this repository's own configuration would start a program ({wrong[0]}), and others may have written it"
        raise BadFile(why, hint=f"if you trust it: git commit --only {quoted(at.found.path)}")


def _check_secrets(at: Sender, secrets: Sequence[str]) -> None:
    """What git tracks would be pushed, even if the commit does not touch it."""
    for path in secrets:
        name = os.path.relpath(os.path.realpath(path), at.found.top)
        if at.ask("ls-files", "--error-unmatch", "--", name).done:
            raise BadFile(f"git tracks {path}, which is secret", hint=f"git rm --cached {quoted(path)}")


def _is_tracked(at: Sender) -> bool:
    return at.ask("ls-files", "--error-unmatch", "--", at.found.path).done


def _destination(at: Sender) -> tuple[str, ...]:
    """Where the branch is pushed to, if git has no other setting."""
    head = at.ask("symbolic-ref", "--quiet", "--short", "HEAD")
    if not head.done:
        raise BadFile("there is no branch to push: HEAD is detached", hint="git switch BRANCH")
    branch = os.fsdecode(head.out).strip()
    if setting(at.found, f"branch.{branch}.remote"):
        return ()
    remotes = os.fsdecode(at.ask("remote").out).split()
    if len(remotes) != 1:
        why = "several remotes" if remotes else "no remote"
        hint = f"git push --set-upstream REMOTE {quoted(branch)}" if remotes else "git remote add origin URL"
        raise BadFile(f"git cannot tell where to push {branch}: the repository has {why}", hint=hint)
    return ("--set-upstream", remotes[0], branch)


def commit(at: Sender, message: str) -> str:
    """Commit the save, and nothing else. Returns the commit in short; nothing, if the last one holds this save."""
    path = at.found.path
    new = not _is_tracked(at)
    if new and not (added := at.ask("add", "--intent-to-add", "--", path, writing=Writing(_COMMIT_PATIENCE))).done:
        raise BadFile(f"git cannot add {at.save}: {added.said}")
    if not at.ask("status", "--porcelain", "--untracked-files=no", "--ignore-submodules", "--", path).out:
        return ""
    writing = Writing(_COMMIT_PATIENCE, message)
    done = at.ask("commit", "--quiet", "--cleanup=whitespace", "--file=-", "--only", "--", path, writing=writing)
    if not done.done:
        if new:
            at.ask("rm", "--cached", "--quiet", "--force", "--", path)
        raise BadFile(f"git cannot commit {at.save}: {done.said or os.fsdecode(done.out).strip()}")
    return os.fsdecode(at.ask("rev-parse", "--short", "HEAD").out).strip()


def push(at: Sender) -> str:
    """Push the branch. Returns where it is now."""
    words = ("push", "--quiet", "--no-recurse-submodules", *at.remote)
    done = at.ask(*words, writing=Writing(_PUSH_PATIENCE, protocols=_PROTOCOLS))
    if not done.done:
        rejected = "rejected" in done.said or "failed to push" in done.said
        hint = "git pull, and look at it before you play on" if rejected else "git push"
        raise BadFile(f"git cannot push: {done.said}", hint=hint)
    place = at.ask("rev-parse", "--abbrev-ref", "--symbolic-full-name", "@{upstream}")
    return os.fsdecode(place.out).strip() if place.done else "the remote"


def unsent(save: str) -> str:
    """What of a save is not in git yet; empty if everything is, or if that is unknown. It only reads."""
    from tarawa_cli.kernel.saves import savefile  # start-up

    try:
        found = repository(save)
        same = stored(save, "HEAD", savefile.LARGEST) == read_regular(save, save, savefile.LARGEST, "")
    except Unknown:
        same = False
    except BadFile:
        return ""
    if not same:
        return "not committed"
    ahead = ask(found.top, "rev-list", "--count", "@{upstream}..HEAD")
    return "committed, not pushed" if ahead.done and ahead.out.strip() not in (b"0", b"") else ""
