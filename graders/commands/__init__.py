"""Which commands are there? One module each: a function `command` and its EXAMPLES."""
