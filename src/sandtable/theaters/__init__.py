"""Geography in (latitude and longitude), boards out (hexes or squares at any scale)."""
