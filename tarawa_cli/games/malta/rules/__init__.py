"""The rules, one module for a chapter or a large paragraph, in the rulebook's order."""
