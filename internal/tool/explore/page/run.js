// The results of a run, and what it cost.

function drawRun(page, section) {
  const run = page.run, profile = run.profile;
  if (run.values) section.append(el("h2", {}, "Values after the run"), valueTable(run.values));
  if (run.counters) section.append(el("h2", {}, "Counters"), el("table", { className: "facts", "aria-label": "counters" }, run.counters.map(c => el("tr", {}, el("th", { scope: "row" }, c.name), el("td", { className: "n" }, c.value.toLocaleString("en"))))));
  if (run.costs) section.append(el("h2", {}, "Estimated cycles"), chart("", run.costs.map(c => [c.name, Math.round(c.cycles * 100) / 100])));
  if (run.before) section.append(el("h2", {}, "Compared with the earlier run"), comparedCosts(run.before.costs), comparedLines(run.before.lines));
  if (run.lines) section.append(el("h2", {}, "Cost by line"), lineTable(page, run.lines));
  for (const p of run.pictures || []) section.append(drawing(p));
  if (!profile) return;
  for (const part of profile.parts || []) {
    section.append(el("h2", {}, `${part.step}, ${part.code}`), el("p", {}, `${counted(part.runs, "run")}, ${counted(part.clashes, "clash", "clashes")} of a load and a store, ` +
      `stack at least ${part.stack} of ${counted(part.reserved, "byte")}`), el("div", { className: "charts" },
      chart("operations", Object.entries(part.operations || {}).sort((a, b) => b[1] - a[1])),
      chart("threads", part.threads.map((n, i) => [i, n])),
      chart("loads by width", Object.entries(part.loads || {})), chart("stores by width", Object.entries(part.stores || {}))));
  }
  const units = (profile.units || []).slice().sort((a, b) => b.in + b.out - a.in - a.out);
  const most = 64;
  if (units.length > 0) section.append(el("h2", {}, "Exchange"), el("table", { className: "facts", "aria-label": "exchange" }, el("tr", {}, ["unit", "bytes in", "bytes out", "bytes used", "of"].map((t, i) => el("th", { scope: "col", className: i > 0 ? "n" : "" }, t))),
    units.slice(0, most).map(u => el("tr", {}, el("td", {}, `${u.unit} ${u.number}`), [u.in, u.out, u.used, u.size].map(n => el("td", { className: "n" }, n.toLocaleString("en")))))),
    units.length > most ? el("p", { className: "faint" }, `${units.length - most} more that exchange less`) : "");
}

// number is a number in at most seven digits.
const number = x => x === undefined || x === null ? "–" : Number.isInteger(x) ? x.toLocaleString("en") : String(x);

// valueTable has a row for each value, and below it, when it is opened, the elements and the map.
function valueTable(values) {
  const head = el("tr", {}, ["name", "type", "smallest", "largest", "mean", "undefined", ""].map((t, i) => el("th", { scope: "col", className: i >= 2 && i < 6 ? "n" : "" }, t)));
  return el("table", { className: "facts values", "aria-label": "values" }, head, values.flatMap((v, i) => {
    const more = el("tr", { className: "more", id: "value-" + i, hidden: true }, el("td", { colSpan: 7 }));
    const open = el("button", { className: "link", "aria-expanded": "false", "aria-controls": "value-" + i, onclick: () => {
      more.hidden = !more.hidden;
      open.setAttribute("aria-expanded", !more.hidden);
      if (!more.hidden && !more.firstChild.hasChildNodes()) more.firstChild.append(drawnValue(v), el("pre", {}, v.text));
    } }, v.name);
    if (i === values.length - 1 || values.length <= 3) requestAnimationFrame(() => open.click());
    return [el("tr", {}, el("td", {}, open), el("td", {}, v.type), [v.min, v.max, v.mean].map(x => el("td", { className: "n" }, number(x))),
      el("td", { className: "n" + (v.undefined ? " warn" : "") }, v.undefined ? v.undefined.toLocaleString("en") : "–"), el("td", {}, v.nans ? counted(v.nans, "NaN") : "")), more];
  }));
}

// drawnValue is the map of a value, if it has different elements.
function drawnValue(v) {
  if (!v.map) return "";
  if (v.min === v.max && !v.undefined && !v.nans) return el("p", { className: "faint" }, `All ${counted(v.count, "element")} are ${number(v.min)}.`);
  return heatMap(v);
}

