"""What a seat sees of the operation, what is hidden from it, and what Control may write."""
