// optc in a worker. The program is loaded once, with progress, and compiled once for all workers.

// wasmFile holds the program, compressed. A server needs no headers for it: the page decompresses it, unless the server said how it is
// compressed, so that the browser has done so.
const wasmFile = "optc.wasm.gz";

// loadProgram returns the program, which is decompressed and compiled while it arrives; progress gets the loaded share from 0 to 1.
async function loadProgram(progress) {
  const answer = await fetch(wasmFile);
  if (!answer.ok) throw new Error(`${wasmFile}: ${answer.status} ${answer.statusText}`);
  const whole = Number(answer.headers.get("content-length")), reader = answer.body.getReader(), held = [];
  let loaded = 0;
  const next = async () => {
    const { done, value } = await reader.read();
    if (done) return;
    loaded += value.length;
    progress(whole ? Math.min(1, loaded / whole) : 0);
    return value;
  };
  for (let part; loaded < 2 && (part = await next());) held.push(part);
  const [a, b] = held.flatMap(part => [...part.subarray(0, 2)]);
  let bytes = new ReadableStream({
    async pull(to) {
      const part = held.shift() || await next();
      if (part) to.enqueue(part);
      else to.close();
    },
    cancel: reason => reader.cancel(reason),
  });
  if (a === 0x1f && b === 0x8b) bytes = bytes.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(bytes, { headers: { "content-type": "application/wasm" } }));
}

// Command runs command lines of optc, one after the other, in a worker.
class Command {
  constructor(module) {
    this.module = module;
    this.waiting = []; // of resolved promises, the first one runs
    this.start();
  }

  start() {
    this.worker = new Worker("worker.js");
    this.worker.onmessage = ({ data }) => this.answered(data);
    this.worker.onerror = () => this.answered({ ended: true });
    this.worker.postMessage({ module: this.module });
    this.ready = false;
  }

  // run returns code, stdout and stderr of a command line.
  run(args, text = "") {
    return new Promise(resolve => {
      this.waiting.push({ args, text, resolve });
      if (this.ready && this.waiting.length === 1) this.worker.postMessage({ args, text });
    });
  }

  // stop ends what runs; it answers that it was stopped.
  stop(reason = "stopped") {
    this.worker.onmessage = this.worker.onerror = null;
    this.worker.terminate();
    const list = this.waiting;
    this.waiting = [];
    this.start();
    for (const w of list) w.resolve({ code: 2, stdout: "", stderr: reason });
  }

  answered(data) {
    if (data.ended) {
      if (!this.ready) return this.waiting.forEach(w => w.resolve({ code: 2, stdout: "", stderr: "optc ended while it was loaded" }));
      return this.stop("optc ended and was started again");
    }
    if (data.targets) {
      this.ready = true;
      this.targets = data.targets;
      if (this.started) this.started(data.targets);
    } else {
      this.waiting.shift().resolve(data);
    }
    if (this.waiting.length > 0) this.worker.postMessage({ args: this.waiting[0].args, text: this.waiting[0].text });
  }
}
