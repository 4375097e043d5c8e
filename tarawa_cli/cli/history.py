"""The journal: read it, prove it, undo and redo."""

import os

from tarawa_cli.cli import answers, colouring, output, program
from tarawa_cli.cli.answers import of_many, outlook
from tarawa_cli.cli.commands import AT, DRY_RUN, JSON, SAVE
from tarawa_cli.cli.transaction import ComposedOutput, change
from tarawa_cli.kernel.board.dice import SEALED, TEXT
from tarawa_cli.kernel.engine.grammar import Grammar, Number, Option, Word
from tarawa_cli.kernel.engine.order_words import shown
from tarawa_cli.kernel.engine.session import Done, Match
from tarawa_cli.kernel.errors import BadOrder, Refused
from tarawa_cli.kernel.hints import Any, Iterator, Mapping
from tarawa_cli.kernel.narration.chronicle import LogRow, bare_rows, last_sitting, remark, replay, since_own
from tarawa_cli.kernel.narration.digest import MOST, shortened
from tarawa_cli.kernel.narration.visible import cut, on_one_line, plural
from tarawa_cli.kernel.saves.history import Proof, at_revision, in_journal, prove, redo, step_at, undo
from tarawa_cli.kernel.saves.journal import JOINED, WHY, Entry, groups, read_entry

LOG = Grammar(
    "log",
    "Print the journal with every die, modifier and result.",
    options=(
        Option("--last", "Print only the last N entries; with --story, turns.", "N", number=Number(0), short="-n"),
        Option("--turn", "Print only turn T.", "T", number=Number(0), short="-t"),
        Option("--commands", "Print only the orders, ready for `run`."),
        Option("--story", "Print a battle report of each turn."),
        Option("--markdown", "With --story, print the whole diary as Markdown."),
        Option("--since-mine", "Print what came after your last sitting, as the side named with --as."),
        Option("--enemy", "Print the other side's last turn, as the side named with --as."),
        AT,
        SAVE,
        JSON,
    ),
)
VERIFY = Grammar(
    "verify",
    """Prove that the save follows from its journal.

As one side of a game by mail (--as), it also compares the save with what your own file remembers of each hand-over.
Exit code 0: proven; 1: broken; 3: the save cannot be read.""",
    (Word("FILE", "Prove another save.", 0),),
    (
        Option("--since", "Also prove that the journal has only grown since a git revision.", "REVISION", default=""),
        SAVE,
        JSON,
    ),
)
UNDO = Grammar(
    "undo",
    """Undo the last command, or the last N.

The save counts each one that rolled dice as a mulligan. Orders given together count as one command, unless --to
splits them.""",
    (Word("N", "Undo this many commands.", 0, default="1", number=Number(1, 1_000_000)),),
    (
        Option(
            "--to", "Return to a moment: 120 (the last entry kept), -3 (three ago), t5 (its end).", "WHEN", default=""
        ),
        SAVE,
        JSON,
        DRY_RUN,
    ),
)
REDO = Grammar(
    "redo",
    """Redo a command that was undone, or N of them.

The dice are the same, and mulligans stay counted. What was undone is kept until the next order.""",
    (Word("N", "Redo this many commands.", 0, default="1", number=Number(1, 1_000_000)),),
    (SAVE, JSON, DRY_RUN),
)


def log_(
    *,
    last: int | None,
    turn: int | None,
    commands: bool,
    story: bool,
    markdown: bool,
    since_mine: bool,
    enemy: bool,
    at: str,
    save: str,
    json: bool,
) -> None:
    match = program.look(save, at)
    if (since_mine or enemy) and not match.side:
        named = "--since-mine" if since_mine else "--enemy"
        raise BadOrder(f"{named}: name your side", hint=_which_side(match, named))
    output.note_moment(match)
    alone = not commands and not since_mine and not enemy
    if markdown:
        _print_diary(match, json, whole=story and alone and last is None and turn is None)
        return
    if story:
        _tell_story(match, last, turn, json, alone=alone)
        return
    rows = bare_rows(match)
    if (turn or match.side or not commands) and (broken := replay(match, rows)):
        output.note(f"note: {cut(broken)}")
    rows = since_own(rows, match.side) if since_mine else rows
    rows = last_sitting(rows, match.side) if enemy else rows
    rows = [row for row in rows if not turn or row.turn == turn]
    rows = rows[-last:] if last else rows
    if commands:
        _print_commands(match, rows, json)
    elif json:
        output.say_answer("log", entries=[row.as_json() for row in rows], state=_brief(match))
    else:
        print_rows(rows, match)


