"""What Typer is told: every command, made from its grammar."""

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Annotated, Any

import typer

from tarawa_cli.cli.commands import Command, Read, Value
from tarawa_cli.cli.program import own_game, running
from tarawa_cli.kernel.grammar import Number, Option, Word


def function(command: Command) -> Callable[..., int | None]:
    """The function that Typer makes a command from; what Typer reads goes to the command."""
    grammar = command.grammar
    places = {f"word_{place}": word for place, word in enumerate(grammar.words)}
    options = {f"option_{place}": option for place, option in enumerate(grammar.options)}

    def run(**read: Any) -> int | None:
        plain = [word for name, place in places.items() for word in _plain(place, read[name])]
        values = {option.name: _value(option, read[name]) for name, option in options.items()}
        return command.carry_out(Read(plain, values))

    run.__doc__ = f"{grammar.help}{_examples(grammar.name)}".replace("PROGRAM", running().name)
    vars(run)["__signature__"] = Signature(
        [
            *(_argument(name, word) for name, word in places.items()),
            *(_option(name, option) for name, option in options.items()),
        ]
    )
    return run


def _examples(command: str) -> str:
    """The game's examples of a command, each on a line of its own."""
    name = running().name
    lines = [f"  {name} {line}" for line in own_game().library.examples(command)]
    return "\n".join(["\n\n\b\nFor example:", *lines]) if lines else ""


def _parameter(name: str, annotation: Any, default: Any = Parameter.empty) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


def _argument(name: str, word: Word) -> Parameter:
    told = typer.Argument(metavar=word.shown, help=word.help, show_default=word.unsaid or True, **_limits(word.number))
    if word.most != 1:
        return _parameter(name, Annotated[list[str], told], Parameter.empty if word.least else None)
    if word.number:
        return _parameter(name, Annotated[int, told], Parameter.empty if word.least else int(word.default))
    return _parameter(name, Annotated[str, told], Parameter.empty if word.least else word.default)


def _option(name: str, option: Option) -> Parameter:
    """A value without a default is a list: whether it may be repeated is for the order's reader to say."""
    told = typer.Option(
        *option.names,
        metavar=option.takes or None,
        help=option.help,
        envvar=option.environment or None,
        show_default=option.unsaid or True,
        hidden=option.hidden,
        **_limits(option.number),
    )
    if not option.takes:
        return _parameter(name, Annotated[bool, told], False)
    if option.number:
        return _parameter(name, Annotated[int | None, told], int(option.default) if option.default else None)
    if option.default is not None:
        return _parameter(name, Annotated[str, told], option.default)
    return _parameter(name, Annotated[list[str], told], Parameter.empty if option.needed else None)


def _limits(number: Number | None) -> dict[str, Any]:
    return {"min": number.least, "max": number.most} if number else {}


def _plain(place: Word, read: str | int | list[str] | None) -> list[str]:
    """The plain words in a place; an empty one is as good as none where none is needed."""
    if isinstance(read, list) or read is None:
        return read or []
    return [str(read)] if read != "" or place.least or place.default else []


def _value(option: Option, read: Any) -> Value:
    if option.takes and not option.number and option.default is None:
        return read or []
    value: Value = read
    return value
