package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"slices"
	"sync"

	"github.com/sourcegraph/jsonrpc2"

	"optc/internal/tool/rpc"
	"optc/ir"
	"optc/lower"
	"optc/parser"
	"optc/passes"
)

// Config describes the tool.
type Config struct {
	Name string
	// Context returns a new context with the dialects.
	Context func() *ir.Context
	Passes  *passes.Registry
	// Help explains a name, such as the name of an operation, a pass or a vector layout;
	// it returns "" for other names.
	Help func(name string) string
	// Costs runs the program of a text on a simulated device and returns the costs of its lines;
	// the target is "" if the text names one. It is nil if programs cannot be run.
	Costs func(ctx context.Context, text, target string) ([]lower.LineCost, error)
	// Included reads the files that a file includes; nil if none does.
	Included parser.ReadFile
}

// Serve answers a client until it ends the connection or ctx ends.
func Serve(ctx context.Context, c Config, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	s := &server{Config: c, documents: map[string]*document{}, exit: cancel}
	q := newQueue(jsonrpc2.HandlerWithError(s.handle))
	conn := jsonrpc2.NewConn(ctx, draining{rpc.Headers(in, out), q}, q, jsonrpc2.SetLogger(log.New(io.Discard, "", 0)))
	defer s.background.Wait()
	defer cancel()
	select {
	case <-conn.DisconnectNotify():
	case <-ctx.Done():
	}
	conn.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.shutdown {
		return fmt.Errorf("the client ended without a request to shut down")
	}
	return nil
}

type server struct {
	Config
	exit func()

	mu         sync.Mutex // protects the fields below, which the background also uses
	conn       *jsonrpc2.Conn
	shutdown   bool
	utf8       bool // characters of positions are bytes, not UTF-16 code units
	refreshes  bool // the client can be made to request inlay hints again
	documents  map[string]*document
	background sync.WaitGroup
}

// method answers a request, or takes a notification.
type method func(s *server, ctx context.Context, raw *json.RawMessage) (any, error)

// typedMethod makes a method of a function with typed parameters.
func typedMethod[P any](f func(s *server, p *P) any) method {
	return func(s *server, _ context.Context, raw *json.RawMessage) (any, error) {
		p, err := decode[P](raw)
		if err != nil {
			return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
		}
		return f(s, p), nil
	}
}

// failing is of for functions that may fail.
func failing[P any](f func(s *server, ctx context.Context, p *P) (any, error)) method {
	return func(s *server, ctx context.Context, raw *json.RawMessage) (any, error) {
		p, err := decode[P](raw)
		if err != nil {
			return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
		}
		result, err := f(s, ctx, p)
		if err != nil {
			return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: err.Error()}
		}
		return result, nil
	}
}

// methods are the requests that a client can make.
var methods map[string]method

func init() {
	methods = map[string]method{
		"initialize":                        typedMethod((*server).initialize),
		"initialized":                       typedMethod(func(*server, *struct{}) any { return nil }),
		"shutdown":                          typedMethod(func(s *server, _ *struct{}) any { s.shutdown = true; return nil }),
		"exit":                              typedMethod(func(s *server, _ *struct{}) any { s.exit(); return nil }),
		"textDocument/didOpen":              typedMethod((*server).didOpen),
		"textDocument/didChange":            typedMethod((*server).didChange),
		"textDocument/didClose":             typedMethod((*server).didClose),
		"textDocument/hover":                typedMethod((*server).hover),
		"textDocument/definition":           typedMethod((*server).definition),
		"textDocument/references":           typedMethod((*server).references),
		"textDocument/documentHighlight":    typedMethod((*server).highlight),
		"textDocument/documentSymbol":       typedMethod((*server).documentSymbols),
		"textDocument/completion":           typedMethod((*server).completion),
		"textDocument/prepareRename":        failing((*server).prepareRename),
		"textDocument/rename":               failing((*server).rename),
		"textDocument/formatting":           typedMethod((*server).formatting),
		"textDocument/foldingRange":         typedMethod((*server).folding),
		"textDocument/codeAction":           typedMethod((*server).codeActions),
		"textDocument/inlayHint":            typedMethod((*server).inlayHints),
		"textDocument/semanticTokens/full":  typedMethod((*server).semanticTokensFull),
		"textDocument/semanticTokens/range": typedMethod((*server).semanticTokensRange),
		"mlir/convertFromBytecode":          failing((*server).convertFromBytecode),
		"mlir/convertToBytecode":            failing((*server).convertToBytecode),
		"optc/runPipeline":                  failing((*server).runPipeline),
		"optc/costs":                        failing((*server).showCosts),
	}
}

func (s *server) handle(ctx context.Context, conn *jsonrpc2.Conn, r *jsonrpc2.Request) (any, error) {
	m := methods[r.Method]
	if m == nil {
		if r.Notif {
			return nil, nil
		}
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "'" + r.Method + "' is not supported"}
	}
	if ctx.Err() != nil {
		return nil, errCancelled
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.conn = conn
	result, err := rpc.Guard(r.Method, func() (any, error) { return m(s, ctx, r.Params) })
	if ctx.Err() != nil {
		return nil, errCancelled
	}
	var internal *rpc.Internal
	if !errors.As(err, &internal) {
		return result, err
	}
	if r.Notif {
		s.show(internal)
	}
	return nil, internal.Answer()
}

// show shows the user an error that is not the answer to a request.
func (s *server) show(err error) {
	s.conn.Notify(context.Background(), "window/showMessage", messageParams{Type: messageError, Message: s.Name + ": " + err.Error()})
}

// errCancelled answers a request that the client cancelled.
var errCancelled = &jsonrpc2.Error{Code: codeRequestCancelled, Message: "the request was cancelled"}

// codeRequestCancelled is a code of the protocol: RequestCancelled.
const codeRequestCancelled = -32800

func (s *server) initialize(p *initializeParams) any {
	encoding := "utf-16"
	if s.utf8 = slices.Contains(p.Capabilities.General.PositionEncodings, "utf-8"); s.utf8 {
		encoding = "utf-8"
	}
	s.refreshes = p.Capabilities.Workspace.InlayHint.RefreshSupport
	return capabilities(encoding, s.Name)
}

func (s *server) didOpen(p *documentParams) any {
	d := &document{server: s, uri: p.TextDocument.URI, folder: folderOf(p.TextDocument.URI), version: p.TextDocument.Version}
	s.documents[d.uri] = d
	d.setText(p.TextDocument.Text)
	d.update(0)
	return nil
}

func (s *server) didChange(p *changeParams) any {
	d := s.documents[p.TextDocument.URI]
	if d == nil {
		return nil
	}
	d.version = p.TextDocument.Version
	at := 0
	for _, c := range p.ContentChanges {
		if c.Range == nil {
			d.setText(c.Text)
			continue
		}
		lo, hi := d.offset(c.Range.Start), d.offset(c.Range.End)
		hi = max(lo, hi)
		d.shift(lo, hi, len(c.Text))
		d.setText(d.text[:lo] + c.Text + d.text[hi:])
		at = lo
	}
	d.update(at)
	return nil
}

func (s *server) didClose(p *documentParams) any {
	if d := s.documents[p.TextDocument.URI]; d != nil {
		d.stop()
		delete(s.documents, d.uri)
		s.publish(publishParams{URI: d.uri, Diagnostics: []diagnostic{}})
	}
	return nil
}

func (s *server) publish(p publishParams) {
	s.conn.Notify(context.Background(), "textDocument/publishDiagnostics", p)
}
