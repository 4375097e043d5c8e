"""Commands that only look at the position."""

from tarawa_cli.cli import answers, output, program
from tarawa_cli.cli.commands import ASCII, AT, JSON, SAVE, aliases, unshortened
from tarawa_cli.kernel.engine.grammar import Grammar, Number, Option, Word
from tarawa_cli.kernel.engine.order_words import shown
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.engine.sides import own_orders
from tarawa_cli.kernel.errors import BadOrder, Refused
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any, Callable, Iterator, NamedTuple, Sequence
from tarawa_cli.kernel.narration.visible import Screen, folded, pasted, visible
from tarawa_cli.kernel.presentation import Asked, Look, none

if TYPE_CHECKING:
    from tarawa_cli.kernel.engine.legal import Cost

_USUAL = (AT, SAVE, JSON)
STATUS = Grammar(
    "status",
    """Show the situation, the goal, and what to do next.

On a terminal: a map that fits the screen, the goal, the next steps. With --full, or in a pipe: the whole report.""",
    options=(Option("--full", "Print the whole report, without a map."), ASCII, *_USUAL),
)
MAP = Grammar(
    "map",
    "Draw the map, or a part of it.",
    (
        Word("WHERE", "Draw a close view of this place.", 0),
        Word("B", "With --diff, mark changes up to this moment instead of now.", 0),
    ),
    (
        Option(
            "--radius",
            "Set how far the close view reaches.",
            "N",
            number=Number(0, 30),
            short="-r",
            unsaid="one screen",
        ),
        Option("--layer", "Choose what to draw.", "LAYER", default="", if_worded=True),
        Option("--diff", "Mark what has changed since a moment.", "A", default="", if_worded=True),
        Option("--sea", "Draw the sea around it, too.", if_worded=True),
        ASCII,
        Option("--width", "Draw it at most this wide.", "N", number=Number(20, 1000), unsaid="the terminal, or 80"),
        Option("--height", "Draw it at most this high.", "N", number=Number(5, 1000), unsaid="the terminal"),
        *_USUAL,
    ),
)
UNITS = Grammar(
    "units",
    """List units, where they are and their strength.

Several filters list the units that all of them select.""",
    (Word("FILTER…", "Choose units.", 0, None),),
    _USUAL,
)
UNIT = Grammar(
    "unit",
    "Show a unit, and what it can do.",
    (Word("ID", "Name a unit, or begin its name."),),
    _USUAL,
)
HEX = Grammar(
    "hex", "Show a hex: terrain, who is there, who can act on it.", (Word("HEX", "Give its number."),), _USUAL
)
AREA = Grammar(
    "area",
    "Show an area: who holds what, and who is there.",
    (Word("AREA", "Name an area, or begin its name."),),
    _USUAL,
)
LEGAL = Grammar(
    "legal",
    """List the legal orders with their costs, ready to paste.

Words filter the list: `legal attack`, or several at once.""",
    (Word("ORDER|UNIT|HEX…", "List only orders of this name, unit or hex.", 0, None),),
    _USUAL,
)
ODDS = Grammar(
    "odds",
    """Show the exact chances of every outcome of an order, without rolling.

If the order belongs to another phase, the odds are those that it would have there. While a question is open,
`odds decide …` compares the answers.""",
    (Word("COMMAND…", "Name an order.", 1, None),),
    _USUAL,
    with_order=True,
)


WIDEST = 40
"""Columns of an order before its cost; a longer one has it after its end."""
TALL = 40
"""A terminal with this many rows shows all of what others did last."""

# looking commands → what a game without them does not have
THINGS = {
    "map": "map",
    "units": "units",
    "unit": "units",
    "hex": "hexes",
    "area": "areas",
    "policy": "standing answers",
}


def _note(match: Match[Any]) -> None:
    for text in _notes(match):
        output.note(text)


def _notes(match: Match[Any]) -> list[str]:
    """Notes on the position that is shown."""
    edited = ["note: this save was edited by hand; the next order will record it"] if match.edited else []
    return [*output.moment_notes(match), *edited]


