// The passes, and what each of them changed.

const changes = rows => rows.filter(r => r.kind !== "s").length;

const milliseconds = micros => (micros / 1000).toFixed(micros < 10000 ? 2 : 0) + " ms";

// view is how passes are shown.
const view = { onlyChanged: false, function: 0, columns: "auto", whole: false };

// Rows of a change that are shown at first, and lines around a change.
const mostShown = 400, around = 3;

// functionsOf are the functions that a step changed.
const functionsOf = (page, s) => new Set(s.rows.filter(r => r.kind !== "s").map(r => page.lines[r.right || r.left].in || 0));

function drawPasses(page, section) {
  const most = Math.max(1, ...page.steps.map(s => s.micros));
  const list = page.steps.map((s, i) => el("li", {
    id: "pass-" + i, role: "option", title: s.title, className: s.rows.length > 0 ? "" : "same", data: { step: i }, onclick: () => go(placeOfPass(i)),
  }, el("span", { className: "name" }, s.pass), s.rows.length > 0 ? el("span", { className: "count", title: counted(changes(s.rows), "line") + " changed" }, changes(s.rows).toLocaleString("en")) : "", el("span", { className: "hits" }),
    bar(s.micros / most, milliseconds(s.micros))));
  const total = page.steps.reduce((sum, s) => sum + s.micros, 0);
  const functions = page.functions.length > 2 ? el("select", { id: "function", "aria-label": "Function", onchange: e => { view.function = Number(e.target.value); filterPasses(page); showStep(page, place().split("/")[1]); } },
    page.functions.map((name, i) => el("option", { value: i }, name ? "@" + name : "all functions"))) : null;
  const changed = el("input", { id: "only-changed", type: "checkbox", checked: view.onlyChanged, onchange: () => { view.onlyChanged = changed.checked; filterPasses(page); } });
  view.function = 0;
  section.append(panes("Border between passes and changes", 26,
    el("div", { id: "list" }, el("div", { className: "bar-of-tools" }, el("label", {}, changed, "only changed"), functions),
      listKeys(el("ol", { role: "listbox", "aria-label": "Passes" }, list)), el("p", { className: "faint", id: "total" }, `${milliseconds(total)} in passes, on one thread`)),
    el("div", { id: "step", tabIndex: 0, "aria-live": "off" })));
  markValues(document.getElementById("step"));
  filterPasses(page);
}

// placeOfPass is the place of a step: passes are numbered from 1, as in their list.
const placeOfPass = i => "passes/" + (i + 1);

// filterPasses hides the passes that the filters exclude.
function filterPasses(page) {
  for (const li of all("#passes li")) {
    const s = page.steps[li.dataset.step];
    li.hidden = view.onlyChanged && s.rows.length === 0 || view.function > 0 && !functionsOf(page, s).has(view.function);
  }
}

function toggleChanged() {
  const box = document.getElementById("only-changed");
  if (box) box.click();
}

function toggleColumns() {
  const table = document.querySelector("#step .diff");
  if (table) setColumns(table.classList.contains("unified") ? "two" : "one");
}

// setColumns shows changes in one column or in two; by itself the width decides.
function setColumns(columns) {
  view.columns = columns;
  fitColumns();
}

function fitColumns() {
  const step = document.getElementById("step"), table = document.querySelector("#step .diff");
  if (!table) return;
  const one = view.columns === "one" || view.columns === "auto" && step.clientWidth < 700;
  table.classList.toggle("unified", one);
  for (const b of all("#columns button")) b.setAttribute("aria-pressed", (b.dataset.value === "one") === one);
}
window.addEventListener("resize", fitColumns);

