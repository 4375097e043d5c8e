"""The rules as a book: paragraphs, chapters, appendices, and a search for words in them."""

from textwrap import fill, wrap

from tarawa_cli.kernel.engine.order_words import shown, split_line
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any, Callable, Iterator, Mapping, NamedTuple, Sequence
from tarawa_cli.kernel.narration.visible import folded
from tarawa_cli.kernel.presentation import Look
from tarawa_cli.kernel.saves.journal import read_entry

if TYPE_CHECKING:
    from tarawa_cli.kernel.game import Game


# ── Search


Paragraphs = Mapping[str, Mapping[str, Any]]
MOST = 20
"""How many paragraphs are shown."""


def find_words(rules: Paragraphs, words: str) -> list[dict[str, str]]:
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


# ── The rules as a book
#
#     A  Sequence card    the phases in order: who acts, by which orders, by which paragraph     B  A worked combat
# orders with given dice, carried out by the program, with remarks     C  Objectives       what is to be won, with
# weights     D  Glossary
#
# `rule` prints parts of it, and `tools/rule_book.py` writes all of it as Markdown.


Facts = dict[str, Any]
CODE, ALL = "--code", "--all"
_WIDTH = 80
_ENDS = {"See also": "see", "Tables": "tables", "Source": "source"}
"""What is below a paragraph."""


