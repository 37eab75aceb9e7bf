"""What a seat sees of the game: everything, for nothing on this map is hidden; and what Control may write."""
