package lsp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/sourcegraph/jsonrpc2"

	"optc/dialect/all"
	"optc/internal/tool/lsp"
	"optc/ir"
	"optc/parser"
	"optc/registry"
)

var config = lsp.Config{Name: "optc", Context: all.Context, Passes: registry.Passes(), Help: func(name string) string {
	if name = strings.TrimLeft(name, "-"); name == "arith.addi" || name == "cse" {
		return "help of " + name
	}
	return ""
}, Included: included, Costs: costs}

// included reads the files that a file includes: lib.mlir has a class, any other file a
// mistake.
func included(ctx context.Context, c *ir.Context, file string) (*ir.Operation, error) {
	text := "poplar.vertex @V worker external {\n  poplar.field @x : !poplar.in<vec<f3>>\n}"
	if path.Base(file) == "lib.mlir" {
		text = "poplar.vertex @\"lib::V\" worker external {\n  poplar.field @n : ui32\n}"
	}
	module, err := parser.Parse(ctx, c, &ir.Source{Name: path.Base(file), Text: text}, nil)
	if err != nil {
		return nil, err
	}
	return module, nil
}

// client is the editor's side of a connection to a server.
type client struct {
	t         testing.TB
	conn      *jsonrpc2.Conn
	published chan published
	version   int
	text      string
	done      chan error
}

type published struct {
	URI         string
	Version     int
	Diagnostics []struct {
		Range    textRange
		Severity int
		Code     string
		Message  string
		Related  []struct{ Message string } `json:"relatedInformation"`
	}
}

type textRange struct{ Start, End place }

type place struct{ Line, Character int }

func (r textRange) String() string {
	return fmt.Sprintf("%d:%d-%d:%d", r.Start.Line, r.Start.Character, r.End.Line, r.End.Character)
}

const uri = "file:///x.mlir"

// open starts a server with a document.
func open(t testing.TB, text string) *client {
	t.Helper()
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	c := &client{t: t, published: make(chan published, 100), done: make(chan error, 1)}
	go func() {
		c.done <- lsp.Serve(context.Background(), config, toServer, fromServer)
		fromServer.Close()
	}()
	stream := jsonrpc2.NewBufferedStream(struct {
		io.Reader
		io.WriteCloser
	}{toClient, fromClient}, jsonrpc2.VSCodeObjectCodec{})
	c.conn = jsonrpc2.NewConn(context.Background(), stream, jsonrpc2.HandlerWithError(func(_ context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) (any, error) {
		if r.Method == "textDocument/publishDiagnostics" {
			var p published
			if err := json.Unmarshal(*r.Params, &p); err != nil {
				return nil, err
			}
			c.published <- p
		}
		return nil, nil
	}))
	var answer struct {
		Capabilities struct{ PositionEncoding string }
	}
	c.call("initialize", map[string]any{"capabilities": map[string]any{}}, &answer)
	if answer.Capabilities.PositionEncoding != "utf-16" {
		t.Errorf("encoding %q", answer.Capabilities.PositionEncoding)
	}
	c.text = text
	c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "mlir", "version": 0, "text": text}})
	t.Cleanup(func() {
		c.call("shutdown", nil, nil)
		c.notify("exit", nil)
		if err := <-c.done; err != nil {
			t.Error(err)
		}
		c.conn.Close()
	})
	return c
}

func (c *client) call(method string, params, result any) {
	c.t.Helper()
	if err := c.conn.Call(context.Background(), method, params, result); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

func (c *client) notify(method string, params any) {
	c.t.Helper()
	if err := c.conn.Notify(context.Background(), method, params); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

// ask asks about the position after the first occurrence of a text.
func ask[R any](c *client, method, behind string, more map[string]any) (result R) {
	c.t.Helper()
	at := strings.Index(c.text, behind)
	if at < 0 {
		c.t.Fatalf("no %q in the text", behind)
	}
	p := map[string]any{"textDocument": map[string]any{"uri": uri}, "position": c.place(at + len(behind))}
	for k, v := range more {
		p[k] = v
	}
	c.call(method, p, &result)
	return result
}

// about asks about the whole document.
func about[R any](c *client, method string) (result R) {
	c.t.Helper()
	end := c.place(len(c.text))
	c.call(method, map[string]any{
		"textDocument": map[string]any{"uri": uri}, "range": textRange{End: end},
		"context": map[string]any{"diagnostics": []any{}}, "options": map[string]any{"tabSize": 2, "insertSpaces": true},
	}, &result)
	return result
}

func (c *client) place(at int) place {
	before := c.text[:at]
	line := strings.Count(before, "\n")
	last := before[strings.LastIndexByte(before, '\n')+1:]
	return place{line, len([]rune(last))}
}

func (c *client) offset(p place) int {
	at := 0
	for range p.Line {
		at += strings.IndexByte(c.text[at:], '\n') + 1
	}
	for range p.Character {
		at += len(string([]rune(c.text[at:])[0]))
	}
	return at
}

// change replaces the first occurrence of a text.
func (c *client) change(from, to string) {
	c.t.Helper()
	at := strings.Index(c.text, from)
	r := textRange{c.place(at), c.place(at + len(from))}
	c.text = c.text[:at] + to + c.text[at+len(from):]
	c.version++
	c.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": uri, "version": c.version}, "contentChanges": []any{map[string]any{"range": r, "text": to}},
	})
}

// problems returns the next diagnostics, one per line.
func (c *client) problems() (list []string) {
	for _, d := range (<-c.published).Diagnostics {
		line := fmt.Sprintf("%v %s", d.Range, d.Message)
		for _, r := range d.Related {
			line += "; " + r.Message
		}
		list = append(list, line)
	}
	return list
}

// apply makes edits, which do not overlap.
func (c *client) apply(edits []edit) string {
	slices.SortFunc(edits, func(a, b edit) int { return c.offset(b.Range.Start) - c.offset(a.Range.Start) })
	text := c.text
	for _, e := range edits {
		text = text[:c.offset(e.Range.Start)] + e.NewText + text[c.offset(e.Range.End):]
	}
	return text
}

type edit struct {
	Range   textRange
	NewText string
}
