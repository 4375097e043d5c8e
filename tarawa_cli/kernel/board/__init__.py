"""The vocabulary of a hex game: hexes, dice, tables, modifiers, paragraphs."""
