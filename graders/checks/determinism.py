"""Is a run the same whenever, wherever and beside whatever it is played?"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import attrs

from baselines import careful
from graders.certificate import PACKAGES, Check, check
from graders.checks.inquiry import ENOUGH, Inquiry, listed
from graders.fingerprints import GOLDEN, GOLDEN_COUNT, evenly, fingerprint, fingerprints
from inventory_env.codec import encode
from inventory_env.episode import play
from inventory_env.faults import Fault, FaultKind
from inventory_env.scenario import Scenario
from inventory_env.stock import Stock, StockRecord, StockSource
from inventory_env.suites import load_suite
from inventory_env.trace import Call

HASH_SEEDS = ("0", "4242")
MOST = 60
CHILD_SECONDS = 120


def repeated(inquiry: Inquiry) -> Check:
    """(f) Repeated, reversed, shuffled, in threads and in other processes, every run is the same to the byte."""
    sample = evenly(inquiry.scenarios, MOST)
    first = fingerprints(sample)
    faults = []
    for way, found in _ways(inquiry, sample):
        differ = sorted(name for name in first if found.get(name) != first[name])
        if differ:
            faults.append(f"{way}: {len(differ)} of {len(first)} runs differ, first {differ[0]}")
    hashes, children = _children(inquiry, len(sample), faults)
    for seed, found in children.items():
        differ = sorted(name for name in first if found.get(name) != first[name])
        if differ:
            faults.append(f"a process with PYTHONHASHSEED={seed}: {len(differ)} runs differ, first {differ[0]}")
    if len(children) == len(HASH_SEEDS) and len(hashes) < 2:
        faults.append("the hash seed took no effect in the child processes, so they show nothing")
    counts: dict[str, int | str] = {
        "scenarios": len(sample),
        "ways in this process": 4,
        "child processes": len(children),
        "distinct hash seeds seen": len(hashes),
    }
    asks = "Is every run the same to the byte: repeated, reversed, shuffled, in threads, in other processes?"
    return check("determinism", asks, faults, counts, enough=len(sample) >= ENOUGH)


def sensitive(inquiry: Inquiry) -> Check:
    """(f) Changing one figure, one seed or one fault changes the run: a digest that never moves proves nothing."""
    faults, tried = [], {"a figure": 0, "a fault": 0, "a seed": 0}
    for one in evenly(inquiry.examined, MOST):
        base = encode(one.careful.calls)
        for what, changed in _changed(one.scenario, one.careful.calls):
            tried[what] += 1
            if _calls(changed) == base:
                faults.append(f"{one.scenario.id}: changing {what} leaves the run as it was")
    moved, chancy = _seeds(inquiry.scenarios)
    tried["a seed"] = chancy
    if chancy >= ENOUGH and not moved:
        faults.append(f"another seed changes none of the {chancy} scenarios with a fault by chance")
    asks = "Does changing one figure, fault or seed change the run?"
    counts: dict[str, int | str] = {f"changed {what}": count for what, count in tried.items()}
    enough = min(tried.values()) >= ENOUGH
    return check("sensitivity", asks, listed(faults), counts | {"seeds that moved a run": moved}, enough=enough)


def golden(inquiry: Inquiry) -> Check:
    """(f) The committed digests still come out, on this machine as on every other."""
    stored: dict[str, dict[str, str]] = json.loads(GOLDEN.read_text(encoding="ascii"))
    faults, compared = [], 0
    for suite, digests in stored.items():
        known = {scenario.id: scenario for scenario in load_suite(suite)}
        for name, wanted in digests.items():
            compared += 1
            found = fingerprint(known[name]) if name in known else "no such scenario"
            if found != wanted:
                faults.append(f"{suite} {name}: {found}, committed {wanted}")
    asks = "Do the committed digests still come out?"
    return check("golden-digests", asks, listed(faults), {"compared": compared}, enough=compared >= GOLDEN_COUNT)


def _ways(inquiry: Inquiry, sample: Sequence[Scenario]) -> Iterator[tuple[str, dict[str, str]]]:
    yield "repeated", fingerprints(sample)
    yield "reversed", fingerprints(sample[::-1])
    # A fixed shuffle: by the digits of the place, so that neighbours part.
    shuffled = sorted(sample, key=lambda scenario: encode(scenario.task)[::-1])
    yield "shuffled", fingerprints(shuffled)
    with ThreadPoolExecutor(max_workers=4) as pool:
        found = pool.map(fingerprint, sample)
        yield "four threads", dict(zip((one.id for one in sample), found, strict=True))


def _children(inquiry: Inquiry, most: int, faults: list[str]) -> tuple[set[int], dict[str, dict[str, str]]]:
    """What other processes find; PYTHONHASHSEED takes effect only because it is set before they start."""
    roots = os.pathsep.join(dict.fromkeys(str(Path(package.__path__[0]).parent) for package in PACKAGES))
    running = {}
    for seed in HASH_SEEDS:
        surroundings = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": roots, "PYTHONSAFEPATH": "1"}
        limits = [str(len(inquiry.scenarios)), str(most)]
        command = [sys.executable, "-m", "graders.fingerprints", inquiry.suite, *limits]
        running[seed] = subprocess.Popen(command, env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    hashes, found = set(), {}
    for seed, child in running.items():
        try:
            out, err = child.communicate(timeout=CHILD_SECONDS)
        except subprocess.TimeoutExpired:
            child.kill()
            child.communicate()
            faults.append(f"a process with PYTHONHASHSEED={seed} did not end within {CHILD_SECONDS} s")
            continue
        if child.returncode:
            said = err.decode("utf-8", "replace").strip().splitlines()
            faults.append(f"a process with PYTHONHASHSEED={seed} failed: {said[-1] if said else child.returncode}")
            continue
        plain = json.loads(out)
        hashes.add(plain["hash"])
        found[seed] = plain["fingerprints"]
    return hashes, found


def _calls(scenario: Scenario) -> bytes:
    """What careful asked and was told; without the stock's digest, which would differ by itself."""
    return encode(play(careful, scenario).calls)


