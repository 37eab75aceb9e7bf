"""[12] A turn: orders, movement in six steps, demolition, combats, supply and the end."""
