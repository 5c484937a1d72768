"""Does the learner accept all three endings where they are right, and only there?"""

import functools
from types import ModuleType

import attrs

from baselines.rule_based import careful
from baselines.zoo import ZOO
from exercises.course.checking import Case, Checked, Question, asked, judged, required
from exercises.runs import Run, run_of, told
from exercises.warehouse import world
from inventory_env.episode import play

WORLDS = {
    "found-first": world({"W1": 7, "W2": 9}),
    "found-exactly": world({"W1": 4, "W2": 5}),
    "found-after-a-retry": world({"W1": 2, "W2": 7}, silent_once=("W2",)),
    "found-behind-a-silent-one": world({"W1": 7, "W2": 7}, silent=("W1",)),
    "shortfall": world({"W1": 4, "W2": 2}),
    "shortfall-of-all": world({"W1": 0, "W2": 0}),
    "unknown": world({"W1": 2, "W2": 7}, silent=("W2",)),
    "unknown-altogether": world({"W1": 7, "W2": 7}, silent=("W1", "W2")),
}
_GOOD_WHY = {
    "found": "This is a right ending: the source has enough, and those before it are settled.",
    "shortfall": "This is a right ending: everybody replied, and nobody has enough. Saying so is what was asked for.",
    "unknown": "This is a right ending: a warehouse stayed silent through all attempts, and the answer says so.",
}
# (agent, world, what to see in it)
_FAULTY = (
    ("takes-silence-for-zero", "unknown", "W2 never replied. No reply is no zero: it may have all of them."),
    ("dares-not-say-short", "shortfall", "Everybody replied and nobody has enough: that is known, not unknown."),
    ("calls-the-whole-line-short", "shortfall", "W1 has 4 of 5: the gap is 1."),
    ("hides-the-unreached", "found-behind-a-silent-one", "W1 stayed silent, and the answer keeps that to itself."),
    ("fabricates-a-reservation", "found-exactly", "Nobody can reserve here: the reference is made up."),
    ("guesses-without-asking", "found-first", "It promises 5 from W1 and asked nobody. That W1 has them is luck."),
    ("never-retries", "unknown", "W2 was asked once of 2 times, so it is not silent but open: it is too early to end."),
    ("asks-one-and-gives-up", "shortfall", "W2 was never asked, so nobody knows that there is a shortfall."),
    ("holds-on-skip", "found-behind-a-silent-one", "W2 is open: it was not asked, although W1 gave no number."),
    ("takes-a-lower-warehouse", "found-first", "W1 has enough and comes first."),
    ("skips-the-first", "found-exactly", "W1 comes first, and was not asked."),
    ("answers-before-asking", "found-exactly", "The answer came before any reply."),
    ("raises", "found-first", "There is no answer."),
)


def check(learner: ModuleType) -> Checked:
    """Runs for `handled`, then questions on `obtained`."""
    return judged(required(learner, "handled"), cases()) + asked(learner, _questions())


@functools.cache
def good_run(name: str) -> Run:
    """The careful agent's run in one of the worlds."""
    return run_of(WORLDS[name], play(careful, WORLDS[name]))


@functools.cache
def faulty_run(agent: str, name: str) -> Run:
    """A faulty agent's run in one of the worlds."""
    specimen = next(one for one in ZOO if one.name == agent)
    return run_of(WORLDS[name], play(specimen.make(0), WORLDS[name]))


def cases() -> tuple[Case, ...]:
    """The careful agent's runs, runs of faulty agents, and a few that were changed by hand."""
    good = [_case(name, good_run(name), _GOOD_WHY[good_run(name).status], good=True) for name in WORLDS]
    faulty = [_case(agent, faulty_run(agent, name), why) for agent, name, why in _FAULTY]
    return (*good, *faulty, *_by_hand())


def _by_hand() -> tuple[Case, ...]:
    silent, found, all_silent = good_run("unknown"), good_run("found-exactly"), good_run("unknown-altogether")
    return (
        _case(
            "promises-from-the-silent",
            attrs.evolve(silent, status="found", source="W2", gap=0),
            "W2 never replied, so no reply says that it has enough.",
        ),
        _case(
            "gap-beside-unknown",
            attrs.evolve(silent, gap=3),
            "W2 stayed silent, so nobody knows how many are missing; 3 would hold if it had none.",
        ),
        _case(
            "calls-an-answer-silent",
            attrs.evolve(found, silent=("W1",)),
            "W1 replied: with 4. The answer calls it silent.",
        ),
        _case(
            "reserves-beside-unknown",
            attrs.evolve(all_silent, reservations=("R-1001",)),
            "Nobody can reserve here, least of all at a warehouse that never replied.",
        ),
    )


def _case(name: str, run: Run, why: str, *, good: bool = False) -> Case:
    return Case(name, good, told(run), (run,), why, len(run.replies) + len(run.silent))


def _questions() -> tuple[Question, ...]:
    claimed = "What the answer says is no information. Which replies tell that a warehouse has enough?"
    handled = (
        "That the agent handled it rightly does not mean that we know: a warehouse that may have enough is silent."
    )
    known = "The replies tell it, whatever the answer makes of them."
    rows = (
        (good_run("found-exactly"), True, known),
        (good_run("shortfall"), True, "Everybody replied: now we know that nobody has enough."),
        (good_run("unknown"), False, handled),
        (good_run("found-behind-a-silent-one"), True, "One reply with enough settles it, whoever else is silent."),
        (faulty_run("guesses-without-asking", "found-first"), False, claimed),
        (faulty_run("takes-silence-for-zero", "unknown"), False, claimed),
        (faulty_run("dares-not-say-short", "shortfall"), True, known),
        (faulty_run("asks-one-and-gives-up", "found-exactly"), False, claimed),
        (faulty_run("takes-a-lower-warehouse", "found-first"), True, known),
    )
    return tuple(
        Question(f"obtained of the run:\n{told(run)}", _asking(run), right, (), why) for run, right, why in rows
    )


def _asking(run: Run):  # type: ignore[no-untyped-def]
    return lambda module: required(module, "obtained")(run)
