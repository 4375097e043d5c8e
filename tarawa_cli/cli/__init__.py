"""The command line: thin, and the only place that knows Typer."""
