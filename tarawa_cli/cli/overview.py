"""The first screen: a map that fits, the goal, and the next steps, with nothing scrolled away.

It is what `status`, `new` and the prompt show on a terminal. Elsewhere there is no screen to fit, and they print their
reports in full.
"""

from tarawa_cli.cli import answers, colouring, output
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.hints import Any, Sequence
from tarawa_cli.kernel.narration.visible import Screen, folded, visible
from tarawa_cli.kernel.presentation import Asked
from tarawa_cli.kernel.scene.paint import in_ascii

LEAST_MAP, LEAST_TEXT = 15, 8
"""Rows that the map gets, however much there is to say; goal and steps get at least the second number."""
LEAST_ROWS = 16
"""A screen with fewer rows has no room for a map."""
_USUAL_ROWS = 24
_LONGEST = 2
"""Rows of a step where not all of them fit."""
ARROW = "  → "
MORE = f"{ARROW}status --full — the whole report"


def overview(match: Match[Any], screen: Screen, above: Sequence[str] = (), below: Sequence[str] = ()) -> output.Ready:
    """The screen, between lines that go with it."""
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
    """Whether the title of the map says already which phase it is."""
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
    """Lines of at most this width; a long one goes on below, further in, and a long word in the next row."""
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
    """All steps; or, if there are too many, the first one, commands, and then what else fits."""
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
