// What lies in the memories of the device, and what a run cost.

tabs.memory = { title: p => p.memories && "Memory", draw: drawMemory, show: showUnit };
tabs.run = { title: p => p.run && "Run", draw: drawRun };

const hex = n => "0x" + n.toString(16);

const SVG = "http://www.w3.org/2000/svg";

// shape makes an element of SVG with a text for hovering.
function shape(tag, attributes, title) {
  const e = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value);
  if (title) {
    const t = document.createElementNS(SVG, "title");
    t.textContent = title;
    e.append(t);
  }
  return e;
}

// colour is the colour of the i-th of several things.
const colour = i => `hsl(${(i * 137 + 210) % 360} 60% var(--tint))`;

// colourOf is the colour of the i-th allocation of a unit: that of its use, or its own.
const colourOf = (memory, a, i) => colour(memory.apart ? i : a.use);

const labelOf = a => a.label || a.name;

// The fragment of this tab is memory/<number of the unit>/<index of the allocation>/<number
// of the memory>; all may be left out.
const goMemory = (unit, alloc, memory) => go(["memory", unit, alloc === undefined ? "" : alloc, memory || ""].join("/").replace(/\/+$/, ""));

function drawMemory(page, section) {
  section.append(
    el("div", { id: "memories" }, page.memories.length > 1 ? page.memories.map((m, i) =>
      el("button", { data: { memory: i }, onclick: () => goMemory(m.used[0].number, undefined, i) }, m.unit)) : null),
    el("div", { id: "units" }), el("div", { id: "unit" }));
}

function showUnit(page, number, alloc, which) {
  const memory = page.memories[which || 0] || page.memories[0];
  const unit = memory.used.find(u => String(u.number) === number) || memory.used[0];
  const choose = (n, a) => goMemory(n, a, which);
  const units = document.getElementById("units");
  if (units.dataset.memory !== memory.unit) {
    units.dataset.memory = memory.unit;
    units.replaceChildren(el("p", {}, `${counted(memory.used.length, memory.unit, memory.units)} in use; the darker, the fuller.`), unitGrid(memory, choose));
  }
  for (const cell of all("#units rect")) cell.classList.toggle("chosen", cell.dataset.unit === String(unit.number));
  const place = document.getElementById("unit");
  const key = memory.unit + unit.number;
  if (place.dataset.unit !== key) {
    place.dataset.unit = key;
    place.replaceChildren(el("h2", {}, `${memory.unit} ${unit.number}`), el("p", {}, `${counted(unit.used, "byte")} of ${memory.size.toLocaleString("en")} used`),
      memoryMap(memory, unit, choose), el("div", { id: "bytes" }), allocTable(memory, unit, choose));
  }
  for (const e of all("#unit [data-alloc]")) e.classList.toggle("chosen", e.dataset.alloc === alloc);
  const a = unit.allocs[alloc] || null;
  document.getElementById("bytes").replaceChildren(...(a ? byteGrid(a) : [el("p", { className: "faint" }, "Click an allocation to see its bytes.")]));
}

// unitGrid has a cell for each used unit, coloured by its share of bytes in use.
function unitGrid(memory, choose) {
  const columns = Math.min(64, memory.used.length), size = 14;
  const svg = shape("svg", { width: columns * size + 1, height: Math.ceil(memory.used.length / columns) * size + 1 });
  const most = Math.max(...memory.used.map(u => u.used));
  memory.used.forEach((u, i) => {
    const cell = shape("rect", {
      x: (i % columns) * size + .5, y: Math.floor(i / columns) * size + .5, width: size - 2, height: size - 2, "data-unit": u.number,
      style: `fill: color-mix(in oklab, var(--full) ${Math.round(100 * u.used / most)}%, var(--empty))`,
    }, `${memory.unit} ${u.number}: ${counted(u.used, "byte")}`);
    cell.onclick = () => choose(u.number);
    svg.append(cell);
  });
  return svg;
}

