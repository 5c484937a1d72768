"""The questions that `validate` asks, one file per theme: each a function of an Inquiry that gives Checks."""
