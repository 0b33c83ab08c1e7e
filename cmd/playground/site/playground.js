// The playground: a text and passes on the left, on the right the page of what optc makes of
// them. The command in the worker is the same as anywhere: optc explore --json.

const examples = JSON.parse(document.getElementById("data").textContent);

const state = { module: null, worker: null, ready: false, busy: false, again: false };
let timer = 0;

const editor = new Editor(() => later());
const target = el("select", { id: "target", "aria-label": "Target", onchange: () => compile() }, el("option", { value: "" }, "target of the text"));
const pipeline = el("input", { id: "pipeline", type: "text", spellcheck: false, "aria-label": "Passes", placeholder: "passes: empty for those that build the program", oninput: () => pipelineChanged() });
const runs = el("input", { id: "run-it", type: "checkbox", onchange: () => compile() });
const found = el("ul", { id: "found", "aria-label": "Problems" });
const status = el("span", { id: "status", role: "status" }, "loading optc …");
const stop = el("button", { id: "stop", hidden: true, onclick: () => restart() }, "Stop");
const choose = el("select", { id: "example", "aria-label": "Example", onchange: () => useExample(choose.value) }, el("option", { value: "" }, "examples …"),
  examples.map(e => el("option", { value: e.name }, e.name)));

const main = document.querySelector("main");
const placeOfMain = document.createComment("");
main.replaceWith(placeOfMain);
placeOfMain.replaceWith(panes("Border between text and result", 42, el("div", { id: "playground" },
  el("div", { className: "bar-of-tools" }, choose, target, el("label", {}, runs, "run"), el("button", { id: "share", onclick: share }, "Share"), stop, status),
  pipeline, editor.element, found), main));
document.querySelector("h1").textContent = "optc playground";
firstTab = "source";
besideSource = false;

// The studio for layouts is a view of its own, with the layouts of the text among its examples.
tabs.studio = { title: () => "Layout studio", draw: drawStudio };
let studio = null, studioLink = "";