def _answer(match: Match[Any], as_json: bool, look: Look, beside: Look | None = None, plain: bool = False) -> None:
    """Answer with a look, in the form that is wanted; `plain` is not painted."""
    looks = [look, *([beside] if beside else [])]
    if as_json:
        facts = {one.key: one.facts() for one in looks}
        facts |= {key: told() for one in looks for key, told in one.more.items()}
        if "state" not in facts:
            facts["state"] = match.game.views.brief(match.state, match)
        output.say_answer(look.command, **facts, **({"at": len(match.entries)} if match.moment else {}))
    else:
        text = "\n\n".join(one.text() for one in looks)
        if plain or not output.colours():
            output.say(text)
        else:
            from tarawa_cli.cli.colouring import coloured  # start-up

            output.say(coloured(text, match), painted=True)


def _show(name: str, match: Match[Any], as_json: bool, asked: Asked) -> None:
    """Show one of the game's looks."""
    _note(match)
    looks = match.game.views.LOOKS
    if name not in looks:
        raise none(THINGS[name])
    look = looks[name](match, asked)
    if asked.screen.colours:
        output.say(look.text(), painted=True)  # by the game
    else:
        _answer(match, as_json, look, plain=name == "map")


def status_(*, full: bool, ascii: bool, at: str, save: str, json: bool) -> None:
    match = program.look(save, at)
    if not full and output.on_first_screen(match, json):
        screen = output.screen(ascii=ascii)
        told = bool(at or match.game.moment(match.state).over)  # the end is told below the map
        latest = [] if told else answers.news(match, (screen.height or 0) >= TALL - 1, screen.width)
        above = [*_notes(match), *latest]
        output.say(overview(match, screen, above=above), painted=True)
        return
    _note(match)
    _answer(match, json, match.game.views.LOOKS["status"](match, Asked()), beside=answers.result(match, in_full=False))


def map_(
    where: str = "",
    until: str = "",
    *,
    radius: int | None = None,
    layer: str = "",
    diff: str = "",
    sea: bool = False,
    ascii: bool,
    width: int | None,
    height: int | None,
    at: str,
    save: str,
    json: bool,
) -> None:
    screen, saved = output.screen(ascii=ascii, width=width, height=height, plain=json), program.Saved(save)
    asked = Asked(where, radius, layer, sea=sea, screen=screen)
    if until and not diff:
        raise BadOrder(f"map: {shown(until)} is one word too many", hint="only map --diff A B takes a second moment")
    if diff:
        where, at = _until(where, until, at, saved)
        asked = asked._replace(word=where, before=saved.at(diff).state)
    _show("map", saved.at(at), json, asked._replace(next_step=not at))


def _until(where: str, until: str, at: str, saved: program.Saved) -> tuple[str, str]:
    """The place, and the moment up to which changes are marked; a word alone may be either."""
    if until or not where:
        return where, until or at
    return (where, at) if is_place(where, saved.present) else ("", where)


def is_place(word: str, match: Match[Any]) -> bool:
    """Whether it begins the name of a place; what looks like a moment of the journal must be the whole name."""
    from tarawa_cli.kernel.saves.history import is_in_journal  # start-up

    lists = (match.game.legal.WORDS.get(kind, lambda state: []) for kind in ("places", "hexes"))
    places = [place for listed in lists for place in listed(match.state)]
    return word in places if is_in_journal(word) else any(place.lower().startswith(word.lower()) for place in places)


def units_(*filters: str, at: str, save: str, json: bool) -> None:
    _show("units", program.look(save, at), json, Asked(" ".join(filters)))


def unit_(name: str, *, at: str, save: str, json: bool) -> None:
    _show("unit", program.look(save, at), json, Asked(name, verbose=output.is_verbose()))


def hex_(number: str, *, at: str, save: str, json: bool) -> None:
    _show("hex", program.look(save, at), json, Asked(number, verbose=output.is_verbose()))


def area_(name: str, *, at: str, save: str, json: bool) -> None:
    _show("area", program.look(save, at), json, Asked(name))


def show_standing(name: str, words: Sequence[str], save: str, as_json: bool) -> None:
    """Show what is set, for a `policy` without an answer."""
    _show(name, program.look(save), as_json, Asked(" ".join(words)))


