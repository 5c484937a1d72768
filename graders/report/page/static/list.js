// A list of which only the rows in sight exist.
const SIGNS = { pass: "\u2713", fail: "\u2717", uncertain: "?", not_applicable: "\u2013" };
const BEYOND = 8;

function listing(box, index, search, open) {
  const { names, runs } = index;
  const space = box.querySelector(".space");
  let shown = [];
  let active = 0;
  let chosen = -1;
  let asked = false;

  const high = () => parseFloat(getComputedStyle(box).getPropertyValue("--row"));

  function row(place) {
    const i = shown[place];
    const mark = names.marks[runs.mark[i]];
    const rules = runs.rules[i].map((rule) => names.rules[rule]);
    const more = rules.length > 1 ? ` +${rules.length - 1}` : "";
    return make("div", {
      class: `row${place === active ? " active" : ""}`, role: "option", id: `run-${place}`, "data-place": place,
      "aria-selected": String(i === chosen), "aria-posinset": place + 1, "aria-setsize": shown.length, vars: { top: `${place * high()}px` },
    },
    make("span", { class: `sign ${mark}`, "aria-hidden": "true" }, SIGNS[mark]),
    make("span", { class: "first" }, names.agents[runs.agent[i]]),
    make("span", { class: "second" }, `trial ${runs.trial[i]}`),
    make("span", { class: "second" }, `${names.scenarios[runs.scenario[i]]}, ${rules.length ? rules[0] + more : spaced(names.labels[runs.label[i]])}`),
    make("span", { class: "second" }, `${runs.calls[i]} calls`),
    make("span", { class: "unseen" }, `success: ${spaced(mark)}`));
  }

  function draw() {
    asked = false;
    const step = high();
    const first = Math.max(0, Math.floor(box.scrollTop / step) - BEYOND);
    const last = Math.min(shown.length, Math.ceil((box.scrollTop + box.clientHeight) / step) + BEYOND);
    const rows = [];
    for (let place = first; place < last; place += 1) rows.push(row(place));
    // What is spoken of as active must exist, in sight or not.
    if (shown.length && (active < first || active >= last)) rows.push(row(active));
    space.style.height = `${shown.length * step}px`;
    space.replaceChildren(...rows);
    if (shown.length) box.setAttribute("aria-activedescendant", `run-${active}`);
    else box.removeAttribute("aria-activedescendant");
  }

  function soon() {
    if (!asked) { asked = true; requestAnimationFrame(draw); }
  }

  function move(place) {
    if (!shown.length) return;
    active = Math.max(0, Math.min(shown.length - 1, place));
    const top = active * high();
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + high() > box.scrollTop + box.clientHeight) box.scrollTop = top + high() - box.clientHeight;
    draw();
  }

  function show(found) {
    shown = found;
    active = Math.max(0, shown.indexOf(chosen));
    box.scrollTop = Math.max(0, active * high() - box.clientHeight / 2);
    draw();
  }

  function choose(i) {
    chosen = i;
    const place = shown.indexOf(i);
    if (place < 0) { draw(); return; }
    const top = place * high();
    if (top < box.scrollTop || top + high() > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 2;
    move(place);
  }

  const page = () => Math.max(1, Math.floor(box.clientHeight / high()) - 1);
  const keys = {
    ArrowDown: () => move(active + 1), ArrowUp: () => move(active - 1), Home: () => move(0), End: () => move(shown.length - 1),
    PageDown: () => move(active + page()), PageUp: () => move(active - page()), Enter: () => shown.length && open(shown[active]),
    " ": () => shown.length && open(shown[active]),
  };
  box.addEventListener("keydown", (event) => {
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[event.key]();
  });
  box.addEventListener("scroll", soon, { passive: true });
  box.addEventListener("click", (event) => {
    const hit = event.target.closest(".row");
    if (hit) { active = Number(hit.dataset.place); open(shown[active]); }
  });
  new ResizeObserver(soon).observe(box);
  return { show, choose, step: (by) => move(active + by), beside: (by) => shown[shown.indexOf(chosen) + by], focus: () => box.focus() };
}
