// Filters, list and run, held together by the address: every state has a link, and the back button undoes.
const FREE = { q: "", run: "" };

function readAddress(facets) {
  const said = new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");
  const state = { ...FREE };
  for (const key of Object.keys(FREE)) state[key] = said.get(key) ?? "";
  for (const { key, names } of facets) state[key] = names.includes(said.get(key)) ? said.get(key) : "";
  return state;
}

function written(state) {
  const said = new URLSearchParams(Object.entries(state).filter(([, value]) => value));
  return `#${said}`;
}

async function startViewer() {
  const root = document.getElementById("runs");
  if (!root) return;
  const { runs_in_block: each } = JSON.parse(root.dataset.sizes);
  const index = await unpack(document.getElementById("index").textContent);
  const search = searcher(index);
  const pane = document.getElementById("run");
  const spoken = document.getElementById("spoken");
  const box = root.querySelector(".rows");
  let state = readAddress(search.facets);

  function go(change, { push = true } = {}) {
    state = { ...state, ...change };
    const target = written(state);
    if (target === location.hash) return;
    if (push) history.pushState(null, "", target);
    else history.replaceState(null, "", target);
  }

  const list = listing(box, index, search, (i) => { go({ run: search.keys[i] }); showRun({ focus: true }); });

  let latest = [];
  const selects = search.facets.map((facet, f) => {
    const select = make("select", { id: `filter-${facet.key}` }, make("option", { value: "" }, `all (${facet.names.length})`),
      facet.names.map((name) => make("option", { value: name }, spaced(name))));
    for (const coming of ["focus", "pointerdown"]) select.addEventListener(coming, () => tellChoices(f));
    select.addEventListener("change", () => { go({ [facet.key]: select.value }); showList(); });
    root.querySelector(".filters").append(make("label", {}, facet.title, select));
    return select;
  });
  const input = document.getElementById("query");
  let waiting = false;
  input.addEventListener("input", () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; go({ q: input.value }, { push: false }); showList(); });
  });
  document.getElementById("free").addEventListener("click", () => {
    go(Object.fromEntries(["q", ...search.facets.map((facet) => facet.key)].map((key) => [key, ""])));
    showList();
    input.focus();
  });

  // How many runs each choice would leave is told when somebody is about to choose: telling it takes longer than counting.
  function tellChoices(f) {
    const [, ...options] = selects[f].options;
    options.forEach((option, place) => {
      const count = latest[f][place];
      const told = `${spaced(search.facets[f].names[place])} (${count})`;
      if (option.textContent !== told) option.textContent = told;
      option.hidden = !count && state[search.facets[f].key] !== option.value;
    });
  }

  function showList() {
    const { shown, counts } = search.find(state);
    latest = counts;
    search.facets.forEach((facet, f) => {
      if (selects[f] === document.activeElement) tellChoices(f);
      if (selects[f].value !== state[facet.key]) selects[f].value = state[facet.key];
      selects[f].classList.toggle("on", Boolean(state[facet.key]));
    });
    if (input.value !== state.q) input.value = state.q;
    document.getElementById("count").textContent = `${shown.length.toLocaleString("en")} of ${search.count.toLocaleString("en")} runs`;
    list.show(shown);
  }

  function jump(target, words) {
    const found = target.startsWith("[") ? pane.querySelector(target) : document.getElementById(target);
    for (const one of pane.querySelectorAll(".lit")) one.classList.remove("lit");
    const all = target.startsWith("[") ? pane.querySelectorAll(target) : [found];
    for (const one of all) one.classList.add("lit");
    found.scrollIntoView({ block: "center" });
    found.focus({ preventScroll: true });
    spoken.textContent = words;
  }

  async function showRun({ focus = false } = {}) {
    const wanted = state.run;
    const i = search.at.get(wanted);
    list.choose(i ?? -1);
    if (i === undefined) {
      fill(pane, [make("p", { class: "muted" }, wanted ? `No run on this page is called ${wanted}.` : "Choose a run to see every step of it.")]);
      return;
    }
    const { names, runs } = index;
    const agent = names.agents[runs.agent[i]];
    const profiled = index.profiled[agent];
    const [run, scenario, profiles] = await Promise.all([
      entry("runs", i, each), entry("cases", runs.scenario[i], each), profiled === undefined ? {} : block("profiles", profiled)]);
    if (state.run !== wanted) return; // another one was chosen meanwhile
    const head = {
      key: wanted, agent, profile: profiles[names.scenarios[runs.scenario[i]]], trial: runs.trial[i], mark: names.marks[runs.mark[i]],
      label: names.labels[runs.label[i]], status: names.statuses[runs.status[i]],
    };
    const beside = (by, words) => {
      const other = list.beside(by);
      return make("button", { type: "button", disabled: other === undefined, onclick: () => { go({ run: search.keys[list.beside(by)] }); showRun({ focus: true }); } }, words);
    };
    fill(pane, [make("div", { class: "tools" }, beside(-1, "Previous run"), beside(1, "Next run"),
      make("button", { type: "button", onclick: () => list.focus() }, "Back to the list")), runOf(head, run, scenario, jump)]);
    pane.dataset.key = wanted;
    if (focus) {
      document.getElementById("run-title").focus({ preventScroll: true });
      pane.scrollIntoView({ block: "start" });
    }
  }

  function obey({ scroll = false } = {}) {
    if (location.hash && !location.hash.includes("=")) return; // a link to a section of the page
    state = readAddress(search.facets);
    showList();
    showRun();
    if (scroll && location.hash) root.scrollIntoView();
  }

  window.addEventListener("popstate", () => obey());
  document.addEventListener("click", (event) => {
    if (event.target.closest('a[href^="#"][href*="="]')) root.scrollIntoView();
  });
  startKeys({ input, list });
  showList();
  obey({ scroll: true });
  root.dataset.ready = "true";
}

function startKeys({ input, list }) {
  const help = document.getElementById("help");
  const keys = {
    "/": () => { input.focus(); input.select(); },
    "?": () => help.showModal(),
    j: () => { list.focus(); list.step(1); },
    k: () => { list.focus(); list.step(-1); },
  };
  document.getElementById("help-open").addEventListener("click", () => help.showModal());
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target === input) {
      event.preventDefault(); // some browsers would empty the search
      list.focus();
      return;
    }
    const writing = event.target.closest("input, select, textarea, dialog");
    if (writing || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
}
