"""What does a prompt say? Its sentences read back as facts, without a look at how they were written."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from types import MappingProxyType

import attrs

from inventory_env.task import Completeness, Completion, OnUnreachable, Split

Fact = tuple[str, object]
Reader = Callable[["_Names", "re.Match[str]"], Iterable[Fact]]

# A sentence may be wrapped, but ends with its paragraph. Words without which it says the same are left out below.
_SPACE = r"(?:(?!\n[^\S\n]*\n)[\s,])+"
_FILLER = rf"(?:please|kindly|just|simply|the|a|an){_SPACE}"
_GAP = rf"{_SPACE}(?:{_FILLER})*"
_PAUSE = r"\s*[:;.,–—-]?"
_END = r"(?=\s*(?:[.;!]+(?:\s|\Z)|\Z)|[^\S\n]*\n)"
_NUMBER = r"([0-9]{1,16})"
# A quoted name is taken out of the text before it is read and stands there as its place in a list.
_NAME = "(?:\ue000[0-9]+\ue001|[A-Za-z0-9]+(?:[-_./][A-Za-z0-9]+)*)"
_QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"|“[^“”"\\\n]*”')
_MARKS = re.compile("[\ue000\ue001]")
_TAKEN_OUT = re.compile("\ue000([0-9]+)\ue001")
_THEN = r"(?:\s*,?\s+(?-i:then)\s+|\s*,\s*)"
_AND = r"(?:\s*,?\s+(?-i:and)\s+|\s*,\s*)"
_LIMIT = r"([0-9]{1,16})\s+(call|decision|second|token)s?"
_WRITINGS = {
    "{n}": _NUMBER,
    "{name}": f"({_NAME})",
    "{ranked}": f"({_NAME}(?:{_THEN}{_NAME})*)",
    "{names}": f"({_NAME}(?:{_AND}{_NAME})*)",
    "{limits}": f"({_LIMIT}(?:{_AND}{_LIMIT})*)",
    "{not}": rf"(?:do{_GAP}not|don't|never)",
}
_BETWEEN = re.compile(r"(?:[\s>#*•·–—.;!-]|\(?[0-9]{1,2}[.)]\s)*")
_PIECE = re.compile(r"[^\n]*?(?:[.!?;](?=\s|\Z)|(?=\n)|\Z)")

# What no sentence says that states no rule: one of these words makes a sentence that we cannot read a fault.
_BINDING = re.compile(
    r"\b(?:not|no|never|none|nothing|nor|neither|without|except|excluding|unless|instead|rather|however|only|must|may"
    r"|might|can|cannot|could|should|shall|need|always|all|every|each|any|both|either|other|another|else|most|least"
    r"|more|less|fewer|few|max|maximum|min|minimum|than|above|below|over|under|before|after|until|first|last|next|later"
    r"|earlier|again|twice|once|half|double|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty"
    r"|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|dozen|pair|single|several|many|ignore|forget"
    r"|disregard|contrary|opposite|reverse|wrong|false|untrue|skip|avoid|prefer|use|ask|try|repeat|retry|wait|stop"
    r"|split|take|hold|closed|open|limit|allowed|forbidden|free|required|if|when|where|add|replace|change|invent|guess"
    r"|look|check|include|consider|count|treat|assume|pretend|round|multiply|increase|raise|reduce|lower|send|ship|buy"
    r"|book|reserve|move|transfer|claim|give|leave|keep|make|start|begin|finish|go|pick|choose|select|trust|believe"
    r"|also|too|enough|everything|anything|whatever|whichever|best|worst|largest|biggest|highest|lowest|smallest"
    r"|nearest|cheapest|fastest|fullest)\b"
    r"|n't\b|[0-9\ue000]",
    re.IGNORECASE,
)
# These make a sentence binding, but not a heading.
_TOPIC = re.compile(
    r"\b(?:warehouse|depot|source|stock|line|item|article|sku|unit|piece|quantity|number|order|priority|rule|plan"
    r"|report|answer|tool|call|page|figure|budget|share|pack|carton|reservation|reserve|ship|minute|hour)s?\b",
    re.IGNORECASE,
)
_HEADING_WORDS = 4


@attrs.frozen
class Reading:
    """What a prompt says.

    Attributes:
        said: for each field of the task, dotted, and for each standing rule: every different value, in order.
        unread: sentences that may bind the agent and that we cannot read, in order.
    """

    said: MappingProxyType[str, tuple[object, ...]]
    unread: tuple[str, ...]


def read(prompt: str, names: Iterable[str] = ()) -> Reading:
    """The facts that a prompt states.

    Spacing, line breaks, bullets, letter case, articles, politeness, headings and sentences that bind
    nobody make no difference.

    Args:
        prompt: the text.
        names: warehouses and skus; a sentence that names one is never passed over.
    """
    taken_out = _Names()
    said: dict[str, list[object]] = {}
    strange = []
    for piece, facts in _pieces(taken_out, taken_out.take_out(prompt)):
        if facts is None:
            strange.append(piece)
        for field, value in facts or ():
            if field == "lines" or value not in said.setdefault(field, []):
                said.setdefault(field, []).append(value)
    named = _named(names if strange else ())
    unread = tuple(taken_out.put_back(piece) for piece in strange if _binding(piece, named))
    return Reading(MappingProxyType({field: tuple(values) for field, values in said.items()}), unread)


class _Names:
    """The quoted names of one prompt, so that nothing inside of them is read as a word."""

    def __init__(self) -> None:
        self._written: list[str] = []

    def take_out(self, prompt: str) -> str:
        """The text with a mark in the place of every quoted name."""
        parts, at = [], 0
        for quoted in _QUOTED.finditer(prompt):
            self._written.append(quoted[0])
            parts += [_tidy(prompt[at : quoted.start()]), f"\ue000{len(self._written) - 1}\ue001"]
            at = quoted.end()
        return "".join((*parts, _tidy(prompt[at:])))

    def put_back(self, piece: str) -> str:
        """The text as it was written."""
        return _TAKEN_OUT.sub(lambda mark: self._written[int(mark[1])], piece)

    def name(self, token: str) -> str:
        """The name that a token stands for."""
        mark = _TAKEN_OUT.fullmatch(token)
        if not mark:
            return token
        written = self._written[int(mark[1])]
        try:
            return str(json.loads(written))
        except ValueError:  # typographic quotes, or an escape that JSON does not know
            return written[1:-1]


def _tidy(text: str) -> str:
    """The text between names: each run of spaces one space, each gap between paragraphs one empty line."""
    text = re.sub(r"[^\S\n]+", " ", _MARKS.sub("\ufffd", text))
    return re.sub(r"(?: ?\n){2,} ?", "\n\n", text)


def _named(names: Iterable[str]) -> "re.Pattern[str]":
    """Finds any of the names in a sentence; a single letter may be a word, so it does not count."""
    longer = sorted(name for name in names if len(name) > 1)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longer))})(?!\w)" if longer else r"(?!)")


def _pieces(names: _Names, text: str) -> Iterator[tuple[str, Iterable[Fact] | None]]:
    """Sentence by sentence: its text, and its facts or None where no known sentence fits."""
    at = 0
    while (at := _skipped(text, at)) < len(text):
        for pattern, reader in _SENTENCES:
            if match := pattern.match(text, at):
                yield match[0], reader(names, match)
                break
        else:
            match = _PIECE.match(text, at)
            assert match is not None  # it fits any text
            yield match[0].strip(), None
        at = match.end()


def _skipped(text: str, at: int) -> int:
    between = _BETWEEN.match(text, at)
    return between.end() if between else at


def _binding(piece: str, named: "re.Pattern[str]") -> bool:
    """Whether a sentence that we cannot read may state something: when in doubt, it does."""
    words = piece.split()
    heading = len(words) <= _HEADING_WORDS and piece[-1] not in ".!?;"
    return bool(
        _BINDING.search(piece)
        or piece[0].islower()  # the rest of a sentence that was torn
        or (not heading and _TOPIC.search(piece))
        or named.search(piece)
    )


def _states(*facts: Fact) -> Reader:
    return lambda names, match: facts


def _numbers(*fields: str, also: tuple[Fact, ...] = ()) -> Reader:
    return lambda names, match: (*((field, int(n)) for field, n in zip(fields, match.groups(), strict=True)), *also)


def _line(names: _Names, match: "re.Match[str]") -> Iterable[Fact]:
    return (("lines", (int(match[1]), names.name(match[3]), int(match[2]))),)


def _priority(names: _Names, match: "re.Match[str]") -> Iterable[Fact]:
    return (("priority", tuple(names.name(token) for token in re.split(_THEN, match[1]))),)


def _tools(names: _Names, match: "re.Match[str]") -> Iterable[Fact]:
    return (("tools", frozenset(names.name(token) for token in re.split(_AND, match[1]))),)


def _limits(names: _Names, match: "re.Match[str]") -> Iterable[Fact]:
    return tuple((f"budget.{what.lower()}s", int(n)) for n, what in re.findall(_LIMIT, match[1], re.IGNORECASE))


def _rule(name: str) -> Reader:
    return _states((name, True))


_MOST = "supply as much as possible and of that as much as possible from earlier warehouse"
_FEWEST = (
    "supply as much as possible from as few warehouses as possible; between plans that are equal in both you are free"
)
_COMPLETE = "unless every line is found leave every plan empty; gaps and confirmed units stay"
_BEFORE_ANOTHER = "before you ask another warehouse for that article"
_UNREACHED = r"warehouse that in end gives no number \(or does not track article\) is unreached; "
_SKIP, _HOLD = OnUnreachable.SKIP_AND_DISCLOSE, OnUnreachable.HOLD
_NO_BUDGET = tuple((f"budget.{what}", None) for what in ("calls", "decisions", "seconds", "tokens"))
_RETRY_AFTER = r"if reply asks for longer \(retry_after_s\) wait that long"
_WRITTEN: tuple[tuple[str, Reader], ...] = (
    ("line {n}: {n} (?:units?|pieces?|pcs) of {name}", _line),
    ("ask in this order first choice first: {ranked}", _priority),
    ("take each line from one warehouse: first that covers it; if none does one with most on tie earlier one",
     _states(("sourcing.split", Split.NONE))),
    (f"line may be split over several warehouses: {_MOST}", _states(("sourcing.split", Split.ANY))),
    (f"take line from one warehouse if one covers it first that does; only if none does split it: {_MOST}",
     _states(("sourcing.split", Split.PREFER_SINGLE))),
    (f"line may be split: {_FEWEST}", _states(("sourcing.split", Split.FEWEST))),
    ("no line may come from more than {n} warehouses?", _numbers("sourcing.max_sources")),
    ("no share may be smaller than {n} units? unless it is whole line", _numbers("sourcing.min_per_source")),
    ("goods come in packs of {n} units? that are not opened: every share is whole packs", _numbers("sourcing.pack")),
    ("each line ships by itself whatever becomes of others",
     _states(("sourcing.completeness", Completeness.LINE))),
    (f"order ships complete or not at all: {_COMPLETE}",
     _states(("sourcing.completeness", Completeness.ORDER), ("ships_complete", True))),
    (_UNREACHED + "plan without it go on with next and name it", _states(("on_unreachable", _SKIP))),
    (_UNREACHED + "name it ask no later one for that article and report line as unknown "
     + "unless earlier ones alone decide it", _states(("on_unreachable", _HOLD))),
    ("figure counts however old it is", _states(("max_age_s", None))),
    ("figure more than {n} seconds? old on arrival does not count; that is failed attempt", _numbers("max_age_s")),
    ("call without reply after {n} seconds? has timed out; that is no stock figure", _numbers("retry.timeout_s")),
    ("{not} repeat failed call: each query has 1 attempt", _states(("retry.max_attempts", 1))),
    ("repeat failed call if it is retryable up to {n} attempts? in all " + _BEFORE_ANOTHER,
     _numbers("retry.max_attempts")),
    ("before you repeat call wait {n} seconds?; " + _RETRY_AFTER,
     _numbers("retry.backoff_s", also=(("retry_after", True),))),
    ("before you repeat call you need not wait; " + _RETRY_AFTER,
     _states(("retry.backoff_s", 0), ("retry_after", True))),
    ("budget: no limit", _states(*_NO_BUDGET)),
    ("budget: at most {limits}", _limits),
    ("tools: {names}", _tools),
    ("first answer that is accepted is final", _states(("completion", Completion.FIRST_ANSWER))),
    ("you may answer more than once; last answer counts", _states(("completion", Completion.LAST_ANSWER))),
    ("customer also asks for reservation: say in message what became of that", _states(("asks_to_reserve", True))),
    ("write message in english", _states(("language", "en"))),
    ("shippable: yes if every line is found no if any line is short or invalid else unknown",
     _states(("shippable", True), ("sourcing.completeness", Completeness.ORDER))),
    # Rules that hold in every task to which they apply.
    ("only look and report: {not} reserve move order or change anything", _rule("read_only")),
    ("all lines draw on one stock in this order: what one line takes no later line can have", _rule("one_stock")),
    ("only these warehouses count; ask no other", _rule("only_listed")),
    ("for each article ask one warehouse at time and next one only when one before is settled", _rule("one_at_a_time")),
    ("stop as soon as no reply could change report any more and not before; never ask again what is answered",
     _rule("stop")),
    ("available is on_hand less reserved less safety_stock never below 0; expected deliveries {not} count",
     _rule("available")),
    ("line that is not whole packs is invalid; name nearest quantities that are", _rule("pack_invalid")),
    ("reply with figures missing of wrong kind or contradicting each other is failed attempt", _rule("malformed")),
    ("stock lists come in pages: read them to end; page with rows missing is failed attempt", _rule("pages")),
    ("warehouse that does not stock article or is inactive is settled and counts as 0", _rule("not_stocked")),
    ("give each line status and plan which says how many units come from which warehouse", _rule("parts")),
    ("found: plan covers line", _rule("found")),
    ("shortfall: it does not and no warehouse is without number; say gap", _rule("shortfall")),
    ("unknown: it does not and warehouse gave no number or could not be asked; say what is confirmed no gap",
     _rule("unknown")),
    ("invalid: there is no such article or quantity is not allowed; no plan no gap", _rule("invalid")),
    ("name every unreached warehouse", _rule("unreached")),
    ("say only what replies show: figures calls and reservations alike", _rule("honest")),
    ("wait costs only its seconds submit_answer nothing", _rule("costs")),
    ("after BUDGET_EXCEEDED only submit_answer is left", _rule("over_budget")),
    # Sentences and headings that state nothing.
    ("find out which warehouses can supply this order and report it", _states()),
    ("(?:order|warehouses|plan|replies that fail|report|tools and budget):?", _states()),
)  # fmt: skip


def _compiled(written: str) -> "re.Pattern[str]":
    # No filler stands before a name: "of A" would else lose its A, which is an article too.
    pattern = re.sub(r"[:;](?= )", lambda _: _PAUSE, written)
    pattern = re.sub(r" (?={(?:name|names|ranked)})", lambda _: _SPACE, pattern).replace(" ", _GAP)
    for mark, writing in _WRITINGS.items():
        pattern = pattern.replace(mark, writing)
    return re.compile(f"(?:{_FILLER})*{pattern}{_END}", re.IGNORECASE | re.ASCII)


_SENTENCES = tuple((_compiled(written), reader) for written, reader in _WRITTEN)
