"""Combat: attack, plans, strength, losses, outcome, retreat, exploitation."""
