"""The game's own rulebook: `@rule("6.7")` stands on the code that carries that paragraph out."""

from tarawa_cli.kernel.board.rulebook import Rulebook

BOOK = Rulebook()
rule = BOOK.rule
