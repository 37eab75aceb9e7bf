"""How a combat may go: exact odds of the one at hand, and of those that could be begun."""