def _changed(scenario: Scenario, calls: Sequence[Call]) -> Iterator[tuple[str, Scenario]]:
    """The scenario with one figure that careful saw one unit higher, and with the reply that gave it lost."""
    seen = next(
        (call for call in calls if call.tool == "get_stock" and call.observation.ok and call.fault is None), None
    )
    if seen is None or seen.observation.body.get("tracked") is False:
        return
    place = (seen.arguments["warehouse"], seen.arguments["sku"])
    yield "a figure", attrs.evolve(scenario, stock=_one_more(scenario, place))
    lost = Fault(FaultKind.TIMEOUT, warehouse=place[0], sku=place[1])
    yield "a fault", attrs.evolve(scenario, faults=(lost, *scenario.faults))


def _one_more(scenario: Scenario, place: tuple[str, str]) -> Stock:
    """The stock as far as the task can see it, with one unit more on hand in one place."""
    task, stock = scenario.task, scenario.stock
    records = []
    for warehouse in task.priority:
        for sku in task.skus():
            figures = stock.table.figures(warehouse, sku)
            if figures is not None:
                on_hand = figures.on_hand
                more = on_hand if on_hand is None else on_hand + ((warehouse, sku) == place)
                row = StockRecord(sku, warehouse, more, figures.reserved, figures.safety_stock, on_hand is not None)
                records.append(row)
    known = tuple(sku for sku in task.skus() if sku in stock.skus)
    source = StockSource(
        records=tuple(records),
        warehouses=tuple(sorted(stock.warehouses)),
        inactive=stock.source.inactive,
        skus=known,
        incoming=stock.source.incoming,
    )
    return Stock(source)


def _seeds(scenarios: Sequence[Scenario]) -> tuple[int, int]:
    """How many scenarios with a fault by chance another seed moves, and how many there are."""
    chancy = [one for one in scenarios if any(fault.rate_percent is not None for fault in one.faults)]
    moved = sum(
        any(_calls(attrs.evolve(one, seed=one.seed + more)) != _calls(one) for more in (1, 2, 3)) for one in chancy
    )
    return moved, len(chancy)
