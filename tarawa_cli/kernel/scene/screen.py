"""What text is shown on: every command asks for it, and few of them draw a map."""

from tarawa_cli.kernel.hints import NamedTuple

TRUE = 1 << 24
"""As many colours as there are."""


class Screen(NamedTuple):
    """What the text is shown on."""

    width: int = 80
    height: int = 0
    """Rows; 0 for as many as there are."""
    colours: int = 0
    """How many: 0, 16, 256 or `TRUE`."""
    light: bool = False
    """Whether its background is light."""
    ascii: bool = False
