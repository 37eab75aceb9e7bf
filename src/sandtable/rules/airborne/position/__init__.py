"""The position: where every unit stands and what it is about to do, crossings, and what each side knows of the other."""
