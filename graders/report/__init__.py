"""What do the runs of a study come to? One document, told as text, Markdown, JSON or a page."""
