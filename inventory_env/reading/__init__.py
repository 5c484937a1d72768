"""What does a text say? Sentences of the contract, word by word, and free requests, wish by wish."""
