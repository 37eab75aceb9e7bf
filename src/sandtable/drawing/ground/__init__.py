"""The ground: terrain, shores, rivers, roads and rails."""
