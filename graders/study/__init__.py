"""How are many runs played, kept and read back? A study is a folder; what it holds never mixes configurations."""
