"""Commands that show printed matter and records."""
