"use strict";
// optc runs in workers, so that the page stays alive while it works. The first message to a worker
// is the compiled program. A worker for command lines answers each with its result; the worker
// of the language server passes messages on.
importScripts("wasm_exec.js");

let post;

async function load({ module, serves }) {
  const go = new Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  const ended = () => postMessage({ ended: true });
  go.run(instance).then(ended, ended);
  if (serves) post = optc.serve(message => postMessage(message));
  postMessage({ targets: optc.targets });
}

onmessage = async ({ data }) => {
  if (data.module) await load(data);
  else if (post) post(data);
  else postMessage(optc.run(data.args, data.text));
};
