"""What players ask beyond the view: layers, reach, odds, previews, and why something may not be done."""
