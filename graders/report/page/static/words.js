// The message, its clauses coloured by what they say, the words of findings marked and numbered.
function messageOf(run, jump) {
  const parts = [];
  run.message.forEach(([words, says, numbers, colour], i) => {
    const inner = says ? make("span", { class: says }, words) : words;
    if (!numbers.length) { parts.push(inner); return; }
    parts.push(make("mark", { class: colour, "data-findings": ` ${numbers.join(" ")} `, tabindex: "-1" }, inner));
    const next = run.message[i + 1]?.[2] ?? [];
    for (const number of numbers.filter((one) => !next.includes(one))) {
      parts.push(make("button", { type: "button", class: "tag fail", "aria-label": `finding ${number}`, onclick: () => jump(`finding-${number}`, `finding ${number}`) }, String(number)));
    }
  });
  if (!parts.length) return [make("p", { class: "muted" }, "The message is empty.")];
  const legend = [["green", "says or asks something allowed"], ["yellow", "open, or not understood"], ["red", "tells a deed as done"]];
  return [
    make("div", { class: "message", dir: "auto" }, parts),
    make("ul", { class: "legend message-legend" }, legend.map(([colour, words]) => make("li", {}, make("span", { class: colour }, words)))),
    run.unread ? make("p", { class: "notice" }, "The message is too long to be coloured by what it says.") : null,
    run.more_message ? make("p", { class: "notice" }, `${run.more_message} more characters are in the stored trace only.`) : null,
    claimsOf(run),
  ];
}

function claimsOf(run) {
  if (!run.claims.length) return null;
  const rows = run.claims.map(([, kind, polarity, words, rest]) => [spaced(kind), spaced(polarity), words, rest]);
  const more = run.more_claims ? make("p", {}, `and ${run.more_claims} more`) : null;
  return make("details", {}, make("summary", {}, "What the words say"),
    tableOf("What the words say, clause by clause", ["about", "meant as", "words", "numbers and reasons"], rows), more,
    make("p", { class: "muted" }, `A deed presented as done: ${spaced(run.deed)}; read as ${run.read_as}.`));
}
