// The source beside the result, and the pictures of layouts.

const mostLines = 20000; // of the source; the result is cut before it gets here

// besideSource is false where the source is shown elsewhere, as in the playground.
let besideSource = true;

// drawSource puts the source beside the result. Lines that come from each other have the same
// number of the source in data-from.
function drawSource(page, section) {
  const lines = page.source.replace(/\n+$/, "").split("\n");
  const right = page.result.lines.map(i => page.lines[i]), used = new Set(right.flatMap(l => l.from || []));
  const costs = new Map((page.run?.lines || []).filter(c => c.file === page.name).map(c => [c.line, c]));
  const weight = weightOf([...costs.values()]), most = Math.max(...[...costs.values()].map(weight));
  const left = lines.slice(0, mostLines).map((text, i) => ({ text, from: used.has(i + 1) ? [i + 1] : null, cost: costs.size > 0 ? costCell(costs.get(i + 1), weight, most) : null }));
  const after = page.steps.length > 0 ? "after the last pass" : "as optc prints it";
  const result = el("div", { className: "code", id: "right", tabIndex: 0 }, el("h2", {}, after), codeTable(after, right), cut(page.result.cut));
  const hint = besideSource ? "Point at a line to see what it became or came from. Click it, or press j and k, to see which passes changed it."
    : "Click a line, or press j and k, to see where it came from and which passes changed it.";
  section.append(el("p", { id: "pinned", role: "status" }, hint), besideSource ? panes("Border between source and result", 50,
    el("div", { className: "code", id: "left", tabIndex: 0 }, el("h2", {}, baseName(page.name)), codeTable("source", left), cut(lines.length - mostLines)), result) : result);
  const mark = on => e => {
    for (const n of numbers(e.target.closest("tr"))) for (const tr of linked(section, n)) tr.classList.toggle("hover", on);
  };
  section.addEventListener("mouseover", mark(true));
  section.addEventListener("mouseout", mark(false));
  section.addEventListener("click", e => {
    const tr = e.target.closest("tr.linked");
    if (tr) go("source/" + tr.dataset.from.split(" ")[0]);
  });
}

// costCell is the cost of a line of the source beside it: a bar and a number, and on pointing at it all numbers.
const costCell = (c, weight, most) => c && weight(c) ? el("td", { className: "cost", title: costInWords(c) }, bar(weight(c) / most), cycles(weight(c)))
  : el("td", { className: "cost", title: c ? costInWords(c) : "" });

const cut = n => n > 0 ? el("p", { className: "faint" }, counted(n, "more line is", "more lines are") + " not shown.") : null;

const numbers = tr => tr && tr.dataset.from ? tr.dataset.from.split(" ") : [];

// linked are the rows of both texts that belong to a line of the source.
const linked = (root, n) => all(`tr[data-from~="${CSS.escape(n)}"]`, root);

// pinLine keeps the rows of a line of the source marked, and lists the passes that changed
// what comes from it.
function pinLine(page, number) {
  const section = document.getElementById("source");
  for (const tr of all("tr.pinned", section)) tr.classList.remove("pinned");
  if (!number) return;
  for (const side of all(".code", section)) {
    const rows = linked(side, number);
    for (const tr of rows) tr.classList.add("pinned");
    if (rows.length > 0) rows[0].scrollIntoView({ block: "nearest" });
  }
  const from = i => (page.lines[i] || {}).from || [];
  const steps = page.steps.map((s, i) => [s, i]).filter(([s]) =>
    s.rows.some(r => r.kind !== "s" && (from(r.left).includes(Number(number)) || from(r.right).includes(Number(number)))));
  document.getElementById("pinned").replaceChildren(`Line ${number} is changed by `,
    ...(steps.length > 0 ? steps.flatMap(([s, i]) => [el("button", { onclick: () => go(placeOfPass(i)) }, s.pass), " "]) : ["no pass."]));
}

// stepLine pins the next line of the source that something came from.
function stepLine(page, by) {
  const lines = [...new Set(all("#source tr.linked").flatMap(numbers))].sort((a, b) => a - b);
  const at = lines.indexOf(place().split("/")[1]);
  const next = lines[at < 0 ? (by > 0 ? 0 : lines.length - 1) : at + by];
  if (next) go("source/" + next);
}

// Layouts, and the plan.

function drawPictures(pictures, section) {
  const zoom = factor => () => {
    for (const s of all("svg", section))
      for (const side of ["width", "height"]) s.setAttribute(side, s.getAttribute(side) * factor);
  };
  section.append(el("p", { className: "bar-of-tools" }, el("button", { onclick: zoom(1.5) }, "Larger"), el("button", { onclick: zoom(1 / 1.5) }, "Smaller"), el("span", { className: "faint" }, "Point at a cell for more.")));
  section.append(...pictures.map(drawing));
}

// drawing is a picture that can be closed.
function drawing(p) {
  const view = el("div", { className: "view", tabIndex: 0, role: "group", "aria-label": p.title });
  view.innerHTML = p.svg; // drawn by optc, with every text escaped
  for (const svg of all("svg", view)) {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", p.title);
  }
  return el("details", { open: true }, el("summary", {}, p.title), view);
}

// stepPicture returns a function that goes to the next picture of a tab.
function stepPicture(tab) {
  return (page, by) => {
    const list = all(`#${tab} summary`), at = list.indexOf(document.activeElement);
    const next = list[at < 0 ? 0 : at + by];
    if (next) next.focus();
  };
}
