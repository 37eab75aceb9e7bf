"""[12] The air phase: what commands order of aircraft, and how it flies, is shot at, drops and bombs (A-52)."""
