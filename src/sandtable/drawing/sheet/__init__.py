"""The sheet: theme, type, legend, furniture, SVG and PNG."""
