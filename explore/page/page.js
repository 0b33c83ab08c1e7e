"use strict";
// The page is drawn from the data in the element #data, which is explore.Page as JSON. Texts
// become text nodes and nothing else, so that no source can be markup.

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

// tabs are what can be seen; each is drawn when it is first shown. A tab without a title is
// left out.
const tabs = {
  source: { title: () => "Source", draw: drawSource },
  passes: { title: () => "Passes", draw: drawPasses, show: showStep },
  layouts: { title: p => p.layouts && "Layouts", draw: (p, s) => drawPictures(p.layouts, s) },
  memory: { title: p => p.memory && "Memory", draw: (p, s) => drawPictures(p.memory, s) },
};

function drawSource(page, section) {
  section.append(el("p", {}, "Hover a line to see which operations of the result come from it."));
  const became = page.became || {};
  const rows = page.source.replace(/\n+$/, "").split("\n").map((text, i) => {
    const ops = became[i + 1];
    return el("tr", { className: ops ? "linked" : "", title: ops ? ops.join("\n") : "" }, el("td", { className: "n" }, i + 1), el("td", {}, text));
  });
  section.append(el("table", {}, rows));
}

const changes = rows => rows.filter(r => r.kind !== "s" && r.kind !== "k").length;

function drawPasses(page, section) {
  const list = page.steps.map((s, i) => {
    const li = el("li", { title: s.title, className: s.rows ? "" : "same", data: { step: i } }, s.pass, s.rows ? ` (${changes(s.rows)})` : "");
    li.onclick = () => location.hash = "passes/" + i;
    return li;
  });
  section.append(el("ol", {}, list), el("div", { id: "step" }));
}

// showStep shows what a pass changed; without a number, the first that changed something.
function showStep(page, number) {
  let i = Number(number);
  if (!page.steps[i] || number === undefined) i = Math.max(0, page.steps.findIndex(s => s.rows));
  for (const li of document.querySelectorAll("#passes li")) li.ariaSelected = li.dataset.step === String(i);
  const s = page.steps[i];
  if (!s) return;
  const rows = s.rows && el("table", { className: "diff" }, s.rows.map(r =>
    el("tr", { className: r.kind }, el("td", {}, r.left), el("td", {}, r.kind === "s" ? r.left : r.right))));
  document.getElementById("step").replaceChildren(el("h2", {}, s.pass), el("p", {}, s.title + "." + (s.rows ? "" : " It changed nothing.")),
    rows || "", s.cut ? el("p", {}, `${s.cut} more lines are not shown.`) : "");
}

function drawPictures(pictures, section) {
  const zoom = factor => () => {
    for (const s of section.querySelectorAll("svg"))
      for (const side of ["width", "height"]) s.setAttribute(side, s.getAttribute(side) * factor);
  };
  section.append(el("p", {}, "Hover a cell for more. ", el("button", { onclick: zoom(1.5) }, "larger"), " ", el("button", { onclick: zoom(1 / 1.5) }, "smaller")));
  for (const p of pictures) {
    const view = el("div", { className: "view" });
    view.innerHTML = p.svg; // drawn by optc, with every text escaped
    section.append(el("details", { open: true }, el("summary", {}, p.title), view));
  }
}

// The fragment holds what is shown, so that a link leads there: #passes/3.
function show(page) {
  let [name, rest] = location.hash.slice(1).split("/");
  if (!document.getElementById(name) || !tabs[name]) name = "source";
  for (const b of document.querySelectorAll("nav button")) b.ariaSelected = b.dataset.tab === name;
  for (const s of document.querySelectorAll("section")) s.hidden = s.id !== name;
  const section = document.getElementById(name);
  if (!section.hasChildNodes()) tabs[name].draw(page, section);
  if (tabs[name].show) tabs[name].show(page, rest);
}

function start(page) {
  document.title = page.name;
  document.querySelector("h1").textContent = page.name + (page.target ? " on " + page.target : "");
  const buttons = [], sections = [];
  for (const [name, tab] of Object.entries(tabs)) {
    const title = tab.title(page);
    if (!title) continue;
    buttons.push(el("button", { data: { tab: name }, onclick: () => location.hash = name }, title));
    sections.push(el("section", { id: name, hidden: true }));
  }
  document.querySelector("nav").replaceChildren(...buttons);
  document.querySelector("main").replaceChildren(...sections);
  window.onhashchange = () => show(page);
  show(page);
}

start(JSON.parse(document.getElementById("data").textContent));
