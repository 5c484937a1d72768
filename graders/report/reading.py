"""How does a report come of a folder? Study, rows, floor and ceiling, marks by hand and certificate, read from disk."""

import itertools
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

from graders.by_hand import by_hand
from graders.records import TRACES, VERDICTS, Record, file_of
from graders.report import telling
from graders.report.cards import with_cards
from graders.report.choosing import Judged, Takes, choose
from graders.report.comparable import Contender, contender
from graders.report.compared import Comparison
from graders.report.comparing import compare
from graders.report.document import Report
from graders.report.making import Grounds, Reading, Scattered, make_report
from graders.standing import standing
from graders.study.card import SystemCard
from graders.study.folder import judgements, read_study, rows, study_suite
from graders.study.looking import looks_of
from graders.study.plan import Study
from graders.study.row import Row
from graders.study.yardstick import YARDSTICK, yardstick_study
from inventory_env.errors import InputError, choices
from inventory_env.store import decoded, numbered_lines


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


def comparison_of(
    first: Path, second: Path, agents: Sequence[str] = (), cards: Sequence[SystemCard] = ()
) -> Comparison:
    """The comparison of an agent of one study with an agent of another, or of the same.

    Args:
        first: folder of the study compared with.
        second: folder of the study that is judged.
        agents: none where each study has one agent, one that is in both, or one for each.
        cards: that state what the studies do not know of their agents.

    Raises:
        InputError: a study cannot be read, has no such agent, or the two cannot be compared.
    """
    names = [*agents, *agents][:2] if agents else [None, None]
    studies = read_study(first), read_study(second)
    _refuse_strangers(cards, (*studies[0].agents, *studies[1].agents))
    sides = [_contender(*one, cards) for one in zip((first, second), studies, names, strict=True)]
    # The ledger knows the study as it was run.
    return compare(sides[0], sides[1], telling.data_split(sides[1].study, looks_of(studies[1])))


def runs_to_show(*sides: tuple[Path, str | None]) -> tuple[str, tuple[Iterator[Judged], ...]]:
    """The runs that a page holds: all, or where they are too many some of each kind, and what is said of that.

    Args:
        sides: folders of studies, each with the agent whose runs are meant; None: all, floor and ceiling first.

    Raises:
        InputError: a file cannot be read, or holds other runs than the file beside it; from the runs too.
    """
    choice = choose(
        (judgement.agent, judgement.verdict)
        for folder, agent in sides
        for one in _folders(folder, agent)
        for judgement in judgements(one)
        if agent in (None, judgement.agent)
    )
    return choice.words(), tuple(judged_runs(*side, takes=choice.taking()) for side in sides)


def judged_runs(folder: Path, agent: str | None = None, *, takes: Takes = lambda *_: True) -> Iterator[Judged]:
    """The runs of a study, each beside its scenario and its verdict, floor and ceiling first.

    Args:
        folder: the study's.
        agent: only its runs; None: all, those of floor and ceiling too.
        takes: which of them; the others are passed over unread.

    Raises:
        InputError: a file of it cannot be read, or holds other runs than the file beside it.
    """
    for one in _folders(folder, agent):
        known = {scenario.id: scenario for scenario in study_suite(one, read_study(one))}
        path = file_of(one, TRACES)
        pairs = zip_longest(numbered_lines(path, growing=True), judgements(one))
        for line, judgement in pairs:
            if line is None or judgement is None:
                raise InputError("must hold a trace and a verdict for each run, in their order", path=str(one))
            if agent in (None, judgement.agent) and takes(judgement.agent, judgement.verdict):
                record = decoded(line[1], Record, path, line[0])
                if _key(record) != (judgement.agent, judgement.verdict.scenario, judgement.trial):
                    rule = f"must be of the same run as the verdict in that place (compare {VERDICTS})"
                    raise InputError(rule, path=str(path), line=line[0], field="run")
                yield known[record.trace.scenario], record, judgement.verdict


def _key(record: Record) -> tuple[str, str, int]:
    return record.agent, record.trace.scenario, record.trial


def _folders(folder: Path, agent: str | None) -> tuple[Path, ...]:
    beside = folder / YARDSTICK
    return (beside, folder) if agent is None and beside.exists() else (folder,)


def _rows(folder: Path, beside: Path | None) -> Iterator[Row]:
    return itertools.chain(rows(folder), () if beside is None else rows(beside))


def _contender(folder: Path, study: Study, agent: str | None, cards: Sequence[SystemCard]) -> Contender:
    own = [card for card in cards if card.name in study.agents]
    try:
        return contender(with_cards(study, own), agent, rows(folder))
    except InputError as error:
        raise error.at(str(folder)) from None


def _refuse_strangers(cards: Sequence[SystemCard], agents: Sequence[str]) -> None:
    for card in cards:
        if card.name not in agents:
            rule = f"must be of an agent of one of the studies; got {card.name!r} ({choices(card.name, agents)})"
            raise InputError(rule, field="card")


def _reading(folder: Path) -> Reading:
    count = by_hand(folder)
    plain = count.plain()
    return Reading(plain["read"], plain["runs"], plain["disagreements"], tuple(count.told()))
