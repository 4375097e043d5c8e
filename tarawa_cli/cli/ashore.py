"""The orders of phase `actions`: words put together, as in `play`."""

from typing import Annotated

import typer

from tarawa_cli.cli.options import DEFAULT_SAVE, Dice, DryRun, Json, Save
from tarawa_cli.cli.orders import Given, order
from tarawa_cli.kernel.orders import flag_text, option_text

Unit = Annotated[str, typer.Argument(metavar="UNIT", help="A unit ashore.")]
Units = Annotated[list[str], typer.Argument(metavar="UNIT…", help="Units ashore.")]
Route = Annotated[
    list[str],
    typer.Argument(metavar="HEX…", help="One hex: the cheapest way there. More: every hex, from its own or the next."),
]
Target = Annotated[str, typer.Argument(metavar="HEX", help="An uncleared hex next to it.")]
Targets = Annotated[list[str], typer.Option("--on", metavar="HEX", help="The target; twice for two targets.")]
OneTarget = Annotated[list[str], typer.Option("--on", metavar="HEX", help="The pillbox hex; only one.")]
Support = Annotated[list[str] | None, typer.Option("--support", metavar="UNIT", help="A supporter; repeatable.")]
Shore = Annotated[bool, typer.Option("--shore", help="Use a shore point.")]
Times = Annotated[int, typer.Option("--times", metavar="N", help="Fire again until it succeeds, N times at most.")]
Pay = Annotated[bool, typer.Option("--pay", help="Pay a supply point a unit instead of being near a head.")]


def move_(
    unit: Unit, route: Route, save: Save = DEFAULT_SAVE, json: Json = False, dry_run: DryRun = False, dice: Dice = ""
) -> None:
    """Move on land (7.2.1)."""
    order(["move", unit, *route], Given(save, json, dry_run, dice))


def fire_(
    unit: Unit,
    target: Target,
    support: Support = None,
    shore: Shore = False,
    times: Times = 1,
    save: Save = DEFAULT_SAVE,
    json: Json = False,
    dry_run: DryRun = False,
    dice: Dice = "",
) -> None:
    """Fire at a hex to suppress it (7.2.2)."""
    extra = [*option_text("--support", support or []), *flag_text("--shore", shore), "--times", str(times)]
    order(["fire", unit, target, *extra], Given(save, json, dry_run, dice))


def attack_(
    units: Units,
    on: Targets,
    support: Support = None,
    shore: Shore = False,
    save: Save = DEFAULT_SAVE,
    json: Json = False,
    dry_run: DryRun = False,
    dice: Dice = "",
) -> None:
    """Attack one or two hexes to clear them (7.2.4)."""
    extra = [*option_text("--on", on), *option_text("--support", support or []), *flag_text("--shore", shore)]
    order(["attack", *units, *extra], Given(save, json, dry_run, dice))


def demolish_(
    units: Units,
    on: OneTarget,
    support: Support = None,
    save: Save = DEFAULT_SAVE,
    json: Json = False,
    dry_run: DryRun = False,
    dice: Dice = "",
) -> None:
    """Engineers against a pillbox hex (7.2.5)."""
    extra = [*option_text("--on", on), *option_text("--support", support or [])]
    order(["demolish", *units, *extra], Given(save, json, dry_run, dice))


def recover_(
    units: Units,
    pay: Pay = False,
    save: Save = DEFAULT_SAVE,
    json: Json = False,
    dry_run: DryRun = False,
    dice: Dice = "",
) -> None:
    """Rest to recover a step (7.2.6)."""
    order(["recover", *units, *flag_text("--pay", pay)], Given(save, json, dry_run, dice))


def dig_(units: Units, save: Save = DEFAULT_SAVE, json: Json = False, dry_run: DryRun = False, dice: Dice = "") -> None:
    """Dig improved positions (11.1)."""
    order(["dig", *units], Given(save, json, dry_run, dice))
