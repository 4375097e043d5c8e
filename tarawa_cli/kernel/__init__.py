"""What all games share; nothing here knows a game."""
