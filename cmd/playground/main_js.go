package main

// In the browser the command is optc itself, for a script to call. It sets the global
// object optc, with the members
//
//	run(args, text)  runs a command line with a text as its standard input; the result has
//	                 the members code, stdout and stderr
//	serve(receive)   starts the language server, which calls receive with the text of each
//	                 message to the editor; the result is a function for the editor's messages
//	targets          names of architectures

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"syscall/js"

	"optc/internal/tool/rpc"
	"optc/lower"
	"optc/optmain"
)

func main() {
	config := optmain.DefaultConfig()
	var targets []any
	for _, name := range lower.TargetNames(lower.Targets(config.Programs)) {
		targets = append(targets, name)
	}
	js.Global().Set("optc", map[string]any{"run": js.FuncOf(run), "serve": js.FuncOf(serve), "targets": targets})
	select {} // functions of Go can be called as long as main runs
}

// run is optc.run.
func run(_ js.Value, args []js.Value) any {
	var words []string
	for i := range args[0].Length() {
		words = append(words, args[0].Index(i).String())
	}
	var stdout, stderr bytes.Buffer
	code, err := rpc.Guard(strings.Join(words, " "), func() (any, error) {
		return optmain.Run(context.Background(), optmain.DefaultConfig(), words, strings.NewReader(args[1].String()), &stdout, &stderr), nil
	})
	if err != nil {
		code = 2
		fmt.Fprintf(&stderr, "optc: error: %v\n", err)
	}
	return map[string]any{"code": code, "stdout": stdout.String(), "stderr": stderr.String()}
}

// serve is optc.serve: it runs optc lsp, whose input and output are pipes.
func serve(_ js.Value, args []js.Value) any {
	receive := args[0]
	serverIn, in := io.Pipe()
	out, serverOut := io.Pipe()
	go func() {
		optmain.Run(context.Background(), optmain.DefaultConfig(), []string{"lsp"}, serverIn, serverOut, io.Discard)
		serverOut.Close()
	}()
	stream := rpc.Headers(out, in)
	go func() {
		for {
			var message json.RawMessage
			if stream.ReadObject(&message) != nil {
				return
			}
			receive.Invoke(string(message))
		}
	}()
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		return stream.WriteObject(json.RawMessage(args[0].String())) == nil
	})
}
