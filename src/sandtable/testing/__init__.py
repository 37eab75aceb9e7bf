"""What any rulebook runs against itself: drawn positions, scripted dice, fuzz, perft, the conformance battery."""
