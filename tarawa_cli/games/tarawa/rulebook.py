"""The game's rulebook: `@rule("6.7")` marks the code that carries out that paragraph."""

from tarawa_cli.kernel.board.tables import Rulebook

BOOK = Rulebook()
rule = BOOK.rule
