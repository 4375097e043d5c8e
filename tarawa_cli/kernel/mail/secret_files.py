"""Secrets: sealed as digests in the journal, kept in a file of each side beside the save, and kept out of git.

`.gitignore` names the file, and the player is told if git has it or would take it all the same.
"""

import os

from tarawa_cli.kernel.engine.order_words import shown
from tarawa_cli.kernel.errors import BadFile, BadOrder
from tarawa_cli.kernel.hints import Any, Iterator, Mapping, Sequence
from tarawa_cli.kernel.saves import files, savefile, toml
from tarawa_cli.kernel.saves.files import sweep
from tarawa_cli.kernel.standard import sha256

# ── Sealed secrets
#
# What a secret says is for the game to word, in a few words without spaces. The owner's file has each under its
# digest; version 0.2 had them under what they were sealed for, so whatever the key, the digest is worked out again.


SEALS, SEALED_FOR = "seals", "sealed_for"
_SALT, _WORD = "[0-9a-f]{32}", r"[^\s-]\S*"


def digest(salt: str, words: Sequence[str]) -> str:
    """What `printf 'SALT WORD WORD…' | sha256sum` prints."""
    return sha256(" ".join([salt, *words]).encode()).hex()


def draw(things: Sequence[str]) -> str:
    """One of the things, by chance: what a side hides without choosing."""
    return things[int.from_bytes(os.urandom(8), "big") % len(things)]


def keep(save: str, side: str, secrets: Mapping[str, tuple[str, Sequence[str]]]) -> list[str]:
    """Put salt and words of secrets, by what they are sealed for, into their owner's file; returns warnings."""
    digests = {key: digest(*secret) for key, secret in secrets.items()}
    sealed = {digests[key]: [salt, *words] for key, (salt, words) in secrets.items()}
    return add(save, side, {SEALS: sealed, SEALED_FOR: {digests[key]: [key] for key in secrets}})


def find(save: str, side: str, wanted: str, key: str = "") -> tuple[str, list[str]]:
    """Salt and words of the secret with this digest; BadFile, if its owner's file does not hold it.

    With a key: BadFile too, if it was sealed for something else. The save comes from the other side, who may have put
    one digest in the place of another so that a secret is revealed before its time.
    """
    path = path_of(save, side)
    read(save, side)  # it must be there
    sealed_for = section(save, side, SEALED_FOR)
    for name, held in section(save, side, SEALS).items():
        if _is_whole(held) and digest(held[0], held[1:]) == wanted:
            meant = sealed_for.get(wanted, [] if name == wanted else [name])
            if key and key not in (meant or [key]):
                raise BadFile(f"{path} holds it for {meant[0]}, not for {key}: the save has been tampered with")
            return held[0], held[1:]
    why = f"{path} does not hold what was sealed{f' for {key}' if key else ''}"
    raise BadFile(why, hint="look for a copy of that file; `reveal --lost` continues without it")


def _is_whole(held: list[str]) -> bool:
    """Whether it is a salt and some words, as `keep` writes them."""
    import re  # start-up

    return bool(held) and bool(re.fullmatch(_SALT, held[0])) and all(re.fullmatch(_WORD, word) for word in held)


# ── The secret file of each side
#
# Nothing that was ever written is changed or removed: whichever save the player returns to, its secrets are still
# there. The file may come with somebody's repository, so it is never a link: through one, a save that names the
# digest of a secret in another game could have that secret revealed.


LARGEST = 1_000_000
Section = Mapping[str, Sequence[str]]
"""A table of the file: words by key."""
_BARE_KEYS = ("salt", "text")
"""Of a phrase, as version 0.2 wrote it."""


def path_of(save: str, side: str) -> str:
    """`saves/herkules.axis.toml` for the save `saves/herkules.toml`."""
    return f"{save.removesuffix('.toml')}.{side}.toml"


def is_name(path: str, sides: Sequence[str]) -> bool:
    """Whether a file is called like the secrets of a side."""
    return os.path.basename(path).lower().endswith(tuple(f".{side}.toml" for side in sides))


def exists(save: str, side: str) -> bool:
    """Whether the file is there; BadFile, if that cannot be found out."""
    path = path_of(save, side)
    try:
        os.lstat(path)
    except FileNotFoundError:
        return False
    except (OSError, ValueError) as error:
        raise BadFile(f"cannot look for {path}: {files.reason(error)}") from None
    return True


