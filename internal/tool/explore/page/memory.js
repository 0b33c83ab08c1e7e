// The contents of the memories of the device.

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

// unfold gives units that are like another unit its allocations.
function unfold(page) {
  for (const m of page.memories || []) {
    const allocs = new Map(m.used.map(u => [u.number, u.allocs]));
    for (const u of m.used) if (u.like !== undefined) u.allocs = allocs.get(u.like);
  }
}

// The fragment of this tab is memory/<number of the unit>/<index of the allocation>/<number
// of the memory>; all may be left out.
const goMemory = (unit, alloc, memory) => go(["memory", unit, alloc === undefined ? "" : alloc, memory || ""].join("/").replace(/\/+$/, ""));

function drawMemory(page, section) {
  section.append(
    el("div", { id: "memories", className: "bar-of-tools" }, page.memories.length > 1 ? page.memories.map((m, i) =>
      el("button", { data: { memory: i }, onclick: () => goMemory(m.used[0].number, undefined, i) }, m.units)) : null),
    el("div", { id: "units" }), el("div", { id: "unit" }));
}

function showUnit(page, number, alloc, which) {
  const memory = page.memories[which || 0] || page.memories[0];
  const unit = memory.used.find(u => String(u.number) === number) || memory.used[0];
  const choose = (n, a) => goMemory(n, a, which);
  const units = document.getElementById("units");
  if (units.dataset.memory !== memory.unit) {
    units.dataset.memory = memory.unit;
    const full = fullest(memory);
    units.replaceChildren(el("p", {}, `${counted(memory.used.length, memory.unit, memory.units)} in use. The fullest is ${memory.unit} ${full.number} with ${full.used.toLocaleString("en")} of ${counted(memory.size, "byte")}, ${percent(full.used / memory.size)}.`),
      unitGrid(memory, choose), legend());
  }
  for (const b of all("#memories button")) b.setAttribute("aria-pressed", b.dataset.memory === String(which || 0));
  for (const cell of all("#units rect")) {
    const chosen = cell.dataset.unit === String(unit.number);
    cell.classList.toggle("chosen", chosen);
    cell.setAttribute("aria-selected", chosen);
    cell.setAttribute("tabindex", chosen ? 0 : -1);
  }
  const place = document.getElementById("unit");
  const key = memory.unit + unit.number;
  if (place.dataset.unit !== key) {
    place.dataset.unit = key;
    place.replaceChildren(el("h2", {}, `${memory.unit} ${unit.number}`), el("p", {}, `${counted(unit.used, "byte")} of ${memory.size.toLocaleString("en")} used, ${percent(unit.used / memory.size)}`),
      memoryMap(memory, unit, choose), el("div", { id: "bytes" }), el("div", { className: "wide" }, allocTable(memory, unit, choose)));
  }
  for (const e of all("#unit [data-alloc]")) e.classList.toggle("chosen", e.dataset.alloc === alloc);
  const a = unit.allocs[alloc] || null;
  document.getElementById("bytes").replaceChildren(...(a ? byteGrid(a) : [el("p", { className: "faint" }, "Click an allocation to see its bytes.")]));
}

// stepUnit goes to the next unit.
function stepUnit(page, by) {
  const [, number, , which] = place().split("/");
  const memory = page.memories[which || 0];
  const at = Math.max(0, memory.used.findIndex(u => String(u.number) === number));
  if (memory.used[at + by]) goMemory(memory.used[at + by].number, undefined, which);
}

// shade is the colour of a unit of which a share of the capacity is used. What holds anything
// differs from what is empty.
const shade = share => `color-mix(in oklab, var(--full) ${Math.round(share > 0 ? 12 + 88 * share : 0)}%, var(--empty))`;

function legend() {
  const stops = [0, .25, .5, .75, 1];
  return el("p", { className: "keys faint" }, "used of the capacity: ", stops.map(share => {
    const box = el("span", { className: "key" });
    box.style.background = shade(share);
    return el("span", {}, box, percent(share));
  }));
}