class TextTable(NamedTuple):
    """Rows under headings; as text in columns, in Markdown a table."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]

    def text(self) -> str:
        widths = [max(len(row[n]) for row in [self.head, *self.rows]) for n in range(len(self.head) - 1)]
        left = sum(widths) + 2 * len(widths) + 2
        lines = []
        for row in (self.head, *self.rows):
            first = "  " + "".join(f"{cell:{width}}  " for cell, width in zip(row, widths, strict=False))
            last = wrap(row[-1], _WIDTH - left, break_on_hyphens=False) or [""]
            lines += [f"{first}{last[0]}", *(" " * left + part for part in last[1:])]
        return "\n".join(line.rstrip() for line in lines)

    def markdown(self) -> str:
        lines = [self.head, ["---"] * len(self.head), *self.rows]
        return "\n".join(f"| {' | '.join(row)} |" for row in lines)


Block = str | TextTable
"""A part of an appendix."""


class Book(NamedTuple):
    """The rules of a game."""

    name: str
    """Of the program."""
    rules: Callable[[], Mapping[str, Facts]]
    """What `data/rules.toml` holds, by number."""
    appendices: Mapping[str, tuple[str, Callable[[], list[Block]]]]
    """By letter: title and blocks."""
    code: Callable[[str], list[str]]
    """Where a paragraph is carried out."""
    sources: Mapping[str, str]
    """By tag."""
    decimal: bool = False
    """Whether 9.42 is a part of 9.4; otherwise parts have a further point, as 7.2.1 has."""

    def titles(self) -> dict[str, str]:
        """Every paragraph and appendix, with its title."""
        found = {number: entry["title"] for number, entry in self.rules().items()}
        return found | {letter: title for letter, (title, _) in self.appendices.items()}

    def page(self, words: str) -> Look:
        """What `rule` shows: the list, a paragraph with all below it, the paragraphs with a word in them, or all."""
        asked = [word for word in words.split() if word not in (CODE, ALL)]
        code, everything, number = CODE in words.split(), ALL in words.split(), " ".join(asked).strip(".")
        typed = " ".join(["rule", number, *([ALL] if everything else []), *([CODE] if code else [])])
        typed = " ".join(typed.split())
        if everything and number:
            raise BadOrder("rule --all takes no paragraph", hint="rule --all")
        if everything:
            return Look(typed, "rules", lambda: [*self._all_facts(code)], lambda: self.text(code))
        if not number:
            listed = self.titles()
            rows = [{"rule": each, "title": title} for each, title in listed.items()]
            return Look(typed, "rules", lambda: rows, lambda: self._contents(listed))
        if number.upper() in self.appendices:
            letter = number.upper()
            return Look(f"rule {letter}", "rule", lambda: self._appendix_facts(letter), lambda: self._appendix(letter))
        if not number[:1].isdigit():
            found = find_words(self.rules(), number)
            return Look(typed, "rules", lambda: found, lambda: text(found))
        facts = self.facts(number, code)
        return Look(typed, "rule", lambda: facts, lambda: self._paragraphs(number, code))

    # ── Paragraphs

    def facts(self, number: str, code: bool = False) -> Facts:
        """A paragraph, and those below it."""
        entries = self.rules()
        if number not in entries:
            close = [other for other in entries if other.partition(".")[0] == number.partition(".")[0]][:8]
            hint = f"near it: {', '.join(close)}" if close else "`rule` lists them"
            raise BadOrder(f"there is no paragraph {shown(number)}", hint=hint)
        below = [self._own_facts(each, code) for each in self._below(number)]
        return self._own_facts(number, code) | ({"paragraphs": below} if below else {})

    def _own_facts(self, number: str, code: bool) -> Facts:
        entry = self.rules()[number]
        facts = {"rule": number, "title": entry["title"], "text": entry["text"].strip("\n")}
        facts |= {"see": entry.get("see", []), "tables": entry.get("tables", [])}
        facts |= {"source": [self.sources[tag] for tag in entry["tag"]]} if "tag" in entry else {}
        return facts | ({"code": self.code(number)} if code else {})

    def _below(self, number: str) -> list[str]:
        """The paragraphs that belong to one."""
        within = "" if self.decimal and "." in number else "."
        return [other for other in self.rules() if other != number and other.startswith(f"{number}{within}")]

    def _depth(self, number: str) -> int:
        """How deep a paragraph is in the book; a chapter or appendix is at 0."""
        return len(number.partition(".")[2]) if self.decimal else number.count(".")

    def _all_facts(self, code: bool) -> Iterator[Facts]:
        yield from (self._own_facts(number, code) for number in self.rules())
        yield from map(self._appendix_facts, self.appendices)

    def _appendix_facts(self, letter: str) -> Facts:
        return {"rule": letter, "title": self.appendices[letter][0], "text": self._appendix_body(letter)}

    # ── As text

    def _contents(self, listed: Mapping[str, str]) -> str:
        head = f"The rules (`{self.name} rule 9` prints a chapter, `rule --all` everything):"
        return "\n".join(
            [head, *(f"  {'  ' * self._depth(number)}{number} {title}" for number, title in listed.items())]
        )

    def text(self, code: bool = False) -> str:
        """The whole book."""
        chapters = [number for number in self.rules() if not self._depth(number)]
        parts = [*(self._paragraphs(number, code) for number in chapters), *map(self._appendix, self.appendices)]
        return f"\n\n{'─' * 40}\n\n".join([self._contents(self.titles()), *parts])

    def _paragraphs(self, number: str, code: bool) -> str:
        return "\n\n".join(self._paragraph(each, code) for each in [number, *self._below(number)])

    def _paragraph(self, number: str, code: bool) -> str:
        facts = self._own_facts(number, code)
        return "\n\n".join([f"{number} {facts['title']}", facts["text"], *self._notes(facts)])

    def _notes(self, facts: Facts) -> list[str]:
        """Where else to look; nothing, if there is nothing to say."""
        ends = {name: ", ".join(facts.get(key, [])) for name, key in _ENDS.items()}
        lines = [folded(f"{name}: {text}", _WIDTH, "  ") for name, text in ends.items() if text]
        code = "\n             ".join(facts.get("code", []))
        lines += [f"In the code: {code}"] if code else []
        return ["\n".join(lines)] if lines else []

    def _appendix(self, letter: str) -> str:
        return f"{letter} {self.appendices[letter][0]}\n\n{self._appendix_body(letter)}"

    def _appendix_body(self, letter: str) -> str:
        blocks = self.appendices[letter][1]()
        return "\n\n".join(each.text() if isinstance(each, TextTable) else _plain(each) for each in blocks)

    # ── As Markdown

    def markdown(self, title: str) -> Iterator[str]:
        """The whole book as a page, paragraph by paragraph."""
        yield f"# {title}\n"
        yield f"<!-- Generated from `{self.name}`'s data by `make docs` (tools/rule_book.py). Do not edit. -->\n"
        name = self.name
        yield f"The rules in our own words. `{name} rule 9` prints chapter 9, `{name} rule --all` everything.\n"
        letters = self.appendices
        chapters = {number: entry["title"] for number, entry in self.rules().items() if not self._depth(number)}
        for mark, heading in [*chapters.items(), *((letter, letters[letter][0]) for letter in letters)]:
            yield f"- [{mark} {heading}](#{_anchor(f'{mark} {heading}')})"
        yield ""
        for number, entry in self.rules().items():
            yield f"{'#' * (2 + min(self._depth(number), 2))} {number} {entry['title']}\n"
            yield from (f"{part}\n" for part in _as_markdown(entry["text"]))
            yield from (f"*{_joined(note)}*\n" for note in self._notes(self._own_facts(number, False)))
        for letter, (heading, blocks) in letters.items():
            yield f"## {letter} {heading}\n"
            for block in blocks():
                yield f"{block.markdown() if isinstance(block, TextTable) else block}\n"


def _plain(block: str) -> str:
    """A block for a terminal: what is fenced as it is, without its fence; the rest filled."""
    lines = block.split("\n")
    if lines[0].startswith("```"):
        return "\n".join(lines[1:-1])
    return "\n\n".join(fill(part, _WIDTH, break_on_hyphens=False) for part in block.split("\n\n"))


def _as_markdown(text: str) -> Iterator[str]:
    """A paragraph's blocks; what is set in columns stays so."""
    for block in text.strip("\n").split("\n\n"):
        lines = block.split("\n")
        plain = [line for line in lines if not line.startswith(" ")]
        columns = [line for line in lines if line.startswith(" ")]
        if plain and lines[: len(plain)] == plain:
            yield "\n".join(plain)
        elif plain:
            columns = lines
        if columns:
            yield "\n".join(["```text", *columns, "```"])


