// Messages of the language server protocol over the standard input and output of a process.
'use strict';

const { spawn } = require('child_process');

// Connection is a running language server.
class Connection {
  // onNotification(method, params) gets notifications, onEnd(reason, started) the end of the server.
  constructor(path, args, cwd, onNotification, onEnd) {
    this.next = 1;
    this.waiting = new Map(); // of requests without an answer, by their number
    this.received = Buffer.alloc(0);
    this.onNotification = onNotification;
    this.process = spawn(path, args, { cwd, stdio: ['pipe', 'pipe', 'ignore'] });
    this.process.stdout.on('data', (data) => this.read(data));
    this.process.stdin.on('error', () => {}); // the server has ended, which onEnd tells
    const end = (reason, started) => {
      if (this.ended) return;
      this.ended = true;
      for (const { reject } of this.waiting.values()) reject(new Error(reason));
      this.waiting.clear();
      onEnd(reason, started);
    };
    this.process.on('error', (e) => end(`cannot start ${path}: ${e.message}`, false));
    this.process.on('exit', (code, signal) => end(`${path} ended ${signal ? `by ${signal}` : `with exit code ${code}`}`, true));
  }

  send(message) {
    if (this.ended) return;
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }), 'utf8');
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  notify(method, params) {
    this.send({ method, params });
  }

  // request returns a promise of the result. A token of cancellation cancels the request.
  request(method, params, token) {
    if (this.ended) return Promise.reject(new Error('the language server has ended'));
    const id = this.next++;
    if (token) token.onCancellationRequested(() => this.notify('$/cancelRequest', { id }));
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.send({ id, method, params });
    });
  }

  read(data) {
    this.received = Buffer.concat([this.received, data]);
    for (;;) {
      const head = this.received.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = /Content-Length: *(\d+)/i.exec(this.received.toString('latin1', 0, head));
      const begin = head + 4;
      const end = begin + (length ? Number(length[1]) : 0);
      if (this.received.length < end) return;
      const message = JSON.parse(this.received.toString('utf8', begin, end));
      this.received = this.received.subarray(end);
      this.take(message);
    }
  }

  take(message) {
    if (message.method !== undefined) {
      if (message.id !== undefined) {
        this.send({ id: message.id, result: null }); // a request of the server: nothing is registered
      }
      this.onNotification(message.method, message.params);
      return;
    }
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (!waiting) return;
    if (message.error) waiting.reject(new Error(message.error.message));
    else waiting.resolve(message.result);
  }

  // stop ends the server as the protocol demands.
  async stop() {
    if (this.ended) return;
    await this.request('shutdown', null).catch(() => {});
    this.notify('exit', null);
  }
}

module.exports = { Connection };
