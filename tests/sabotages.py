"""Which faults are planted in a copy of the test bed, and which question must find each?"""

import attrs


@attrs.frozen
class Sabotage:
    """One planted fault.

    Attributes:
        name: what it does.
        file: where, relative to the folder of the packages.
        old: what stands there, exactly once.
        new: what stands there afterwards.
        check: the question of `validate` that must call it unsound.
        suite: where enough of its kind is to be found.
        scenarios: how many of the suite's are played: the fewest that show it, for every copy costs seconds.
        everywhere: whether `old` stands there more than once, and every place is changed.
    """

    name: str
    file: str
    old: str
    new: str
    check: str
    suite: str = "adventureworks"
    scenarios: int = 6
    everywhere: bool = False


WORLD = (
    Sabotage(
        "a timeout is swallowed",
        "inventory_env/spoil.py",
        "        return Spoiled(_no_reply(timeout_ms), timeout_ms)\n    if fault.kind is FaultKind.SLOW",
        "        return Spoiled(result, scenario.reply_ms)\n    if fault.kind is FaultKind.SLOW",
        "faults-delivered",
    ),
    Sabotage(
        "no fault is ever delivered",
        "inventory_env/warehouse.py",
        "enumerate(scenario.faults)",
        "enumerate(scenario.faults[:0])",
        "faults-delivered",
    ),
    Sabotage(
        "a stale figure is passed as fresh",
        "inventory_env/spoil.py",
        'row["as_of_s"] -= fault.age_s or 0',
        'row["as_of_s"] -= 0',
        "faults-delivered",
    ),
    Sabotage(
        "the last row of a page is lost",
        "inventory_env/replies.py",
        "for sku in page[:limit]]",
        "for sku in page[: limit - 1]]",
        "faults-delivered",
        scenarios=60,
    ),
    Sabotage(
        "the seed is ignored",
        "inventory_env/faults.py",
        "key = str(seed)",
        "key = str(0)",
        "faults-delivered",
        scenarios=20,
    ),
    Sabotage(
        "every second attempt is not counted",
        "inventory_env/warehouse.py",
        "self._attempts.get(query, 0) + 1",
        "max(1, self._attempts.get(query, 0))",
        "faults-delivered",
    ),
    Sabotage(
        "a late reply arrives in time",
        "inventory_env/spoil.py",
        "return Spoiled(result, latency_ms)",
        "return Spoiled(result, scenario.reply_ms)",
        "faults-delivered",
        scenarios=12,
    ),
    Sabotage(
        "an outage never ends",
        "inventory_env/faults.py",
        "and (fault.to_s is None or start_ms < fault.to_s * 1000)",
        "",
        "faults-delivered",
    ),
    Sabotage(
        "the stock file is copied wrongly",
        "inventory_env/stock_csv.py",
        'reserved=_whole("reserved", cells[columns["reserved"]])',
        'reserved=_whole("reserved", cells[columns["reserved"]]) // 2',
        "figures",
    ),
    Sabotage(
        "a warehouse is left out of the list",
        "inventory_env/replies.py",
        "page = names[: scenario.page_size]",
        "page = names[1 : scenario.page_size]",
        "figures",
    ),
    Sabotage(
        "deliveries are promised twice over",
        "inventory_env/replies.py",
        '{"quantity": one.quantity,',
        '{"quantity": 2 * one.quantity,',
        "figures",
        suite="worked",
        scenarios=30,
    ),
    Sabotage(
        "a late figure says that it was counted in time",
        "inventory_env/spoil.py",
        'row["as_of_s"] = (start_ms + latency_ms) // 1000',
        'row["as_of_s"] = (start_ms + scenario.reply_ms) // 1000',
        "faults-delivered",
        scenarios=12,
    ),
    Sabotage(
        "units are not clamped in each warehouse",
        "inventory_env/stock.py",
        "max(0, self.on_hand - self.reserved - self.safety_stock)",
        "self.on_hand - self.reserved - self.safety_stock",
        "faults-delivered",
        scenarios=30,
    ),
    Sabotage(
        "state leaks from run to run",
        "inventory_env/warehouse.py",
        "self._attempts: dict[tuple[str, bytes], int] = {}",
        "self._attempts = _LEAK",
        "isolation",
    ),
    Sabotage(
        "an inactive warehouse shows its figures",
        "inventory_env/replies.py",
        "if warehouse not in scenario.stock.source.inactive:",
        "if True:",
        "isolation",
    ),
    Sabotage(
        "agent and recorder share one copy",
        "inventory_env/run.py",
        "Observation(call_id, True, snapshot(result))",
        "Observation(call_id, True, _own(result))",
        "isolation",
    ),
    Sabotage(
        "a desk can be copied",
        "inventory_env/episode.py",
        '    def __reduce_ex__(self, protocol: object) -> NoReturn:\n        raise TypeError("a desk belongs to one run'
        ' and cannot be copied or pickled")\n',
        "    def __reduce_ex__(self, protocol: object) -> Any:\n        return (object, ())\n",
        "isolation",
    ),
    Sabotage(
        "the budget is not enforced",
        "inventory_env/run.py",
        "        used_up = self._used_up(tool, counted, start_ms)",
        "        used_up = None",
        "zoo",
        scenarios=20,
    ),
    Sabotage(
        "the clock on the wall gets into the trace",
        "inventory_env/run.py",
        "end_ms=self.elapsed_ms,",
        'end_ms=__import__("time").monotonic_ns() // 1000,',
        "determinism",
    ),
    Sabotage(
        "chance depends on the hash seed",
        "inventory_env/faults.py",
        'return int.from_bytes(chance, "big")',
        "return (hash(message) % 2**64)",
        "determinism",
        scenarios=30,
    ),
    Sabotage(
        "the digest of the stock never moves",
        "inventory_env/stock.py",
        "hashlib.blake2b(msgspec.json.encode(rows)",
        "hashlib.blake2b(msgspec.json.encode(sorted(articles))",
        "planted-breakdowns",
    ),
)

