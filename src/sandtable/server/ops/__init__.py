"""For whoever keeps a server: administration, audit, backup."""
