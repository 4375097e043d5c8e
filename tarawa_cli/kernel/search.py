"""Words in a rulebook: where they stand, the paragraphs that are about them first."""

from collections.abc import Mapping
from textwrap import wrap

from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.orders import shown

Paragraphs = Mapping[str, Mapping[str, Any]]
MOST = 20
"""How many paragraphs are shown."""


def found(rules: Paragraphs, words: str) -> list[dict[str, str]]:
    """The paragraphs that hold all the words: those with one in the title first, else in their order."""
    wanted = words.lower().split()
    hits = [number for number, rule in rules.items() if all(word in _whole(rule) for word in wanted)]
    if not hits:
        raise BadOrder(f"nothing mentions {shown(words)}", hint="`rule` lists the paragraphs")
    hits.sort(key=lambda number: not any(word in rules[number]["title"].lower() for word in wanted))
    return [
        {"rule": number, "title": rules[number]["title"], "line": _sentence(rules[number]["text"], wanted)}
        for number in hits
    ]


def _whole(rule: Mapping[str, Any]) -> str:
    return f"{rule['title']} {rule['text']}".lower()


def _sentence(text: str, wanted: list[str]) -> str:
    """The first sentence with one of the words; the first of all if only the title has them."""
    sentences = [each.strip() for each in " ".join(text.split()).replace(". ", ".\n").split("\n")]
    return next((each for each in sentences if any(word in each.lower() for word in wanted)), sentences[0])


def text(hits: list[dict[str, str]]) -> str:
    lines = [f"{hit['rule']} {hit['title']}\n{_wrapped(hit['line'])}" for hit in hits[:MOST]]
    more = len(hits) - MOST
    return "\n".join([*lines, *([f"… and {more} more"] if more > 0 else [])])


def _wrapped(line: str) -> str:
    return "\n".join(f"    {part}" for part in wrap(line, 76, break_long_words=False, break_on_hyphens=False))
