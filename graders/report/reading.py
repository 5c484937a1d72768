"""How does a report come of a folder? Study, rows, floor and ceiling, marks by hand and certificate, read from disk."""

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path

from graders.by_hand import by_hand
from graders.records import TRACES, Record, file_of, read_records
from graders.report import telling
from graders.report.cards import with_cards
from graders.report.comparable import Contender, contender
from graders.report.compared import Comparison
from graders.report.comparing import compare
from graders.report.document import Report
from graders.report.making import Grounds, Reading, Scattered, make_report
from graders.standing import standing
from graders.study.card import SystemCard
from graders.study.folder import judgements, read_study, rows, study_suite
from graders.study.looking import looks_of
from graders.study.row import Row
from graders.study.yardstick import YARDSTICK, yardstick_study
from inventory_env.scenario import Scenario
from inventory_env.verdict import Verdict


def report_of(folder: Path, cards: Sequence[SystemCard] = (), *, here: Path) -> Report:
    """The report on a study; floor and ceiling are run on its suite where they were not.

    Args:
        folder: the study's.
        cards: that state what the study does not know of its agents.
        here: the folder in which `validate` was run.

    Raises:
        InputError: the study or its suite cannot be read, or a card has unstated parts.
    """
    as_run = read_study(folder)
    study = with_cards(as_run, cards)
    suite = study_suite(folder, study)
    beside = yardstick_study(folder)
    grounds = Grounds(
        study=study,
        beside=() if beside is None else read_study(beside).cards,
        split=telling.data_split(study, looks_of(as_run)),
        budget=telling.budget_words(suite),
        standing=standing(here),
        reading=_reading(folder),
    )
    try:
        return make_report(grounds, _rows(folder, beside))
    except Scattered:  # a line was deleted, and its run played again at the end of the file
        return make_report(grounds, sorted(_rows(folder, beside), key=lambda row: row.agent))


def comparison_of(first: Path, second: Path, agents: Sequence[str] = ()) -> Comparison:
    """The comparison of an agent of one study with an agent of another, or of the same.

    Args:
        first: folder of the study compared with.
        second: folder of the study that is judged.
        agents: none where each study has one agent, one that is in both, or one for each.

    Raises:
        InputError: a study cannot be read, has no such agent, or the two cannot be compared.
    """
    names = [*agents, *agents][:2] if agents else [None, None]
    one, other = _contender(first, names[0]), _contender(second, names[1])
    return compare(one, other, telling.data_split(other.study, looks_of(other.study)))


def judged_runs(folder: Path, agent: str | None = None) -> Iterator[tuple[Scenario, Record, Verdict]]:
    """Every run of a study beside its scenario and its verdict, floor and ceiling first.

    Args:
        folder: the study's.
        agent: only its runs; None: all, those of floor and ceiling too.

    Raises:
        InputError: a file of it cannot be read, or holds other runs than the file beside it.
    """
    beside = folder / YARDSTICK
    for one in (beside, folder) if agent is None and beside.exists() else (folder,):
        known = {scenario.id: scenario for scenario in study_suite(one, read_study(one))}
        pairs = zip(read_records(file_of(one, TRACES)), judgements(one), strict=True)
        yield from (
            (known[record.trace.scenario], record, judgement.verdict)
            for record, judgement in pairs
            if agent in (None, record.agent)
        )


def _rows(folder: Path, beside: Path | None) -> Iterator[Row]:
    return itertools.chain(rows(folder), () if beside is None else rows(beside))


def _contender(folder: Path, agent: str | None) -> Contender:
    return contender(read_study(folder), agent, rows(folder))


def _reading(folder: Path) -> Reading:
    count = by_hand(folder)
    plain = count.plain()
    return Reading(plain["read"], plain["runs"], plain["disagreements"], tuple(count.told()))
