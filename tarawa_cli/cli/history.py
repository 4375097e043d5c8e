"""The journal: read it, prove it, take back."""

import os
from collections.abc import Iterator

from tarawa_cli.cli import ending, output, program
from tarawa_cli.cli.changing import change
from tarawa_cli.cli.commands import AT, DRY_RUN, JSON, SAVE
from tarawa_cli.kernel import session
from tarawa_cli.kernel.changing import Told
from tarawa_cli.kernel.chronicle import Row, bare_rows, remark, replay, since_own
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.grammar import Grammar, Number, Option, Word
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.journal import JOINED, WHY, Entry, groups, read_entry
from tarawa_cli.kernel.session import Done, Match, Proof
from tarawa_cli.kernel.taking_back import redo, undo
from tarawa_cli.kernel.visible import cut, on_one_line

LOG = Grammar(
    "log",
    "The journal with every die, modifier and result.",
    options=(
        Option("--last", "Only the last N entries; with --story, turns.", "N", number=Number(0), short="-n"),
        Option("--turn", "Only those of turn T.", "T", number=Number(0), short="-t"),
        Option("--commands", "Only the commands, ready for `run`."),
        Option("--story", "What each turn brought, told as in a battle report."),
        Option("--since-mine", "Only what came after your own last order, as the side named with --as."),
        AT,
        SAVE,
        JSON,
    ),
)
VERIFY = Grammar(
    "verify",
    "Prove that the save follows from its journal.\n\nExit code 0: proven; 1: broken; 3: the save cannot be read.",
    (Word("FILE", "Another save.", 0),),
    (SAVE, JSON),
)
UNDO = Grammar(
    "undo",
    """Take back the last command, or the last N.

Each one that rolled dice is counted in the save as a mulligan. Orders given in one go are one command.""",
    (Word("N", "How many commands.", 0, default="1", number=Number(1, 1_000_000)),),
    (SAVE, JSON, DRY_RUN),
)
REDO = Grammar(
    "redo",
    """Do again what was taken back: one command, or N.

The dice are the same, and mulligans stay counted. What was taken back is kept until the next order.""",
    (Word("N", "How many commands.", 0, default="1", number=Number(1, 1_000_000)),),
    (SAVE, JSON, DRY_RUN),
)


def log_(
    *, last: int | None, turn: int | None, commands: bool, story: bool, since_mine: bool, at: str, save: str, json: bool
) -> None:
    match = program.look(save, at)
    if since_mine and not match.side:
        raise BadOrder("--since-mine: say which side you are", hint=_which_side(match))
    output.note_moment(match)
    if story:
        _tell_story(match, last, turn, json, alone=not commands and not since_mine)
        return
    rows = bare_rows(match)
    if (turn or match.side or not commands) and (broken := replay(match, rows)):
        output.note(f"note: {cut(broken)}")
    rows = since_own(rows, match.side) if since_mine else rows
    rows = [row for row in rows if not turn or row.turn == turn]
    rows = rows[-last:] if last else rows
    if commands:
        _print_commands(match, rows, json)
    elif json:
        output.say_answer("log", entries=[row.as_json() for row in rows], state=_brief(match))
    else:
        print_rows(rows, match)


def _tell_story(match: Match[Any], last: int | None, turn: int | None, as_json: bool, alone: bool) -> None:
    from tarawa_cli.cli import stories

    if not alone:
        raise BadOrder("log --story tells whole turns", hint="log --story --turn 3")
    stories.tell(match, turn, last, as_json)


def _which_side(match: Match[Any]) -> str:
    names = match.game.sides.names
    return f"log --since-mine --as {names[0]}" if len(names) > 1 else "this game has one side"


def _brief(match: Match[Any]) -> dict[str, Any]:
    return match.game.looking.brief(match.state, match)


def _print_commands(match: Match[Any], rows: list[Row], as_json: bool) -> None:
    lines = [*_command_lines(rows, match)]
    if as_json:
        output.say_answer("log --commands", commands=lines, state=_brief(match))
    elif lines:
        output.say("\n".join(map(on_one_line, lines)))


def _command_lines(rows: list[Row], match: Match[Any]) -> Iterator[str]:
    """Lines for `run`; what cannot be played again is only a remark.

    That is so of hand edits, of all up to the last snapshot, and of orders that the side may not read.
    """
    last = max((place for place, row in enumerate(rows, 1) if row.entry.is_snapshot), default=0)
    if match.outdated:
        last = len(rows)
        yield f"# {WHY[match.outdated]} since these were played: they cannot be played again"
    for place, row in enumerate(rows, 1):
        entry = row.entry
        if entry.outside or row.hidden:
            yield f"# {remark(entry)}"
        else:
            joined = f" {JOINED}" if entry.joined else ""
            yield f"{'# ' if place <= last else ''}{entry.command}{_dice_option(entry, match.manual)}{joined}"


def _dice_option(entry: Entry, manual: bool) -> str:
    return f" --dice {','.join(map(str, entry.dice))}" if manual and entry.dice else ""


def print_rows(rows: list[Row], match: Match[Any]) -> None:
    """The journal, told."""
    if not rows:
        output.say("nothing yet")
    for line in row_lines(rows, match):
        output.tell_line(line)


def row_lines(rows: list[Row], match: Match[Any]) -> Iterator[str]:
    """Entries of the journal, each with what it brought about."""
    moment = match.game.moment(match.state)
    for row in rows:
        dice = f"   (dice {' '.join(map(str, row.entry.dice))})" if row.entry.dice else ""
        where = f"{moment.told(row.turn)}, {row.phase}: " if row.phase else ""
        whose = f"{row.side}: " if row.side and match.game.sides.several else ""
        yield f"{row.number}{'+' if row.entry.joined else '.'} {where}{whose}{on_one_line(remark(row.entry))}{dice}"
        for line in match.game.telling.sentences(row.events, match.state):
            yield f"   {line}"


