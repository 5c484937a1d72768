"""How is it told what a message says? Clause by clause, for a person and for a machine."""

from collections.abc import Iterator
from typing import Any

from graders.claims.claim import WRITES, Claim, Polarity, Quantity, Understanding, WriteClaim
from graders.claims.reading import understand
from graders.highlight import Span, quoted
from graders.printing import padded, painted, plain, short, table
from inventory_env.codec import builtins
from inventory_env.scenario import Scenario
from inventory_env.trace import Trace

NOT_UNDERSTOOD = "not understood"
_WORDS = 60
WRITE_COLOUR = {WriteClaim.CLAIMED: "red", WriteClaim.UNCERTAIN: "yellow", WriteClaim.NOT_CLAIMED: "green"}


def understood_in(scenario: Scenario, trace: Trace) -> Understanding | None:
    """What the message that counts says, read with the names of its task; None where no answer counts."""
    answer = trace.counting.answer if trace.counting else None
    if answer is None:
        return None
    task = scenario.task
    return understand(answer.message, language=task.language, warehouses=task.priority, skus=task.skus())


def claim_lines(understood: Understanding, *, colours: bool = False, numbered: bool = False) -> list[str]:
    """A line for each claim and for each clause that was not understood, in their order in the message.

    Args:
        understood: what the message says.
        colours: whether deeds presented as done are red, and what stays open is yellow.
        numbered: whether each clause begins with its number, as `spans` gives it.
    """
    rows = sorted(_rows(understood), key=lambda row: row[:2])
    numbers = _numbers(understood)
    cells, before = [], None
    for start, end, _, (kind, polarity, words, rest) in rows:
        again = before == (before := (start, end))  # the same words, told on the line above
        number = [] if not numbered else [""] if again else [f"[{numbers[start, end]}]"]
        cells.append([*number, kind, polarity, "" if again else words, rest])
    lines = zip(table(cells), rows, strict=True)
    return [painted(line, row[2], on=colours and row[2] != "green") for line, row in lines]


def claim_rows(understood: Understanding) -> list[tuple[str, str, str, str, str]]:
    """(colour, kind, polarity, words, rest) of each claim and each clause that was not understood, in their order."""
    ordered = sorted(_rows(understood), key=lambda row: row[:2])
    return [(colour, kind, polarity, words, rest) for _, _, colour, (kind, polarity, words, rest) in ordered]


def spans(understood: Understanding) -> Iterator[Span]:
    """The clauses to mark in the message, each in the colour of what it says and with its number."""
    numbers = _numbers(understood)
    for claim in understood.claims:
        yield Span(claim.start, claim.end, _colour(claim), str(numbers[claim.start, claim.end]))
    for place in understood.unclear:
        yield Span(*place, "yellow", str(numbers[place]))


def write_claim_words(understood: Understanding, *, colours: bool = False, cells: int = 0) -> str:
    """Whether the message presents a deed as done, filled to that many cells."""
    written = padded(understood.write_claim.value, cells)
    return painted(written, WRITE_COLOUR[understood.write_claim], on=colours)


def to_json(understood: Understanding) -> dict[str, Any]:
    """The understanding as JSON: places are [start, end) in characters of `text`."""
    text = understood.text
    return {
        "text": text,
        "language": understood.language,
        "write_claim": understood.write_claim.value,
        "claims": [_claim(claim, text) for claim in understood.claims],
        "unclear": [
            {"start": start, "end": end, "text": text[start:end], "why": why}
            for (start, end), why in _unclear(understood)
        ],
    }


def _claim(claim: Claim, text: str) -> dict[str, Any]:
    first = {"kind": claim.kind.value, "polarity": claim.polarity.value, "start": claim.start, "end": claim.end}
    return {**first, "text": text[claim.start : claim.end], **builtins(claim)}


def _numbers(understood: Understanding) -> dict[tuple[int, int], int]:
    """The clauses that say something or were not understood, numbered from 1 in their order."""
    places = {*((claim.start, claim.end) for claim in understood.claims), *understood.unclear}
    return {place: number for number, place in enumerate(sorted(places), 1)}


def _rows(understood: Understanding) -> Iterator[tuple[int, int, str, tuple[str, str, str, str]]]:
    """(start, end, colour, cells) of each claim and of each clause that was not understood."""
    text = understood.text
    for claim in understood.claims:
        words = short(quoted(text, (claim.start, claim.end)), _WORDS)
        cells = (claim.kind.value, claim.polarity.value, words, _named(claim, text))
        yield claim.start, claim.end, _colour(claim), cells
    for (start, end), why in _unclear(understood):
        yield start, end, "yellow", (NOT_UNDERSTOOD, "", short(quoted(text, (start, end)), _WORDS), plain(why))


def _unclear(understood: Understanding) -> Iterator[tuple[tuple[int, int], str]]:
    """Every clause that was not understood, with the reason."""
    doubts = understood.doubts or [""] * len(understood.unclear)
    return zip(understood.unclear, doubts, strict=True)


def _colour(claim: Claim) -> str:
    if claim.polarity is Polarity.UNCERTAIN:
        return "yellow"
    return "red" if claim.kind in WRITES and claim.polarity is Polarity.ASSERTED else "green"


def _named(claim: Claim, text: str) -> str:
    """The numbers, warehouses and articles of a claim, and the words that decided."""
    said = [_number(one, text) for one in claim.quantities]
    loose = [one for one in claim.warehouses if not any(number.warehouse == one for number in claim.quantities)]
    loose += [one for one in claim.skus if not any(number.sku == one for number in claim.quantities)]
    told = ", ".join([*said, *map(plain, loose)])
    because = f"by: {plain(claim.why)}" if claim.why else ""
    return "; ".join(one for one in (told, because) if one)


def _number(one: Quantity, text: str) -> str:
    value = str(one.value) if one.value is not None else f"{quoted(text, (one.start, one.end))} (which number?)"
    where = f" at {plain(one.warehouse)}" if one.warehouse else ""
    return f"{value} {one.role}" + (f" of {plain(one.sku)}" if one.sku else "") + where
