"""Combats on the board: how they are formed, and where everybody goes afterwards."""
