"""One order from the command line to the save and back to the screen."""

from tarawa_cli.cli import answers, output, program
from tarawa_cli.cli.commands import SHARED, STRICT, Read, Value, is_strict
from tarawa_cli.cli.transaction import ComposedOutput, change, outside_note
from tarawa_cli.kernel.engine import batch
from tarawa_cli.kernel.engine.batch import Stopped
from tarawa_cli.kernel.engine.grammar import Grammar, Words
from tarawa_cli.kernel.engine.order_words import Expanded, shown
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Done, Match
from tarawa_cli.kernel.errors import BadOrder, NeedDice
from tarawa_cli.kernel.hints import Any, Iterable, Iterator, NamedTuple, Sequence
from tarawa_cli.kernel.saves.save_header import ALL_PHASES


class OrderOptions(NamedTuple):
    """The values of the options that every order takes in a shell."""

    save: str
    json: bool
    dry_run: bool
    dice: str
    verbose: bool
    strict: bool = False


def read_dice(text: str) -> list[int] | None:
    """`4,2,6`; None if none are given."""
    if not text:
        return None
    words = text.replace(",", " ").split()
    if not words or not all(word in ("1", "2", "3", "4", "5", "6") for word in words):
        raise BadOrder(
            f"--dice {shown(text)}: dice are numbers from 1 to 6 with commas between", hint="e.g. --dice 4,2,6"
        )
    return [int(word) for word in words]


def _sets_nothing(words: Words) -> bool:
    """Whether the last word of a standing answer is missing, as in `policy` and `policy hits`."""
    from tarawa_cli.kernel.engine.sides import ROUTINE  # start-up

    return len(words.tokens) <= len(words.grammar.words) and words.tokens[-1].lower() != ROUTINE


def order(grammar: Grammar, read: Read) -> int:
    """Carry out an order, or the several that it stands for, on the save.

    Some incomplete orders only show something.
    """
    words = in_words(grammar, read)
    shared: Any = (read.values[option.name] for option in SHARED)
    options = OrderOptions(*shared)._replace(strict=is_strict(read.values.get(STRICT.name)))
    if grammar.shows and _sets_nothing(words):
        from tarawa_cli.cli.look import show_standing  # start-up

        show_standing(grammar.name, words.tokens[1:], options.save, options.json)
        return 0
    if grammar.answers and len(words.tokens) == 1:
        from tarawa_cli.cli.look import show_question  # start-up

        show_question(grammar.name, options.save, options.json)
        return 0
    dice = read_dice(options.dice)
    if options.dry_run:
        _only_check(words, dice, options)
        return 0

    def work(match: Match[Any]) -> ComposedOutput:
        note = outside_note(match)
        try:
            told = _carry_out(match, words, dice, options)
        except Stopped as stop:
            lines = report_stopped(match, words.text(), stop, options)
            told = ComposedOutput([*lines], match, stop.exit_code, "part of the command was carried out")
        return told._replace(lines=[*note, *told.lines])

    while True:
        try:
            return change(options.save, work)
        except NeedDice as need:
            if options.json or not output.can_ask():
                raise
            dice = [*(dice or ()), *_asked_for(need)]


def _asked_for(need: NeedDice) -> list[int]:
    """Ask for the dice; without them nothing is done."""
    while True:
        text = output.ask(f"die {need.given + 1}, {need.purpose} (1 to 6; Enter gives up): ")
        if not text:
            raise need
        try:
            return read_dice(text) or []
        except BadOrder:
            output.note("dice are numbers from 1 to 6, e.g. 4 or 4 2 6")


def _carry_out(match: Match[Any], words: Words, dice: list[int] | None, options: OrderOptions) -> ComposedOutput:
    """Carry out all orders of a command. On a terminal, or with --strict, waste is refused."""
    careful = options.strict or (output.on_terminal() and not options.json)
    came = batch.carry_out(match, words, dice, careful=careful, offering=True)
    before, note = notes([*came.left_out, *came.unused, *came.wasted], options.json), notes([came.note], options.json)
    goes_on = words.grammar.ends or words.grammar.macro
    beside: dict[str, Any] = {"wasted": came.wasted} if goes_on else {"left_out": came.left_out}
    why = came.note or "; ".join(came.unused)
    told = report(match, words.text(), came.done, options, [*before, *note], **beside, note=why)
    lines = [*before, *told, *note] if words.grammar.macro else [*before, *note, *told]
    return ComposedOutput(lines, match if came.done else None)


def in_words(grammar: Grammar, read: Read) -> Words:
    """An order as it was typed, taken apart by its own grammar."""
    options = {option.name: _value(read.values[option.name]) for option in grammar.options}
    return grammar.compose(read.plain, options).arranged(grammar.tokens(read.plain, options))


def _value(value: Value) -> bool | list[str]:
    return value if isinstance(value, bool | list) else [str(value)]


