"""XML and HTML from Python: everything that is not already markup is escaped, so that no name can break a page."""

import re

from tarawa_cli.kernel.hints import Iterable, NewType

Markup = NewType("Markup", str)
"""Text that can stand in a document as it is."""
Value = str | int | float

# What XML 1.0 cannot hold, not even as a reference.
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def escaped(text: str) -> Markup:
    """Any text, escaped so that it is read and not parsed."""
    return Markup(_NO_XML.sub("\ufffd", text).translate(_ENTITIES))


def element(name: str, /, *children: Markup, **attributes: Value) -> Markup:
    """An element; without children it closes itself, so give an empty text where HTML needs an end tag.

    Attributes are named as in Python: `class_`, `font_size`.
    """
    opened = name + "".join(f' {_attribute(key)}="{_value(value)}"' for key, value in attributes.items())
    return Markup(f"<{opened}>{''.join(children)}</{name}>" if children else f"<{opened}/>")


def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _value(value: Value) -> str:
    return escaped(value) if isinstance(value, str) else number(value)


def number(value: float) -> str:
    """A measure rounded to a tenth, as short as possible."""
    return f"{round(value, 1) + 0:g}" if abs(value) < 100_000 else f"{value:.0f}"


def joined(parts: Iterable[Markup], between: str = "") -> Markup:
    return Markup(between.join(parts))


def ascii_only(markup: Markup) -> str:
    """The document in ASCII, with references for all other characters, so that it survives any encoding."""
    return markup.encode("ascii", "xmlcharrefreplace").decode("ascii")
