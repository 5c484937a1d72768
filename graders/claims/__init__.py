"""What does a message claim, clause by clause, in any of the languages whose data files lie here?"""

from graders.claims.claim import Claim, Kind, Polarity, Understanding, WriteClaim
from graders.claims.reading import understand

__all__ = ["Claim", "Kind", "Polarity", "Understanding", "WriteClaim", "understand"]
