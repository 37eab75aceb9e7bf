"""Bots at the board: the queue of matches, the scheduler, and worker processes."""
