"""The command line: thin, and the only place that knows Typer."""

import gc

# A command lives for milliseconds: looking for garbage while it starts only costs time.
gc.set_threshold(100_000)
