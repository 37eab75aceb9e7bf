"""What Control may write into a position of The Ford."""

from __future__ import annotations

from sandtable.kernel import HEX, WORD, YES, Editable, Field, seat_title

from .state import SEATS, Ford


# --8<-- [start:editable]
def editable(g: Ford) -> Editable:
    """[3.1] What Control may write: who stands where with what strength, who has acted, the turn and the town."""
    sides = {number: seat_title(seat) for number, seat in enumerate(SEATS)}
    return Editable(
        units=tuple(unit.name for unit in g.printed.units),
        fields=(
            Field(name="hex_of", title="Hex", kind=HEX, of_units=True),
            Field(name="strength", title="Strength", of_units=True),
            Field(name="moved", title="Has moved", kind=YES, of_units=True),
            Field(name="fought", title="Has fought", kind=YES, of_units=True),
            Field(name="turn", title="Turn"),
            Field(name="holder", title="Holds the town", kind=WORD, words=sides),
        ),
    )
    # --8<-- [end:editable]
