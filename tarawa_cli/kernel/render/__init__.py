"""Pictures made of text. Nothing here knows a game."""
