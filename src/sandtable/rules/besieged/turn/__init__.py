"""The turn: weather, replacements and arrivals, rail and sea, movement, supply, the end of a turn and of the game."""