def _print_diary(match: Match[Any], as_json: bool, *, whole: bool) -> None:
    from tarawa_cli.cli import explaining  # start-up

    if not whole:
        raise BadOrder("--markdown prints the whole diary", hint="log --story --markdown")
    explaining.print_diary(match, as_json)


def _tell_story(match: Match[Any], last: int | None, turn: int | None, as_json: bool, alone: bool) -> None:
    from tarawa_cli.cli import explaining  # start-up

    if not alone:
        raise BadOrder("log --story covers whole turns", hint="log --story --turn 3")
    explaining.tell(match, turn, last, as_json)


def _which_side(match: Match[Any], named: str) -> str:
    names = match.game.sides.names
    return f"log {named} --as {names[0]}" if len(names) > 1 else "this game has one side"


def _brief(match: Match[Any]) -> dict[str, Any]:
    return match.game.views.brief(match.state, match)


def _print_commands(match: Match[Any], rows: list[LogRow], as_json: bool) -> None:
    lines = [*_command_lines(rows, match)]
    if as_json:
        output.say_answer("log --commands", commands=lines, state=_brief(match))
    elif lines:
        output.say("\n".join(map(on_one_line, lines)))


def _command_lines(rows: list[LogRow], match: Match[Any]) -> Iterator[str]:
    """Lines for `run`.

    What cannot be played again is a comment: hand edits, everything up to the last snapshot, and orders that the side
    may not read.
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


def print_rows(rows: list[LogRow], match: Match[Any]) -> None:
    """The journal as text."""
    if not rows:
        output.say("nothing yet")
    for line in colouring.coloured_lines(row_lines(rows, match), match):
        output.tell_line(line)


def row_lines(rows: list[LogRow], match: Match[Any]) -> Iterator[str]:
    """Entries of the journal, each with what it caused."""
    moment = match.game.moment(match.state)
    for row in rows:
        dice = f"   (dice {' '.join(map(str, row.entry.dice))})" if row.entry.dice else ""
        where = f"{moment.turn_name(row.turn)}, {row.phase}: " if row.phase else ""
        whose = f"{row.side}: " if names_its_side(row, match) else ""
        yield f"{row.number}{'+' if row.entry.joined else '.'} {where}{whose}{on_one_line(remark(row.entry))}{dice}"
        for line in match.game.narration.sentences(row.events, match.state):
            yield f"   {line}"


def names_its_side(row: LogRow, match: Match[Any]) -> bool:
    """Whether an entry needs the name of its side; some entries of a game by mail contain it."""
    return bool(row.side) and match.game.sides.several and row.entry.name not in ("anchor", "sit", "handover")


def verify_(file: str = "", *, since: str, save: str, json: bool) -> int:
    path = file or save
    match = program.look(path)
    proof = _compared(match, prove(match), since)
    verdict = _verdict(os.path.basename(path), proof, match.game.rules)
    if json:
        _say_proof_json(match, proof, verdict)
    else:
        output.say("\n  ".join([verdict, *_grounds(match, proof)]))
    return 0 if proof.holds else 1


def _compared(match: Match[Any], proof: Proof, revision: str) -> Proof:
    """The proof, if the save also fits the side's own file and an older revision of itself."""
    reasons = [*_contradicted_by_own(match), *_contradicted_by(match, revision)] if proof.holds else []
    return proof._replace(holds=False, broken_at=proof.entries, reason=reasons[0]) if reasons else proof