def read(save: str, side: str) -> dict[str, Any]:
    """What the file holds; BadFile, if there is none or it cannot be read."""
    path = path_of(save, side)
    if not exists(save, side):
        raise BadFile(f"{path} is not here: it holds what {side} keeps secret", hint=f"only {side} has it")
    return _read(path)


def section(save: str, side: str, name: str) -> dict[str, list[str]]:
    """A table of the file; empty, if there is no file or no such table."""
    if not exists(save, side):
        return {}
    path = path_of(save, side)
    held: dict[str, list[str]] = _table(_read(path), name, path)
    if not _is_section(held):
        raise BadFile(f"{path} is damaged: not every entry of {name} is a list of words")
    return held


def add(save: str, side: str, added: Mapping[str, Section]) -> list[str]:
    """Put entries into their sections, in one write; BadFile, if one of them would change what is there.

    Returns warnings: why others may get the file by git.
    """
    path, warnings = path_of(save, side), list[str]()
    if not exists(save, side):
        if any(added.values()):
            warnings = hide_from_git(path)
            savefile.create(path, _text(save, side, _with({}, added, path)), private=True)
        return warnings
    files.check_no_link(path)
    with savefile.reserved(path):
        held = _read(path)
        whole = _with(held, added, path)
        if whole != held:
            warnings = hide_from_git(path)
            savefile.write(path, _text(save, side, whole), private=True)
    return warnings


def is_one(path: str) -> bool:
    """Whether a file looks like the secrets of a side, be they damaged."""
    try:
        raw = files.read_regular(path, path, LARGEST, "")
        if files.is_secret(raw.decode("utf-8", "replace")):
            return True
        return _is_ours(toml.parse(toml.decode(raw, path), path))
    except BadFile:
        return False


def _read(path: str) -> dict[str, Any]:
    files.check_no_link(path)
    text = toml.decode(files.read_regular(path, path, LARGEST, ""), path)
    doc = toml.parse(text, path)
    if not doc or not (files.is_secret(text) or _is_ours(doc)):
        what = "does not look like the secrets of a side" if doc else "is empty"
        raise BadFile(f"{path} {what}, and is left as it is", hint="if it is not yours, move it away")
    return doc


def _is_ours(doc: dict[str, Any]) -> bool:
    """Whether a document has nothing in it but what this program writes; for files without their first line."""
    tables = [value for key, value in doc.items() if not (key in _BARE_KEYS and isinstance(value, str))]
    return bool(doc) and all(isinstance(table, dict) and _is_section(table) for table in tables)


def _is_section(table: dict[str, Any]) -> bool:
    return all(isinstance(words, list) and all(isinstance(word, str) for word in words) for words in table.values())


def _table(doc: dict[str, Any], name: str, path: str) -> dict[str, Any]:
    held = doc.get(name, {})
    if not isinstance(held, dict):
        raise BadFile(f"{path} is damaged: {name} is not a table")
    return held


def _with(doc: dict[str, Any], added: Mapping[str, Section], path: str) -> dict[str, Any]:
    """The document with some more entries."""
    whole = dict(doc)
    for name, entries in added.items():
        held = _table(doc, name, path)
        new = {key: list(words) for key, words in entries.items()}
        if wrong := [key for key in new if held.get(key, new[key]) != new[key]]:
            raise BadFile(f"{path} already holds something else for {wrong[0]} of {name}, and is left as it is")
        if new:
            whole[name] = {**held, **new}
    return whole


def _text(save: str, side: str, doc: dict[str, Any]) -> str:
    """The text of the file; BadFile, if it would not be read again as what it is."""
    head = files.secret_head(side, os.path.basename(save))
    text = "".join(f"{line}\n" for line in [head, *toml.lines(doc)])
    path = path_of(save, side)
    try:
        if len(text.encode("utf-8")) > LARGEST:
            raise files.too_large(f"{path} with this in it", LARGEST)
    except UnicodeEncodeError:
        raise BadFile(f"{path} cannot hold what is not Unicode text") from None
    if toml.parse(text, path) != doc:
        raise BadFile(f"{path} holds something that this program cannot write again, and is left as it is")
    return text


def check_place(save: str, sides: Sequence[str]) -> None:
    """Refuse a new save where a side's secrets are, or would be, or where a link is that leads to no save."""
    real = os.path.realpath(save)
    if any(is_name(path, sides) for path in (save, real)):
        why = f"--save {shown(save)}: a file with this name holds a side's secrets"
        raise BadOrder(why, hint="choose another name")
    if is_one(real):
        raise BadFile(f"{save} holds what a side keeps secret: no game is written over it", hint="choose another name")
    if not savefile.is_save(save):
        files.check_no_link(save)


