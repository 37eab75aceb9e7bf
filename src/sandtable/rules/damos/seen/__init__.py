"""What a seat sees: view, counters, fog; what Control may edit, and what cannot be."""
