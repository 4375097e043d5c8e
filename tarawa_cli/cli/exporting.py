"""Files for others: positions, pictures, films, reports; and the live page in a browser."""

import os
from contextvars import copy_context
from threading import Timer

from tarawa_cli.cli import output, program
from tarawa_cli.cli.commands import AT, JSON, SAVE, choice
from tarawa_cli.cli.look import is_place
from tarawa_cli.kernel.engine.grammar import Grammar, Number, Option, Word
from tarawa_cli.kernel.engine.order_words import shown
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.mail import secret_files
from tarawa_cli.kernel.narration.visible import on_one_line, visible
from tarawa_cli.kernel.presentation import CHANGING, STILL, Asked

# ── Files for others: positions, pictures, films, reports


LAND = "land"
"""The place that stands for all the land."""
EXPORT = Grammar(
    "export",
    """Export the position as a scenario, JSON, map, film or report.

`export csv rolls`, `units` or `casualties` writes data to plot; `export jsonl` writes it as lines of JSON.

A map shows the land, or the part of it that you name. Name the file with -o, or as a last word with a suffix, such as
map.svg.""",
    (
        Word("WHAT", "Choose what to write."),
        Word("WHERE", "Draw only land, or a place as for `map`.", 0),
        Word("FILE", "Write to this file.", 0),
    ),
    (
        Option("--layer", "Choose what a map shows.", "LAYER", default="", if_worded=True),
        Option("--sea", "Draw the whole sheet: the sea around the land, and the key."),
        Option("--width", "Make the map this wide, in pixels.", "N", number=Number(100, 8000), unsaid="it scales"),
        Option("--out", "Write to this file instead of standard output.", "FILE", short="-o", default=""),
        Option("--force", "Overwrite an old file."),
        AT,
        SAVE,
        JSON,
    ),
)
MAPS = ("svg", "png", "gif")
FORMATS = ("csv", "jsonl")
"""How data is written: rolls, units by turn, casualties."""
PIXELS = ("png", "gif")
"""What is made from the map of any game that has one; a GIF has a frame for each turn."""


def export_(
    what: str,
    where: str = "",
    file: str = "",
    *,
    out: str = "",
    layer: str = "",
    sea: bool,
    width: int | None,
    force: bool,
    at: str,
    save: str,
    json: bool,
) -> None:
    exports = program.own_game().exports.EXPORTS
    kind = choice("export", what, [*exports, *(PIXELS if "svg" in exports else ()), *FORMATS])
    match = program.look(save, at)
    if kind in FORMATS:
        _export_data(match, kind, [word for word in (where, file) if word], out, save, force, json)
        return
    where, file = _place_and_file(match, kind, [word for word in (where, file) if word], out)
    output.note_moment(match)
    asked = _asked(kind, where, layer, sea, width)
    made = _pixels(match, kind, asked, file) if kind in PIXELS else exports[kind](match, asked)
    text = output.json_text(made, indent=2) + "\n" if isinstance(made, dict) else made
    if json:
        answer: dict[str, Any] = {"text": text} if file == "-" else {"file": file}
        told = output.answer_text(f"export {kind}", **answer, state=match.game.views.brief(match.state, match))
    else:
        told = output.Ready(
            visible(f"written: {file}" if isinstance(text, bytes) or file != "-" else text.rstrip("\n"))
        )
    if file != "-":
        secret_files.write_export(file, text, save, force)
    output.tell([told], f"{file} was written" if file != "-" else "")


def _export_data(
    match: Match[Any], kind: str, words: list[str], out: str, save: str, force: bool, as_json: bool
) -> None:
    """Write rolls, units or casualties as CSV or lines of JSON."""
    from tarawa_cli.kernel.exports.datasets import DATASETS, text  # start-up

    if not words:
        raise BadOrder(f"export {kind} needs a set of data", hint=f"export {kind} {'|'.join(DATASETS)}")
    name, made = choice(f"export {kind}", words[0], list(DATASETS)), out or "".join(words[1:2])
    if out and words[1:]:
        raise BadOrder(f"export {kind}: {shown(words[1])} and {shown(out)} are two files", hint="name one of them")
    rows = text(match, name, kind)
    if made and made != "-":
        secret_files.write_export(made, rows, save, force)
    to_file = made and made != "-"
    answer: dict[str, Any] = {"file": made} if to_file else {"text": rows}
    if as_json:
        state = match.game.views.brief(match.state, match)
        output.say_answer(f"export {kind} {name}", **answer, state=state)
    elif to_file or rows:
        output.say(f"written: {on_one_line(made)}" if to_file else visible(rows.rstrip("\n")))


