"""Commands for whoever keeps a server."""
