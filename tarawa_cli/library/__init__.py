"""The library: games from Python. What is public is named in `tarawa_cli` itself."""
