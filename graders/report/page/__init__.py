"""How does a study look in a browser? One file that opens from disk and fetches nothing."""
