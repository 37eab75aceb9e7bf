"""Studies for designers: what is printed is varied by a plan, and the games tell what it changes."""
