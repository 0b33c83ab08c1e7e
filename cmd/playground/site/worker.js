"use strict";
// optc runs in a worker, so that the page stays alive while it works. The first message is what
// can be chosen; then every message with a command line is answered by one with its result.
importScripts("wasm_exec.js");

let ready;

async function load() {
  const go = new Go();
  const { instance } = await WebAssembly.instantiateStreaming(fetch("optc.wasm"), go.importObject);
  go.run(instance).then(() => postMessage({ ended: true }));
  postMessage({ passes: optc.passes, targets: optc.targets });
}

onmessage = async ({ data }) => {
  await (ready ||= load());
  if (data) postMessage(optc.run(data.args, data.text));
};
