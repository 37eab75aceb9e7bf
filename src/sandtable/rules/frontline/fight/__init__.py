"""Combats on the board: who fights, who pays, and where the line runs afterwards."""
