"""The words of the game: names, prompts, the log."""
