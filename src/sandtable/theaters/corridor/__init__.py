"""The compiler of the airborne corridor, one kilometre a cell."""
