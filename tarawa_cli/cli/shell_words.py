"""A command line as a shell reads it, and words as they must be written in it.

Words that are offered come from files and folders that others have made: `$(reboot)` may be the name of a save. zsh
and fish quote what they insert; bash and readline insert it as it is.
"""

from tarawa_cli.kernel.hints import NamedTuple
from tarawa_cli.kernel.visible import is_plain

PROMPT = "prompt"
"""The prompt of `play`, which reads a line as `shlex.split` does."""
_BLANKS = " \t\r\n"
_ESCAPED = {
    "bash": {'"': '$`"\\', "'": ""},
    "zsh": {'"': '$`"\\', "'": ""},
    "fish": {'"': '$"\\', "'": "'\\"},
    PROMPT: {'"': '"\\', "'": ""},
}
"""By shell and quotation mark: what a backslash escapes between two of them."""


class Typed(NamedTuple):
    """A word of a line, which may end within quotation marks."""

    raw: str = ""
    """With its quotation marks and backslashes."""
    value: str = ""
    quote: str = ""
    """The quotation mark that is still open."""


def read_word(line: str, shell: str) -> tuple[Typed, str]:
    """The word with which a line begins, and the rest of the line."""
    value, quote, place = "", "", 0
    while place < len(line) and (quote or line[place] not in _BLANKS):
        sign, following = line[place], line[place + 1 : place + 2]
        place += 1
        if sign == "\\" and (not quote or (following and following in _ESCAPED[shell][quote])):
            value += following.strip("\n")
            place += len(following)
        elif sign in ("'", '"') and quote in ("", sign):
            quote = "" if quote else sign
        else:
            value += sign
    return Typed(line[:place], value, quote), line[place:]


def split(line: str, shell: str) -> list[Typed]:
    """The words of a line up to the cursor. The last one is under the cursor, and may be empty."""
    words, rest = list[Typed](), line
    while rest.lstrip(_BLANKS):
        word, rest = read_word(rest.lstrip(_BLANKS), shell)
        words.append(word)
    return [*words, Typed()] if rest or not words else words


def inserted(shell: str, word: str, begun: Typed, piece: str | None) -> str | None:
    """What the shell must insert to make `begun` into `word`; None if it cannot be done safely.

    bash and readline replace only a piece of what is typed, the part after the last sign at which they cut words. A
    folder stays open for what is in it.
    """
    if shell in ("zsh", "fish"):
        return None if shell == "fish" and word.startswith("~") else word  # which fish would take for a folder
    before = Typed()
    if piece is not None and begun.raw.endswith(piece):
        before, _ = read_word(begun.raw.removesuffix(piece), shell)
    elif piece is not None and begun.quote:
        return None
    rest = word[len(before.value) :]
    written = _written(shell, rest, before.quote)
    if shell == PROMPT:
        return written if word.endswith("/") else f"{written}{before.quote}"
    # readline keeps the opening quotation mark and adds the closing one, unless the word brings both
    return written if written == rest else f"{before.quote}{written}{before.quote}"


def _written(shell: str, text: str, quote: str) -> str:
    """A text as a part of a word, after an open quotation mark or after none."""
    if quote == "'":
        return text.replace("'", "'\\''")
    if quote:
        escaped = "".join(f"\\{sign}" if sign in _ESCAPED[shell][quote] else sign for sign in text)
        return escaped.replace("!", "\"'!'\"") if shell == "bash" else escaped  # no backslash helps against history
    return "".join(sign if is_plain(sign) else f"\\{sign}" for sign in text)
