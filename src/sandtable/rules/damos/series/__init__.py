"""The core rules that Army Group North, Center and South share."""