def _asked(kind: str, where: str, layer: str, sea: bool, width: int | None) -> Asked:
    """How a map is drawn; nothing else has a width or a sea."""
    for option, value in (("--sea", sea), ("--width", width)):
        if value and kind not in MAPS:
            raise BadOrder(f"export {kind}: {option} is for maps", hint=f"a map is {', '.join(MAPS)}")
    if sea and where:
        raise BadOrder(f"export {kind}: the whole sheet, or only {shown(where)}", hint="leave out --sea, or the place")
    return Asked(where, layer=layer, sea=sea, pixels=width or 0)


def _pixels(match: Match[Any], kind: str, asked: Asked, file: str) -> bytes:
    """The map as PNG, or as it was turn by turn as GIF."""
    from tarawa_cli.kernel.exports.svg import each_turn, gif, png  # start-up

    if file == "-":
        raise BadOrder(f"export {kind} needs a file to write to", hint=f"export {kind} map.{kind}")
    draw = match.game.exports.EXPORTS["svg"]
    if kind == "png":
        return png(str(draw(match, asked)), asked.pixels)
    still = str(draw(match, asked._replace(parts=STILL)))
    changing = (str(draw(then, asked._replace(parts=CHANGING))) for then in each_turn(match))
    return gif(still, changing, asked.pixels)


def _place_and_file(match: Match[Any], kind: str, words: list[str], out: str) -> tuple[str, str]:
    """The place that is shown, or nothing, and the file: the last word, if it must be one, or else `out`."""
    if words and not out and (len(words) > 1 or kind not in MAPS or _is_file(words[-1])):
        out = words.pop()
    if words and kind not in MAPS:
        why = f"export {kind}: {shown(words[0])} is one word too many"
        raise BadOrder(why, hint=f"only a map takes a place: {', '.join(MAPS)}")
    if len(words) > 1:
        raise BadOrder(f"export {kind}: {shown(words[1])} and {shown(out)} are two files", hint="name one of them")
    where = words[0] if words else ""
    if where and where.lower() != LAND and not is_place(where, match):
        raise BadOrder(f"there is no place {shown(where)}", hint=f"a file follows -o: export {kind} -o {where}")
    return where.lower() if where.lower() == LAND else where, out or "-"


def _is_file(word: str) -> bool:
    """Whether a word names a file by itself: standard output, a path, or something with a suffix."""
    return word == "-" or os.sep in word or bool(os.path.splitext(word)[1])


# ── `watch`


WATCH = Grammar(
    "watch",
    """Watch the game in a browser on this machine while it is played.

The page follows the save, no matter who changes it; this command only reads. The page is reachable only from this
machine. Ctrl-C ends it.""",
    options=(
        Option("--port", "Listen on this port.", "N", number=Number(0, 65_535), default="0", unsaid="any that is free"),
        Option("--for", "End after this many seconds.", "SECONDS", number=Number(0, 1_000_000)),
        SAVE,
        JSON,
    ),
)


def watch_(*, port: int, save: str, json: bool, **options: int | None) -> int:
    from tarawa_cli.kernel.exports.film_page import Server, Show  # start-up

    context = copy_context()  # a request is answered in a thread of its own
    with Server(Show(save, lambda: context.copy().run(program.look, save)), port) as server:
        if json:
            output.say_answer("watch", address=server.address, save=save)
        else:
            output.say(f"watch {on_one_line(save)} at {server.address} (Ctrl-C ends it)")
        output.flush()
        seconds = options["for"]
        if seconds is not None:
            Timer(seconds, server.shutdown).start()
        try:
            server.serve_forever(poll_interval=0.2)
        except KeyboardInterrupt:
            output.say("")
    return 0
