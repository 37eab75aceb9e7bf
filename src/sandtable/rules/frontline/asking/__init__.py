"""Questions beyond the view: layers, odds of planned attacks, why not."""