def write_export(file: str, text: str | bytes, save: str, force: bool) -> None:
    """Write a file for others: over an old one only by force, never over the save or secrets, never through a link."""
    there = os.path.lexists(file)
    if there and not os.path.isfile(file):
        raise BadFile(f"{file} is not a file")
    if there and save and os.path.exists(save) and os.path.samefile(file, save):
        raise BadOrder(f"{file} is the save itself", hint="give the export another name")
    files.check_no_link(file)
    if there and is_one(file):
        raise BadFile(f"{file} holds what a side keeps secret", hint="give the export another name")
    if there and not force:
        raise BadFile(f"{file} already exists", hint="add --force to write over it")
    if force:
        savefile.write(savefile.make_folder(file), text)
    else:
        savefile.create(file, text)


# ── Out of git


def hide_from_git(path: str) -> list[str]:
    """Keep a secret that is about to be written out of git; whatever fails here is a warning, and it is written."""
    try:
        _ignore(path)
    except BadFile as error:
        return [f"cannot make git ignore {path}, which is secret: {error.message}", *exposed(path)]
    return [*exposed(path)]


def add_lines(path: str, lines: Sequence[bytes]) -> None:
    """Put lines that are missing at the end of a file; the rest stays byte for byte, and no link is followed."""
    files.check_no_link(path)
    sweep(os.path.abspath(path))
    if not os.path.lexists(path):
        savefile.create(path, _joined(b"", lines))
        return
    with savefile.reserved(path):
        old = files.read_regular(path, path, LARGEST, "")
        new = _joined(old, [line for line in lines if line not in _lines(old)])
        if new != old:
            savefile.write(path, new)


def _joined(old: bytes, lines: Sequence[bytes]) -> bytes:
    end = b"\n" if old and lines and not old.endswith(b"\n") else b""
    return old + end + b"".join(line + b"\n" for line in lines)


def _lines(raw: bytes) -> list[bytes]:
    return [line.rstrip(b"\r") for line in raw.split(b"\n")]


def _ignore(path: str) -> None:
    """Have the `.gitignore` beside a file name it, and what a killed command leaves of it."""
    folder, name = os.path.split(os.path.abspath(path))
    ignoring, own = os.path.join(folder, ".gitignore"), _pattern(name)
    files.check_no_link(ignoring)
    old = files.read_regular(ignoring, ignoring, LARGEST, "") if os.path.lexists(ignoring) else b""
    wanted = {b"/" + own: (own, b"*.*.toml"), b"/." + own + b".*.new": (b".*.new",)}
    known = set(_lines(old))
    add_lines(ignoring, [line for line, others in wanted.items() if not known & {line, *others}])


def _pattern(name: str) -> bytes:
    """A name as `.gitignore` has it, where no line can hold a line break."""
    import re  # start-up

    return re.sub(rb"([\\*?\[\] ])", rb"\\\1", os.fsencode(name)).replace(b"\n", b"?")


def exposed(path: str) -> Iterator[str]:
    """Why others may get a secret file by git; nothing, if they do not."""
    folder, name = os.path.split(os.path.abspath(path))
    if not _is_in_work_tree(folder):
        return
    tracked = _git(folder, "--literal-pathspecs", "ls-files", "--error-unmatch", "--", name)
    ignored = _git(folder, "check-ignore", "--quiet", "--", f"./{name}") if tracked == 1 else None
    if tracked == 0:
        yield f"git tracks {path}: anyone with the repository can read it; `git rm --cached` stops that"
    elif ignored == 1:
        yield f"git does not ignore {path}: `git add` would add it, and others could read it"
    elif ignored != 0:
        yield f"git does not report whether it ignores {path}: make sure that it is never committed"


def _is_in_work_tree(folder: str) -> bool:
    """Whether there is a `.git` in a folder or above it."""
    here = os.path.realpath(folder)
    while not os.path.lexists(os.path.join(here, ".git")):
        if here == (here := os.path.dirname(here)):
            return False
    return True


def _git(folder: str, *words: str) -> int | None:
    """The exit code of git; None, if it does not answer, or the repository is not an ordinary one."""
    from tarawa_cli.kernel.saves import git  # start-up

    try:
        git.repository(os.path.join(folder, ".gitignore"))
        return git.ask(folder, *words).code
    except BadFile:
        return None
