"""How does a run reach a browser? As plain JSON in small compressed blocks, beside an index of all runs."""