// showStep shows what a pass changed; without a number, the first that changed something.
function showStep(page, number) {
  let i = Number(number) - 1;
  if (!page.steps[i]) i = Math.max(0, page.steps.findIndex(s => s.rows.length > 0));
  for (const li of all("#passes li")) {
    const chosen = li.dataset.step === String(i);
    li.ariaSelected = chosen;
    li.tabIndex = chosen ? 0 : -1;
    if (chosen) li.scrollIntoView({ block: "nearest" });
  }
  const s = page.steps[i];
  const facts = [`on ${s.on}`, milliseconds(s.micros), ...(s.counters || []).map(c => `${c.name} ${c.value} (${c.doc})`)];
  const made = (s.rewrites || []).reduce((sum, c) => sum + c.value, 0);
  const table = (head, rows) => el("table", { className: "facts" }, el("tr", {}, head.map((t, i) => el("th", { scope: "col", className: i > 0 ? "n" : "" }, t))), rows);
  const count = n => el("td", { className: "n" }, n.toLocaleString("en"));
  document.getElementById("step").replaceChildren(
    el("h2", {}, s.pass), el("p", {}, s.title + ".", s.rows.length > 0 ? "" : el("strong", {}, " It changed nothing.")), el("p", { className: "faint" }, facts.join(" · ")),
    s.printed ? el("pre", { id: "printed" }, s.printed) : "",
    s.rewrites ? el("details", { id: "rewrites" }, el("summary", {}, counted(made, "rewrite")), table(["rewrite", "times"], s.rewrites.map(c => el("tr", {}, el("td", {}, c.name), count(c.value))))) : "",
    s.ops ? el("details", { id: "ops" }, el("summary", {}, "Numbers of operations"), table(["operation", "before", "after"], s.ops.map(o => el("tr", {}, el("td", {}, o.name), count(o.before), count(o.after))))) : "",
    ...(s.rows.length > 0 ? drawChange(page, s) : []));
  fitColumns();
  find(document.getElementById("search").value);
}

// drawChange is the table of a change with its tools.
function drawChange(page, s) {
  const change = el("div", { id: "change" });
  const draw = () => {
    const rows = paired(displayed(page, s)), table = diffTable(s);
    let at = 0, part = mostShown;
    const add = () => {
      addRows(page, table, rows.slice(at, at + part));
      at += part;
      part = Math.min(2 * part, 8 * mostShown); // the table is laid out after each part
    };
    add();
    // All rows come in parts, so that the page stays alive.
    const addAll = () => {
      if (!table.isConnected) return;
      add();
      if (at < rows.length) setTimeout(addAll);
      else showAll.remove();
    };
    const showAll = el("button", { id: "all-rows", onclick: addAll }, `Show all ${counted(rows.length, "row")}`);
    change.replaceChildren(table, rows.length > at ? el("p", {}, showAll) : "");
    fitColumns();
  };
  draw();
  const whole = el("input", { id: "whole", type: "checkbox", checked: view.whole, onchange: () => { view.whole = whole.checked; draw(); } });
  const columns = choice("Columns", { one: "one column", two: "two columns" }, view.columns, setColumns);
  columns.id = "columns";
  return [el("div", { className: "bar-of-tools" }, columns, el("label", {}, whole, "unchanged lines too"),
    el("span", { className: "faint" }, `${counted(changes(s.rows), "line")} changed, up to the names of values`)), change];
}

// displayed lists the rows of a step as they are shown: one for each line, with the numbers
// of the lines, and one for each run of lines that is hidden, which holds them.
function displayed(page, s) {
  const out = [];
  let left = 0, right = 0, same = [];
  const visible = s.rows.map(r => ({ ...r, leftNumber: r.left ? ++left : 0, rightNumber: r.right ? ++right : 0 }))
    .filter(r => view.function === 0 || (page.lines[r.right || r.left].in || 0) === view.function);
  const flush = last => {
    const head = out.length === 0 ? 0 : around, tail = last ? 0 : around;
    if (view.whole || same.length <= head + tail + 1) out.push(...same);
    else out.push(...same.slice(0, head), { kind: "k", hidden: same.slice(head, same.length - tail) }, ...same.slice(same.length - tail));
    same = [];
  };
  for (const r of visible) {
    if (r.kind === "s") same.push(r);
    else {
      flush(false);
      out.push(r);
    }
  }
  flush(true);
  return out;
}

