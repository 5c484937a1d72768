// Which runs fit the filters and the words? One pass over the columns gives the runs and what each choice would give.
function searcher(index) {
  const { names, runs, by_scenario: by } = index;
  const count = runs.agent.length;
  const one = (column) => (i) => column[i];
  const facets = [
    { key: "agent", title: "Agent", names: names.agents, of: one(runs.agent) },
    { key: "mark", title: "Success", names: names.marks, of: one(runs.mark) },
    { key: "label", title: "Ending", names: names.labels, of: one(runs.label) },
    { key: "slice", title: "Slice", names: names.slices, of: (i) => by[runs.scenario[i]][0] },
    { key: "family", title: "Family", names: names.families, of: (i) => by[runs.scenario[i]][1] },
    { key: "fault", title: "Fault met", names: names.faults, many: runs.faults },
    { key: "rule", title: "Rule broken", names: names.rules, many: runs.rules },
    { key: "status", title: "Status", names: names.statuses, of: one(runs.status) },
  ];
  const keys = [];
  const words = [];
  for (let i = 0; i < count; i += 1) {
    const agent = names.agents[runs.agent[i]];
    keys.push(`${agent}/${names.scenarios[runs.scenario[i]]}/${runs.trial[i]}`);
    const rules = runs.rules[i].map((place) => names.rules[place]).join(" ");
    words.push(`${keys[i]} ${names.labels[runs.label[i]]} ${rules} ${runs.message[i]}`.toLowerCase());
  }

  function find(state) {
    const wanted = facets.map((facet) => (state[facet.key] ? facet.names.indexOf(state[facet.key]) : null));
    const asked = state.q.toLowerCase().split(/\s+/u).filter(Boolean);
    const counts = facets.map((facet) => new Uint32Array(facet.names.length));
    const shown = [];
    for (let i = 0; i < count; i += 1) {
      if (!asked.every((word) => words[i].includes(word))) continue;
      let missed = -1;
      let misses = 0;
      for (let f = 0; f < facets.length && misses < 2; f += 1) {
        if (wanted[f] === null) continue;
        const { of, many } = facets[f];
        if (many ? !many[i].includes(wanted[f]) : of(i) !== wanted[f]) { misses += 1; missed = f; }
      }
      if (misses > 1) continue;
      if (misses === 0) shown.push(i);
      for (let f = misses ? missed : 0; f < (misses ? missed + 1 : facets.length); f += 1) {
        const { of, many } = facets[f];
        if (many) for (const place of many[i]) counts[f][place] += 1;
        else counts[f][of(i)] += 1;
      }
    }
    return { shown, counts };
  }

  return { facets, keys, count, find, at: new Map(keys.map((key, i) => [key, i])) };
}
