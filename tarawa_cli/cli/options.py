"""What Typer is told: the options that commands share, and the command of each order, made from its grammar."""

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Annotated, Any

import typer

from tarawa_cli.cli import program
from tarawa_cli.cli.orders import AS, DICE, DRY_RUN, ENVIRONMENT, JSON, SAVE, Given, order
from tarawa_cli.cli.orders import DEFAULT_SAVE as DEFAULT_SAVE
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.grammar import Grammar, Option, Word
from tarawa_cli.kernel.orders import find_name, shown


def _told(option: Option, **more: Any) -> Any:
    """An option as Typer wants it."""
    names = filter(None, [option.name, option.short])
    return typer.Option(*names, metavar=option.takes or None, help=option.help, **more)


Save = Annotated[str, _told(SAVE, envvar=ENVIRONMENT)]
Json = Annotated[bool, _told(JSON)]
DryRun = Annotated[bool, _told(DRY_RUN)]
Dice = Annotated[str, _told(DICE)]
Colour = Annotated[str, typer.Option("--color", metavar="auto|always|never", help="Colour in the output.")]


def choice(option: str, word: str, names: list[str]) -> str:
    """One of a few words, or the beginning of one."""
    try:
        return find_name(word, names, "choice")
    except BadOrder:
        raise BadOrder(f"{option} {shown(word)}: must be {' or '.join(names)}") from None


def command(grammar: Grammar) -> Callable[..., None]:
    """The function that Typer makes the command of an order from; what it reads goes to the order as words."""

    def run(save: str, json: bool, dry_run: bool, dice: str, side: str, **read: Any) -> None:
        plain = [word for name, place in places.items() for word in _plain(place, read[name])]
        values = {option.name: _value(read[name]) for name, option in options.items()}
        order(grammar, grammar.tokens(plain, values), Given(save, json, dry_run, dice, side))

    words = (word._replace(least=0) if grammar.shows else word for word in grammar.words)
    places = {f"word_{place}": word for place, word in enumerate(words)}
    options = {f"option_{place}": option for place, option in enumerate(grammar.options)}
    run.__doc__ = grammar.help
    run.__signature__ = Signature(  # type: ignore[attr-defined]
        [
            *(_argument(name, word) for name, word in places.items()),
            *(_option(name, option) for name, option in options.items()),
            *_SHARED,
            _side(),
        ]
    )
    return run


def _parameter(name: str, annotation: Any, default: Any = Parameter.empty) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


_SHARED = (
    _parameter("save", Save, DEFAULT_SAVE),
    _parameter("json", Json, False),
    _parameter("dry_run", DryRun, False),
    _parameter("dice", Dice, ""),
)


def _side() -> Parameter:
    """`--as`; where there is one side it is taken too, but not spoken of."""
    return _parameter("side", Annotated[str, _told(AS, hidden=not program.own_game().sides.several)], "")


def with_side(function: Callable[..., Any]) -> Callable[..., Any]:
    """A command that is no order, with the option `--as`, which an order has anyway."""

    @wraps(function)
    def command(side: str, **given: Any) -> Any:
        program.play_as(side)
        return function(**given)

    declared = signature(function)
    parameters = [*declared.parameters.values(), _side()]
    command.__signature__ = declared.replace(parameters=parameters)  # type: ignore[attr-defined]
    return command


def _argument(name: str, word: Word) -> Parameter:
    told = typer.Argument(metavar=word.shown, help=word.help)
    if word.most == 1:
        return _parameter(name, Annotated[str, told], Parameter.empty if word.least else "")
    return _parameter(name, Annotated[list[str], told], Parameter.empty if word.least else None)


def _option(name: str, option: Option) -> Parameter:
    """A value that is no number is a list: whether it may be repeated is for the order's reader to say."""
    told = _told(option)
    if not option.takes:
        return _parameter(name, Annotated[bool, told], False)
    if option.number is not None:
        return _parameter(name, Annotated[int, told], option.number)
    return _parameter(name, Annotated[list[str], told], Parameter.empty if option.needed else None)


def _plain(place: Word, read: str | list[str] | None) -> list[str]:
    """The plain words in a place; an empty one is as good as none where none is needed."""
    if isinstance(read, str):
        return [read] if read or place.least else []
    return read or []


def _value(read: bool | int | list[str] | None) -> bool | list[str]:
    if isinstance(read, bool):
        return read
    return [str(read)] if isinstance(read, int) else read or []