// diffTable is the table of a change, without rows.
const diffTable = s => el("table", { className: "diff", "aria-label": "Changes by " + s.pass },
  el("colgroup", {}, ["n", "text", "n", "text"].map(c => el("col", { className: c }))),
  el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "line"), el("th", { scope: "col" }, "before"), el("th", { scope: "col" }, "line"), el("th", { scope: "col" }, "after"))));

// addRows adds rows to the table of a change. Rows that changed share a body, and so do others.
function addRows(page, table, rows) {
  let body = null;
  for (const r of rows) {
    const change = r.kind !== "s" && r.kind !== "k";
    if (!body || (body.dataset.change === "1") !== change) table.append(body = el("tbody", change ? { data: { change: "1" } } : {}));
    body.append(r.kind === "k" ? hiddenLines(page, r) : diffRow(page, r));
  }
}

// paired puts removed lines beside the added lines that follow them.
function paired(rows) {
  const out = [];
  let removed = [], added = [];
  const flush = () => {
    for (let i = 0; i < Math.max(removed.length, added.length); i++) {
      const [d, a] = [removed[i], added[i]];
      out.push(d && a ? { ...d, kind: "r", right: a.right, rightNumber: a.rightNumber } : d || a);
    }
    [removed, added] = [[], []];
  };
  for (const r of rows) {
    if (r.kind === "d" && added.length > 0) flush();
    if (r.kind === "d") removed.push(r);
    else if (r.kind === "i") added.push(r);
    else {
      flush();
      out.push(r);
    }
  }
  flush();
  return out;
}

// hiddenLines is a row that shows the lines that it stands for when it is clicked.
function hiddenLines(page, r) {
  const row = el("tr", { className: "k" }, el("td", { colSpan: 4 }, el("button", { onclick: () => row.replaceWith(...r.hidden.map(h => diffRow(page, h))) }, `${counted(r.hidden.length, "unchanged line")}`)));
  return row;
}

let split = { page: null, lines: [] };

// sourceLines are the lines of the source of a page.
function sourceLines(page) {
  if (split.page !== page) split = { page, lines: page.source.split("\n") };
  return split.lines;
}

const signs = { d: ["−", ""], i: ["", "+"], c: ["−", "+"], r: ["−", "+"], s: ["", ""] };

function diffRow(page, r) {
  const source = sourceLines(page);
  const l = page.lines[r.left || 0], right = page.lines[r.right || 0], from = (r.right ? right : l).from;
  const cell = (text, words, kind, sign) => el("td", { className: "text " + kind, data: { sign } }, colored(text, words));
  const kinds = { d: ["del", "none"], i: ["none", "ins"], c: ["del", "ins"], r: ["del whole", "ins whole"], s: ["", ""] }[r.kind];
  return el("tr", {
    className: r.kind + (from ? " linked" : ""), title: (from || []).map(n => `line ${n}: ${(source[n - 1] || "").trim()}`).join("\n"),
    data: { in: (r.right ? right : l).in || 0 }, onclick: from && (() => getSelection().isCollapsed && go("source/" + from[0])),
  }, el("td", { className: "n" }, r.leftNumber || ""), cell(l.text, r.leftWords, kinds[0], signs[r.kind][0]),
    el("td", { className: "n" }, r.rightNumber || ""), cell(right.text, r.rightWords, kinds[1], signs[r.kind][1]));
}

// stepPass goes to the next pass that the filters leave.
function stepPass(page, by) {
  const list = all("#passes li").filter(li => !li.hidden), at = list.findIndex(li => li.ariaSelected === "true");
  const next = list[at + by];
  if (next) go(placeOfPass(Number(next.dataset.step)));
}

// searchSteps tells for each pass how many of its changed lines contain a text.
function searchSteps(page, text) {
  let steps = 0;
  for (const li of all("#passes li")) {
    const s = page.steps[li.dataset.step];
    const has = i => i > 0 && page.lines[i].text.toLowerCase().includes(text);
    const n = !text ? 0 : s.rows.filter(r => r.kind !== "s" && (has(r.left) || has(r.right))).length;
    li.querySelector(".hits").textContent = n > 0 ? counted(n, "match", "matches") : "";
    steps += n > 0;
  }
  return `, in the changes of ${counted(steps, "pass", "passes")}`;
}
