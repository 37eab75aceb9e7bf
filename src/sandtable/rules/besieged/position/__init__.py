"""The position on the board: counters, what is printed, where everybody stands, and the questions asked of it."""
