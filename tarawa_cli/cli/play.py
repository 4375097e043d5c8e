"""The orders. Each function only puts the words together; the game reads, judges and carries them out."""

from typing import Annotated

import typer

from tarawa_cli.cli.options import DEFAULT_SAVE, Dice, DryRun, Json, Save
from tarawa_cli.cli.orders import Given, order
from tarawa_cli.kernel.orders import option_text

Delay = Annotated[int, typer.Option("--delay", metavar="0..2", help="Impulses of turn 1 given up for a better roll.")]
Areas = Annotated[list[str], typer.Argument(metavar="AREA…", help="As many areas as chits were won.")]
PolicyName = Annotated[str, typer.Argument(metavar="[hits|empty-lvt]", help="Which standing answer.")]
PolicyValue = Annotated[str, typer.Argument(metavar="[ask|step|morale|pool|wait]", help="The answer.")]


def next_(save: Save = DEFAULT_SAVE, json: Json = False, dry_run: DryRun = False, dice: Dice = "") -> None:
    """End my part of the phase; the automatic phases run up to my next one."""
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
