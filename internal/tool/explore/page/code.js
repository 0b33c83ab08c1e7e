// Lines of IR in colours.

const tokenKinds = [
  ["comment", /\/\/.*/y],
  ["string", /"(?:[^"\\]|\\.)*"?/y],
  ["value", /%[\w$.-]+(?:#\d+)?/y],
  ["label", /\^[\w$.-]+/y],
  ["symbol", /@(?:[\w$.-]+|"[^"]*")/y],
  ["attribute", /#[A-Za-z_][\w$.]*/y],
  ["type", /![A-Za-z_][\w$.]*/y],
  ["number", /0x[0-9A-Fa-f]+|-?\d+\.\d*(?:[eE][+-]?\d+)?|-?\d+(?![\w.])/y],
  ["word", /[A-Za-z_][\w$.]*/y],
  ["shape", /[\d?]+x[\w?]*/y],
];

const typeWord = /^(?:[su]?i\d+|b?f\d+\w*|index|vector|memref|tensor|tuple|complex|none)$/;

// tokensOf lists the coloured parts of a line: from, to, class.
function tokensOf(text) {
  const list = [];
  let first = true; // nothing but results is before
  for (let at = 0; at < text.length;) {
    let found = null;
    for (const [kind, pattern] of tokenKinds) {
      pattern.lastIndex = at;
      const m = pattern.exec(text);
      if (m) {
        found = [at, at + m[0].length, kind];
        break;
      }
    }
    if (!found) {
      if (!/[\s,:=\d]/.test(text[at])) first = false;
      at++;
      continue;
    }
    if (found[2] === "word") {
      const word = text.slice(found[0], found[1]);
      found[2] = first ? "op" : typeWord.test(word) ? "type" : "keyword";
    } else if (found[2] === "shape") found[2] = "type";
    if (found[2] !== "value" && found[2] !== "number") first = false; // "%0:2 =" has a number
    list.push(found);
    at = found[1];
  }
  return list;
}

// colored is a line as nodes. words are pairs of offsets of parts to mark.
function colored(text, words) {
  const cuts = new Set([0, text.length]), tokens = tokensOf(text);
  for (const [from, to] of tokens) cuts.add(from).add(to);
  for (const at of words || []) cuts.add(at);
  const at = [...cuts].sort((a, b) => a - b), nodes = [];
  let t = 0, w = 0, mark = null;
  for (let i = 0; i + 1 < at.length; i++) {
    const lo = at[i], hi = at[i + 1];
    while (t < tokens.length && tokens[t][1] <= lo) t++;
    while (words && w < words.length && words[w + 1] <= lo) w += 2;
    const kind = t < tokens.length && tokens[t][0] <= lo ? tokens[t][2] : "";
    const piece = kind && kind !== "keyword" ? el("span", { className: "t-" + kind }, text.slice(lo, hi)) : document.createTextNode(text.slice(lo, hi));
    if (!words || w >= words.length || words[w] > lo) {
      mark = null;
      nodes.push(piece);
    } else {
      if (!mark || words[w] === lo) nodes.push(mark = el("mark"));
      mark.append(piece);
    }
  }
  return nodes;
}

// Long texts get their colours when they come into view, in parts.
const partLines = 500;

const whenSeen = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    whenSeen.unobserve(target);
    for (const td of all("td.text", target)) td.replaceChildren(...colored(td.textContent));
  }
}, { rootMargin: "600px" });

// codeTable is a table of numbered lines. rows have the members text, from and in, and a cell for the cost or null.
function codeTable(label, rows) {
  const bodies = [];
  for (let i = 0; i < rows.length; i += partLines) {
    const body = el("tbody", {}, rows.slice(i, i + partLines).map((r, k) => codeLine(i + k + 1, r)));
    whenSeen.observe(body);
    bodies.push(body);
  }
  return el("table", { className: "lines", "aria-label": label }, bodies);
}

const codeLine = (n, r) => el("tr", r.from ? { className: "linked", data: { from: r.from.join(" ") } } : {}, el("td", { className: "n" }, n), r.cost, el("td", { className: "text" }, r.text));

// The places of a value in a text are marked while the pointer is on one of them.
function markValues(root) {
  const mark = on => e => {
    const value = e.target.closest && e.target.closest(".t-value");
    if (!value) return;
    const name = value.textContent.split("#")[0], row = value.closest("tr");
    for (const v of all(".t-value", root)) if (v.textContent.split("#")[0] === name && v.closest("tr").dataset.in === row.dataset.in) v.classList.toggle("same", on);
  };
  root.addEventListener("mouseover", mark(true));
  root.addEventListener("mouseout", mark(false));
}