def _only_check(words: Words, dice: list[int] | None, options: OrderOptions) -> None:
    match = program.look(options.save)
    match.dice(dice)
    grammar = words.grammar
    if grammar.ends and words.tokens[1:]:
        words = grammar.in_words()
    brief = match.game.views.brief(match.state, match) if options.json else {}
    if grammar.macro:
        from tarawa_cli.kernel.engine.fast_forward import macro_orders  # start-up

        expanded = Expanded([])
        texts = batch.foresee(match, macro_orders(match, words))
        costs: Sequence[Any] = [None] * len(texts)
    else:
        expanded = batch.expand(match, words)
        costs = match.game.legal.costs(match.state, expanded.orders)  # before any of them is rehearsed
        texts = batch.foresee(match, expanded.orders)
    one = len(texts) == 1
    if options.json:
        more: dict[str, Any] = {} if one else {"commands": texts, "left_out": expanded.left_out}
        if any(costs):
            more["costs"] = [cost and cost.facts() for cost in costs]
        output.say_answer(texts[0] if one else words.text(), dry_run=True, **more, state=brief)
    else:
        told = [f"{text}: {cost.text}" if cost else text for text, cost in zip(texts, costs, strict=True)]
        lines = [f"legal: {told[0]}"] if one else [f"legal, {len(texts)} orders:", *(f"  {text}" for text in told)]
        output.tell([*lines, *notes(expanded.left_out, options.json)])


def notes(texts: Iterable[str], as_json: bool) -> list[str]:
    """The notes to an answer; in JSON they are part of it."""
    return [] if as_json else [output.Note(f"note: {text}") for text in texts if text]


def report(
    match: Match[Any], line: str, done: Sequence[Done], options: OrderOptions, notes: Sequence[str] = (), **beside: Any
) -> Iterator[str]:
    """What an order has caused, and what comes next, in full when something new begins.

    `notes` are printed too, and count as lines.
    """
    events = [event for each in done for event in each.events]
    if options.json:
        more = {name: value for name, value in beside.items() if value or (name == "left_out" and len(done) > 1)}
        more |= {} if len(done) == 1 else {"commands": as_commands(done)}
        command = done[0].command if len(done) == 1 else line
        told = [event.as_json() for event in events]
        more |= _digest(match, events) | answers.facts(match)
        yield output.answer_text(command, told, **more, state=match.game.views.brief(match.state, match))
        return
    yield from _story(match, events, options, len(done), notes)


def _story(
    match: Match[Any], events: list[Event], options: OrderOptions, entries: int, notes: Sequence[str] = ()
) -> Iterator[str]:
    """What happened and what comes next, in one screen; with -v everything that happened."""
    after = [*what_is_next(match, events), *answers.lines(match)]
    if options.verbose:
        yield from match.game.narration.sentences(events, match.state)
    else:
        entries += answers.orders_in(events)
        yield from answers.story(match, events, [*notes, *after], entries)
    yield from after


def _digest(match: Match[Any], events: list[Event]) -> dict[str, list[str]]:
    """What others did after an order, biggest first, for JSON."""
    from tarawa_cli.kernel.narration.digest import split  # start-up

    _, others = split(events)
    return {"digest": [line.text for line in match.game.narration.digest(others, match.state)]} if others else {}


def what_is_next(match: Match[Any], events: list[Event] | None = None) -> list[str]:
    """The next steps after an order; in a game by mail, first what the sitting needs."""
    telling = match.game.narration
    if match.mail:
        from tarawa_cli.kernel.mail.desk import next_lines  # start-up

        if lines := next_lines(match):
            return [telling.headline(match.state), *lines]
    if match.side and match.to_act in match.opponents and not match.when.over:
        name, side = match.delegated[match.to_act][ALL_PHASES], match.to_act
        how = f"  {name} plays {side}: `delegate --now` lets it move, `--as {side}` gives its orders"
        return [telling.headline(match.state), how]
    told = telling.next_steps(match.state) if events is None else telling.outlook(match.state, events)
    return [answers.outlook(told)]


def as_commands(done: Sequence[Done]) -> list[dict[str, Any]]:
    """Orders that were carried out, for JSON."""
    return [
        {"command": each.command, "dice": each.dice, "events": [event.as_json() for event in each.events]}
        for each in done
    ]


def report_stopped(match: Match[Any], line: str, stop: Stopped, options: OrderOptions) -> Iterator[str]:
    """Report what the first of several orders caused, which orders were not carried out, and why."""
    events = [event for each in stop.done for event in each.events]
    if options.json:
        answer = {"ok": False, "command": line, "events": [event.as_json() for event in events]}
        state = match.game.views.brief(match.state, match)
        yield output.json_text(
            {**answer, "error": stop.facts(), **stop.as_json(), **answers.facts(match), "state": state}
        )
        return
    why = [*output.error_lines(stop)]
    yield from _story(match, events, options, len(stop.done), why)
    yield from why
