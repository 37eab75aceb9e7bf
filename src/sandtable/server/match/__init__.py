"""A match at one moment: its position, clocks, one change of it, and what must hold before a change."""
