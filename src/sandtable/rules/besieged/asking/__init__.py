"""What players may ask beyond the view: layers, reach, odds, previews, and why not."""