function drawStudio(page, section) {
  if (!studio) {
    studio = new Studio(Promise.resolve(new Command(state.module)), link => {
      studioLink = link;
      remember();
    });
    studio.start(studioLink);
  }
  studio.offer([...editor.text.matchAll(/#(?:iree_vector_ext|iree_map|iree_gpu|ttg|xegpu)\.\w+<[^<>]*>/g)].map(m => m[0].replace(/\s+/g, " ")));
  section.append(studio.element);
}

// A line of the source that the page leads to is a line of the editor.
addEventListener("hashchange", () => {
  const [word, line] = place().split("/");
  if (word === "source" && editor.lines[line - 1]) editor.select({ line: line - 1, character: 0 }, { line: line - 1, character: editor.lines[line - 1].text.length });
});

// Compiling.

function later() {
  clearTimeout(timer);
  timer = setTimeout(compile, 300);
}

// compile sends what is written to the worker, or waits until it has answered.
function compile() {
  clearTimeout(timer);
  if (!state.ready) return;
  if (state.busy) {
    state.again = true;
    return;
  }
  remember();
  const args = ["explore", "--json", "-o=-", "--diagnostics=json"];
  if (target.value) args.push("--target=" + target.value);
  if (pipeline.value.trim()) args.push("--pass-pipeline=" + wholePipeline(pipeline.value.trim()));
  if (runs.checked) args.push("--run");
  state.busy = true;
  status.textContent = "working …";
  state.late = setTimeout(() => stop.hidden = false, 1000);
  state.worker.postMessage({ args: [...args, "-"], text: editor.text });
}

// wholePipeline is a pipeline for --pass-pipeline; a list of passes runs on the module.
const wholePipeline = text => /^[\w.]+\s*\(/.test(text) ? text : `builtin.module(${text})`;

// restart begins with a new worker, for text that takes too long or ended the last one.
function restart(reason = "stopped") {
  if (state.worker) {
    state.worker.onmessage = state.worker.onerror = null;
    state.worker.terminate();
  }
  state.worker = new Worker("worker.js");
  state.worker.onmessage = ({ data }) => answered(data);
  state.worker.onerror = () => answered({ ended: true });
  state.worker.postMessage({ module: state.module });
  clearTimeout(state.late);
  stop.hidden = true;
  if (state.busy) status.textContent = reason;
  state.busy = state.again = false;
}

function answered(data) {
  if (data.targets) {
    if (state.ready) return;
    state.ready = true;
    target.append(...data.targets.map(name => el("option", { value: name }, name)));
    restore();
    return;
  }
  if (data.ended) {
    if (!state.ready) throw new Error("optc ended while it was loaded");
    return restart("optc ended and was started again; an edit compiles again");
  }
  clearTimeout(state.late);
  stop.hidden = true;
  state.busy = false;
  showFound(data.stderr);
  main.classList.toggle("stale", data.code !== 0);
  if (data.code === 0) {
    const page = { ...JSON.parse(data.stdout), name: "optc playground" };
    start(page);
    status.textContent = counted(page.steps.length, "pass", "passes");
  } else {
    status.textContent = "failed";
  }
  if (state.again) {
    state.again = false;
    compile();
  }
}

// pipelineChanged tells the language server, which knows the names of passes after "RUN:".
const beforePasses = "// RUN: optc ";
let passDocument = null;

function pipelineChanged() {
  if (passDocument) passDocument.set(beforePasses + pipeline.value);
  later();
}

// showFound lists diagnostics; a click leads to the place.
function showFound(stderr) {
  const list = stderr.split("\n").filter(line => line.startsWith("{")).map(line => JSON.parse(line));
  const others = stderr.split("\n").filter(line => line && !line.startsWith("{"));
  const line = (d, indent) => el("li", { className: d.severity }, el("button", { onclick: () => select(d) }, indent, d.begin ? `${d.begin.line}:${d.begin.column} ` : "", `${d.severity}: ${d.message}`));
  found.replaceChildren(...list.flatMap(d => [line(d, ""), ...(d.notes || []).map(n => line({ severity: "note", ...n }, "  "))]), ...others.map(text => el("li", { className: "error" }, text)));
}

// select selects the place of a diagnostic in the text. Columns count bytes.
function select(d) {
  if (!d.begin) return;
  const lines = editor.text.split("\n"), bytes = new TextEncoder(), decode = new TextDecoder();
  const position = p => ({ line: p.line - 1, character: decode.decode(bytes.encode(lines[p.line - 1] || "").slice(0, p.column - 1)).length });
  editor.select(position(d.begin), position(d.end || d.begin));
}

function useExample(name) {
  const e = examples.find(e => e.name === name);
  if (!e) return;
  [editor.text, pipeline.value, target.value, runs.checked] = [e.text, e.pipeline || "", e.target || "", false];
  compile();
}

// Sharing: after the place that is shown the fragment holds the text, compressed, and what was
// chosen.

async function recoded(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

async function packed(text) {
  const bytes = await recoded(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const b of bytes) binary += String.fromCharCode(b);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

async function unpacked(word) {
  const binary = atob(word.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(await recoded(Uint8Array.from(binary, c => c.charCodeAt(0)), new DecompressionStream("deflate-raw")));
}

async function remember() {
  const values = { target: target.value, passes: pipeline.value, run: runs.checked ? "1" : "", studio: studioLink, text: await packed(editor.text) };
  const words = Object.entries(values).filter(([, v]) => v).map(([name, v]) => name + "=" + encodeURIComponent(v));
  history.replaceState(null, "", "#" + [place(), ...words].join("&"));
}

async function share() {
  await remember();
  await navigator.clipboard.writeText(location.href).then(() => status.textContent = "the address is copied", () => status.textContent = "share the address of this page");
}

// restore reads the fragment; without a text in it the first example is shown.
async function restore() {
  const values = Object.fromEntries(location.hash.slice(1).split("&").slice(1).map(w => {
    const at = w.indexOf("=");
    return [w.slice(0, at), decodeURIComponent(w.slice(at + 1))];
  }));
  studioLink = values.studio || "";
  let text = null;
  if (values.text) {
    try {
      text = await unpacked(values.text);
    } catch {
      found.replaceChildren(el("li", { className: "error" }, "the address of this page is damaged: its text cannot be read"));
    }
  }
  if (text === null) return useExample(examples[0].name);
  [editor.text, pipeline.value, target.value, runs.checked] = [text, values.passes || "", values.target || "", values.run === "1"];
  compile();
}

// load compiles the program once, for the worker of the command and the one of the language server.
async function load() {
  const loading = el("progress", { max: 1, value: 0, "aria-label": "Loading optc" });
  status.replaceChildren("loading optc … ", loading);
  state.module = await loadProgram(share => loading.value = share);
  restart();
  const server = new LanguageServer(state.module, message => status.textContent = message);
  editor.serve(server);
  passDocument = new LanguageDocument(server, "optc:passes", beforePasses + pipeline.value);
  completing({ input: pipeline, document: () => passDocument, position: () => ({ line: 0, character: beforePasses.length + pipeline.selectionStart }), caret: () => pipeline.getBoundingClientRect() });
}

load().catch(e => status.textContent = "optc cannot be loaded: " + e.message);