def _contradicted_by_own(match: Match[Any]) -> Iterator[str]:
    if match.mail and match.side:
        from tarawa_cli.kernel.mail import desk  # start-up

        yield from desk.wrong_pins(match)


def _contradicted_by(match: Match[Any], revision: str) -> Iterator[str]:
    """Why the journal has not only grown since a revision."""
    if not revision:
        return
    from tarawa_cli.kernel.saves.savefile import journal_entries  # start-up

    then, now = journal_entries(at_revision(match.path, revision).journal), match.entries
    if now[: len(then)] != then:
        same = next((place for place, (a, b) in enumerate(zip(then, now, strict=False)) if a != b), len(now))
        yield f"entry {same + 1} of {revision} is no longer in the journal"


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
        where = f" at entry {proof.broken_at} of {proof.entries}" if proof.entries else ""
        return f"{name}: broken{where}: {cut(proof.reason)}"
    if proof.outdated:
        last = proof.eras[-1]
        version = f" (version {last.rules} then, version {rules} now)" if proof.outdated == "rules" else ""
        return f"{name}: nothing contradicts it, but nothing is proven: {WHY[proof.outdated]}{version}"
    since = f"from entry {proof.since}" if proof.since else "from the first to the last"
    if not proof.entries:
        return f"{name}: proven, no entries yet"
    return f"{name}: proven, {'1 entry' if proof.entries == 1 else f'{proof.entries} entries'}, {since}"


def _grounds(match: Match[Any], proof: Proof) -> Iterator[str]:
    """What the proof is based on, and what it does not cover."""
    options = f"; options {_options(match)}" if match.setup.options else ""
    yield f"scenario {match.setup.scenario}, {_whose(match.setup.source)}; tables {_whose(match.setup.tables)}{options}"
    yield f"dice used: {match.used}, {_origin(match)}"
    yield f"mulligans {match.mulligans} · peeks {match.peeks} · hand edits {match.edits}{_at(proof.edits)}"
    if match.mail and proof.holds:
        yield from _sittings(match)
    yield from (f"phrase of {side}: {_phrase(phrase)}" for side, phrase in match.phrases.items())
    if sealed := match.sealed:
        yield f"sealed, and not proven until it is revealed: {', '.join(sealed)}"
        yield from (f"  {key}: digest {match.game.sides.digest_of(match.state, key)}" for key in sealed)
    for era in proof.eras[: None if proof.outdated else -1]:
        yield f"{era} under rules version {era.rules}: kept as written, not proven here"
    if proof.since:
        yield f"entry {proof.since}: {remark(read_entry(match.entries[proof.since - 1]))}"


def _options(match: Match[Any]) -> str:
    """What the game was started with, as `new` takes it."""
    options = match.setup.options.items()
    return ", ".join(f"--{name}" if value is True else f"--{name} {value}" for name, value in options)


def _sittings(match: Match[Any]) -> Iterator[str]:
    """The progress of a game by mail, and what its players have agreed to."""
    sittings = match.sittings
    owed = "the game was abandoned" if sittings.over else f"{sittings.side} owes the next link"
    agreed = f"lost chains {sittings.losses} · accepted {sittings.accepts}"
    yield f"sittings handed over: {sittings.current} · {agreed} · {owed}"
    if sittings.closed:
        last = sittings.closed[-1]
        yield f"last hand-over, by {last.side}: link {last.link}, digest {last.head}"
    if sittings.mail.hot_seat:
        yield "both players' own files may be in one folder (--hot-seat)"
    if match.side:
        from tarawa_cli.kernel.mail import desk  # start-up

        yield f"compared with {plural(len(desk.pins(match)), 'hand-over')} that your own file remembers"


def _phrase(phrase: Mapping[str, str]) -> str:
    """A phrase that version 0.2 made dice from; as long as it is sealed, its digest."""
    return phrase.get(TEXT) or f"sealed, digest {phrase[SEALED]}" if phrase else "not given yet"


