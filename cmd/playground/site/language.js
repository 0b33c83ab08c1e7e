// The language server of optc, in a worker. Positions are lines and UTF-16 units from 0.

class LanguageServer {
  // told takes messages for the user.
  constructor(module, told) {
    this.module = module;
    this.told = told;
    this.waiting = new Map();
    this.last = 0;
    this.ends = 0;
    this.documents = []; // LanguageDocuments
    this.listeners = new Map(); // by address of a document: functions that take its diagnostics
    this.begin();
  }

  // begin starts the server, in a new worker.
  begin() {
    this.worker = new Worker("worker.js");
    this.worker.onmessage = ({ data }) => {
      if (typeof data === "string") this.receive(JSON.parse(data));
      else if (data.ended) this.ended();
    };
    this.worker.onerror = () => this.ended();
    this.worker.postMessage({ module: this.module, serves: true });
    this.legend = this.request("initialize", { capabilities: {} }).then(r => {
      this.notify("initialized", {});
      return r ? r.capabilities.semanticTokensProvider.legend.tokenTypes : [];
    });
    for (const d of this.documents) d.open();
  }

  // ended starts a server that ended again, unless it ends again and again.
  ended() {
    this.worker.onmessage = this.worker.onerror = null;
    this.worker.terminate();
    for (const done of this.waiting.values()) done(null);
    this.waiting.clear();
    if (++this.ends >= 5) return this.told("the language server ended; load the page again");
    this.told("the language server ended and was started again");
    this.begin();
  }

  receive(message) {
    if (message.method === "window/showMessage") this.told(message.params.message);
    if (message.method === "textDocument/publishDiagnostics") {
      const listener = this.listeners.get(message.params.uri);
      if (listener) listener(message.params);
    }
    const done = this.waiting.get(message.id);
    if (!done || message.method) return;
    this.waiting.delete(message.id);
    done(message.error ? null : message.result);
  }

  // request returns the result of a method, null if it fails.
  request(method, params) {
    const id = ++this.last;
    this.worker.postMessage(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return new Promise(done => this.waiting.set(id, done));
  }

  notify(method, params) { this.worker.postMessage(JSON.stringify({ jsonrpc: "2.0", method, params })); }
}

// LanguageDocument is a text that the server knows.
class LanguageDocument {
  constructor(server, uri, text, diagnosed) {
    this.server = server;
    this.uri = uri;
    this.version = 1;
    this.text = text;
    if (diagnosed) server.listeners.set(uri, p => p.version === this.version && diagnosed(p.diagnostics));
    server.documents.push(this);
    this.open();
  }

  open() { this.server.notify("textDocument/didOpen", { textDocument: { uri: this.uri, languageId: "mlir", version: this.version, text: this.text } }); }

  set(text) {
    this.text = text;
    this.server.notify("textDocument/didChange", { textDocument: { uri: this.uri, version: ++this.version }, contentChanges: [{ text }] });
  }

  ask(method, position) { return this.server.request("textDocument/" + method, { textDocument: { uri: this.uri }, ...(position && { position }) }); }

  // tokens lists for each line its coloured parts: from, to, class.
  async tokens() {
    const [legend, result] = await Promise.all([this.server.legend, this.ask("semanticTokens/full")]);
    const lines = [];
    let line = 0, at = 0;
    for (let i = 0; result && i < result.data.length; i += 5) {
      const [down, right, length, kind] = result.data.slice(i, i + 4);
      [line, at] = down > 0 ? [line + down, right] : [line, at + right];
      (lines[line] ||= []).push([at, at + length, legend[kind]]);
    }
    return lines;
  }
}

// completing offers the completions of a document below a field. The field has the members
// input, document, position() for the place of the caret in the document, and caret() for its
// place on the screen; offset is the number of units before the text in its first line.
function completing({ input, document: doc, position, caret, offset = 0 }) {
  const list = el("ul", { className: "completions", id: input.id + "-completions", role: "listbox", "aria-label": "Completions", hidden: true });
  document.body.append(list);
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-controls", list.id);
  let items = [], chosen = 0, asked = 0;
  const most = 100;

  const close = () => {
    asked++;
    list.hidden = true;
    input.removeAttribute("aria-activedescendant");
  };
  const choose = at => {
    chosen = (at + items.length) % items.length;
    [...list.children].forEach((li, i) => li.setAttribute("aria-selected", i === chosen));
    list.children[chosen].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", list.children[chosen].id);
  };
  // accept replaces the word that is being typed; execCommand lets it be undone.
  const accept = () => {
    const { range, newText } = items[chosen].textEdit;
    input.focus();
    input.setSelectionRange(input.selectionStart - (position().character - range.start.character), input.selectionStart);
    close();
    document.execCommand("insertText", false, newText);
    close();
  };
  const open = async () => {
    const mine = ++asked, at = position(), answer = await doc().ask("completion", at);
    if (mine !== asked || !answer) return;
    items = answer.items.filter(i => i.textEdit.newText.length > at.character - i.textEdit.range.start.character).slice(0, most);
    if (items.length === 0) return close();
    list.replaceChildren(...items.map((item, i) => el("li", { id: `${list.id}-${i}`, role: "option", onmousedown: e => { e.preventDefault(); choose(i); accept(); } },
      el("span", { className: "label" }, item.label), el("span", { className: "faint" }, item.detail || ""))));
    list.hidden = false;
    const { left, top, bottom } = caret();
    const below = innerHeight - bottom > list.offsetHeight + 8 || bottom < innerHeight / 2;
    list.style.left = Math.max(4, Math.min(left, innerWidth - list.offsetWidth - 8)) + "px";
    list.style.top = (below ? bottom + 2 : top - list.offsetHeight - 2) + "px";
    choose(0);
  };
  input.addEventListener("input", e => {
    const word = e.inputType === "insertText" && /[\w%@#!^.$-]$/.test(e.data || "");
    const shorter = e.inputType === "deleteContentBackward" && !list.hidden;
    if (word || shorter) open();
    else close();
  });
  input.addEventListener("keydown", e => {
    if (e.key === " " && e.ctrlKey) {
      open();
      return e.preventDefault();
    }
    if (list.hidden) return;
    switch (e.key) {
      case "ArrowDown": choose(chosen + 1); break;
      case "ArrowUp": choose(chosen - 1); break;
      case "PageDown": choose(Math.min(chosen + 8, items.length - 1)); break;
      case "PageUp": choose(Math.max(chosen - 8, 0)); break;
      case "Enter": case "Tab": accept(); break;
      case "Escape": close(); break;
      case "ArrowLeft": case "ArrowRight": case "Home": case "End": return close();
      default: return;
    }
    e.preventDefault();
    e.stopPropagation();
  }, { capture: true }); // before the keys of the field
  input.addEventListener("blur", close);
  return { open, close };
}
