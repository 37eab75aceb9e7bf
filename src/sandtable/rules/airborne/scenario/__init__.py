"""The scenarios of the airborne operation: order of battle, air, bridges, commands and victory, as data."""
