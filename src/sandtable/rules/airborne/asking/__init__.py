"""Questions beyond the view: layers, reach, odds of planned attacks, why not."""
