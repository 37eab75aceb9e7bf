"""What only developers run, from a checkout: load, plausibility, npm, the atlas. Nothing of it is in the wheel."""