def show_question(name: str, save: str, as_json: bool) -> None:
    """Show the pending question with its answers, for the order that gives one."""
    match = program.look(save)
    _note(match)
    telling, looking = match.game.narration, match.game.views
    if own := looking.LOOKS.get(name):
        _answer(match, as_json, own(match, Asked()))
        return
    text = telling.next_steps(match.state) if match.state.stack else "no decision is pending"
    _answer(
        match, as_json, Look(name, "pending", lambda: looking.brief(match.state, match).get("pending"), lambda: text)
    )


def legal_(*words: str, at: str, save: str, json: bool) -> None:
    match = program.look(save, at)
    _note(match)
    choices, why = match.game.legal, list[str]()
    wanted = [_wanted(match, word) for word in words]
    if len(wanted) == 1 and wanted[0].unit:
        name, found = choices.legal_for(match.state, wanted[0].name)
        why = [] if found else [f"  {reason}  [{rule}]" for rule, reason in choices.idle(match.state, name)]
    else:
        found = choices.legal(match.state)
    found = [command for command in found if all(each.fits(command) for each in wanted)]
    own = [*own_orders(match.game, match.state, found, match.side), *([] if wanted else _to_reveal(match))]
    costs = choices.costs(match.state, [command.split() for command in own])
    lines = _priced(own, costs) if output.on_terminal() else map(pasted, own)
    none = " for ".join(filter(None, ["no legal orders", " ".join(each.name for each in wanted)]))
    said = [*lines] or [f"{none}{':' if why else ''}", *why]
    look = Look(" ".join(["legal", *(each.name for each in wanted)]), "commands", lambda: own, lambda: "\n".join(said))
    priced = Look("", "costs", lambda: [cost.price if cost else None for cost in costs], str)
    _answer(match, json, look, beside=priced if json else None, plain=True)


class _Wanted(NamedTuple):
    """A word by which legal orders are chosen."""

    name: str
    fits: Callable[[str], bool]
    unit: bool = False


def _wanted(match: Match[Any], word: str) -> _Wanted:
    """What a word of `legal` means: an order, a unit or whatever else an order can name."""
    low, game = word.lower(), match.game
    names = {**{name: name for name in game.orders}, **aliases()}
    if low in names or ((begun := [name for name in game.orders if name.startswith(low)]) and len(begun) == 1):
        name = names.get(low) or begun[0]
        return _Wanted(name, lambda command: command.split(" ", 1)[0] == name)
    at = low.removeprefix("@")
    if at.isdigit() and at in game.legal.WORDS.get("hexes", lambda _: [])(match.state):
        return _Wanted(at, lambda command: at in command.replace(":", " ").split())
    unit, own = game.legal.legal_for(match.state, word)
    return _Wanted(unit, frozenset(own).__contains__, unit=True)


def _priced(commands: list[str], costs: "Sequence[Cost | None]") -> Iterator[str]:
    """Orders ready to paste, on a terminal with their cost as a comment."""
    prices = [cost.price if cost else "" for cost in costs]
    lengths = [len(command) for command, price in zip(commands, prices, strict=True) if price]
    wide = min(max(lengths, default=0), WIDEST)
    for command, price in zip(commands, prices, strict=True):
        yield f"{pasted(command):{wide}}  # {price}" if price else pasted(command)


def _to_reveal(match: Match[Any]) -> list[str]:
    """The command that opens a sealed plan that the game waits for; it is not an order."""
    return ["reveal"] if match.to_reveal and match.side in ("", match.to_act) else []


def odds_(*command: str, at: str, save: str, json: bool) -> None:
    match = program.look(save, at)
    _note(match)
    try:
        found = match.game.legal.odds(match.state, unshortened([*command]))
    except Refused as error:
        from tarawa_cli.kernel.engine.legal import improve  # start-up

        improve(error, match.game, match.state, command, match.side)
        raise
    _answer(match, json, found)


# ── The first screen: a map that fits, the goal, and the next steps, with nothing scrolled away
#
# It is what `status`, `new` and the prompt show on a terminal. Elsewhere there is no screen to fit, and they print
# their reports in full.


LEAST_MAP, LEAST_TEXT = 15, 8
"""The least rows for the map, and the least for goal and next steps."""
LEAST_ROWS = 16
"""A screen with fewer rows has no room for a map."""
_USUAL_ROWS = 24
_LONGEST = 2
"""The most rows of a next step if not all of them fit."""
ARROW = "  → "
MORE = f"{ARROW}status --full — the whole report"


