"""A game in Python: start or open one, look at it, give orders, save it.

>>> import tarawa_cli
>>> game = tarawa_cli.start("red-beach-3", seed=3)
>>> game
<Game tarawa red-beach-3: turn 1, embark, marines to move>
>>> played = game.play("embark --due")
>>> played.orders[0]
'embark 2/8A lvt-1 red3 1424'
>>> game.units["2/8A"].at
'in:lvt-1'
>>> game.undo()
>>> game.units["2/8A"].at
'schedule'
"""

import os
from collections.abc import Mapping, Sequence
from os import PathLike

from tarawa_cli.kernel.engine import batch, session
from tarawa_cli.kernel.engine.order_words import find_name, shown, split_line
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.engine.sides import own_orders
from tarawa_cli.kernel.errors import BadFile, BadOrder
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.mail import secret_files
from tarawa_cli.kernel.narration.visible import Screen
from tarawa_cli.kernel.players.simulation import OTHER, other_dice
from tarawa_cli.kernel.presentation import Asked, Look, none
from tarawa_cli.kernel.saves import savefile
from tarawa_cli.library.arguments import check_number, check_text, replacing_by_force
from tarawa_cli.library.position import Area, ByName, Hex, Played, Unit, area_of, hex_of, unit_of

Path = str | PathLike[str]
LAST_SEED = 2**63 - 1
"""Seeds above it are those of forks."""
MOST_UNDONE = 1_000_000
WIDEST = 8000
"""Pixels of a picture."""


class Table:
    """What all views of one game share: the match, and how its file was when it was last read or written."""

    def __init__(self, match: Match[Any], content: savefile.Content | None = None, *, past: str = "") -> None:
        self.match, self.content = match, content
        self.past = past
        """Which moment it is, if that is over: then nothing can be changed."""

    @property
    def is_fork(self) -> bool:
        """Whether it continues with dice that no save can have: its journal does not begin at the scenario."""
        return self.match.seed is not None and self.match.seed >= OTHER


