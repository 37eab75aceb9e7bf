"""Printed matter over the wire: scenarios, boards, rules, and drawn maps."""
