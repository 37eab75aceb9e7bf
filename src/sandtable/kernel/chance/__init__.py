"""Chance: dice and their sources, and exact distributions."""
