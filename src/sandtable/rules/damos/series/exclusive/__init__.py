"""The exclusive rules of Army Group North and South."""
