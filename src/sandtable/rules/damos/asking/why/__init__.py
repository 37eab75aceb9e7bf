"""Why not: the paragraph that forbids a thing."""
