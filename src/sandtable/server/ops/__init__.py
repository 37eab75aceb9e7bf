"""For whoever keeps a server: administration, audit, backup, and the server's log."""
