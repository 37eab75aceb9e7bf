"""What a player may ask beyond the view: layers, reach, previews, odds, why not."""
