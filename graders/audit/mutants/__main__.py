"""How good is the audit? `python -m graders.audit.mutants` tells which mutants of our grader it catches, and when."""

import argparse
import sys
from collections.abc import Sequence

from graders.audit.catalogue import all_kinds
from graders.audit.mutants import MUTANTS, catch
from graders.audit.mutants.report import expected, told
from graders.printing import say

EXAMPLES = 4000


def main(given: Sequence[str] | None = None) -> int:
    """Print the report; 0 where nothing escapes but what must, else 1."""
    parser = argparse.ArgumentParser(prog="python -m graders.audit.mutants", description=__doc__)
    parser.add_argument("--examples", type=int, default=EXAMPLES, help=f"how many cases at most ({EXAMPLES})")
    parser.add_argument("--seed", type=int, default=0, help="of the search (0)")
    options = parser.parse_args(given)
    caught = catch(MUTANTS, all_kinds(), options.seed, range(options.examples))
    for line in told(MUTANTS, caught, options.examples):
        say(line)
    return 0 if expected(MUTANTS, caught) else 1


sys.exit(main())
