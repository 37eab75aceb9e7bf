"""The position: who holds what, with how many points of which nation, and what follows from it."""
