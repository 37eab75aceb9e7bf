"""A game under way: driving it, what a seat sees of it, keeping it and replaying it."""
