"""What players see: counters, tracks, trays and the combat under way, as data that any page can draw."""
