"""The laboratory: measurements of the engine and of the games."""
