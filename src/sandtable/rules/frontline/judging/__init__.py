"""Combats, fronts, raids and whole rounds, judged by the steps of the rulebook."""
