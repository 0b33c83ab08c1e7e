"use strict";
// The page is drawn from an explore.Page as JSON. Texts become text nodes and nothing else, so
// that no source can be markup.

// el makes an element; what is neither a node nor null in children becomes text.
function el(tag, properties, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(properties || {})) {
    if (name === "data") Object.assign(e.dataset, value);
    else if (value !== undefined) e[name] = value;
  }
  e.append(...children.flat().filter(c => c !== null && c !== undefined));
  return e;
}

const all = (selector, root) => [...(root || document).querySelectorAll(selector)];

// counted is a number of things: "1 byte", "2 bytes".
const counted = (n, one, many) => `${n.toLocaleString("en")} ${n === 1 ? one : many || one + "s"}`;

// tabs are what can be seen. A tab is drawn when it is first shown, and told what the rest of
// the fragment says whenever it is shown. Other scripts add tabs.
const tabs = {
  source: { title: () => "Source", draw: drawSource, show: pinLine },
  passes: { title: p => p.steps.length > 0 && "Passes", draw: drawPasses, show: showStep },
  layouts: { title: p => p.layouts && "Layouts", draw: drawLayouts },
};

// Source and result.

const mostLines = 20000; // of the source; the result is cut before it gets here

// drawSource puts the source beside the result. Lines that come from each other have the same
// number of the source in data-from.
function drawSource(page, section) {
  const lines = page.source.replace(/\n+$/, "").split("\n");
  const used = new Set(page.result.from.flatMap(from => from || []));
  const left = lines.slice(0, mostLines).map((text, i) => codeLine(i + 1, text, used.has(i + 1) ? [i + 1] : null));
  const right = page.result.text.split("\n").map((text, i) => codeLine(i + 1, text, page.result.from[i]));
  section.append(
    el("p", { id: "pinned" }, "Hover a line to see what it became or came from; click it to keep that, and to see which passes changed it."),
    el("div", { className: "beside" },
      el("div", { className: "code", id: "left" }, el("h2", {}, page.name), el("table", {}, left), cut(lines.length - mostLines)),
      el("div", { className: "code", id: "right" }, el("h2", {}, page.steps.length > 0 ? "behind the last pass" : "as optc prints it"), el("table", {}, right), cut(page.result.cut))));
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

const codeLine = (n, text, from) =>
  el("tr", from ? { className: "linked", data: { from: from.join(" ") } } : {}, el("td", { className: "n" }, n), el("td", {}, text));

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
  for (const side of ["left", "right"]) {
    const rows = linked(document.getElementById(side), number);
    for (const tr of rows) tr.classList.add("pinned");
    if (rows.length > 0) rows[0].scrollIntoView({ block: "nearest" });
  }
  const steps = page.steps.map((s, i) => [s, i]).filter(([s]) =>
    (s.rows || []).some(r => r.kind !== "s" && (r.from || []).includes(Number(number))));
  document.getElementById("pinned").replaceChildren(`Line ${number} is changed by `,
    ...(steps.length > 0 ? steps.flatMap(([s, i]) => [el("button", { onclick: () => go("passes/" + i) }, s.pass), " "]) : ["no pass."]));
}

// Passes.

const changes = rows => rows.filter(r => r.kind !== "s" && r.kind !== "k").length;

const milliseconds = micros => (micros / 1000).toFixed(micros < 10000 ? 2 : 0) + " ms";

function drawPasses(page, section) {
  const most = Math.max(1, ...page.steps.map(s => s.micros));
  const list = page.steps.map((s, i) => el("li", {
    title: s.title, className: s.rows ? "" : "same", data: { step: i }, onclick: () => go("passes/" + i),
  }, s.pass, s.rows ? ` (${changes(s.rows)})` : "", bar(s.micros / most, milliseconds(s.micros))));
  const total = page.steps.reduce((sum, s) => sum + s.micros, 0);
  section.append(el("div", {}, el("ol", {}, list), el("p", { className: "faint" }, `${milliseconds(total)} in passes, on one thread`)), el("div", { id: "step" }));
}

// bar is a bar of a chart, share of its full width long.
function bar(share, title) {
  const e = el("span", { className: "bar", title });
  e.style.setProperty("--share", share);
  return e;
}