class Game:
    """A game in memory, as one side sees it, or with everything visible. `start` and `load` make one."""

    def __init__(self, table: Table, side: str = "") -> None:
        self._table, self._side = table, side

    def __repr__(self) -> str:
        now = f"{self.outcome}" if self.over else f"{self.to_move} to move"
        return f"<Game {self.game} {self.scenario}: turn {self.turn}, {self.phase}, {now}>"

    def __str__(self) -> str:
        return self.text_map()

    @property
    def _match(self) -> Match[Any]:
        """The match, as this view of it knows it."""
        return seen_by(self._table.match, self._side)

    # ── The position

    @property
    def game(self) -> str:
        """Which game is played: `tarawa` or `malta`."""
        return self._match.game.id

    @property
    def scenario(self) -> str:
        return self._match.setup.scenario

    @property
    def seed(self) -> int | None:
        """The seed of the dice; None if the players give them."""
        return self._match.seed

    @property
    def side(self) -> str:
        """The side that you look and play as; empty for all sides."""
        return self._side

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(self._match.game.sides.names)

    @property
    def turn(self) -> int:
        return self._match.when.turn

    @property
    def phase(self) -> str:
        return self._match.when.phase

    @property
    def to_move(self) -> str:
        """The side that must act now: whose turn it is, or who is asked. Nothing once the game is over."""
        return "" if self.over else self._match.to_act

    @property
    def over(self) -> bool:
        return bool(self._match.when.over)

    @property
    def outcome(self) -> str:
        """How the game ended, in one word; nothing while it continues."""
        return str(self._match.state.outcome)

    @property
    def question(self) -> Mapping[str, Any] | None:
        """The open question: `kind`, `question`, `options`, and the `stakes` of each; answer it with `decide`."""
        found: Mapping[str, Any] | None = self.facts.get("pending")
        return found

    @property
    def facts(self) -> Mapping[str, Any]:
        """The position in short: the `state` of every JSON answer."""
        match = self._match
        return match.game.views.brief(match.state, match)

    @property
    def units(self) -> Mapping[str, Unit]:
        """Every unit that the side knows of, by name.

        >>> import tarawa_cli
        >>> game = tarawa_cli.start("second-morning", seed=1)
        >>> unit = game.units["1/2A"]
        >>> unit.kind, unit.at, unit.steps, unit.facts["supply"]
        ('infantry', '3032', 6, 'general')
        """
        own = "" if self._match.game.sides.several else self.sides[0]
        return {facts["id"]: unit_of(facts, own) for facts in self._look("units", "all").facts()}

    @property
    def hexes(self) -> Mapping[str, Hex]:
        """Every hex of the map, by number; each is worked out when it is asked for."""
        return ByName(self._names("hexes"), lambda name: hex_of(self._look("hex", name).facts()))

    @property
    def areas(self) -> Mapping[str, Area]:
        """Every area, by name; each is worked out when it is asked for."""
        return ByName(self._names("areas"), lambda name: area_of(name, self._look("area", name).facts()))

    def _names(self, kind: str) -> Sequence[str]:
        match = self._match
        return match.game.legal.WORDS[kind](match.state)

    def _look(self, name: str, word: str = "", **how: Any) -> Look:
        check_text(place=word)
        match = self._match
        if name not in match.game.views.LOOKS:
            raise none(name)
        return match.game.views.LOOKS[name](match, Asked(word, **how))

    # ── Orders

    def legal(self, unit: str = "") -> list[str]:
        """Every legal order of the side, or of one unit; each can be given to `play`."""
        check_text(unit=unit)
        match = self._match
        choices = match.game.legal
        found = choices.legal_for(match.state, unit)[1] if unit else choices.legal(match.state)
        return own_orders(match.game, match.state, found, match.side)

    def odds(self, order: str | Sequence[str]) -> Mapping[str, Any]:
        """The exact chances of every outcome of an order, as `odds --json` prints them; no dice are rolled.

        >>> import tarawa_cli
        >>> game = tarawa_cli.start("cottonera", game="malta", seed=7)
        >>> odds = game.odds("attack i-33 ii-33 --on 1911")
        >>> round(sum(odds["results"].values()), 6)
        1.0
        """
        match = self._match
        found: Mapping[str, Any] = match.game.legal.odds(match.state, _words(order)).facts()
        return found

    def play(self, order: str | Sequence[str], dice: Sequence[int] | None = None) -> Played:
        """Carry out an order, and after it those of the computer if it plays a side.

        `Refused` and `BadOrder` leave the game as it was. `dice` is only for games whose dice the players give.
        """
        match, words = self._changing(), _words(order)
        when = match.when
        came = batch.carry_out(match, words, dice)
        events = [event for done in came.done for event in done.events]
        notes = [note for note in (*came.left_out, *came.unused, *came.wasted, came.note) if note]
        text = "\n".join(match.game.narration.sentences(events, match.state))
        return Played([done.command for done in came.done], events, notes, text, when.turn, when.phase)

    def undo(self, count: int = 1) -> None:
        """Undo the last orders; each that rolled dice counts as a mulligan in the save."""
        from tarawa_cli.kernel.saves.history import undo

        check_number("count", count, 1, MOST_UNDONE)
        self._check_whole()
        undo(self._changing(), count)

    def redo(self, count: int = 1) -> None:
        """Redo orders that were undone, with their own dice."""
        from tarawa_cli.kernel.saves.history import redo

        check_number("count", count, 1, MOST_UNDONE)
        self._check_whole()
        redo(self._changing(), count)

    def log(self) -> list[Played]:
        """Every order so far with what it caused, as far as the side knows; the game is replayed for it.

        Orders under older rules, which cannot be replayed, are left out.

        >>> import tarawa_cli
        >>> game = tarawa_cli.start("red-beach-3", seed=3)
        >>> _ = game.play("next")
        >>> [(played.turn, played.phase, played.orders) for played in game.log()]
        [(1, 'embark', ['next'])]
        """
        from tarawa_cli.kernel.narration import chronicle

        self._check_whole()
        match = self._match
        rows, found = chronicle.bare_rows(match), list[Played]()
        for step in chronicle.replayed(match, rows):
            row = rows[step.number - 1] if step.number else None
            if row and step.order is not None:
                text = "\n".join(match.game.narration.sentences(row.events, chronicle.seen_state(match, step.state)))
                found.append(Played([row.entry.command], row.events, [], text, row.turn, row.phase))
        return found

    def _changing(self) -> Match[Any]:
        match = self._match
        if self._table.past:
            raise BadOrder(f"this is the game {self._table.past}: it cannot be changed")
        if match.mail:
            raise BadOrder("a game by mail is played with its program", hint=f"{match.game.id} resume")
        return match

    def _check_whole(self) -> None:
        if self._table.is_fork:
            raise BadOrder("a fork has no past: it cannot be saved or undone", hint="fork the game again")

    # ── Other games from this one

    def view(self, side: str) -> "Game":
        """The same game as one side sees it: nothing hidden is shown, and only its orders are taken.

        >>> import tarawa_cli
        >>> axis = tarawa_cli.start("cottonera", game="malta", seed=7).view("axis")
        >>> axis.side, axis.to_move
        ('axis', 'axis')
        """
        check_text(side=side)
        name = find_name(side, self.sides, "side")
        if self._side not in ("", name):
            raise BadOrder(f"this is the view of {self._side}: {name} sees something else")
        return Game(self._table, name if len(self.sides) > 1 else "")

    def at(self, moment: int | str) -> "Game":
        """The game as it was: 12 is after 12 entries of the journal, -3 three entries ago, "t5" the end of turn 5."""
        from tarawa_cli.kernel.saves import history

        self._check_whole()
        match = self._match
        if not (word := history.in_journal(match, str(moment))):
            raise BadOrder(f"there is no moment {shown(str(moment))}", hint='a moment is 12, -3 or "t5"')
        try:
            then = history.at_moment(match, word)
        except BadOrder as error:
            raise BadOrder(f"there is no moment {shown(word)}: the journal has {len(match.entries)} entries") from error
        return Game(Table(then, past=then.moment), self._side)

    def fork(self, seed: int = 0) -> "Game":
        """A game that continues from here with other dice, to try things out; it cannot be saved or undone.

        What the side does not know is guessed, so a player looks ahead without looking at hidden things or at the dice.
        """
        from tarawa_cli.kernel.saves.save_header import Recorded

        check_number("seed", seed, 0, LAST_SEED)
        match = self._match
        known, _ = match.game.sides.guess(match.state, match.side)
        start = Recorded(match.game.dump(known), match.data, match.rules, journal=savefile.journal_text([]))
        return Game(Table(Match(match.game, match.setup, other_dice(seed), start)), "")

    # ── Maps, pictures, films

    def text_map(self, where: str = "", *, width: int = 80, height: int = 0, layer: str = "") -> str:
        """The map as text, as `map` draws it without colours; of a place or unit a close view."""
        check_number("width", width, 20, 1000)
        check_number("height", height, 0, 1000)
        return self._look("map", where, layer=layer, screen=Screen(width, height)).text()

    def svg(self, where: str = "", *, layer: str = "", width: int = 0) -> str:
        """The map as SVG, which scales to its page unless it has a width in pixels."""
        check_text(where=where, layer=layer)
        check_number("width", width, 0, WIDEST)
        match = self._match
        if "svg" not in match.game.exports.EXPORTS:
            raise none("pictures")
        return str(match.game.exports.EXPORTS["svg"](match, Asked(where, layer=layer, pixels=width)))

    def film(self, path: Path = "", *, force: bool = False) -> str:
        """The whole game as a page of HTML; with a path it is written there too, over an old file only with `force`."""

        self._check_whole()
        match = self._match
        if "html" not in match.game.exports.EXPORTS:
            raise none("films")
        text = str(match.game.exports.EXPORTS["html"](match, Asked()))
        if path:
            with replacing_by_force():
                secret_files.write_export(os.fspath(path), text, match.path, force)
        return text

    def _repr_svg_(self) -> str:
        picture = self.svg()
        return picture[picture.index("<svg") :]  # a page that has it within takes no XML declaration

    def _repr_html_(self) -> str:
        from tarawa_cli.kernel.exports.svg import escaped

        match = self._match
        told = escaped(match.game.narration.next_steps(match.state))
        return f'<div style="max-width: 60em">{self._repr_svg_()}<pre>{told}</pre></div>'

    # ── Saving

    def save(self, path: Path = "", *, force: bool = False) -> str:
        """Write the save as the programs do; returns its path.

        A game that was loaded goes back into its file, unless another program has changed that file meanwhile. Another
        file is replaced only with `force`, and is kept with .bak after its name.
        """
        match, target = self._changing(), os.fspath(path) or self._match.path
        self._check_whole()
        if not target:
            raise BadOrder("this game has no file yet", hint="save it under a name: save('saves/mine.toml')")
        if self._table.content and os.path.exists(target) and os.path.samefile(target, match.path):
            with savefile.locked(target) as content:
                if content != self._table.content:
                    raise BadFile(f"{target} has changed since it was read", hint="load it again")
                session.keep(target, match)
        else:
            secret_files.check_place(target, match.game.sides.names)
            with replacing_by_force():
                session.begin(target, match, force=force)
            match.path = target
        self._table.content = savefile.dissect(match.text(), target)
        return target


def seen_by(match: Match[Any], side: str) -> Match[Any]:
    """A match as a side sees it from now on."""
    if side != match.side:
        match.side, match.state = side, match.truth
    return match


def _words(order: str | Sequence[str]) -> list[str]:
    if isinstance(order, str):
        return split_line(order)
    if not isinstance(order, Sequence):
        raise TypeError(f"an order must be a str or a list of its words, not {type(order).__name__}")
    check_text(**{f"word {number} of the order": word for number, word in enumerate(order, 1)})
    return list(order)
