//go:build !js

// Command playground builds and serves web pages in which optc runs in the browser: one with a text
// and passes on one side and the page of optc explore about them on the other; and studio.html, a
// page for layouts, which is also a part of the first page.
//
//	go run ./cmd/playground                    serves it on localhost:8080
//	go run ./cmd/playground -o site            writes the files, for any web server
//
// The text is edited with the language server of optc, which runs in the browser as well.
// The command is run in the folder of this module, and compiles itself with GOOS=js GOARCH=wasm;
// see main_js.go. The JavaScript file for WebAssembly comes from the Go installation. Any web
// server can serve the files: the program is compressed, and the page decompresses it.
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"embed"
	"encoding/json"
	"errors"
	goflag "flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path"
	"path/filepath"
	"strings"
	"time"

	"optc/internal/base/output"
	"optc/internal/tool/explore"
)

//go:embed site
var sources embed.FS

// read returns the text of files of the folder site.
func read(names ...string) string {
	var b strings.Builder
	for _, name := range names {
		text, err := sources.ReadFile("site/" + name)
		if err != nil {
			panic(err) // the files are part of the program
		}
		b.Write(text)
	}
	return b.String()
}

func main() {
	addr := goflag.String("addr", "localhost:8080", "address to serve on; port 0 takes a free one")
	out := goflag.String("o", "", "write the files to this `folder` instead of serving them")
	goflag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *addr, *out); err != nil {
		fmt.Fprintln(os.Stderr, "playground:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, addr, out string) error {
	if out != "" {
		// The check comes before the work, because its answer does not depend on it.
		if entries, err := os.ReadDir(out); err == nil && len(entries) > 0 {
			return fmt.Errorf("'%s' is not empty", out)
		}
	}
	fmt.Fprintln(os.Stderr, "compiling optc to WebAssembly; the first time takes a minute")
	files, err := site(ctx)
	if err != nil {
		return err
	}
	if out != "" {
		content := map[string]io.WriterTo{}
		for name, data := range files {
			content[name] = output.Bytes(data)
		}
		return output.WriteFolder(out, content, indexFile, 0)
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	fmt.Printf("http://%s/\n", listener.Addr())
	return serve(ctx, listener, files)
}

// serve answers requests for the files until ctx ends.
func serve(ctx context.Context, l net.Listener, files map[string][]byte) error {
	s := &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { serveFile(files, w, r) })}
	defer context.AfterFunc(ctx, func() { s.Close() })()
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// serveFile answers a request for a file in files.
func serveFile(files map[string][]byte, w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	if name == "" {
		name = indexFile
	}
	content, ok := files[name]
	if !ok {
		http.NotFound(w, r)
		return
	}
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(content))
}

const indexFile = "index.html"

// site returns the files of the playground.
func site(ctx context.Context) (map[string][]byte, error) {
	root, err := command(ctx, nil, "go", "list", "-m", "-f", "{{.Dir}}", "optc")
	if err != nil {
		return nil, err
	}
	module := strings.TrimSpace(string(root))
	dir, err := os.MkdirTemp("", "optc-playground")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	wasm := filepath.Join(dir, "optc.wasm")
	// Without the tables of symbols, and without copies of functions at their calls, the file is a third smaller.
	if _, err := command(ctx, []string{"GOOS=js", "GOARCH=wasm"}, "go", "build", "-trimpath", "-ldflags=-s -w", "-gcflags=all=-l", "-o", wasm, "optc/cmd/playground"); err != nil {
		return nil, err
	}
	goroot, err := command(ctx, nil, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	files, err := pages(ctx, filepath.Join(module, "examples"))
	if err != nil {
		return nil, err
	}
	program, err := os.ReadFile(wasm)
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(program); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	files["optc.wasm.gz"] = packed.Bytes()
	files["wasm_exec.js"], err = os.ReadFile(filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec.js"))
	return files, err
}

// pages returns the files that need no compiler.
func pages(ctx context.Context, dir string) (map[string][]byte, error) {
	examples, err := readExamples(dir)
	if err != nil {
		return nil, err
	}
	first, err := firstAnswer(ctx)
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(examples)
	if err != nil {
		return nil, err
	}
	studio := read("command.js", "studio_pictures.js", "studio_play.js", "studio.js")
	return map[string][]byte{
		indexFile:     explore.Document(data, read("playground.css", "studio.css"), read("language.js", "editor.js")+studio+read("playground.js")),
		"studio.html": explore.Document(first, read("studio.css"), studio+read("studio_page.js")),
		"worker.js":   []byte(read("worker.js")),
	}, nil
}

// command runs a command and returns its output; env is added to the environment.
func command(ctx context.Context, env []string, name string, args ...string) ([]byte, error) {
	c := exec.CommandContext(ctx, name, args...)
	c.Env = append(os.Environ(), env...)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", strings.Join(c.Args, " "), err, stderr.String())
	}
	return out, nil
}

// example is a text that the playground offers, with its settings.
type example struct {
	Name     string `json:"name"`
	Text     string `json:"text"`
	Target   string `json:"target,omitempty"`
	Pipeline string `json:"pipeline,omitempty"`
}

// shown are the examples that the playground offers, in this order; they are named after
// their files.
var shown = []example{
	{Name: "add_two_vectors", Target: "ipu2"},
	{Name: "blend_on_tiles", Target: "ipu2"},
	{Name: "jagged_rows", Target: "ipu2"},
	{Name: "paged_gather", Target: "ipu2"},
	{Name: "gpu/row_sum", Pipeline: "builtin.module(func.func(vectorext-distribute-nested-layout{workgroup-size=128,1,1},canonicalize,cse))"},
	{Name: "gpu/copy_transpose", Pipeline: "builtin.module(func.func(vectorext-distribute-nested-layout{workgroup-size=64,1,1},canonicalize,cse))"},
	{Name: "okk/bias_relu", Target: "toy4"},
	{Name: "okk/softmax", Target: "bm1684"},
}

func readExamples(dir string) ([]example, error) {
	var list []example
	for _, e := range shown {
		text, err := os.ReadFile(filepath.Join(dir, e.Name+".mlir"))
		if err != nil {
			return nil, err
		}
		e.Text = string(text)
		list = append(list, e)
	}
	return list, nil
}
