"use strict";
// The page is drawn from an explore.Page as JSON. Texts become text nodes and nothing else, so
// that no source can be markup.

// el makes an element; what is neither a node nor null in children becomes text. Properties
// with a dash, and role, are attributes.
function el(tag, properties, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(properties || {})) {
    if (value === undefined || value === null) continue;
    if (name === "data") Object.assign(e.dataset, value);
    else if (name === "role" || name.includes("-")) e.setAttribute(name, value);
    else e[name] = value;
  }
  e.append(...children.flat(2).filter(c => c !== null && c !== undefined));
  return e;
}

const all = (selector, root) => [...(root || document).querySelectorAll(selector)];

// counted is a number of things: "1 byte", "2 bytes".
const counted = (n, one, many) => `${n.toLocaleString("en")} ${n === 1 ? one : many || one + "s"}`;

const baseName = name => name.split("/").pop() || name;

// bar is a bar of a chart, share of its full width long.
function bar(share, title) {
  const e = el("span", { className: "bar", title, "aria-hidden": "true" });
  e.style.setProperty("--share", share);
  return e;
}

// choice is a group of buttons, one of which is pressed.
function choice(label, options, chosen, choose) {
  return el("span", { className: "choice", role: "group", "aria-label": label }, Object.entries(options).map(([value, text]) =>
    el("button", { "aria-pressed": String(value === chosen), data: { value }, onclick: () => choose(value) }, text)));
}

// tabs are what can be seen. A tab is drawn when it is first shown, and told what the rest of
// the fragment says whenever it is shown. step moves its selection by a number of places;
// search marks what contains a text, and returns the elements to visit.
const tabs = {
  overview: { title: () => "Overview", draw: drawOverview },
  source: { title: () => besideSource ? "Source" : "Result", draw: drawSource, show: pinLine, step: stepLine },
  passes: { title: p => p.steps.length > 0 && "Passes", draw: drawPasses, show: showStep, step: stepPass, search: searchSteps },
  plan: { title: p => p.plan && "Plan", draw: (page, section) => drawPictures(page.plan, section), step: stepPicture("plan") },
  layouts: { title: p => p.layouts && "Layouts", draw: (page, section) => drawPictures(page.layouts, section), step: stepPicture("layouts") },
  memory: { title: p => p.memories && "Memory", draw: drawMemory, show: showUnit, step: stepUnit },
  run: { title: p => p.run && "Run", draw: drawRun },
};

// Navigation.

// The fragment holds what is shown, so that a link leads there: #passes/3. What stands after
// "&" is left to others.
const place = () => location.hash.slice(1).split("&")[0];

// go leads to another place. The fragment is not set directly, because the browser would move
// the focus to the element that it names.
function go(place) {
  history.pushState(null, "", "#" + [place, ...location.hash.slice(1).split("&").slice(1)].join("&"));
  dispatchEvent(new HashChangeEvent("hashchange"));
}

let shown = null; // the page
let firstTab = "overview";

const current = () => all("main > section:not([hidden])")[0];

function show(page) {
  const [word, ...rest] = place().split("/");
  const name = tabs[word] && document.getElementById(word) ? word : firstTab;
  for (const b of all("nav button")) {
    b.ariaSelected = b.dataset.tab === name;
    b.tabIndex = b.dataset.tab === name ? 0 : -1;
  }
  for (const s of all("main > section")) s.hidden = s.id !== name;
  const section = document.getElementById(name);
  if (!section.hasChildNodes()) tabs[name].draw(page, section);
  if (tabs[name].show) tabs[name].show(page, ...rest);
  find(document.getElementById("search").value);
  document.body.dataset.place = place(); // for scripts that wait until it is shown
}

// start shows a page, in place of any other.
function start(page) {
  page.steps ||= []; // JSON of Go has null for a list without elements
  page.functions ||= [];
  unfold(page);
  for (const s of page.steps) s.rows = (s.rows || []).flatMap(wholeRun);
  shown = page;
  document.title = baseName(page.name);
  document.querySelector("h1").replaceChildren(el("span", { title: page.name }, baseName(page.name)), page.target ? el("span", { className: "badge" }, page.target) : "");
  const buttons = [], sections = [];
  for (const [name, tab] of Object.entries(tabs)) {
    const title = tab.title(page);
    if (!title) continue;
    buttons.push(el("button", { id: "tab-" + name, role: "tab", "aria-controls": name, data: { tab: name }, onclick: () => go(name) }, title));
    sections.push(el("section", { id: name, role: "tabpanel", "aria-labelledby": "tab-" + name, tabIndex: -1, hidden: true }));
  }
  document.querySelector("nav").replaceChildren(...buttons);
  document.querySelector("main").replaceChildren(...sections);
  if (!document.getElementById("search")) addTools();
  window.onhashchange = () => show(page);
  show(page);
}

// wholeRun lists the rows that a run of rows stands for. A row has a line of page.lines on
// both sides, 0 for none.
function wholeRun(r) {
  const left = r.left || 0, right = r.right || (r.kind === "s" ? left : 0);
  return Array.from({ length: (r.n || 0) + 1 }, (_, i) => ({ ...r, n: 0, left: left && left + i, right: right && right + i }));
}

// Search and keys.

const keys = [
  ["j, k", "next and previous pass, line, picture or unit"],
  ["n, p", "next and previous change, or match of the search"],
  ["/", "search"],
  ["1 to 7", "views"],
  ["c", "only passes that changed something"],
  ["u", "changes in one column or in two"],
  ["arrows", "in lists, between views, and at the border between panes"],
  ["Esc", "leave the search"],
  ["?", "this list"],
];

