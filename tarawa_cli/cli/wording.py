"""Commands that all games share, in the words of the one that is played."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from functools import wraps
from typing import Annotated, Any, get_args

from tarawa_cli.kernel.game import Word

IF_NAMED = "if named"
"""The mark of a parameter that only those games have that give it words."""


def worded(function: Callable[..., Any], words: Mapping[str, Word]) -> Callable[..., Any]:
    """The same command with a game's own defaults, names of values, and help."""

    @wraps(function)
    def command(**given: Any) -> Any:
        return function(**given)

    signature = inspect.signature(function)
    parameters = list(_parameters(signature, words))
    command.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return command


def _parameters(signature: inspect.Signature, words: Mapping[str, Word]) -> Iterator[inspect.Parameter]:
    for name, parameter in signature.parameters.items():
        if name in words:
            yield _reworded(parameter, words[name])
        elif IF_NAMED not in get_args(parameter.annotation):
            yield parameter


def _reworded(parameter: inspect.Parameter, word: Word) -> inspect.Parameter:
    type_, declared = get_args(parameter.annotation)[:2]
    declared = copy(declared)
    declared.metavar = word.metavar or declared.metavar
    declared.help = word.help or declared.help
    default = word.default or parameter.default
    return parameter.replace(annotation=Annotated[type_, declared], default=default)
