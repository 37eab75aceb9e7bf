"""People: accounts, devices, seats, invitations, talk, reminders, and how often they may try."""