// memoryMap draws addresses to the right and steps of the program down. The wheel zooms around
// the mouse, dragging moves, a double click shows everything that is in use.
function memoryMap(memory, unit, choose) {
  const width = 1000, row = 22, top = 20;
  const lives = memory.steps && unit.allocs.some(a => a.to);
  const steps = lives ? memory.steps : [""];
  const used = [Math.min(...unit.allocs.map(a => a.addr)), Math.max(...unit.allocs.map(a => a.addr + a.size))];
  let view = used;
  const svg = shape("svg", { class: "map", viewBox: `0 0 ${width} ${top + steps.length * row}`, width, height: top + steps.length * row });
  const x = address => (address - view[0]) / (view[1] - view[0]) * width;
  const draw = () => {
    svg.replaceChildren();
    for (const r of memory.regions) {
      if (r.to <= view[0] || r.from >= view[1]) continue;
      svg.append(shape("path", { d: `M${x(r.from)} 0V${top + steps.length * row}`, class: "edge" }, r.name));
    }
    for (let i = 0; i <= 4; i++) {
      const at = Math.round(view[0] + (view[1] - view[0]) * i / 4);
      const t = shape("text", { x: Math.min(width, x(at)), y: 12, "text-anchor": ["start", "middle", "middle", "middle", "end"][i] });
      t.textContent = hex(at);
      svg.append(t);
    }
    unit.allocs.forEach((a, i) => {
      const lo = Math.max(view[0], a.addr), hi = Math.min(view[1], a.addr + a.size);
      if (lo >= hi) return;
      const [from, to] = a.to ? [a.from, a.to] : [0, steps.length];
      const y = top + from * row, w = x(hi) - x(lo);
      const cell = shape("rect", { x: x(lo), y, width: Math.max(w, .5), height: (to - from) * row, fill: colourOf(memory, a, i), "data-alloc": i }, describe(memory, a));
      cell.onclick = () => choose(unit.number, i);
      svg.append(cell);
      if (labelOf(a).length * 7 < w) {
        const t = shape("text", { x: x(lo) + w / 2, y: y + (to - from) * row / 2 + 4, "text-anchor": "middle", "pointer-events": "none" });
        t.textContent = labelOf(a);
        svg.append(t);
      }
    });
    if (lives) steps.forEach((s, i) => {
      const t = shape("text", { x: 2, y: top + i * row + 14, class: "step", "pointer-events": "none" });
      t.textContent = `${i} ${s}`;
      svg.append(t);
    });
  };
  const zoom = (factor, around) => {
    const span = Math.min(memory.size, Math.max(16, (view[1] - view[0]) * factor));
    const share = (around - view[0]) / (view[1] - view[0]);
    let lo = Math.round(around - span * share);
    lo = Math.max(memory.base, Math.min(memory.base + memory.size - span, lo));
    view = [lo, lo + span];
    draw();
  };
  const address = e => view[0] + e.offsetX / svg.clientWidth * (view[1] - view[0]);
  svg.addEventListener("wheel", e => { e.preventDefault(); zoom(e.deltaY > 0 ? 1.25 : .8, address(e)); }, { passive: false });
  svg.addEventListener("dblclick", () => { view = used; draw(); });
  svg.addEventListener("mousemove", e => {
    if (e.buttons !== 1) return;
    const by = -e.movementX / svg.clientWidth * (view[1] - view[0]);
    const lo = Math.max(memory.base, Math.min(memory.base + memory.size - (view[1] - view[0]), view[0] + by));
    view = [lo, lo + view[1] - view[0]];
    draw();
  });
  draw();
  const middle = () => (view[0] + view[1]) / 2;
  const key = (i, text) => {
    const box = el("span", { className: "key" });
    box.style.background = colour(i);
    return el("span", {}, box, text, " ");
  };
  const keys = memory.apart ? unit.allocs.map((a, i) => key(i, labelOf(a)))
    : [...new Set(unit.allocs.map(a => a.use))].sort((a, b) => a - b).map(use => key(use, memory.uses[use]));
  return el("div", {}, el("p", {},
    el("button", { data: { zoom: "in" }, onclick: () => zoom(.5, middle()) }, "closer"), " ",
    el("button", { data: { zoom: "out" }, onclick: () => zoom(2, middle()) }, "farther"), " ",
    el("button", { data: { zoom: "used" }, onclick: () => { view = used; draw(); } }, "what is used"), " ",
    el("button", { data: { zoom: "all" }, onclick: () => { view = [memory.base, memory.base + memory.size]; draw(); } }, "everything"), " ", keys), svg);
}

function describe(memory, a) {
  const life = a.to ? `, steps ${a.from} to ${a.to - 1}` : "";
  return `${a.name}\n${memory.uses[a.use]}, ${hex(a.addr)} to ${hex(a.addr + a.size)}, ${counted(a.size, "byte")}, aligned to ${a.align}${a.more ? ", " + a.more : ""}${life}`;
}

