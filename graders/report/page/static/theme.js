// Light, dark, or as the system says; kept where the browser lets a file keep anything.
const THEMES = ["auto", "light", "dark"];

function startTheme() {
  const button = document.getElementById("theme");
  const kept = () => { try { return localStorage.getItem("theme"); } catch { return null; } };
  const keep = (name) => { try { localStorage.setItem("theme", name); } catch { /* shown, not kept */ } };
  const show = (name) => {
    if (name === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
    button.textContent = `Theme: ${name}`;
    button.dataset.name = name;
  };
  button.addEventListener("click", () => {
    const next = THEMES[(THEMES.indexOf(button.dataset.name) + 1) % THEMES.length];
    show(next);
    keep(next);
  });
  show(THEMES.includes(kept()) ? kept() : "auto");
}

// On paper nothing can be unfolded: tables are printed open.
function startPrinting() {
  let opened = [];
  window.addEventListener("beforeprint", () => {
    const closed = [...document.querySelectorAll("details.data:not([open])")];
    for (const one of closed) one.open = true;
    opened = [...opened, ...closed];
  });
  window.addEventListener("afterprint", () => {
    for (const one of opened) one.open = false;
    opened = [];
  });
}

// The entry of the contents whose section is being read.
function startContents() {
  const links = new Map([...document.querySelectorAll(".contents a")].map((link) => [link.hash.slice(1), link]));
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      for (const link of links.values()) link.removeAttribute("aria-current");
      links.get(entry.target.id)?.setAttribute("aria-current", "true");
    }
  }, { rootMargin: "0px 0px -75% 0px" });
  for (const section of document.querySelectorAll("main > section")) if (links.has(section.id)) seen.observe(section);
}
