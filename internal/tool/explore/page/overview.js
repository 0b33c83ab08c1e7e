// What happened, on one page.

function drawOverview(page, section) {
  const changed = page.steps.filter(s => s.rows.length > 0), total = page.steps.reduce((sum, s) => sum + s.micros, 0);
  const found = page.diagnostics || [], warnings = found.filter(d => d.severity === "warning").length;
  const tiles = [
    page.steps.length > 0 && fact(counted(page.steps.length, "pass", "passes"), `${changed.length} changed something`, "passes"),
    page.steps.length > 0 && fact(milliseconds(total), "in passes, on one thread", "passes"),
    fact(counted(warnings, "warning"), found.length > warnings ? counted(found.length - warnings, "remark") : warnings > 0 ? "listed below" : "nothing to report"),
    ...(page.memories || []).map((m, i) => {
      const full = fullest(m);
      return fact(percent(full.used / m.size), `of ${m.unit} ${full.number}, the fullest of ${counted(m.used.length, m.unit, m.units)} in use`, `memory/${full.number}` + (i ? `//${i}` : ""));
    }),
    page.run && page.run.profile && page.run.profile.cycles > 0 && fact(counted(page.run.profile.cycles, "cycle"), "estimated for the run", "run"),
    page.layouts && fact(counted(page.layouts.length, "layout"), "drawn", "layouts"),
  ].filter(t => t);
  section.append(el("h2", {}, headline(page)), el("div", { className: "tiles" }, tiles));
  if (found.length > 0) section.append(el("h3", {}, "Warnings and remarks"), el("ul", { className: "diagnostics" }, found.map(d => el("li", { className: d.severity },
    el("strong", {}, d.severity), " ", d.line ? el("button", { className: "link", onclick: () => go("source/" + d.line) }, "line " + d.line) : "", " ", d.message, (d.notes || []).map(n => el("div", { className: "faint" }, n))))));
  if (page.steps.length > 0) section.append(el("h3", {}, "Passes in order; the width is the time"), timeline(page, total));
  section.append(el("div", { className: "columns" }, slowest(page, total), operations(page)));
}

function headline(page) {
  const changed = page.steps.filter(s => s.rows.length > 0).length;
  if (page.steps.length === 0) return "No passes ran; the module is shown as it is.";
  return changed === 0 ? "No pass changed anything." : `${changed} of ${counted(page.steps.length, "pass", "passes")} changed the module` + (page.target ? ` for ${page.target}.` : ".");
}

const percent = share => (100 * share).toFixed(share < .0995 && share > 0 ? 1 : 0) + " %";

const fullest = memory => memory.used.reduce((a, b) => b.used > a.used ? b : a);

// fact is a figure with its meaning, which leads to more.
const fact = (figure, meaning, to) => el(to ? "a" : "div", { className: "tile", href: to ? "#" + to : undefined, onclick: to && (e => { e.preventDefault(); go(to); }) }, el("strong", {}, figure), el("span", {}, meaning));

// timeline has a part for each pass, as wide as its time.
function timeline(page, total) {
  const list = page.steps.map((s, i) => {
    const text = `${i + 1}. ${s.pass}: ${milliseconds(s.micros)}, ` + (s.rows.length > 0 ? counted(changes(s.rows), "line") + " changed" : "nothing changed");
    const part = el("button", { className: s.rows.length > 0 ? "changed" : "", title: text, "aria-label": text, role: "option", tabIndex: i === 0 ? 0 : -1, onclick: () => go(placeOfPass(i)) });
    part.style.flexGrow = Math.max(s.micros / Math.max(1, total), .004);
    return part;
  });
  const box = el("div", { className: "timeline", role: "listbox", "aria-label": "Passes in order", "aria-orientation": "horizontal" }, list);
  box.addEventListener("keydown", e => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key], next = list[list.indexOf(document.activeElement) + by];
    if (by && next) next.focus();
  });
  return el("div", {}, box, el("p", { className: "faint keys" }, el("span", {}, el("span", { className: "key changed" }), "changed something"), el("span", {}, el("span", { className: "key" }), "changed nothing")));
}

const most = 10;

// slowest lists the passes that took the longest.
function slowest(page, total) {
  const list = page.steps.map((s, i) => [s, i]).sort((a, b) => b[0].micros - a[0].micros).slice(0, most);
  if (list.length === 0) return null;
  return el("div", {}, el("h3", {}, "Where the time went"), el("table", { className: "facts", "aria-label": "passes by time" },
    el("tr", {}, ["pass", "time", "", "lines changed"].map((t, i) => el("th", { scope: "col", className: i % 2 ? "n" : "" }, t))),
    list.map(([s, i]) => el("tr", {}, el("td", {}, el("button", { className: "link", onclick: () => go(placeOfPass(i)) }, s.pass)), el("td", { className: "n" }, milliseconds(s.micros)),
      el("td", {}, bar(s.micros / Math.max(1, list[0][0].micros), percent(s.micros / Math.max(1, total)))), el("td", { className: "n" }, changes(s.rows).toLocaleString("en"))))));
}

// operations lists the operations whose numbers differ most between source and result.
function operations(page) {
  const counts = new Map();
  for (const s of page.steps) for (const o of s.ops || []) counts.set(o.name, { before: counts.has(o.name) ? counts.get(o.name).before : o.before, after: o.after });
  const list = [...counts].filter(([, c]) => c.before !== c.after).sort((a, b) => Math.abs(b[1].after - b[1].before) - Math.abs(a[1].after - a[1].before) || (a[0] < b[0] ? -1 : 1));
  if (list.length === 0) return null;
  return el("div", {}, el("h3", {}, "Operations before and after"), el("table", { className: "facts", "aria-label": "operations before and after" },
    el("tr", {}, ["operation", "before", "after", ""].map((t, i) => el("th", { scope: "col", className: i > 0 ? "n" : "" }, t))),
    list.slice(0, most).map(([name, c]) => el("tr", {}, el("td", {}, name), el("td", { className: "n" }, c.before.toLocaleString("en")), el("td", { className: "n" }, c.after.toLocaleString("en")), el("td", { className: "n" }, (c.after > c.before ? "+" : "−") + Math.abs(c.after - c.before).toLocaleString("en"))))),
    list.length > most ? el("p", { className: "faint" }, `and ${list.length - most} more`) : "");
}
