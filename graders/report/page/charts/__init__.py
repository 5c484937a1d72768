"""How do the figures of a study look? Vega-Lite specifications, and the same numbers as tables."""
