"""Sentences for sealed secrets."""

from tarawa_cli.games.malta.telling.sentences import words

words("plan-sealed", "the jumps of {key} are planned and sealed")
words("seal-opened", "the plan of {key} is opened")
words("seal-lost", "the plan of {key} is lost: nobody jumps")
words("plan-void", "{what} is struck from the plan: {why}")
