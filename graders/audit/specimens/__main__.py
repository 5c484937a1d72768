"""How soon does the audit catch each naive grader? `python -m graders.audit.specimens` tells."""

import argparse
import sys

from graders.audit.catalogue import all_kinds
from graders.audit.foreign import GRADERS
from graders.audit.judge import Judge
from graders.audit.lineup import lineup, told
from graders.audit.loading import load_judge
from graders.audit.specimens import SPECIMENS
from graders.printing import say, tell
from inventory_env.errors import MissingExtra

EXAMPLES = 4000


def main() -> int:
    """Print the line-up; 0 where each was caught, 1 where one was not, 2 where a framework is not installed."""
    parser = argparse.ArgumentParser(prog="python -m graders.audit.specimens", description=__doc__)
    parser.add_argument("--examples", type=int, default=EXAMPLES, help=f"how many cases at most ({EXAMPLES})")
    parser.add_argument("--seed", type=int, default=0, help="of the search (0)")
    parser.add_argument("--foreign", action="store_true", help="graders of other frameworks instead; they need extras")
    parser.add_argument("--pages", action="store_true", help="tell each smallest case in full")
    options = parser.parse_args()
    naive = [Judge(one.name, one.grader, one.means) for one in SPECIMENS]
    judges = map(load_judge, GRADERS) if options.foreign else naive
    try:
        caught = list(lineup(judges, all_kinds(), seed=options.seed, examples=options.examples))
    except MissingExtra as error:
        tell(f"error: {error}")
        return 2
    for line in told(caught, pages=options.pages):
        say(line)
    say()
    say(f"{sum(one.smallest is not None for one in caught)} of {len(caught)} caught; first at: the number of the case")
    return 0 if all(one.smallest for one in caught) else 1


sys.exit(main())
