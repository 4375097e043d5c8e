"""The game's own rulebook: `@rule("9.6")` stands on the code that carries that paragraph out."""

from tarawa_cli.kernel.rulebook import Rulebook

BOOK = Rulebook()
rule = BOOK.rule
