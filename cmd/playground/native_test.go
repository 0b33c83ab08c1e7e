//go:build !js

package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"optc/internal/testing/browser"
	"optc/internal/tool/rpc"
	"optc/lower"
	"optc/optmain"
)

// nativeWorker is a worker of the pages that sends command lines to the test instead of running WebAssembly, whose compilation takes
// minutes. It answers the same messages as site/worker.js.
const nativeWorker = `"use strict";
let lines = Promise.resolve(), server = "";
const post = (path, body) => fetch(path, { method: "POST", body: JSON.stringify(body) });

async function listen() {
  server = await (await fetch("/native/lsp")).text();
  const reader = (await fetch("/native/lsp/" + server)).body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = "", part; !(part = await reader.read()).done;) {
    const list = (rest + part.value).split("\n");
    rest = list.pop();
    list.forEach(line => postMessage(line));
  }
}

onmessage = ({ data }) => {
  if (data.module) {
    lines = (async () => {
      if (data.serves) listen();
      postMessage({ targets: await (await fetch("/native/targets")).json() });
    })();
  } else if (typeof data === "string") {
    lines = lines.then(async () => {
      while (!server) await new Promise(done => setTimeout(done, 5));
      await post("/native/lsp/" + server, data);
    });
  } else if (data.args === null) {
    postMessage({ ended: true });
  } else {
    lines = lines.then(async () => postMessage(await (await post("/native/run", data)).json()));
  }
};
`

// nativeServer serves the pages, and answers the native worker.
type nativeServer struct {
	files   map[string][]byte
	mu      sync.Mutex
	servers []*rpc.Stream
}

func (n *nativeServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	switch id, isServer := strings.CutPrefix(name, "native/lsp/"); {
	case name == "native/targets":
		json.NewEncoder(w).Encode(lower.TargetNames(lower.Targets(optmain.DefaultConfig().Programs)))
	case name == "native/run":
		var line struct {
			Args []string `json:"args"`
			Text string   `json:"text"`
		}
		if err := json.NewDecoder(r.Body).Decode(&line); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		var stdout, stderr bytes.Buffer
		code := optmain.Run(r.Context(), optmain.DefaultConfig(), line.Args, strings.NewReader(line.Text), &stdout, &stderr)
		json.NewEncoder(w).Encode(map[string]any{"code": code, "stdout": stdout.String(), "stderr": stderr.String()})
	case name == "native/lsp":
		fmt.Fprint(w, n.start())
	case isServer:
		var number int
		fmt.Sscan(id, &number)
		n.mu.Lock()
		stream := n.servers[number]
		n.mu.Unlock()
		if r.Method == http.MethodPost {
			var message string
			if json.NewDecoder(r.Body).Decode(&message) == nil {
				stream.WriteObject(json.RawMessage(message))
			}
			return
		}
		w.(http.Flusher).Flush()
		for {
			var message json.RawMessage
			if stream.ReadObject(&message) != nil {
				return
			}
			var line bytes.Buffer
			if json.Compact(&line, message) == nil {
				fmt.Fprintln(w, line.String())
				w.(http.Flusher).Flush()
			}
		}
	default:
		serveFile(n.files, w, r)
	}
}

// start starts a language server and returns its number.
func (n *nativeServer) start() int {
	serverIn, in := io.Pipe()
	out, serverOut := io.Pipe()
	go func() {
		optmain.Run(context.Background(), optmain.DefaultConfig(), []string{"lsp"}, serverIn, serverOut, io.Discard)
		serverOut.Close()
	}()
	n.mu.Lock()
	defer n.mu.Unlock()
	n.servers = append(n.servers, rpc.Headers(out, in))
	return len(n.servers) - 1
}

// emptyModule is a WebAssembly module without contents, compressed.
func emptyModule() []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte("\x00asm\x01\x00\x00\x00"))
	z.Close()
	return b.Bytes()
}

// openNative opens a page of the site in a browser, with the command of the test in place of WebAssembly.
func openNative(t *testing.T, page string, width, height int) *browser.Page {
	t.Helper()
	browser.Need(t)
	files, err := pages(t.Context(), "../../examples")
	if err != nil {
		t.Fatal(err)
	}
	files["worker.js"], files["optc.wasm.gz"] = []byte(nativeWorker), emptyModule()
	server := httptest.NewServer(&nativeServer{files: files})
	t.Cleanup(server.CloseClientConnections)
	return browser.Open(t, server.URL+"/"+page, width, height)
}

// openCompiled opens a page of the site with WebAssembly.
func openCompiled(t *testing.T, page string, width, height int) *browser.Page {
	t.Helper()
	browser.Need(t)
	files, err := site(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if n := len(files["optc.wasm.gz"]); n > 12e6 {
		t.Errorf("the program has %d bytes, compressed", n)
	}
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- serve(ctx, l, files) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return browser.Open(t, fmt.Sprintf("http://%s/%s", l.Addr(), page), width, height)
}
