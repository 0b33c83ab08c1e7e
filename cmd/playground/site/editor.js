// An editor: a text field whose text is invisible, on top of the same text in colours. It knows
// no language; the language server tells colours, squiggles, completions and what a name is.

class Editor {
  constructor(changed) {
    this.changed = changed;
    this.input = el("textarea", { id: "text", spellcheck: false, wrap: "off", maxLength: 1 << 20, "aria-label": "MLIR", autocapitalize: "off", autocomplete: "off" });
    this.paint = el("div", { className: "paint", "aria-hidden": "true" });
    this.numbers = el("div", { className: "numbers", "aria-hidden": "true" });
    this.tip = el("div", { className: "tip", role: "tooltip", hidden: true });
    this.element = el("div", { className: "editor" }, this.numbers, el("div", { className: "stack" }, this.paint, this.input));
    document.body.append(this.tip);
    this.lines = []; // text, tokens, found, node
    this.document = null;
    this.input.addEventListener("input", () => this.edited());
    this.input.addEventListener("keydown", e => this.key(e));
    for (const event of ["keyup", "click", "input"]) this.input.addEventListener(event, () => this.showCaret());
    this.input.addEventListener("mousemove", e => this.pointed(e));
    this.input.addEventListener("mouseleave", () => this.hideTip());
    this.element.addEventListener("scroll", () => this.hideTip());
    this.edited();
  }

  get text() { return this.input.value; }

  set text(text) {
    this.input.value = text;
    this.edited();
    this.element.scrollTo(0, 0);
  }

  // serve connects the editor with the language server.
  serve(server) {
    this.document = new LanguageDocument(server, "optc:text", this.text, found => this.diagnosed(found));
    this.color();
    completing({ input: this.input, document: () => this.document, position: () => this.position(this.input.selectionStart), caret: () => this.screen(this.position(this.input.selectionStart)) });
  }

  edited() {
    const texts = this.text.split("\n"), old = this.lines;
    let head = 0;
    while (head < Math.min(texts.length, old.length) && texts[head] === old[head].text) head++;
    let tail = 0;
    while (tail < Math.min(texts.length, old.length) - head && texts[texts.length - 1 - tail] === old[old.length - 1 - tail].text) tail++;
    const fresh = texts.slice(head, texts.length - tail).map((text, i) => this.line(text, head + i < old.length - tail ? old[head + i] : null));
    for (const l of old.slice(head, old.length - tail)) l.node.remove();
    const next = old[old.length - tail];
    for (const l of fresh) this.paint.insertBefore(l.node, tail > 0 ? next.node : null);
    this.lines = [...old.slice(0, head), ...fresh, ...old.slice(old.length - tail)];
    this.number();
    this.hideTip();
    if (this.document) {
      this.document.set(this.text);
      this.color();
    }
    this.changed();
  }

  // line makes a line. Until the server answers it has the colours of the line that it was.
  line(text, was) {
    const l = { text, tokens: [], found: [], node: el("div") };
    if (was) {
      let head = 0;
      while (head < Math.min(text.length, was.text.length) && text[head] === was.text[head]) head++;
      const by = text.length - was.text.length;
      l.tokens = was.tokens.map(([lo, hi, kind]) => [lo > head ? Math.max(head, lo + by) : lo, hi >= head ? Math.max(head, hi + by) : hi, kind]);
    }
    this.draw(l);
    return l;
  }

  draw(l) {
    const cuts = new Set([0, l.text.length]);
    for (const [lo, hi] of [...l.tokens, ...l.found]) cuts.add(Math.min(lo, l.text.length)).add(Math.min(hi, l.text.length));
    const at = [...cuts].sort((a, b) => a - b);
    l.node.replaceChildren(...at.slice(0, -1).map((lo, i) => {
      const within = ([from, to]) => from <= lo && lo < to;
      const token = l.tokens.find(within), found = l.found.find(within);
      const classes = [token && "t-" + token[2], found && "found-" + found[2]].filter(c => c).join(" ");
      return el("span", { className: classes }, l.text.slice(lo, at[i + 1]));
    }), l.found.some(([lo]) => lo >= l.text.length) ? el("span", { className: "found-" + l.found.find(([lo]) => lo >= l.text.length)[2] }, " ") : "", "\n");
  }

  number() {
    const n = this.numbers.children.length;
    for (let i = n; i < this.lines.length; i++) this.numbers.append(el("div", {}, i + 1));
    for (let i = n; i > this.lines.length; i--) this.numbers.lastChild.remove();
    this.lines.forEach((l, i) => {
      const worst = l.found.reduce((s, f) => f[2] === "error" || !s ? f[2] : s, "");
      if (this.numbers.children[i].className !== worst) this.numbers.children[i].className = worst;
    });
  }

  async color() {
    const version = this.document.version, tokens = await this.document.tokens();
    if (version !== this.document.version) return;
    this.lines.forEach((l, i) => {
      const list = tokens[i] || [];
      if (JSON.stringify(list) === JSON.stringify(l.tokens)) return;
      l.tokens = list;
      this.draw(l);
    });
  }

  // diagnosed draws squiggles, and remembers the messages for the tip.
  diagnosed(list) {
    for (const l of this.lines) l.next = [];
    for (const d of list) {
      const kind = ["error", "warning", "remark", "note"][d.severity - 1], l = this.lines[d.range.start.line];
      if (!l) continue;
      const lo = d.range.start.character, hi = d.range.end.line > d.range.start.line ? l.text.length : d.range.end.character;
      l.next.push([lo, Math.max(lo + 1, hi), kind, d.message]);
    }
    for (const l of this.lines) {
      if (JSON.stringify(l.next) === JSON.stringify(l.found)) continue;
      l.found = l.next;
      this.draw(l);
    }
    this.number();
  }

