// The calls of a run on its virtual clock.
// Signs that could hide a word or turn its direction are written out.
function rawText(raw) {
  const text = typeof raw === "string" ? raw : JSON.stringify(raw, null, 1);
  return text.replace(/\p{Cf}/gu, (sign) => `\\u{${sign.codePointAt(0).toString(16)}}`);
}

function ticks(end) {
  const marks = end ? [0, 0.25, 0.5, 0.75, 1] : [0];
  return make("div", { class: "ticks", "aria-hidden": "true" },
    marks.map((part) => make("span", { vars: { left: `${100 * part}%` } }, seconds(Math.round(end * part)))));
}

function bar(step, end) {
  const share = (ms) => `${end ? (100 * ms) / end : 0}%`;
  const kind = step.fault ? "fault" : step.kind;
  const late = end && step.from / end > 0.98 ? " late" : "";
  return make("div", { class: "track", "aria-hidden": "true" },
    make("i", { class: kind + late, vars: { "--left": share(step.from), "--wide": share(step.to - step.from) } }));
}

function stepsOf(run, pointing, jump) {
  const turns = new Map();
  for (const step of run.steps) turns.set(step.turn, (turns.get(step.turn) ?? 0) + 1);
  let before = null;
  const items = run.steps.map((step) => {
    const joined = step.turn > 0 && step.turn === before;
    before = step.turn;
    const numbers = pointing.get(step.id) ?? [];
    const parallel = step.turn > 0 && turns.get(step.turn) > 1;
    const when = step.kind === "submission" ? `at ${seconds(step.from)}` : `${seconds(step.from)} to ${seconds(step.to)}`;
    const turn = step.turn > 0 ? `turn ${step.turn}` : "";
    const names = `step${joined ? " joined" : ""}${parallel ? " parallel" : ""}${numbers.length ? " wrong" : ""}${step.ok ? "" : " failed"}`;
    return make("li", { class: names, id: `step-${step.id}`, tabindex: "-1" },
      make("span", { class: "id" }, step.id, make("small", {}, joined ? make("span", { class: "unseen" }, turn) : turn)),
      make("div", { class: "said" },
        make("b", { dir: "auto" }, step.words), make("span", { class: "reply", dir: "auto" }, step.reply), make("span", { class: "when" }, when)),
      bar(step, run.end),
      step.fault || numbers.length ? make("div", { class: "numbers" },
        step.fault ? make("span", { class: "tag warning" }, step.fault) : null,
        numbers.map((number) => make("button", { type: "button", class: "tag fail", onclick: () => jump(`finding-${number}`, `finding ${number}`) }, `finding ${number}`))) : null,
      make("details", {}, make("summary", {}, "raw", make("span", { class: "unseen" }, ` data of ${step.id}`)), make("pre", { dir: "auto" }, rawText(step.raw))));
  });
  const more = run.more_steps ? make("p", { class: "notice" }, `${run.more_steps} more steps are in the stored trace only.`) : null;
  const none = items.length ? null : make("p", { class: "muted" }, "No call, no answer.");
  const legend = make("ul", { class: "legend" }, [
    "bar: from call to reply", "hatched: a wait", "red: a fault acted", "dot: the answer is submitted", "blue edge: calls of one turn"].map((words) => make("li", {}, words)));
  return [none, make("div", { class: "clock" }, items.length ? ticks(run.end) : null, make("ol", { class: "steps" }, items)), items.length ? legend : null, more];
}
