"""Commands that judge combats."""
