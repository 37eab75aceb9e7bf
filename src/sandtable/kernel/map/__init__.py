"""The map: hexes, sets of them as bitboards, boards, costs, paths, floods, and who is where."""