  key(e) {
    if (e.key === "h" && e.altKey) {
      this.showTip(this.position(this.input.selectionStart));
      e.preventDefault();
    } else if (e.key === "Escape") this.hideTip();
    else if (e.key === "Enter" && !e.ctrlKey && !e.defaultPrevented) {
      // A new line begins where the line before begins.
      const { line } = this.position(this.input.selectionStart), indent = /^ */.exec(this.lines[line].text)[0];
      const deeper = /[{(\[<]\s*$/.test(this.lines[line].text.slice(0, this.position(this.input.selectionStart).character)) ? "  " : "";
      document.execCommand("insertText", false, "\n" + indent + deeper);
      e.preventDefault();
    }
  }

  // Places.

  // position is the line and the character of an offset in the text.
  position(at) {
    const before = this.text.slice(0, at), line = before.split("\n").length - 1;
    return { line, character: at - (before.lastIndexOf("\n") + 1) };
  }

  offset({ line, character }) { return this.lines.slice(0, line).reduce((n, l) => n + l.text.length + 1, 0) + character; }

  // rangeOf is a part of a line in the painted text.
  rangeOf(l, lo, hi) {
    const range = document.createRange();
    const find = at => {
      for (const span of l.node.children) {
        if (at <= span.textContent.length && span.firstChild) return [span.firstChild, at];
        at -= span.textContent.length;
      }
      return [l.node, 0];
    };
    range.setStart(...find(lo));
    range.setEnd(...find(hi));
    return range;
  }

  // screen is the place of a position on the screen.
  screen({ line, character }) {
    const l = this.lines[line];
    return this.rangeOf(l, Math.min(character, l.text.length), Math.min(character, l.text.length)).getBoundingClientRect();
  }

  showCaret() {
    const r = this.screen(this.position(this.input.selectionEnd)), box = this.element.getBoundingClientRect(), margin = 24;
    if (!r.height) return;
    if (r.bottom + margin > box.bottom) this.element.scrollTop += r.bottom + margin - box.bottom;
    if (r.top - margin < box.top) this.element.scrollTop -= box.top + margin - r.top;
    if (r.right + margin > box.right) this.element.scrollLeft += r.right + 4 * margin - box.right;
    if (r.left - 3 * margin < box.left) this.element.scrollLeft -= box.left + 3 * margin - r.left;
  }

  select(from, to) {
    this.input.focus();
    this.input.setSelectionRange(this.offset(from), Math.max(this.offset(from) + 1, this.offset(to)));
    this.showCaret();
  }

  // Tips.

  pointed(e) {
    clearTimeout(this.waiting);
    const at = this.under(e.clientX, e.clientY);
    if (!at) return this.hideTip();
    if (this.shownAt && this.shownAt.line === at.line && this.shownAt.from <= at.character && at.character < this.shownAt.to) return;
    this.hideTip();
    this.waiting = setTimeout(() => this.showTip(at), 250);
  }

  // under is the position under a point of the screen, or null.
  under(x, y) {
    const top = this.paint.getBoundingClientRect().top, height = this.lines[0].node.getBoundingClientRect().height;
    const line = Math.floor((y - top) / height), l = this.lines[line];
    if (!l || l.text === "") return null;
    const r = this.rangeOf(l, 0, l.text.length).getBoundingClientRect(), character = Math.floor((x - r.left) / (r.width / l.text.length));
    return character >= 0 && character < l.text.length ? { line, character } : null;
  }

  async showTip(at) {
    const version = this.document && this.document.version, l = this.lines[at.line];
    const found = l.found.filter(([lo, hi]) => lo <= at.character && at.character < hi);
    const answer = this.document && await this.document.ask("hover", at);
    if (this.document && version !== this.document.version || !answer && found.length === 0) return;
    const range = answer && answer.range ? answer.range : { start: { character: found.length > 0 ? found[0][0] : at.character }, end: { character: found.length > 0 ? found[0][1] : at.character + 1 } };
    this.shownAt = { line: at.line, from: range.start.character, to: range.end.character };
    this.tip.replaceChildren(...found.map(([, , kind, message]) => el("p", { className: "message-" + kind }, `${kind}: ${message}`)), ...(answer ? markdown(answer.contents.value) : []));
    this.tip.hidden = false;
    const r = this.screen({ line: at.line, character: range.start.character });
    this.tip.style.left = Math.max(4, Math.min(r.left, innerWidth - this.tip.offsetWidth - 8)) + "px";
    this.tip.style.top = (r.top > this.tip.offsetHeight + 8 ? r.top - this.tip.offsetHeight - 4 : r.bottom + 4) + "px";
  }

  hideTip() {
    clearTimeout(this.waiting);
    this.shownAt = null;
    this.tip.hidden = true;
  }
}

// markdown draws the little of Markdown that the language server writes: code in fences, code
// in lines, and emphasis.
function markdown(text) {
  return text.split(/^```.*\n?/m).map((part, i) => {
    if (i % 2 === 1) return el("pre", {}, part.trimEnd().split("\n").flatMap(line => [...colored(line), "\n"]));
    return part.trim() === "" ? "" : el("p", {}, part.trim().split(/(`[^`\n]+`|\*\*[^*\n]+\*\*)/).map(s =>
      s.startsWith("`") ? el("code", {}, s.slice(1, -1)) : s.startsWith("**") ? el("strong", {}, s.slice(2, -2)) : s));
  });
}
