"""Boards and counters as SVG and PNG."""
