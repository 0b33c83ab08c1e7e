package lsp_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"regexp"

	"optc/dialect/all"
	"optc/internal/tool/lsp"
	"optc/registry"
)

// A session of an editor that opens a file with a mistake in it. The command serves
// standard input and output in the same way.
func Example() {
	var in bytes.Buffer
	for _, message := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`,
		`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///x.mlir","languageId":"mlir","version":1,"text":"arith.constan 1 : i32"}}}`,
		`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`,
		`{"jsonrpc":"2.0","method":"exit"}`,
	} {
		fmt.Fprintf(&in, "Content-Length: %d\r\n\r\n%s", len(message), message)
	}
	var out bytes.Buffer
	err := lsp.Serve(context.Background(), lsp.Config{
		Name: "optc", Context: all.Context, Passes: registry.Passes(), Help: func(string) string { return "" },
	}, &in, &out)

	text, _ := io.ReadAll(&out)
	fmt.Println(string(regexp.MustCompile(`"message":"[^"]*"`).Find(text)), err)
	// Output:
	// "message":"custom op 'arith.constan' is unknown" <nil>
}
