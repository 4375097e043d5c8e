"""The rules, one module for each chapter or large paragraph, in the order of the rulebook."""
