"""XML and HTML out of Python: whatever is not markup already is escaped, so that no name can break a page."""

import re
from collections.abc import Iterable
from typing import NewType

Markup = NewType("Markup", str)
"""Text that may stand in a document as it is."""
Value = str | int | float

# What XML 1.0 cannot hold, not even as a reference.
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def escaped(text: str) -> Markup:
    """Any text at all, to be read and not to be parsed."""
    return Markup(_NO_XML.sub("\ufffd", text).translate(_ENTITIES))


def element(name: str, /, *children: Markup, **attributes: Value) -> Markup:
    """An element; without children it closes itself, so give an empty text to those that HTML wants closed.

    Attributes are named as in Python: `class_`, `font_size`.
    """
    opened = name + "".join(f' {_attribute(key)}="{_value(value)}"' for key, value in attributes.items())
    return Markup(f"<{opened}>{''.join(children)}</{name}>" if children else f"<{opened}/>")


def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _value(value: Value) -> str:
    return escaped(value) if isinstance(value, str) else number(value)


def number(value: float) -> str:
    """A measure to a tenth, as short as it goes."""
    return f"{round(value, 1) + 0:g}" if abs(value) < 100_000 else f"{value:.0f}"


def joined(parts: Iterable[Markup], between: str = "") -> Markup:
    return Markup(between.join(parts))


def ascii_only(markup: Markup) -> str:
    """The same document in ASCII, every other sign as a reference: it outlives any encoding of the output."""
    return markup.encode("ascii", "xmlcharrefreplace").decode("ascii")