function addTools() {
  const search = el("input", { id: "search", type: "search", placeholder: "Search  /", "aria-label": "Search this view", oninput: () => find(search.value) });
  search.addEventListener("keydown", e => {
    if (e.key === "Enter") visit(e.shiftKey ? -1 : 1);
    if (e.key === "Escape") {
      search.value = "";
      find("");
      search.blur();
    }
  });
  const help = el("dialog", { id: "help", "aria-label": "Keys" }, el("h2", {}, "Keys"), el("table", {}, keys.map(([key, what]) => el("tr", {}, el("td", {}, el("kbd", {}, key)), el("td", {}, what)))),
    el("form", { method: "dialog" }, el("button", {}, "Close")));
  document.getElementById("tools").append(search, el("span", { id: "matched", role: "status" }),
    el("button", { className: "plain", "aria-label": "Keys", title: "Keys  ?", onclick: () => help.showModal() }, "?"));
  document.body.append(help);
  document.querySelector("nav").addEventListener("keydown", e => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (!by) return;
    const list = all("nav button"), at = list.indexOf(document.activeElement);
    const next = list[(at + by + list.length) % list.length];
    e.preventDefault();
    next.focus();
    next.click();
  });
}

const matches = { list: [], at: -1 };

// find marks what contains a text in the view.
function find(text) {
  const section = current(), tab = tabs[section.id];
  for (const e of all(".hit", section)) e.classList.remove("hit", "at");
  matches.list = !text.trim() ? [] : all("tr, li, summary", section).filter(e => e.offsetParent && e.textContent.toLowerCase().includes(text.trim().toLowerCase()));
  matches.at = -1;
  for (const e of matches.list) e.classList.add("hit");
  const elsewhere = tab.search ? tab.search(shown, text.trim().toLowerCase()) : "";
  document.getElementById("matched").textContent = text.trim() ? counted(matches.list.length, "match", "matches") + elsewhere : "";
}

// visit goes to the next match, or the next change.
function visit(by) {
  const list = matches.list.length > 0 ? matches.list : all(".diff tbody", current()).filter(b => b.dataset.change);
  if (list.length === 0) return;
  for (const e of all(".at", current())) e.classList.remove("at");
  matches.at = matches.at < 0 && by < 0 ? list.length - 1 : (matches.at + by + list.length) % list.length;
  const e = list[matches.at];
  e.classList.add("at");
  e.scrollIntoView({ block: "center" });
  if (matches.list.length > 0) document.getElementById("matched").textContent = `${matches.at + 1} of ${counted(list.length, "match", "matches")}`;
}

document.addEventListener("keydown", e => {
  if (!shown || e.ctrlKey || e.metaKey || e.altKey || e.target.closest("input:not([type=checkbox]), textarea, select, dialog[open]")) return;
  const tab = tabs[current().id];
  const by = { j: 1, k: -1 }[e.key], to = { n: 1, p: -1 }[e.key];
  const views = all("nav button");
  if (by && tab.step) tab.step(shown, by);
  else if (to) visit(to);
  else if (e.key === "/") document.getElementById("search").focus();
  else if (e.key === "?") document.getElementById("help").showModal();
  else if (e.key === "c") toggleChanged();
  else if (e.key === "u") toggleColumns();
  else if (e.key >= "1" && e.key <= "9" && views[e.key - 1]) views[e.key - 1].click();
  else return;
  e.preventDefault();
});

// listKeys lets the arrow keys, Home and End choose among the options of a list.
function listKeys(list) {
  list.addEventListener("keydown", e => {
    const options = all("[role=option]", list).filter(o => !o.hidden), at = options.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: options.length - 1 }[e.key];
    if (e.key === "Enter" || e.key === " ") document.activeElement.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    else if (to === undefined || !options[to]) return;
    else {
      options[to].dispatchEvent(new MouseEvent("click", { bubbles: true }));
      options[to].focus();
    }
    e.preventDefault();
    e.stopPropagation();
  });
  return list;
}

// panes puts two elements beside each other, or on a narrow page below each other, with a
// border that the pointer and the arrow keys move. share is the part of the first in percent.
function panes(label, share, first, second) {
  const border = el("div", { className: "border", role: "separator", tabIndex: 0, "aria-label": label, "aria-valuemin": "10", "aria-valuemax": "90" });
  const box = el("div", { className: "panes" }, first, border, second);
  const below = () => getComputedStyle(box).flexDirection === "column";
  const set = to => {
    share = Math.min(90, Math.max(10, to));
    box.style.setProperty("--first", share + "%");
    border.setAttribute("aria-valuenow", Math.round(share));
    border.setAttribute("aria-orientation", below() ? "horizontal" : "vertical");
  };
  border.addEventListener("pointerdown", e => {
    border.setPointerCapture(e.pointerId);
    e.preventDefault();
  });
  border.addEventListener("pointermove", e => {
    if (!border.hasPointerCapture(e.pointerId)) return;
    const r = box.getBoundingClientRect();
    set(below() ? 100 * (e.clientY - r.top) / r.height : 100 * (e.clientX - r.left) / r.width);
  });
  border.addEventListener("keydown", e => {
    const by = { ArrowLeft: -2, ArrowUp: -2, ArrowRight: 2, ArrowDown: 2 }[e.key];
    if (!by) return;
    set(share + by);
    e.preventDefault();
  });
  const usual = share;
  border.addEventListener("dblclick", () => set(usual));
  set(share);
  return box;
}
