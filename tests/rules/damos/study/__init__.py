"""What a player may ask of the series beyond the view."""