def _origin(match: Match[Any]) -> str:
    """Where the dice come from."""
    if match.mail:
        return "from the chains of both sides"
    if match.waits_for:
        return "not made yet"
    made = f", made from the phrases of {' and '.join(match.phrases)}" if match.phrases else ""
    return "given by the player" if match.manual else f"from seed {match.seed}{made}"


def _whose(own: object) -> str:
    return "the player's own" if own else "as shipped"


def _at(entries: list[int]) -> str:
    return f" (entry {', '.join(map(str, entries))})" if entries else ""


def undo_(number: str, *, to: str, save: str, json: bool, dry_run: bool) -> None:
    count = int(number)
    if to and count > 1:
        raise BadOrder("undo takes a number of commands or --to, not both", hint=f"undo --to {to}")
    if dry_run:
        match = program.look(save)
        gone = undo(match, count, _last_kept(match, to), rehearsed=True)
        output.tell([*_report_undo(match, gone, json, dry_run=True)])
        return

    def work(match: Match[Any]) -> ComposedOutput:
        gone = undo(match, count, _last_kept(match, to))
        return ComposedOutput([*_report_undo(match, gone, json, dry_run=False)], match)

    change(save, work)


def _last_kept(match: Match[Any], to: str) -> int | None:
    """The number of the entry that a moment ends with, as `--at` means it; None if no moment is named."""
    if not to:
        return None
    if not (word := in_journal(match, to)):
        raise BadOrder(f"--to {shown(to)} is not a moment of the journal", hint="undo --to 120, or undo --to t3")
    try:
        return step_at(match, word).number
    except (BadOrder, Refused) as error:
        other = error.hint.replace("--at ", "undo --to ")
        hint = "" if "--at" in other else other
        message = error.message.replace("--at", "--to")
        raise (BadOrder(message, hint=hint) if isinstance(error, BadOrder) else Refused("", message, hint)) from None


def _report_undo(match: Match[Any], gone: list[Entry], as_json: bool, dry_run: bool) -> Iterator[str]:
    """Report what was undone, the last command first."""
    commands = [group[::-1] for group in groups(gone)][::-1]
    if as_json:
        more: dict[str, Any] = {"dry_run": True} if dry_run else {}
        undone = [entry.command for entry in gone[::-1]]
        yield output.answer_text(f"undo {len(commands)}", undone=undone, **more, state=_brief(match))
        return
    what = "would be undone" if dry_run else "undone"
    lines = [
        f"{what}: {on_one_line(remark(entry))}{' (a mulligan)' * (place == 0 and any(one.dice for one in group))}"
        for group in commands
        for place, entry in enumerate(group)
    ]
    yield from shortened(lines, MOST)
    yield outlook(match.game.narration.next_steps(match.state))


def redo_(number: str, *, save: str, json: bool, dry_run: bool) -> None:
    count = int(number)
    if dry_run:
        match = program.look(save)
        done = redo(match, count, rehearsed=True)
        output.tell([*_report_redo(match, [each._replace(events=[]) for each in done], json, dry_run=True)])
    else:
        change(
            save, lambda match: ComposedOutput([*_report_redo(match, redo(match, count), json, dry_run=False)], match)
        )


def _report_redo(match: Match[Any], done: list[Done], as_json: bool, dry_run: bool) -> Iterator[str]:
    """Report what was redone, in order."""
    if as_json:
        more: dict[str, Any] = {"dry_run": True} if dry_run else {}
        events = [event.as_json() for each in done for event in each.events]
        redone = [each.command for each in done]
        more |= answers.facts(match)
        yield output.answer_text(f"redo {len(done)}", events, redone=redone, **more, state=_brief(match))
        return
    lines, after = list[str](), [outlook(match.game.narration.next_steps(match.state)), *answers.lines(match)]
    what = "would be redone" if dry_run else "redone"
    for each in done:
        lines.append(f"{what}: {on_one_line(remark(Entry(each.command)))}")
        lines += match.game.narration.sentences(each.events, match.state)
    yield from shortened(lines, MOST) if dry_run else of_many(match, lines, done, after)
    yield from after