def overview(match: Match[Any], screen: Screen, above: Sequence[str] = (), below: Sequence[str] = ()) -> output.Ready:
    """The screen, between lines that go with it."""
    from tarawa_cli.cli import colouring  # start-up
    from tarawa_cli.kernel.scene.paint import in_ascii

    above, below = _wrapped(above, screen.width), _wrapped(below, screen.width)
    rows = (screen.height or _USUAL_ROWS - 1) - len(above) - len(below)
    situation = match.game.views.situation(match)
    headline, *steps = situation.next.split("\n")
    goal = _wrapped(situation.goal, screen.width)
    with_map = rows >= LEAST_ROWS
    titled = _wrapped([headline], screen.width)
    room = rows - len(goal) - (min(LEAST_MAP, rows - LEAST_TEXT) if with_map else len(titled))
    told = [*goal, *_that_fit(_entries([*steps, *_ending(match)], screen.width), room, screen.width)]
    drawn = _drawn(match, screen._replace(height=rows - len(told))) if with_map else ""
    first = drawn.split("\n", 1)[0]
    title = [] if drawn and _tells(first, headline) else titled
    above = _without_name(above, match, first) if above else above
    text = colouring.coloured("\n".join([*title, *told, *below]), match)
    whole = "\n".join([*above, *filter(None, [drawn]), text])
    return output.Ready(in_ascii(whole) if screen.ascii else whole)


def _drawn(match: Match[Any], screen: Screen) -> str:
    """The map, made visible and painted by the game."""
    asked = Asked(screen=screen, next_step=False)
    text = match.game.views.LOOKS["map"](match, asked).text()
    return text if screen.colours else visible(text)


def _tells(title: str, headline: str) -> bool:
    """Whether the title of the map already names the phase."""
    return headline.rpartition(" · ")[2].partition(" (`")[0] in title


def _without_name(lines: list[str], match: Match[Any], title: str) -> list[str]:
    """Lines without the name of the scenario at their beginning, if the title of the map has it."""
    name = visible(match.game.narration.opening(match.state).name)
    return [line.removeprefix(f"{name}: ") for line in lines] if name in title else lines


def _ending(match: Match[Any]) -> list[str]:
    """The result of a finished game."""
    look = answers.result(match, in_full=False)
    return [f"  {line}" for line in look.text().split("\n") if line] if look else []


def _wrapped(lines: Sequence[str], width: int) -> list[str]:
    """Lines of at most this width; a long one continues below, indented, and a long word in the next row."""
    shown = [line for text in lines for line in visible(text).split("\n")]
    parts = [part for line in shown for part in folded(line, width, _indent(line) + "  ").split("\n")]
    return [part[at : at + width] for part in parts for at in range(0, max(1, len(part)), width)]


def _indent(line: str) -> str:
    return " " * (len(line) - len(line.lstrip(" ")))


def _entries(lines: Sequence[str], width: int) -> list[list[str]]:
    """Steps with all that belongs to them: what is indented by more goes with the line before."""
    found: list[list[str]] = []
    for line in lines:
        rows = _wrapped([line], width)
        if found and line.startswith("   "):
            found[-1] += rows
        else:
            found.append(rows)
    return found


def _that_fit(entries: list[list[str]], room: int, width: int) -> list[str]:
    """All steps; if there are too many, the first one, then commands, then what else fits."""
    if sum(map(len, entries)) <= room:
        return [line for entry in entries for line in entry]
    short = [_shortened(entry, width) for entry in entries]
    places = range(len(short))
    commands = [place for place in places if short[place][0].startswith(ARROW)]
    order = dict.fromkeys([*places[:1], *commands[:1], *commands[-1:], *commands, *places])
    kept, left = set[int](), room - 1
    for place in order:
        if len(short[place]) <= left:
            kept.add(place)
            left -= len(short[place])
    return [*(line for place in places if place in kept for line in short[place]), MORE]


def _shortened(entry: list[str], width: int) -> list[str]:
    """Its first rows, up to the last whole word that leaves room for an ellipsis."""
    if len(entry) <= _LONGEST:
        return entry
    last = entry[_LONGEST - 1]
    whole = last if len(last) <= width - 2 else last[: width - 1].rpartition(" ")[0] or last[: width - 2]
    return [*entry[: _LONGEST - 1], f"{whole} …"]
