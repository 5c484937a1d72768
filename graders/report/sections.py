"""How is a report written? Section by section, in the order of the document, from the document alone."""

from collections.abc import Iterator

import attrs

from graders.audit.rows import lines_of
from graders.report.blocks import Block, Column, Grid, Heading, Points, Sentence, column, grid, told
from graders.report.checking import refuse_flawed
from graders.report.document import SECTIONS, Report
from graders.report.failure_tables import failure_blocks
from graders.report.result_tables import names, result_blocks
from graders.report.telling import SEEDS
from graders.study.card import SystemCard

TITLES = dict(
    zip(
        SECTIONS,
        (
            "Scope and success",
            "System cards",
            "Data split",
            "Environment and budget",
            "Results",
            "Failures",
            "Read by hand",
            "What was not shown",
        ),
        strict=True,
    )
)
# So many runs are named in writing.
_MOST_NAMED = 20


def report_blocks(report: Report) -> tuple[Block, ...]:
    """The whole report.

    Raises:
        InputError: it does not say all that a report has to say.
    """
    refuse_flawed(report)
    return tuple(_blocks(report))


def _blocks(report: Report) -> Iterator[Block]:
    yield Heading(f"Report on {report.split.suite}", 1)
    written = (
        _scope(report),
        _cards(report),
        _split(report),
        _environment(report),
        result_blocks(report.results, report.environment),
        failure_blocks(report.failures, names(report.results.agents)),
        _read_by_hand(report),
        _not_shown(report),
    )
    for place, (name, blocks) in enumerate(zip(SECTIONS, written, strict=True), 1):
        yield Heading(f"{place}. {TITLES[name]}")
        yield from blocks


def _scope(report: Report) -> Iterator[Block]:
    scope = report.scope
    yield Sentence(scope.text)
    yield Sentence(scope.success)
    yield Sentence(f"Grading policy {scope.policy}, rules that count: {', '.join(scope.counted)}.")
    if scope.not_counted:
        yield Sentence(f"Checked and not counted: {', '.join(scope.not_counted)}.")


def _cards(report: Report) -> Iterator[Block]:
    """A row for each agent; what all have in common is said once."""
    told_of = [field.name for field in attrs.fields(SystemCard) if field.name not in ("name", "evidence")]
    parts = {name: [_part(getattr(one.card, name)) for one in report.cards] for name in told_of}
    common = {name: cells[0] for name, cells in parts.items() if len(set(cells)) == 1}
    columns = [
        column("agent", [one.card.name for one in report.cards]),
        column("role", [one.role.value for one in report.cards]),
        column("evidence", [one.evidence.value for one in report.cards]),
        *(column(_words(name), cells) for name, cells in parts.items() if name not in common),
    ]
    yield grid("Who was run", columns)
    if common:
        yield Sentence("The same on every card: " + "; ".join(f"{_words(one)}: {common[one]}" for one in common) + ".")


def _part(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(f"{what} {price}" for what, price in value) or "none"
    if attrs.has(type(value)):
        return ", ".join(f"{_words(name)} {part}" for name, part in attrs.asdict(value).items())  # type: ignore[arg-type]
    # A fingerprint is told by its beginning, as everywhere.
    text = "none" if value is None else str(value)
    return text[:12] if len(text) == 64 else text


def _split(report: Report) -> Iterator[Block]:
    split = report.split
    looks = "not counted" if split.looks is None else str(split.looks)
    allowed = "" if split.looks_allowed is None else f" of {split.looks_allowed} allowed"
    yield Sentence(f"{split.suite}: {split.scenarios} scenarios, {split.kind}, digest {split.digest}.")
    yield Sentence(f"{split.sentence} Looks: {looks}{allowed}.")


def _environment(report: Report) -> Iterator[Block]:
    found = report.environment
    versions = "; ".join(f"{_words(name)} {_part(value)}" for name, value in attrs.asdict(found.versions).items())
    yield Points(
        (
            f"versions: {versions}",
            f"isolation: {found.isolation}",
            f"budget: {found.budget}",
            f"trials: {found.trials} of each task",
            f"seeds: {SEEDS.format(found.seed)}",
            f"faulty runs: {found.faulty_rule}",
            f"wall seconds of playing: {told(found.wall_s)}",
            f"wall milliseconds of grading a run: {told(found.grading_ms)}",
            f"the grader's {found.certificate}",
        )
    )
    if found.grader_errors:
        yield Sentence("Errors of the grader on labelled cases:")
        yield Points(tuple(" ".join(line.split()) for line in lines_of(found.grader_errors)[1:]))


def _read_by_hand(report: Report) -> Iterator[Block]:
    found = report.read_by_hand
    yield Points(
        (
            f"runs read by a person: {told(found.read)}",
            f"disagreements with the judge: {told(found.disagreements)}",
            f"runs left to a person: {told(found.to_review)}",
            *found.sentences,
        )
    )
    if found.review:
        named = found.review[:_MOST_NAMED]
        columns: list[Column] = [
            column("agent", [one.agent for one in named]),
            column("task", [one.task for one in named]),
            column("trial", [str(one.trial) for one in named]),
            column("open", [", ".join(one.because) for one in named]),
        ]
        yield grid(f"To be read, the first {len(named)}", columns)


def _not_shown(report: Report) -> Iterator[Block]:
    yield Points(report.not_shown.sentences)
    if report.not_shown.rules:
        rows = tuple((one.rule, one.meaning) for one in report.not_shown.rules)
        yield Grid("Rules that nobody checked", ("rule", "what it demands"), rows)


def _words(name: str) -> str:
    return name.replace("_", " ")
