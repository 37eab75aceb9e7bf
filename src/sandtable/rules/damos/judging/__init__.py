"""Single combats, judged by the steps of the game."""
