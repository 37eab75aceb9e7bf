"""Combat on the board: who must attack, what is declared, and what the results of the card do to units and hexes."""
