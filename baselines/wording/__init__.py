"""What does an answer say in words? Nothing that its fields do not say, and nothing less."""

from baselines.wording.book import Book, Manners
from baselines.wording.message import BOOKS, MANNERS, ROUNDABOUT, each_line, ending, in_words, language_of, whole_order

__all__ = [
    "BOOKS",
    "MANNERS",
    "ROUNDABOUT",
    "Book",
    "Manners",
    "each_line",
    "ending",
    "in_words",
    "language_of",
    "whole_order",
]
