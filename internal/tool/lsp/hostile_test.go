package lsp_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"optc/internal/tool/lsp"
	"optc/ir"
)

// framed is a message with its header.
func framed(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

// ending asks the server to end.
var ending = framed(`{"jsonrpc":"2.0","id":99,"method":"shutdown"}`) + framed(`{"jsonrpc":"2.0","method":"exit"}`)

// answers serves a conversation and returns all output of the server.
func answers(t *testing.T, conversation string) string {
	t.Helper()
	var out bytes.Buffer
	if err := lsp.Serve(context.Background(), config, strings.NewReader(conversation+ending), &out); err != nil {
		t.Errorf("%q: %v", conversation, err)
	}
	return out.String()
}

// TestMalformedMessages: the server answers with an error and goes on.
func TestMalformedMessages(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ message, want string }{
		{framed("[]"), "expected an object"},
		{framed("null"), "expected an object"},
		{framed(`[{"jsonrpc":"2.0","id":1,"method":"shutdown"}]`), "expected an object"},
		{framed(`{"jsonrpc":`), "unexpected end of JSON input"},
		{framed("\xff\xfe"), "expected an object"},
		{framed(""), "expected an object"},
		{"Content-Length: -4\r\n\r\n", "but got '-4'"},
		{"Content-Length: many\r\n\r\n", "but got 'many'"},
		{"Content-Length: 99999999999999999999\r\n\r\n", "but got '99999999999999999999'"},
		{"Content-Type: x\r\n\r\n", "expected a header Content-Length"},
		{strings.Repeat("x", 1<<16) + "\r\n\r\n", "a line without end"},
	} {
		got := answers(t, c.message)
		if !strings.Contains(got, c.want) || !strings.Contains(got, `"id":99`) {
			t.Errorf("%.80q: got %s", c.message, got)
		}
	}
}

// TestPanic: a panic in a request is its answer, a panic in a notification is shown, and the
// server goes on.
func TestPanic(t *testing.T) {
	t.Parallel()
	broken := config
	broken.Context = func() *ir.Context { panic("no context") }
	const document = `{"textDocument":{"uri":"file:///x.mlir","version":1,"text":"// -----"},"position":{"line":0,"character":4}}`
	conversation := framed(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":`+document+`}`) +
		framed(`{"jsonrpc":"2.0","id":1,"method":"textDocument/inlayHint","params":`+document+`}`) +
		framed(`{"jsonrpc":"2.0","id":2,"method":"textDocument/foldingRange","params":`+document+`}`)
	var out bytes.Buffer
	if err := lsp.Serve(context.Background(), broken, strings.NewReader(conversation+ending), &out); err != nil {
		t.Error(err)
	}
	for _, want := range []string{
		`"method":"window/showMessage","params":{"type":1,"message":"optc: internal error in 'textDocument/didOpen': no context, at optc/internal/tool/lsp_test.TestPanic`,
		`"id":1,"error":{"code":-32603,"message":"internal error in 'textDocument/inlayHint': no context, at`, `"id":2,"result":[]`, `"id":99`,
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("got %s\nwant %s", &out, want)
		}
	}
}

// TestHostileParameters: no parameters of a request end the server.
func TestHostileParameters(t *testing.T) {
	t.Parallel()
	opened := framed(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///x.mlir","version":1,"text":"func.func @f() { return }"}}}`)
	const at = `{"textDocument":{"uri":"file:///x.mlir"},"position":{"line":%d,"character":%d},"range":{"start":{"line":%[1]d,"character":%[2]d},"end":{"line":%[2]d,"character":%[1]d}},"contentChanges":[{"range":{"start":{"line":%[1]d,"character":%[2]d},"end":{"line":%[2]d,"character":%[1]d}},"text":"x"}],"newName":""}`
	for _, method := range []string{
		"initialize", "initialized", "textDocument/didChange", "textDocument/hover", "textDocument/definition",
		"textDocument/references", "textDocument/documentHighlight", "textDocument/documentSymbol", "textDocument/completion",
		"textDocument/prepareRename", "textDocument/rename", "textDocument/formatting", "textDocument/foldingRange",
		"textDocument/codeAction", "textDocument/inlayHint", "textDocument/semanticTokens/full", "textDocument/semanticTokens/range",
		"mlir/convertFromBytecode", "mlir/convertToBytecode", "optc/runPipeline", "textDocument/didClose", "no/such/method",
	} {
		for _, params := range []string{
			"null", "[]", "{}", `"x"`, "7", `{"textDocument":null}`, `{"textDocument":{"uri":7}}`, `{"textDocument":{"uri":"file:///none.mlir"}}`,
			fmt.Sprintf(at, 0, 0), fmt.Sprintf(at, -1, -1), fmt.Sprintf(at, 0, 1<<40), fmt.Sprintf(at, 1<<40, 0), fmt.Sprintf(at, 5, 2),
		} {
			got := answers(t, opened+framed(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"%s","params":%s}`, method, params)))
			if !strings.Contains(got, `"id":99`) {
				t.Errorf("%s %s: got %s", method, params, got)
			}
		}
	}
}