JUDGES = (
    Sabotage(
        "the order of the warehouses is ignored",
        "graders/plans.py",
        "    caps = [min(units // pack, want) for units in available]\n",
        "    caps = sorted([min(units // pack, want) for units in available])\n",
        "careful",
    ),
    Sabotage(
        "unknown is always accepted",
        "graders/axes/outcome.py",
        "if answer.status is Status.UNKNOWN and judged.right.status is not Status.UNKNOWN",
        "if False",
        "zoo",
    ),
    Sabotage(
        "a rule is switched off: surplus-query",
        "graders/axes/path.py",
        "step.surplus and not step.repeated",
        "False and not step.repeated",
        "zoo",
    ),
    Sabotage(
        "a rule is switched off: unreached-not-disclosed",
        "graders/axes/evidence.py",
        "if one not in answer.unreached",
        "if False",
        "zoo",
    ),
    Sabotage(
        "what an agent was told is not needed",
        "graders/support.py",
        "return None if self._holds(self.evidence.certain) else self._unsupported()",
        "return None",
        "zoo",
    ),
    Sabotage(
        "an answer that is missing passes",
        "graders/axes/outcome.py",
        'return (Finding("answer-missing", "no answer was accepted"),)',
        "return ()",
        "controls",
    ),
    Sabotage(
        "the order of allocations decides",
        "graders/oracle.py",
        "return dict(plan) == dict(right.plan)",
        "return plan == right.plan",
        "alternatives",
    ),
    Sabotage(
        "only one of the best plans is accepted",
        "graders/oracle.py",
        "if task.sourcing.split is not Split.FEWEST or not right.plan:",
        "if True:",
        "alternatives",
        suite="worked",
        scenarios=20,
    ),
    Sabotage(
        "one attempt too few is enough",
        "graders/ledger.py",
        "question.attempts < self.task.retry.max_attempts",
        "question.attempts < self.task.retry.max_attempts - 1",
        "careful",
    ),
    Sabotage(
        "a shortfall is a failure",
        "graders/axes/outcome.py",
        "for judged, answer in case.wrong\n            if answer.status is not judged.right.status\n",
        "for judged, answer in case.answered\n            if answer.status is Status.SHORTFALL\n",
        "careful",
    ),
    Sabotage(
        "a breakdown of the world is the agent's failure",
        "graders/grading.py",
        "Stop.ENVIRONMENT_FAULT: RunStatus.ENVIRONMENT_FAULT",
        "Stop.ENVIRONMENT_FAULT: RunStatus.VALID",
        "planted-breakdowns",
    ),
    Sabotage(
        "a verdict depends on what was judged before",
        "graders/grading.py",
        "        policy=policy.name,\n",
        "        policy=policy.name + str(len(_SEEN)) if not _SEEN.append(1) else policy.name,\n",
        "grader-purity",
    ),
    Sabotage(
        "brute force forgets a warehouse",
        "graders/brute_force.py",
        "for units in available]",
        "for units in (*available[:-1], 0)]",
        "agreement",
    ),
)

WORDS = (
    Sabotage(
        "a negation is not heard",
        "graders/claims/deeds.py",
        "count = len(denied) + (form == UNDONE)",
        "count = int(form == UNDONE)",
        "careful",
    ),
    Sabotage(
        "a clause that nobody understands passes",
        "graders/axes/wording.py",
        "if not (words.unclear or account.open):",
        "if True:",
        "zoo",
    ),
    Sabotage(
        "one language is read by the words of another",
        "graders/claims/language.py",
        "return read_language(_shipped(tag), ",
        'return read_language(_shipped("en" if tag == "vi" else tag), ',
        "careful",
    ),
    Sabotage(
        "a rule is switched off: text-misreports-tool",
        "graders/axes/wording.py",
        '"text-misreports-tool", case.account.misreported)',
        '"text-misreports-tool", ())',
        "zoo",
    ),
    Sabotage(
        "the message of an earlier submission is read",
        "graders/case.py",
        "words_of(task, answer.message)",
        "words_of(task, (trace.submissions[0].answer or answer).message)",
        "right-agents",
    ),
    Sabotage(
        "a wish for a reservation may be passed over",
        "graders/axes/wording.py",
        "(words.answers_wish or words.deeds or words.open)",
        "True",
        "zoo",
    ),
    Sabotage(
        "numbers in words are not looked at",
        "graders/statements.py",
        "for number in statement.numbers:",
        "for number in ():",
        "zoo",
    ),
    Sabotage(
        "a choice of several answers is an answer",
        "graders/words.py",
        "choices=tuple(choices)",
        "choices=()",
        "zoo",
    ),
)

SUITE = (
    Sabotage(
        "prompts allow more attempts than the fields",
        "inventory_env/suites/adventureworks.jsonl",
        "до 2 попыток",
        "до 4 попыток",
        "suite-lint",
        everywhere=True,
    ),
    Sabotage(
        "the key says found where stock is short",
        "inventory_env/suites/adventureworks.jsonl",
        '"status":"shortfall"',
        '"status":"unknown"',
        "suite-lint",
        everywhere=True,
    ),
    Sabotage(
        "a figure of the stock file was changed",
        "inventory_env/suites/aw_stock.csv",
        "HS-0296,LL Headset,L01,284,2",
        "HS-0296,LL Headset,L01,285,2",
        "golden-digests",
    ),
)

SABOTAGES = (*WORLD, *JUDGES, *WORDS, *SUITE)
