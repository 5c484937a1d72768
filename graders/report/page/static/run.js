// One run as a page of its own: findings first, then what was asked, done, said, and what would have been right.
function pointers(findings) {
  const pointing = new Map();
  findings.forEach((finding, i) => {
    for (const step of finding.steps) pointing.set(step, [...(pointing.get(step) ?? []), i + 1]);
  });
  return pointing;
}

function place(finding, number) {
  if (finding.steps.length) return [`step-${finding.steps[0]}`, `step ${finding.steps[0]}, where finding ${number} is seen`];
  if (finding.in_message) return [`[data-findings~="${number}"]`, `the words of finding ${number}`];
  return ["answer", "the answer"];
}

function findingsOf(run, jump) {
  if (!run.findings.length) return make("p", {}, "No rule is broken.");
  return make("ol", { class: "findings" }, run.findings.map((finding, i) => {
    const number = i + 1;
    const told = run.findings.slice(0, i).some((one) => one.rule === finding.rule);
    const counts = finding.counts ? "counts" : "does not count";
    const places = finding.steps.length > 1 || (finding.steps.length && finding.in_message) ? make("div", { class: "places" },
      finding.steps.slice(0, 12).map((step) => make("button", { type: "button", onclick: () => jump(`step-${step}`, `step ${step}, where finding ${number} is seen`) }, step)),
      finding.in_message ? make("button", { type: "button", onclick: () => jump(`[data-findings~="${number}"]`, `the words of finding ${number}`) }, "words") : null) : null;
    return make("li", { class: finding.colour, id: `finding-${number}`, tabindex: "-1" },
      make("button", { type: "button", class: "jump", onclick: () => jump(...place(finding, number)) },
        make("b", {}, `${number} `), make("span", { dir: "auto" }, finding.words), make("span", { class: "unseen" }, ", show it")),
      told ? null : make("div", { class: "small muted" }, `${spaced(finding.axis)}, ${counts} towards success. ${finding.meaning}`), places);
  }));
}

function verdictOf(run) {
  const axes = run.axes.map(([axis, mark, words]) => [spaced(axis), make("span", { class: `tag ${mark}` }, spaced(mark)), words]);
  const rules = make("ul", { class: "rulemarks" }, run.rules.map(([code, mark]) => make("li", {}, `${code}: ${spaced(mark)}`)));
  return [
    tableOf("Marks by axis", ["axis", "mark", "rules"], axes),
    tableOf("Cost of this run and of the reference path", ["figure", "this run", "reference path"], run.costs.map(([name, own, path]) => [name, own, path || "not compared"])),
    make("details", {}, make("summary", {}, `All ${run.rules.length} rules`), rules),
    make("p", { class: "small muted" }, `Grading policy: ${run.policy}. Not checked: ${run.not_checked.join(", ") || "nothing"}.`),
  ];
}

function runOf(head, run, scenario, jump) {
  const { agent, trial, mark, label, status, key, profile } = head;
  const answer = run.answer === null ? make("p", {}, "None was accepted.")
    : tableOf("The answer, line by line", ["line", "status", "plan", "rest"], run.answer);
  const planned = scenario.faults.map((words) => ["hidden fault", words]);
  const more = scenario.note ? make("p", {}, scenario.note) : null;
  return [
    make("header", {},
      make("h3", { id: "run-title", tabindex: "-1" }, `${scenario.id}, ${agent}, trial ${trial}`),
      make("span", { class: `tag ${mark}` }, `success: ${spaced(mark)}`), make("span", { class: "tag" }, spaced(label)),
      status === "valid" ? null : make("span", { class: "tag warning" }, spaced(status))),
    more,
    make("p", { class: "small muted" }, `slice ${scenario.slice}, family ${scenario.family}, language ${scenario.language}, seed ${run.seed}, isolation ${run.isolation}; `
      + `ended at ${seconds(run.end)}, ${spaced(run.stop)}${run.why ? `: ${run.why}` : ""}. `,
    make("a", { href: `#${new URLSearchParams({ run: key })}` }, "Link to this run")),
    make("h4", {}, "Findings"), findingsOf(run, jump),
    make("h4", {}, "Request"), facts([...scenario.rules, ...planned]),
    make("details", {}, make("summary", {}, "The request in the words of the prompt"), make("pre", { dir: "auto" }, scenario.prompt)),
    make("h4", {}, "Calls on the virtual clock"), stepsOf(run, pointers(run.findings), jump),
    make("div", { class: "sides" },
      make("div", {}, make("h4", { id: "answer", tabindex: "-1" }, "Answer"), answer, run.order.map((words) => make("p", {}, words))),
      make("div", {}, make("h4", {}, "Right answer, on the reference path"),
        tableOf("The right answer, line by line", ["line", "status", "plan", "rest"], scenario.right), scenario.order.map((words) => make("p", {}, words)))),
    make("h4", {}, "Message"), messageOf(run, jump),
    make("h4", {}, "Verdict"), verdictOf(run),
    profile ? [make("h4", {}, "This task over all trials of this agent"), facts(profile)] : null,
  ];
}
