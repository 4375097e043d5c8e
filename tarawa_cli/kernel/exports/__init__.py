"""Pictures, films, reports and data, written for others. Nothing here knows a game."""