// heatMap draws a value as a grid of cells. If there are numbers on both sides of zero, zero
// is the middle of the colours.
function heatMap(v) {
  const m = v.map, size = Math.max(5, Math.min(22, Math.floor(720 / m.columns)));
  const both = v.min < 0 && v.max > 0, far = both ? Math.max(-v.min, v.max) : 1;
  const fill = x => both
    ? `color-mix(in oklab, var(${x < 0 ? "--low" : "--full"}) ${Math.round(100 * Math.abs(x) / far)}%, var(--empty))`
    : `color-mix(in oklab, var(--full) ${v.max > v.min ? Math.round(100 * (x - v.min) / (v.max - v.min)) : 50}%, var(--empty))`;
  const text = `heat map of ${v.name}, ${v.type}, from ${number(v.min)} to ${number(v.max)}`;
  const width = m.columns * size, height = m.rows * size;
  const svg = shape("svg", { class: "heat", role: "img", "aria-label": text, viewBox: `0 0 ${width} ${height}`, width, height });
  const line = el("p", { className: "faint cell" }, "Point at a cell to see its number.");
  const each = m.tall * m.wide > 1 ? `, the mean of ${m.tall} by ${m.wide} elements` : "";
  m.cells.forEach((x, i) => {
    const row = Math.floor(i / m.columns), column = i % m.columns;
    if (row * m.columns * m.tall * m.wide + column >= v.count) return; // the last row of a list
    const cell = shape("rect", { x: column * size, y: row * size, width: size - 1, height: size - 1, "data-cell": i, style: x === null ? "" : "fill: " + fill(x), class: x === null ? "none" : "" });
    cell.onmouseenter = () => line.textContent = `row ${row * m.tall}, column ${column * m.wide}: ${x === null ? "undefined" : number(x)}${each}`;
    svg.append(cell);
  });
  const scale = (both ? [-far, 0, far] : v.min === undefined ? [] : [v.min, v.max]).map(x => {
    const box = el("span", { className: "key" });
    box.style.background = fill(x);
    return el("span", {}, box, number(x));
  });
  return el("div", { className: "heat-of" }, svg, el("p", { className: "keys faint" }, scale, v.undefined ? el("span", {}, el("span", { className: "key none" }), "undefined") : ""), line);
}

// chart is a table of names and numbers with bars.
function chart(title, list) {
  if (list.length === 0) return null;
  const most = Math.max(1, ...list.map(([, n]) => n));
  return el("table", { className: "facts" }, el("caption", {}, title), list.map(([name, n]) =>
    el("tr", {}, el("td", {}, name), el("td", { className: "n" }, n.toLocaleString("en")), el("td", {}, bar(n / most, String(n))))));
}

// Costs of lines.

const beside = (n, least) => !n ? "" : n > least ? `${n.toLocaleString("en")} (${least.toLocaleString("en")})` : n.toLocaleString("en");
const some = n => n ? n.toLocaleString("en") : "";
const cycles = n => !n ? "" : n < 10 ? String(Number(n.toPrecision(3))) : Math.round(n).toLocaleString("en");

// costColumns are the numbers of a line; those that no line has are left out.
const costColumns = [
  ["cycles", c => cycles(c.cycles)],
  ["bytes", c => some(c.bytes)],
  ["sectors", c => beside(c.sectors, c.least_sectors)],
  ["bank cycles", c => beside(c.bank_cycles, c.least_bank_cycles)],
  ["shuffles", c => some(c.shuffles)],
  ["barriers", c => some(c.barriers)],
  ["instructions", c => some(c.instructions)],
];

// weightOf returns the number by which lines are compared: their cycles, or their instructions where the device has no cycles of lines.
const weightOf = lines => lines.some(c => c.cycles) ? c => c.cycles : c => c.instructions;

// costInWords is the cost of a line: "24 cycles, 32 sectors (4)".
const costInWords = c => costColumns.map(([name, of]) => [of(c), name]).filter(([text]) => text).map(pair => pair.join(" ")).join(", ");

// lineTable has a row for each line that costs something. A line of the source leads there.
function lineTable(page, lines) {
  const columns = costColumns.filter(([, of]) => lines.some(of)), weight = weightOf(lines), most = Math.max(...lines.map(weight));
  const place = c => c.file === page.name ? el("button", { className: "link", onclick: () => go("source/" + c.line) }, c.line) : c.line ? `${baseName(c.file)}:${c.line}` : "no place";
  return el("div", { className: "wide" }, el("table", { className: "facts costs", "aria-label": "cost by line" },
    el("tr", {}, el("th", { scope: "col", className: "n" }, "line"), columns.map(([name]) => el("th", { scope: "col", className: "n" }, name)), el("th", {}), el("th", { scope: "col" }, "source")),
    lines.map(c => el("tr", {}, el("td", { className: "n" }, place(c)), columns.map(([, of]) => el("td", { className: "n" }, of(c))),
      el("td", {}, weight(c) ? bar(weight(c) / most, costInWords(c)) : ""), el("td", { className: "text" }, colored(c.text))))));
}

const changed = (a, b) => a === b ? "=" : !a ? "new" : !b ? "gone" : `${b > a ? "+" : "−"}${Math.round(100 * Math.abs(b - a) / a)} %`;

const comparedCosts = costs => el("table", { className: "facts", "aria-label": "compared cycles" },
  el("tr", {}, ["cycles", "before", "after", "change"].map((t, i) => el("th", { scope: "col", className: i > 0 ? "n" : "" }, t))),
  costs.map(c => el("tr", {}, el("td", {}, c.name), [cycles(c.before), cycles(c.after), changed(c.before, c.after)].map(t => el("td", { className: "n" }, t)))));

// comparedLines has the lines whose costs differ.
function comparedLines(lines) {
  const differ = lines.filter(l => !l.before || !l.after || costInWords(l.before) !== costInWords(l.after));
  if (differ.length === 0) return el("p", { className: "faint" }, "No line costs more or less.");
  const side = (mark, c) => c ? el("div", {}, `${mark} line ${c.line}: ${costInWords(c)}`) : "";
  return el("table", { className: "facts", "aria-label": "compared lines" }, differ.map(l => el("tr", {},
    el("td", { className: "text" }, colored((l.after || l.before).text)), el("td", {}, side("−", l.before), side("+", l.after)))));
}