// unitGrid has a cell for each used unit, coloured by its share of bytes in use.
function unitGrid(memory, choose) {
  const columns = Math.min(64, memory.used.length), size = 14;
  const width = columns * size + 1, height = Math.ceil(memory.used.length / columns) * size + 1;
  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "listbox", "aria-label": memory.units, class: "units" });
  memory.used.forEach((u, i) => {
    const text = `${memory.unit} ${u.number}: ${counted(u.used, "byte")}, ${percent(u.used / memory.size)}`;
    const cell = shape("rect", {
      x: (i % columns) * size + .5, y: Math.floor(i / columns) * size + .5, width: size - 2, height: size - 2, rx: 2, "data-unit": u.number, role: "option", "aria-label": text,
      style: `fill: ${shade(u.used / memory.size)}`,
    }, text);
    cell.onclick = () => choose(u.number);
    svg.append(cell);
  });
  return listKeys(svg);
}

// memoryMap draws addresses to the right and steps of the program down. The wheel zooms around
// the mouse, dragging moves, a double click shows everything that is in use.
function memoryMap(memory, unit, choose) {
  const width = Math.max(300, Math.min(1000, document.getElementById("unit").clientWidth)), row = 22, top = 20;
  const lives = memory.steps && unit.allocs.some(a => a.to);
  const steps = lives ? memory.steps : [""];
  const used = [Math.min(...unit.allocs.map(a => a.addr)), Math.max(...unit.allocs.map(a => a.addr + a.size))];
  let view = used;
  const svg = shape("svg", { class: "map", role: "img", "aria-label": `allocations of ${memory.unit} ${unit.number} by address`, viewBox: `0 0 ${width} ${top + steps.length * row}`, width, height: top + steps.length * row });
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
        // The steps are named at the left.
        const label = labelOf(a).length * 7, clear = lives ? Math.max(...steps.map((s, i) => `${i} ${s}`.length)) * 7 + 8 : 0;
        const t = shape("text", { x: Math.min(Math.max(x(lo) + w / 2, clear + label / 2), x(hi) - label / 2), y: y + (to - from) * row / 2 + 4, "text-anchor": "middle", "pointer-events": "none" });
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
    return el("span", {}, box, text);
  };
  const keys = memory.apart ? unit.allocs.map((a, i) => key(i, labelOf(a)))
    : [...new Set(unit.allocs.map(a => a.use))].sort((a, b) => a - b).map(use => key(use, memory.uses[use]));
  return el("div", {}, el("p", { className: "bar-of-tools" },
    el("button", { data: { zoom: "in" }, onclick: () => zoom(.5, middle()) }, "Closer"),
    el("button", { data: { zoom: "out" }, onclick: () => zoom(2, middle()) }, "Farther"),
    el("button", { data: { zoom: "used" }, onclick: () => { view = used; draw(); } }, "What is used"),
    el("button", { data: { zoom: "all" }, onclick: () => { view = [memory.base, memory.base + memory.size]; draw(); } }, "Everything"), el("span", { className: "keys" }, keys)), svg);
}

function describe(memory, a) {
  const life = a.to ? `, steps ${a.from} to ${a.to - 1}` : "";
  return `${a.name}\n${memory.uses[a.use]}, ${hex(a.addr)} to ${hex(a.addr + a.size)}, ${counted(a.size, "byte")}, aligned to ${a.align}${a.more ? ", " + a.more : ""}${life}`;
}

function allocTable(memory, unit, choose) {
  const head = el("tr", {}, ["address", "bytes", "aligned", "use", "name", "", "holds"].map(t => el("th", { scope: "col" }, t)));
  return el("table", { className: "allocs facts", "aria-label": "allocations" }, head, unit.allocs.map((a, i) =>
    el("tr", { data: { alloc: i }, onclick: () => choose(unit.number, i) },
      el("td", {}, el("button", { className: "link" }, hex(a.addr))), el("td", { className: "n" }, a.size), el("td", { className: "n" }, a.align), el("td", {}, memory.uses[a.use]), el("td", {}, a.label && !a.name.startsWith(a.label) ? a.label + " = " + a.name : a.name), el("td", {}, a.more || ""),
      el("td", {}, (a.parts || []).map(p => `${p.name} = ${p.text || ""}`).join(", ") || (a.elements || []).join(", ")))));
}

// byteGrid shows the bytes of an allocation, each in the colour of the field that it belongs to.
function byteGrid(a) {
  if (!a.bytes) return [el("p", {}, `${a.name} holds nothing before the program runs.`)];
  const parts = a.parts || [], line = el("p", { id: "byte" }, "Point at a byte to see its meaning.");
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
