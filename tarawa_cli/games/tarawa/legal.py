"""Every legal command now; everything listed here passes `check`."""

from tarawa_cli.games.tarawa.state import State, Unit


def legal_for(state: State, unit: Unit) -> list[str]:
    """What one unit may do now."""
    return []
