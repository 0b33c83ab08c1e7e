// The playground: a text and passes on the left, on the right the page of what optc makes of
// them. The command in the worker is the same as anywhere: optc explore --json.

const examples = JSON.parse(document.getElementById("data").textContent);

const worker = new Worker("worker.js");
const state = { busy: false, again: false };

const editor = el("textarea", { id: "text", spellcheck: false, oninput: () => later() });
const target = el("select", { id: "target", onchange: () => compile() });
const pipeline = el("input", { id: "pipeline", type: "text", placeholder: "builtin.module(…); empty for those that build the program", oninput: () => later() });
const adding = el("select", { id: "add", onchange: addPass });
const runs = el("input", { id: "run-it", type: "checkbox", onchange: () => compile() });
const found = el("ul", { id: "found" });
const status = el("span", { id: "status" }, "loading optc …");
const choose = el("select", { id: "example", onchange: () => useExample(choose.value) }, el("option", { value: "" }, "examples …"),
  examples.map(e => el("option", { value: e.name }, e.name)));

document.querySelector("header").after(el("div", { id: "playground" },
  el("label", {}, choose, "target", target, runs, "run", el("button", { id: "share", onclick: share }, "share"), status),
  el("label", {}, "passes", pipeline, adding), editor, found));
document.querySelector("h1").textContent = "optc playground";
firstTab = "source";

// Compiling.

let timer = 0;

function later() {
  clearTimeout(timer);
  timer = setTimeout(compile, 300);
}

// compile sends what is written to the worker, or waits until it has answered.
function compile() {
  clearTimeout(timer);
  if (state.busy) {
    state.again = true;
    return;
  }
  remember();
  const args = ["explore", "--json", "-o=-", "--diagnostics=json"];
  if (target.value) args.push("--target=" + target.value);
  if (pipeline.value.trim()) args.push("--pass-pipeline=" + pipeline.value.trim());
  if (runs.checked) args.push("--run");
  state.busy = true;
  status.textContent = "working …";
  worker.postMessage({ args: [...args, "-"], text: editor.value });
}

worker.onmessage = ({ data }) => {
  if (data.passes) {
    target.append(el("option", { value: "" }, "as the text says"), ...data.targets.map(name => el("option", { value: name }, name)));
    adding.append(el("option", { value: "" }, "add …"), ...data.passes.map(p => el("option", { value: p.step, title: p.title }, p.name)));
    restore();
    return;
  }
  state.busy = false;
  if (data.ended) {
    status.textContent = "optc ended; load the page again";
    return;
  }
  showFound(data.stderr);
  const main = document.querySelector("main");
  main.classList.toggle("stale", data.code !== 0);
  if (data.code === 0) {
    const page = JSON.parse(data.stdout);
    start({ ...page, name: "optc playground" });
    status.textContent = `${page.steps.length} passes`;
  } else {
    status.textContent = "failed";
  }
  if (state.again) {
    state.again = false;
    compile();
  }
};

// showFound lists diagnostics; a click leads to the place.
function showFound(stderr) {
  const list = stderr.split("\n").filter(line => line.startsWith("{")).map(line => JSON.parse(line));
  const others = stderr.split("\n").filter(line => line && !line.startsWith("{"));
  const line = (d, indent) => el("li", { className: d.severity, onclick: () => select(d) }, indent, d.begin ? `${d.begin.line}:${d.begin.column} ` : "", `${d.severity}: ${d.message}`);
  found.replaceChildren(...list.flatMap(d => [line(d, ""), ...(d.notes || []).map(n => line({ severity: "note", ...n }, "  "))]), ...others.map(text => el("li", { className: "error" }, text)));
}

// select selects the place of a diagnostic in the text. Columns count bytes.
function select(d) {
  if (!d.begin) return;
  const lines = editor.value.split("\n"), bytes = new TextEncoder(), decode = new TextDecoder();
  const offset = p => lines.slice(0, p.line - 1).reduce((n, l) => n + l.length + 1, 0) + decode.decode(bytes.encode(lines[p.line - 1] || "").slice(0, p.column - 1)).length;
  const begin = offset(d.begin);
  editor.focus();
  editor.setSelectionRange(begin, Math.max(begin + 1, d.end ? offset(d.end) : 0));
}

// addPass puts a pass at the end of the pipeline.
function addPass() {
  const step = adding.value;
  adding.value = "";
  if (!step) return;
  const m = /^\s*builtin\.module\((.*)\)\s*$/s.exec(pipeline.value);
  pipeline.value = m && m[1].trim() ? `builtin.module(${m[1]},${step})` : `builtin.module(${step})`;
  compile();
}

function useExample(name) {
  const e = examples.find(e => e.name === name);
  if (!e) return;
  [editor.value, pipeline.value, target.value, runs.checked] = [e.text, e.pipeline || "", e.target || "", false];
  compile();
}

// Sharing: behind the place that is shown the fragment holds the text, compressed, and what was
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
  const values = { target: target.value, passes: pipeline.value, run: runs.checked ? "1" : "", text: await packed(editor.value) };
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
  let text = null;
  if (values.text) {
    try {
      text = await unpacked(values.text);
    } catch {
      found.replaceChildren(el("li", { className: "error" }, "the address of this page is damaged: its text cannot be read"));
    }
  }
  if (text === null) return useExample(examples[0].name);
  [editor.value, pipeline.value, target.value, runs.checked] = [text, values.passes || "", values.target || "", values.run === "1"];
  compile();
}

worker.postMessage(null); // loads optc
