"""Text for a terminal: what it is shown on, and a control character is shown, never obeyed.

Names, keys, journals and scenarios come from files that others have made. Whatever would colour, overwrite, hide or
reverse the text around it is written as in Python: `\\x1b`, `\\u202e`.
"""

from tarawa_cli.kernel.hints import NamedTuple

TRUE = 1 << 24
"""As many colours as there are."""


class Screen(NamedTuple):
    """What the text is shown on."""

    width: int = 80
    height: int = 0
    """Rows; 0 for as many as there are."""
    colours: int = 0
    """How many: 0, 16, 256 or `TRUE`."""
    light: bool = False
    """Whether its background is light."""
    ascii: bool = False


_SPACES = "\n\u00a0\u2009\u202f\u3000"
LONGEST, MOST = 400, 50
"""The most characters in a line of a message, and the most lines."""


def is_visible(text: str) -> bool:
    """Whether a text has only printable characters and line ends."""
    return text.replace("\n", "").isprintable()


def visible(text: str) -> str:
    """Any text with all other characters escaped."""
    if is_visible(text):
        return text
    return "".join(sign if sign.isprintable() or sign in _SPACES else ascii(sign)[1:-1] for sign in text.expandtabs())


def on_one_line(text: str) -> str:
    """Any text with line ends escaped too."""
    return visible(text).replace("\n", "\\n")


def is_plain(sign: str) -> bool:
    """Whether a character within a word means nothing to a shell."""
    return sign.isalnum() or sign in "_@%+=:,./-"


def quoted(word: str) -> str:
    """A word of a line that can be pasted into a shell; control characters as `$'\\x1b'`, which bash and zsh read."""
    if word and all(map(is_plain, word)) and not word.startswith("="):
        return word
    if word.isprintable():
        return "'" + word.replace("'", "'\"'\"'") + "'"
    return "$'" + "".join(map(_as_byte, word.encode("utf-8", "surrogateescape"))) + "'"


def _as_byte(byte: int) -> str:
    return chr(byte) if 0x20 <= byte <= 0x7E and byte not in b"'\\" else f"\\x{byte:02x}"


def command_line(*words: str) -> str:
    """A command that can be pasted into a shell, where some of its words come from files or paths."""
    return " ".join(map(quoted, words))


def pasted(order: str) -> str:
    """The text of an order, whose words have no blanks in them, as such a command."""
    return command_line(*order.split())


def cut(text: str) -> str:
    """A message of readable lines, however long the words that it quotes."""
    if len(text) <= LONGEST:
        return text
    lines = text.split("\n", MOST)[:MOST]
    return "\n".join(line if len(line) <= LONGEST else line[:LONGEST] + "…" for line in lines)


def folded(text: str, width: int, indent: str) -> str:
    """A long line in several, between two words, with all but the first indented.

    As `textwrap.fill` does it, which takes longer to import than to call. A word that is too long stays whole.
    """
    lines, line, gap = list[str](), "", ""
    for number, word in enumerate(text.split(" ")):
        gap += " " * (number > 0)
        if not word:
            continue
        if len(line) + len(gap) + len(word) > width:
            lines += filter(None, [line])
            line, gap = indent if lines else "", ""
        line, gap = line + gap + word, ""
    return "\n".join([*lines, line])


def wrapped(text: str, indent: int) -> str:
    """A line wrapped at eighty columns, with the rest indented; a hard space keeps two words together."""
    return (folded(text, 80, " " * indent) if len(text) > 80 else text).replace("\xa0", " ")


def plural(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
