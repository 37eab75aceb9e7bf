"""What a player may ask of the series beyond the view; every answer is worked out by the engine's own functions."""
