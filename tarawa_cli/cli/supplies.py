"""The orders of the supply phases, and `wreck`."""

from typing import Annotated

import typer

from tarawa_cli.cli.options import DEFAULT_SAVE, Dice, DryRun, Json, Save
from tarawa_cli.cli.orders import Given, order
from tarawa_cli.kernel.orders import flag_text

Whom = Annotated[str, typer.Argument(metavar="BATTALION_OR_UNIT", help="A battalion, or a unit for its group.")]
Site = Annotated[str, typer.Argument(metavar="HEX", help="A friendly shore hex.")]
Party = Annotated[str, typer.Argument(metavar="[UNIT]", help="An infantry unit for the whole turn.")]
Shore = Annotated[bool, typer.Option("--shore", help="All shore points of this turn.")]


def supply_(
    whom: Whom, save: Save = DEFAULT_SAVE, json: Json = False, dry_run: DryRun = False, dice: Dice = ""
) -> None:
    """Give a supply point to a battalion or to a unit's group (8.2)."""
    order(["supply", whom], Given(save, json, dry_run, dice))


def head_(hex: Site, save: Save = DEFAULT_SAVE, json: Json = False, dry_run: DryRun = False, dice: Dice = "") -> None:
    """Set up a supply head (8.3)."""
    order(["head", hex], Given(save, json, dry_run, dice))


def wreck_(
    unit: Party = "",
    shore: Shore = False,
    save: Save = DEFAULT_SAVE,
    json: Json = False,
    dry_run: DryRun = False,
    dice: Dice = "",
) -> None:
    """Silence the wreck: by ships' guns or by a party (10.1.4)."""
    order(["wreck", *filter(None, [unit]), *flag_text("--shore", shore)], Given(save, json, dry_run, dice))
