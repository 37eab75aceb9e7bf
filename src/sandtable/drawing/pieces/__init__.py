"""Counters and whole positions."""
