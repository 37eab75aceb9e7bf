"""What a seat sees of the game, what is hidden from it, and what Control may write."""
