"""The rules, one file per axis: each a pure function of a case."""
