// Elements are made, never written as HTML: whatever a run holds stays text.
function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "onclick") made.addEventListener("click", value);
    else if (name === "vars") for (const [key, one] of Object.entries(value)) made.style.setProperty(key, one);
    else made.setAttribute(name, value === true ? "" : value);
  }
  return fill(made, children);
}

function fill(element, children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

const spaced = (name) => name.replaceAll("_", " ");
const seconds = (ms) => `${(ms / 1000).toFixed(3)} s`;

function tableOf(caption, head, rows) {
  const cells = (row, i) => (i === 0 ? make("th", { scope: "row" }, row) : make("td", {}, row));
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    make("table", {},
      make("thead", {}, make("tr", {}, head.map((name) => make("th", { scope: "col" }, name || make("span", { class: "unseen" }, "what"))))),
      make("tbody", {}, rows.map((row) => make("tr", {}, row.map(cells))))));
}

function facts(rows) {
  return make("dl", { class: "facts" }, rows.map(([name, words]) => [make("dt", {}, name), make("dd", { dir: "auto" }, words)]));
}
