"""The ten steps of a turn, but for the combats."""
