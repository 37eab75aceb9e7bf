"""The position: printed campaign, roster, where units stand, zones, supply."""