function allocTable(memory, unit, choose) {
  const head = el("tr", {}, ["address", "bytes", "aligned", "use", "name", "", "holds"].map(t => el("th", {}, t)));
  return el("table", { className: "allocs" }, head, unit.allocs.map((a, i) =>
    el("tr", { data: { alloc: i }, onclick: () => choose(unit.number, i) },
      el("td", {}, hex(a.addr)), el("td", { className: "n" }, a.size), el("td", { className: "n" }, a.align), el("td", {}, memory.uses[a.use]), el("td", {}, a.label && !a.name.startsWith(a.label) ? a.label + " = " + a.name : a.name), el("td", {}, a.more || ""),
      el("td", {}, (a.parts || []).map(p => `${p.name} = ${p.text || ""}`).join(", ") || (a.elements || []).join(", ")))));
}

// byteGrid shows the bytes of an allocation, each in the colour of the field that it belongs to.
function byteGrid(a) {
  if (!a.bytes) return [el("p", {}, `${a.name} holds nothing before the program runs.`)];
  const parts = a.parts || [], line = el("p", { id: "byte" }, "Hover a byte.");
  const values = a.bytes.match(/../g);
  const cells = values.map((value, at) => {
    const p = parts.findIndex(p => p.at <= at && at < p.at + p.size);
    const field = p >= 0 ? parts[p] : null;
    const text = `byte ${at} at ${hex(a.addr + at)} is 0x${value}: ` + (field ?
      `${at - field.at + 1} of ${field.size} of ${field.name}${field.text ? " = " + field.text : ""}${field.problem ? " (" + field.problem + ")" : ""}` : parts.length > 0 ? "padding" : (a.elements || []).join(", ") || "no field");
    const cell = el("td", { title: text, data: { byte: at }, onmouseenter: () => line.textContent = text }, value);
    if (field) cell.style.background = colour(p + 1);
    return cell;
  });
  const rows = [];
  for (let i = 0; i < cells.length; i += 16) rows.push(el("tr", {}, el("td", { className: "n" }, hex(a.addr + i)), cells.slice(i, i + 16)));
  const keys = parts.map((p, i) => {
    const box = el("span", { className: "key" });
    box.style.background = colour(i + 1);
    return el("li", {}, box, `${p.name}: ${counted(p.size, "byte")} at ${p.at}${p.text ? ", " + p.text : ""}${p.problem ? "; " + p.problem : ""}`);
  });
  return [el("h3", {}, a.name), el("table", { className: "bytes" }, rows), values.length < a.size ? el("p", { className: "faint" }, `the first ${values.length} of ${counted(a.size, "byte")}`) : "",
    line, el("ul", { className: "fields" }, keys)];
}

// What a run cost.

function drawRun(page, section) {
  const run = page.run;
  if (run.values) section.append(el("h2", {}, "variables"), el("table", {}, run.values.map(v => el("tr", {}, el("td", {}, v.name), el("td", {}, v.text)))));
  if (run.counters) section.append(el("h2", {}, "counters"), el("table", {}, run.counters.map(c => el("tr", {}, el("td", {}, c.name), el("td", { className: "n" }, c.value.toLocaleString("en"))))));
  if (!run.profile) return;
  for (const part of run.profile.parts || []) {
    section.append(el("h2", {}, `${part.step}, ${part.code}`), el("p", {}, `${counted(part.runs, "run")}, ${counted(part.clashes, "clash", "clashes")} of a load and a store, ` +
      `stack at least ${part.stack} of ${counted(part.reserved, "byte")}`), el("div", { className: "charts" },
      chart("operations", Object.entries(part.operations || {}).sort((a, b) => b[1] - a[1])),
      chart("threads", part.threads.map((n, i) => [i, n])),
      chart("loads by width", Object.entries(part.loads || {})), chart("stores by width", Object.entries(part.stores || {}))));
  }
  const units = (run.profile.units || []).slice().sort((a, b) => b.in + b.out - a.in - a.out);
  const most = 64;
  if (units.length > 0) section.append(el("h2", {}, "exchange"), el("table", { className: "allocs" }, el("tr", {}, ["", "bytes in", "bytes out", "bytes used", "of"].map(t => el("th", {}, t))),
    units.slice(0, most).map(u => el("tr", {}, el("td", {}, `${u.unit} ${u.number}`), [u.in, u.out, u.used, u.size].map(n => el("td", { className: "n" }, n.toLocaleString("en")))))),
    units.length > most ? el("p", { className: "faint" }, `${units.length - most} more that exchange less`) : "");
}

// chart is a table of names and numbers with bars.
function chart(title, list) {
  if (list.length === 0) return null;
  const most = Math.max(1, ...list.map(([, n]) => n));
  return el("table", {}, el("caption", {}, title), list.map(([name, n]) =>
    el("tr", {}, el("td", {}, name), el("td", { className: "n" }, n.toLocaleString("en")), el("td", {}, bar(n / most, String(n))))));
}
