"""Commit a save and push it, with the player's own git. Nothing else here has git write.

Exactly one file goes into the commit, whatever else is staged or changed. No hook runs, since one could add files; and
a repository whose own configuration starts a program is refused, since the opponent may have made it
(`kernel/saves/git.py`).
The player's configuration for all repositories counts: who they are, how they sign, how they reach their server.
"""

import os
import re

from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.hints import NamedTuple, Sequence
from tarawa_cli.kernel.narration.visible import quoted
from tarawa_cli.kernel.saves import git
from tarawa_cli.kernel.saves.git import Answer, Repository, Writing

_COMMIT_PATIENCE, _PUSH_PATIENCE = 120.0, 600.0
"""Seconds: somebody may have to type a password."""
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

    def ask(self, *words: str, writing: Writing = git.NOT_WRITING) -> Answer:
        return git.ask(self.found.top, *_ALONE, *words, writing=writing)


def sender(save: str, secrets: Sequence[str], push: bool) -> Sender:
    """Check all that can be checked before a sitting is closed. BadFile says what git would refuse."""
    made = Sender(save, git.repository(save), ())
    _check_settings(made)
    _check_secrets(made, secrets)
    if made.ask("rev-parse", "--quiet", "--verify", "MERGE_HEAD").done:
        raise BadFile("a merge is in progress in this repository", hint="finish it with git, or: git merge --abort")
    if not (who := made.ask("var", "GIT_COMMITTER_IDENT", writing=Writing(_COMMIT_PATIENCE))).done:
        hint = "git config user.name NAME; git config user.email ADDRESS"
        raise BadFile(f"git does not know who you are: {who.said}", hint=hint)
    _check_ignored(made)
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


def _check_ignored(at: Sender) -> None:
    if not _is_tracked(at) and git.ask(at.found.top, "check-ignore", "--quiet", "--", f"./{at.found.path}").done:
        raise BadFile(f"git ignores {at.save}", hint="take it out of .gitignore")


def _is_tracked(at: Sender) -> bool:
    return at.ask("ls-files", "--error-unmatch", "--", at.found.path).done


def _destination(at: Sender) -> tuple[str, ...]:
    """Where the branch is pushed to, if git has not been told."""
    head = at.ask("symbolic-ref", "--quiet", "--short", "HEAD")
    if not head.done:
        raise BadFile("there is no branch to push: HEAD is detached", hint="git switch BRANCH")
    branch = os.fsdecode(head.out).strip()
    if git.setting(at.found, f"branch.{branch}.remote"):
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
    """What git has not got yet of a save; nothing, if it has all or nobody can tell. It only reads."""
    from tarawa_cli.kernel.saves import files, savefile  # start-up

    try:
        found = git.repository(save)
        same = git.stored(save, "HEAD", savefile.LARGEST) == files.read_regular(save, save, savefile.LARGEST, "")
    except git.Unknown:
        same = False
    except BadFile:
        return ""
    if not same:
        return "not committed"
    ahead = git.ask(found.top, "rev-list", "--count", "@{upstream}..HEAD")
    return "committed, not pushed" if ahead.done and ahead.out.strip() not in (b"0", b"") else ""
