"""A second pair of eyes: the rules of DAMOS worked out again from the text alone, in plain functions over plain data.

Nothing here asks the engine how a rule goes. ``snapshot`` copies a position into tuples, sets and dictionaries; the
other modules read those as a player reads the map with the book in hand. The tests beside them let the engine play and
compare.
"""
