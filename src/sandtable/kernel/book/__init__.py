"""The contract of a rulebook: what it prints, plays, says, studies, and how its combats are judged."""