// showStep shows what a pass changed; without a number, the first that changed something.
function showStep(page, number) {
  let i = Number(number);
  if (!page.steps[i] || !number) i = Math.max(0, page.steps.findIndex(s => s.rows));
  for (const li of all("#passes li")) li.ariaSelected = li.dataset.step === String(i);
  const s = page.steps[i];
  const source = page.source.split("\n");
  const facts = [`on ${s.on}, ${milliseconds(s.micros)}`, ...(s.counters || []).map(c => `${c.name} ${c.value} (${c.doc})`)];
  const rewrites = (s.rewrites || []).map(c => el("tr", {}, el("td", {}, c.name), el("td", { className: "n" }, c.value)));
  const made = (s.rewrites || []).reduce((sum, c) => sum + c.value, 0);
  const ops = (s.ops || []).map(o => el("tr", {}, el("td", {}, o.name), el("td", { className: "n" }, o.before), el("td", {}, "→"), el("td", { className: "n" }, o.after)));
  const rows = (s.rows || []).map(r => el("tr", {
    className: r.kind + (r.from ? " linked" : ""), title: (r.from || []).map(n => `line ${n}: ${(source[n - 1] || "").trim()}`).join("\n"),
    onclick: r.from && (() => go("source/" + r.from[0])),
  }, el("td", {}, r.left || ""), el("td", {}, r.kind === "s" ? r.left || "" : r.right || "")));
  document.getElementById("step").replaceChildren(el("h2", {}, s.pass), el("p", {}, s.title + "." + (s.rows ? "" : " It changed nothing.")),
    el("p", { className: "faint" }, facts.join("; ")),
    s.printed ? el("pre", { id: "printed" }, s.printed) : "",
    ...(rewrites.length > 0 ? [el("details", { id: "rewrites" }, el("summary", {}, counted(made, "rewrite")), el("table", {}, rewrites))] : []),
    ...(ops.length > 0 ? [el("details", { id: "ops" }, el("summary", {}, "numbers of operations"), el("table", {}, ops))] : []),
    ...(rows.length > 0 ? [el("table", { className: "diff" }, rows)] : []), cut(s.cut) || "");
}

// Layouts.

function drawLayouts(page, section) {
  const zoom = factor => () => {
    for (const s of all("svg", section))
      for (const side of ["width", "height"]) s.setAttribute(side, s.getAttribute(side) * factor);
  };
  section.append(el("p", {}, "Hover a cell for more. ", el("button", { onclick: zoom(1.5) }, "larger"), " ", el("button", { onclick: zoom(1 / 1.5) }, "smaller")));
  for (const p of page.layouts) {
    const view = el("div", { className: "view" });
    view.innerHTML = p.svg; // drawn by optc, with every text escaped
    section.append(el("details", { open: true }, el("summary", {}, p.title), view));
  }
}

// Navigation.

// The fragment holds what is shown, so that a link leads there: #passes/3. What stands behind
// "&" is left to others.
const place = () => location.hash.slice(1).split("&")[0];
const go = place => location.hash = [place, ...location.hash.slice(1).split("&").slice(1)].join("&");

function show(page) {
  const [word, ...rest] = place().split("/");
  const name = tabs[word] && document.getElementById(word) ? word : "source";
  for (const b of all("nav button")) b.ariaSelected = b.dataset.tab === name;
  for (const s of all("main > section")) s.hidden = s.id !== name;
  const section = document.getElementById(name);
  if (!section.hasChildNodes()) tabs[name].draw(page, section);
  if (tabs[name].show) tabs[name].show(page, ...rest);
}

// start shows a page, in place of any other.
function start(page) {
  page.steps ||= []; // JSON of Go has null for a list without elements
  document.title = page.name;
  document.querySelector("h1").textContent = page.name + (page.target ? " on " + page.target : "");
  const buttons = [], sections = [];
  for (const [name, tab] of Object.entries(tabs)) {
    const title = tab.title(page);
    if (!title) continue;
    buttons.push(el("button", { data: { tab: name }, onclick: () => go(name) }, title));
    sections.push(el("section", { id: name, hidden: true }));
  }
  document.querySelector("nav").replaceChildren(...buttons);
  document.querySelector("main").replaceChildren(...sections);
  window.onhashchange = () => show(page);
  show(page);
}