def verify_(file: str = "", *, save: str, json: bool) -> int:
    path = file or save
    match = program.look(path)
    proof = session.prove(match)
    verdict = _verdict(os.path.basename(path), proof, match.game.rules)
    if json:
        _say_proof_json(match, proof, verdict)
    else:
        output.say("\n  ".join([verdict, *_grounds(match, proof)]))
    return 0 if proof.holds else 1


def _say_proof_json(match: Match[Any], proof: Proof, verdict: str) -> None:
    facts = proof._asdict() | {"eras": [era._asdict() for era in proof.eras], "rules": match.game.rules}
    facts |= {name: getattr(match, name) for name in ("mulligans", "peeks")} | {"hand_edits": match.edits}
    facts |= {"own_scenario": bool(match.setup.source), "own_tables": bool(match.setup.tables)}
    if proof.holds:
        output.say_answer("verify", proof=facts, state=_brief(match))
    else:
        error = {"kind": "broken", "rule": "", "message": verdict, "hint": ""}
        output.say(output.json_text({"ok": False, "command": "verify", "proof": facts, "error": error}))


def _verdict(name: str, proof: Proof, rules: int) -> str:
    if not proof.holds:
        return f"{name}: broken at entry {proof.broken_at} of {proof.entries}: {cut(proof.reason)}"
    if proof.outdated:
        last = proof.eras[-1]
        version = f" (version {last.rules} then, version {rules} now)" if proof.outdated == "rules" else ""
        return f"{name}: nothing speaks against it, but nothing is proven: {WHY[proof.outdated]}{version}"
    since = f"from entry {proof.since} on" if proof.since else "from the first to the last"
    return f"{name}: proven, {'1 entry' if proof.entries == 1 else f'{proof.entries} entries'}, {since}"


def _grounds(match: Match[Any], proof: Proof) -> Iterator[str]:
    """What the proof rests on, and what it does not cover."""
    yield f"scenario {match.setup.scenario}, {_whose(match.setup.source)}; tables {_whose(match.setup.tables)}"
    yield f"dice used: {match.used}, {_origin(match)}"
    yield f"mulligans {match.mulligans} · peeks {match.peeks} · hand edits {match.edits}{_at(proof.edits)}"
    if sealed := match.sealed:
        yield f"sealed, and not proven until it is revealed: {', '.join(sealed)}"
    for era in proof.eras[: None if proof.outdated else -1]:
        yield f"{era} under rules version {era.rules}: kept as written, not proven here"
    if proof.since:
        yield f"entry {proof.since}: {remark(read_entry(match.entries[proof.since - 1]))}"


def _origin(match: Match[Any]) -> str:
    """Where the dice come from."""
    if match.waits_for:
        return "not made yet"
    made = f", made from the phrases of {' and '.join(match.phrases)}" if match.phrases else ""
    return "given by the player" if match.manual else f"from seed {match.seed}{made}"


def _whose(own: object) -> str:
    return "the player's own" if own else "as shipped"


def _at(entries: list[int]) -> str:
    return f" (entry {', '.join(map(str, entries))})" if entries else ""


def undo_(number: str, *, save: str, json: bool, dry_run: bool) -> None:
    count = int(number)
    if dry_run:
        match = program.look(save)
        gone = undo(program.look(save), count)
        output.tell([*_report_undo(match, gone, json, dry_run=True)])
    else:
        change(save, lambda match: Told([*_report_undo(match, undo(match, count), json, dry_run=False)], match))


def _report_undo(match: Match[Any], gone: list[Entry], as_json: bool, dry_run: bool) -> Iterator[str]:
    """What was taken back, the last command first."""
    commands = [group[::-1] for group in groups(gone)][::-1]
    if as_json:
        more: dict[str, Any] = {"dry_run": True} if dry_run else {}
        undone = [entry.command for entry in gone[::-1]]
        yield output.answer_text(f"undo {len(commands)}", undone=undone, **more, state=_brief(match))
        return
    what = "would be taken back" if dry_run else "taken back"
    for group in commands:
        rolled = [" (a mulligan)"] if any(entry.dice for entry in group) else []
        for entry in group:
            yield f"{what}: {on_one_line(remark(entry))}{rolled.pop() if rolled else ''}"
    yield match.game.telling.next_steps(match.state)


def redo_(number: str, *, save: str, json: bool, dry_run: bool) -> None:
    count = int(number)
    if dry_run:
        match = program.look(save)
        done = redo(program.look(save), count)
        output.tell([*_report_redo(match, [each._replace(events=[]) for each in done], json, dry_run=True)])
    else:
        change(save, lambda match: Told([*_report_redo(match, redo(match, count), json, dry_run=False)], match))


def _report_redo(match: Match[Any], done: list[Done], as_json: bool, dry_run: bool) -> Iterator[str]:
    """What was done again, in order."""
    if as_json:
        more: dict[str, Any] = {"dry_run": True} if dry_run else {}
        events = [event.as_json() for each in done for event in each.events]
        redone = [each.command for each in done]
        more |= ending.facts(match)
        yield output.answer_text(f"redo {len(done)}", events, redone=redone, **more, state=_brief(match))
        return
    for each in done:
        yield f"{'would be done again' if dry_run else 'done again'}: {on_one_line(remark(Entry(each.command)))}"
        yield from match.game.telling.sentences(each.events, match.state)
    yield match.game.telling.next_steps(match.state)
    yield from ending.lines(match)
