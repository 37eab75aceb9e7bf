"""Play: the authority over the rules, matches in memory, and everything that changes a match."""
