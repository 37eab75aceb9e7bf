"""The rulebooks, one package each. They never import each other."""
