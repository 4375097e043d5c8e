"""The journal: read it, prove it, take back."""

import os
from typing import Annotated, Any

import typer

from tarawa_cli.cli import output
from tarawa_cli.cli.options import DEFAULT_SAVE, Json, Save
from tarawa_cli.games import GAMES
from tarawa_cli.kernel import journal, session
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.journal import Broken, Entry, Step
from tarawa_cli.kernel.session import Match, Proof

Last = Annotated[int, typer.Option("-n", "--last", min=0, help="Only the last N entries; 0 for all.")]
TurnNumber = Annotated[int, typer.Option("--turn", "-t", min=0, help="Only the entries of this turn.")]
Commands = Annotated[bool, typer.Option("--commands", help="Only the commands, ready for `run`.")]
File = Annotated[str, typer.Argument(metavar="[FILE]", help="Another save.")]
Count = Annotated[int, typer.Argument(metavar="[N]", min=1, help="How many commands.")]


class Row:
    """An entry with the turn and phase in which it was given."""

    def __init__(self, step: Step, turn: int, phase: str) -> None:
        self.number, self.entry, self.events = step.number, step.entry, step.events
        self.turn, self.phase = turn, phase

    def as_json(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "turn": self.turn,
            "phase": self.phase,
            "command": self.entry.command,
            "dice": list(self.entry.dice),
            "events": [event.as_json() for event in self.events],
        }


def log_(
    last: Last = 20,
    turn: TurnNumber = 0,
    commands: Commands = False,
    save: Save = DEFAULT_SAVE,
    json: Json = False,
) -> None:
    """The journal with every die, modifier and result."""
    match = session.look(GAMES, save)
    if commands and not turn:
        _print_commands(match, [journal.read_entry(text) for text in match.entries], json)
        return
    rows, state = _replayed(match)
    rows = [row for row in rows if not turn or row.turn == turn]
    if commands:
        _print_commands(match, [row.entry for row in rows], json)
        return
    rows = rows if turn or not last else rows[-last:]
    if json:
        output.say_json({"ok": True, "entries": [row.as_json() for row in rows]})
    else:
        _print_rows(rows, state)


def _replayed(match: Match[Any]) -> tuple[list[Row], Any]:
    """Every entry with what it brought about; what cannot be replayed is told and left bare."""
    rows: list[Row] = []
    state = match.state
    when = (0, "")
    try:
        for step in journal.replay(match.game, match.setup, match.seed, match.entries):
            if step.number:
                rows.append(Row(step, *when))
            state, when = step.state, (step.state.turn, step.state.phase)
    except Broken as error:
        output.note(f"note: the journal cannot be replayed beyond entry {error.number - 1}: {error.reason}")
    return rows, state


def _print_commands(match: Match[Any], entries: list[Entry], as_json: bool) -> None:
    lines = [_command_line(entry, match.manual) for entry in entries]
    if as_json:
        output.say_json({"ok": True, "commands": lines})
    elif lines:
        output.say("\n".join(lines))


def _command_line(entry: Entry, manual: bool) -> str:
    """A line for `run`; changes from outside can only be remarks."""
    if entry.outside:
        return f"# {entry.command}"
    dice = f" --dice {','.join(map(str, entry.dice))}" if manual and entry.dice else ""
    return entry.command + dice


def _print_rows(rows: list[Row], state: Any) -> None:
    from tarawa_cli.games.tarawa.view import sentences

    if not rows:
        output.say("nothing yet")
    for row in rows:
        dice = f"   (dice {' '.join(map(str, row.entry.dice))})" if row.entry.dice else ""
        where = f"turn {row.turn}, {row.phase}: " if row.phase else ""
        output.say(f"{row.number}. {where}{row.entry.command}{dice}")
        for line in sentences(row.events, state):
            output.say(f"   {line}")


def verify_(file: File = "", save: Save = DEFAULT_SAVE, json: Json = False) -> int:
    """Prove that the save is what its journal gives: 0 proven, 1 broken, 3 unreadable."""
    path = file or save
    proof = session.prove(session.look(GAMES, path))
    if json:
        output.say_json({"ok": proof.holds, "command": "verify", "proof": proof._asdict()})
    else:
        output.say(_proof_text(os.path.basename(path), proof))
    return 0 if proof.holds else 1


def _proof_text(name: str, proof: Proof) -> str:
    edits = f"; changed from outside at entry {', '.join(map(str, proof.edits))}" if proof.edits else ""
    if not proof.holds:
        return f"{name}: broken at entry {proof.broken_at} of {proof.entries}: {proof.reason}{edits}"
    since = f"from entry {proof.since} on" if proof.since else "from the first to the last"
    return f"{name}: proven, {proof.entries} entries, {since}{edits}"


def undo_(count: Count = 1, save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """Take back the last command; one that rolled dice is counted as a mulligan."""
    if count > 1_000_000:
        raise BadOrder(f"{count} is more than any journal holds")
    with session.held(GAMES, save) as match:
        gone = session.undo(match, count)
        session.keep(save, match)
    if json:
        from tarawa_cli.games.tarawa.facts import brief

        undone = [entry.command for entry in gone]
        output.say_json(
            {"ok": True, "command": "undo", "undone": undone, "events": [], "state": brief(match.state, match)}
        )
        return
    from tarawa_cli.games.tarawa.view import next_steps

    for entry in reversed(gone):
        output.say(f"taken back: {entry.command}{' (a mulligan)' if entry.dice else ''}")
    output.say(next_steps(match.state))