def _joined(note: str) -> str:
    """The lines below a paragraph as one."""
    return note.replace("\n  ", " ").replace("\n", " · ")


def _anchor(heading: str) -> str:
    """A heading's name in a link, as GitHub makes it."""
    kept = "".join(sign for sign in heading.lower() if sign.isalnum() or sign in " -")
    return kept.replace(" ", "-")


# ── Appendices


def sequence_card(rows: Mapping[str, Facts], names: Callable[[str], str]) -> TextTable:
    """The phases in order."""
    cells = []
    for phase, row in rows.items():
        when = f", {row['when']}" if "when" in row else ""
        orders = ": " + ", ".join(f"`{order}`" for order in row["orders"]) if "orders" in row else ""
        cells.append((f"`{phase}`", row.get("who", "—"), row["rule"], f"{names(phase)}{when}{orders}"))
    return TextTable(("phase", "who acts", "rule", "what"), cells)


def glossary(words: Mapping[str, str]) -> TextTable:
    return TextTable(("word", "meaning"), sorted(words.items(), key=lambda pair: pair[0].lower()))


def worked(game: "Game[Any]", script: Facts) -> list[Block]:
    """A combat, carried out now: what each order prints, and what it means."""
    match: Match[Any] = Match(game, Setup(script["scenario"]), None)
    for line in script["before"]:
        entry = read_entry(line)
        perform(match, split_line(entry.command), entry.dice)
    blocks: list[Block] = [script["text"].strip()]
    for step in script["orders"]:
        entry = read_entry(step["order"])
        done = perform(match, split_line(entry.command), entry.dice)
        lines = _folded(game.narration.sentences(done.events, match.state))
        blocks.append("\n".join(["```text", f"> {entry.command}", *lines, "```"]))
        blocks.append(step["text"].strip())
    return blocks


def _folded(lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        yield from folded(line, _WIDTH, " " * (len(line) - len(line.lstrip()) + 4)).split("\n")
