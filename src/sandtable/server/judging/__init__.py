"""Judging single combats over the wire: worker process, time limits, and the logs that a Control team shares."""
