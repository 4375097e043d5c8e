"""The orders. Each function only puts the words together; the game reads, judges and carries them out."""

from typing import Annotated

import typer

from tarawa_cli.cli.options import DEFAULT_SAVE, Dice, DryRun, Json, Save
from tarawa_cli.cli.orders import Given, order
from tarawa_cli.kernel.orders import flag_text, option_text

Delay = Annotated[int, typer.Option("--delay", metavar="0..2", help="Impulses of turn 1 given up for a better roll.")]
Areas = Annotated[list[str], typer.Argument(metavar="AREA…", help="As many areas as chits were won.")]
PolicyName = Annotated[str, typer.Argument(metavar="[hits|empty-lvt]", help="Which standing answer.")]
PolicyValue = Annotated[str, typer.Argument(metavar="[ask|step|morale|pool|wait]", help="The answer.")]

Unit = Annotated[str, typer.Argument(metavar="UNIT", help="A unit; or `supply`, or `none` for an empty amtrac.")]
Where = Annotated[
    list[str] | None,
    typer.Argument(metavar="CRAFT BEACH [HEX]", help="Craft, beach, entry hex; for Hawkins 1431 or 1432."),
]
For = Annotated[str, typer.Option("--for", metavar="BATTALION", help="Whom the supplies are for.")]
Bairiki = Annotated[bool, typer.Option("--bairiki", help="Artillery to Bairiki, without craft.")]
Craft = Annotated[str, typer.Argument(metavar="CRAFT", help="A craft.")]
Mover = Annotated[
    list[str] | None, typer.Argument(metavar="UNIT [HEX…]", help="A unit or craft, and the hexes it enters.")
]
All = Annotated[bool, typer.Option("--all", help="Everybody who can move, by the shortest way.")]
Onto = Annotated[str, typer.Argument(metavar="[HEX_OR_CRAFT]", help="Its own hex, a pier head, or an empty amtrac.")]
Area = Annotated[str, typer.Argument(metavar="AREA", help="An area with landing hexes of a beach in use.")]
Answer = Annotated[list[str], typer.Argument(metavar="OPTION…", help="One of the options that `status` lists.")]


def next_(save: Save = DEFAULT_SAVE, json: Json = False, dry_run: DryRun = False, dice: Dice = "") -> None:
    """End my part: the automatic phases run up to my next one."""
    order(["next"], Given(save, json, dry_run, dice))


def bombard_(
    delay: Delay = 0, save: Save = DEFAULT_SAVE, json: Json = False, dry_run: DryRun = False, dice: Dice = ""
) -> None:
    """Roll the pre-invasion bombardment (5.1)."""
    order(["bombard", *option_text("--delay", [str(delay)])], Given(save, json, dry_run, dice))


def chits_(
    areas: Areas, save: Save = DEFAULT_SAVE, json: Json = False, dry_run: DryRun = False, dice: Dice = ""
) -> None:
    """Place the bombardment's chits, one on each area named (5.1)."""
    order(["chits", *areas], Given(save, json, dry_run, dice))


def policy_(
    policy: PolicyName = "",
    value: PolicyValue = "",
    save: Save = DEFAULT_SAVE,
    json: Json = False,
    dry_run: DryRun = False,
    dice: Dice = "",
) -> None:
    """Show the standing answers kept in the save, or set one."""
    if not policy and not value:
        from tarawa_cli.cli.look import show_policy

        show_policy(save, json)
    else:
        order(["policy", *filter(None, [policy, value])], Given(save, json, dry_run, dice))


def embark_(
    unit: Unit,
    where: Where = None,
    for_: For = "",
    bairiki: Bairiki = False,
    save: Save = DEFAULT_SAVE,
    json: Json = False,
    dry_run: DryRun = False,
    dice: Dice = "",
) -> None:
    """Put a unit, supplies or an empty amtrac at the edge (6.2)."""
    words = [*option_text("--for", filter(None, [for_])), *flag_text("--bairiki", bairiki)]
    order(["embark", unit, *(where or []), *words], Given(save, json, dry_run, dice))


def withdraw_(
    craft: Craft, save: Save = DEFAULT_SAVE, json: Json = False, dry_run: DryRun = False, dice: Dice = ""
) -> None:
    """Send a craft from the edge back to the pool (6.2)."""
    order(["withdraw", craft], Given(save, json, dry_run, dice))


def advance_(
    unit: Mover = None,
    all: All = False,
    save: Save = DEFAULT_SAVE,
    json: Json = False,
    dry_run: DryRun = False,
    dice: Dice = "",
) -> None:
    """Move over the reef or along the pier (6.4, 11.33)."""
    order(["advance", *(unit or []), *flag_text("--all", all)], Given(save, json, dry_run, dice))


def unload_(
    craft: Craft,
    to: Onto = "",
    save: Save = DEFAULT_SAVE,
    json: Json = False,
    dry_run: DryRun = False,
    dice: Dice = "",
) -> None:
    """Unload a craft at the edge (6.3).

    Into the water, on the pier head, or into an amtrac.
    """
    order(["unload", craft, *filter(None, [to])], Given(save, json, dry_run, dice))


def suppress_(
    area: Area, save: Save = DEFAULT_SAVE, json: Json = False, dry_run: DryRun = False, dice: Dice = ""
) -> None:
    """Fire of ships and aircraft on an area (6.7)."""
    order(["suppress", area], Given(save, json, dry_run, dice))


def decide_(
    option: Answer, save: Save = DEFAULT_SAVE, json: Json = False, dry_run: DryRun = False, dice: Dice = ""
) -> None:
    """Answer the pending decision."""
    order(["decide", *option], Given(save, json, dry_run, dice))
