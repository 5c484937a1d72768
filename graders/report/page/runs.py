"""How do all runs get into a page? One after the other: blocks as they fill, and the index last."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import attrs

from graders.report.agent_results import AgentResults
from graders.report.choosing import Judged
from graders.report.page.viewer.blocks import RUNS_IN_BLOCK, packed, packed_blocks
from graders.report.page.viewer.detail import case, detail
from graders.report.page.viewer.index import Index
from graders.report.page.viewer.profiles import profiles


@attrs.frozen
class Block:
    """A piece of data in a page.

    Attributes:
        id: of its element.
        text: packed, safe in any element.
    """

    id: str
    text: str


def blocks(runs: Iterable[Judged], results: Sequence[AgentResults] = ()) -> Iterator[Block]:
    """Blocks `runs-0`, `runs-1`, ..., then those of scenarios and profiles, then `index`; one is held at a time.

    Args:
        runs: all of them.
        results: of the agents whose tasks are told one by one.
    """
    index, cases = Index(), list[dict[str, Any]]()

    def details() -> Iterator[dict[str, Any]]:
        for scenario, record, verdict in runs:
            if index.add(scenario, record, verdict):
                cases.append(case(scenario))
            yield detail(scenario, record, verdict)

    for kind, values in (("runs", details()), ("cases", iter(cases))):
        for number, text in enumerate(packed_blocks(values, each=RUNS_IN_BLOCK)):
            yield Block(f"{kind}-{number}", text)
    told = [one for one in results if one.profiles]
    for number, one in enumerate(told):
        yield Block(f"profiles-{number}", packed(profiles(one)))
    profiled = {one.agent: number for number, one in enumerate(told)}
    yield Block("index", packed({**index.told(), "profiled": profiled}))
