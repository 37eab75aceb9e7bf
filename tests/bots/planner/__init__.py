"""Tests of the search, which knows no game."""
