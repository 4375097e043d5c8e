"""The command line, the only package that knows Typer."""

import gc

# A command lives for milliseconds: looking for garbage while it starts only costs time.
gc.set_threshold(100_000)
