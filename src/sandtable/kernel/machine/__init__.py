"""The rules machine: actions, steps, state, events, and the engine that takes answers."""
