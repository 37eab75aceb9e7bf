"""Places, points and their names."""
