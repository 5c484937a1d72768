"""What does `python -m exercises.shop` print? The table of all agents."""

from exercises.shop.table import lines
from graders.printing import say

for line in lines():
    say(line)
