package lsp

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	"optc/bytecode"
	"optc/ir"
	"optc/parser"
	"optc/passes"
)

// parse reads a document, which must be valid.
func (s *server) parse(ctx context.Context, d *document) (*ir.Context, *ir.Operation, error) {
	c := s.Context()
	c.AllowUnregistered = strings.Contains(d.text, "allow-unregistered-dialect")
	module, err := parser.Parse(ctx, c, &ir.Source{Name: d.uri, Text: d.text}, nil)
	if err == nil {
		err = ir.VerifyContext(ctx, module, nil, 0)
	}
	return c, module, err
}

// runPipeline answers with the text of a document after a pipeline of passes.
func (s *server) runPipeline(ctx context.Context, p *pipelineParams) (any, error) {
	d := s.documents[p.TextDocument.URI]
	if d == nil {
		return nil, fmt.Errorf("'%s' is not open", p.TextDocument.URI)
	}
	pipeline, err := s.Passes.Parse(p.Pipeline)
	if err != nil {
		return nil, err
	}
	c, module, err := s.parse(ctx, d)
	if err != nil {
		return nil, err
	}
	var problems ir.Diagnostics
	var out strings.Builder
	m := passes.NewManager(c)
	m.Registry, m.Sink, m.Out = s.Passes, &problems, &out
	m.Instrumentations = append(m.Instrumentations, passes.VerifyEach())
	if err := m.Run(ctx, pipeline, module); err != nil {
		return nil, errors.Join(err, problems.Err())
	}
	return outputResult{string(ir.Print(module, ir.PrintOptions{KeepNames: true}))}, nil
}

// convertToBytecode answers with a document as bytecode, in base64.
func (s *server) convertToBytecode(ctx context.Context, p *bytecodeParams) (any, error) {
	d := s.documents[p.URI]
	if d == nil {
		return nil, fmt.Errorf("'%s' is not open", p.URI)
	}
	c, module, err := s.parse(ctx, d)
	if err != nil {
		return nil, err
	}
	data, err := bytecode.Write(c, module, bytecode.WriteOptions{Version: bytecode.MaxVersion})
	if err != nil {
		return nil, err
	}
	return outputResult{base64.StdEncoding.EncodeToString(data)}, nil
}

// bytecodeScheme replaces "file" in Visual Studio Code for a file of bytecode that it
// shows as text.
const bytecodeScheme = "mlir.bytecode-mlir"

// convertFromBytecode answers with the text of a file of bytecode.
func (s *server) convertFromBytecode(ctx context.Context, p *bytecodeParams) (any, error) {
	u, err := url.Parse(p.URI)
	if err != nil || u.Scheme != "file" && u.Scheme != bytecodeScheme {
		return nil, fmt.Errorf("'%s' is no file", p.URI)
	}
	data, err := os.ReadFile(u.Path)
	if err != nil {
		return nil, err
	}
	c := s.Context()
	module, err := bytecode.Read(ctx, c, &ir.Source{Name: u.Path, Text: string(data)}, bytecode.Options{})
	if err != nil {
		return nil, err
	}
	return outputResult{string(ir.Print(module, ir.PrintOptions{}))}, nil
}
