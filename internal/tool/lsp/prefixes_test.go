package lsp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"optc/internal/base/parallel"
	"optc/internal/testing/raced"
	"optc/internal/tool/lsp"
	"optc/parser"
)

var everyPrefix = flag.Bool("prefixes", false, "open all prefixes of all examples, not only some of them")

// requests are the requests about a place in a document; their parameters are a superset.
var requests = []string{
	"textDocument/hover", "textDocument/definition", "textDocument/references", "textDocument/documentHighlight",
	"textDocument/documentSymbol", "textDocument/completion", "textDocument/prepareRename", "textDocument/rename",
	"textDocument/formatting", "textDocument/foldingRange", "textDocument/codeAction", "textDocument/inlayHint",
	"textDocument/semanticTokens/full", "textDocument/semanticTokens/range", "mlir/convertToBytecode", "optc/runPipeline", "optc/costs",
}

// faultyEnds are beginnings of tokens, which a prefix may end with.
var faultyEnds = []string{"@", `"`, `"ab`, `@"ab`, `"a\`, `"a\q" : x`, "%", "!", "#", "^", "..", "$", "\xff", "/", "-", "0x", "{-#"}

// TestPrefixes types the examples: the server answers every request at the end of every
// prefix, without an internal error. By default the prefixes are a share of those that end with
// a token, each with one of the faulty ends.
func TestPrefixes(t *testing.T) {
	t.Parallel()
	var files []string
	root := filepath.Join("..", "..", "..", "examples")
	if err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".mlir" {
			files = append(files, path)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatal("there are no examples")
	}
	parallel.Do(0, len(files), func(_, i int) {
		text, err := os.ReadFile(files[i])
		if err != nil {
			t.Error(err)
			return
		}
		typed(t, files[i], prefixes(string(text), i))
	})
}

// prefixes returns beginnings of a text; seed selects some of them.
func prefixes(text string, seed int) (list []string) {
	if *everyPrefix {
		for i := range text {
			list = append(list, text[:i])
		}
		for i, end := range faultyEnds {
			list = append(list, text[:len(text)*i/len(faultyEnds)]+end)
		}
		return append(list, text)
	}
	var ends []int
	for token, err := range parser.Tokens.Tokens(text) {
		if err != nil {
			break
		}
		ends = append(ends, token.Hi)
	}
	some := raced.Runs(12)
	for i := range some {
		end := ends[(len(ends)*i+seed)/some%len(ends)]
		list = append(list, text[:end], text[:end]+faultyEnds[(some*seed+i)%len(faultyEnds)])
	}
	return list
}

// typed opens a document and changes its text to each of the texts.
func typed(t *testing.T, name string, texts []string) {
	type params map[string]any
	var in bytes.Buffer
	send := func(id int, method string, p params) {
		message := map[string]any{"jsonrpc": "2.0", "method": method, "params": p}
		if id > 0 {
			message["id"] = id
		}
		data, err := json.Marshal(message)
		if err != nil {
			t.Fatal(err)
		}
		in.WriteString(framed(string(data)))
	}
	id := 0
	sent := map[int]string{}
	document := params{"uri": uri}
	send(0, "textDocument/didOpen", params{"textDocument": params{"uri": uri, "languageId": "mlir", "version": 1, "text": ""}})
	for version, text := range texts {
		send(0, "textDocument/didChange", params{"textDocument": params{"uri": uri, "version": version + 2}, "contentChanges": []params{{"text": text}}})
		end := place{strings.Count(text, "\n"), len([]rune(text[strings.LastIndexByte(text, '\n')+1:]))}
		for _, method := range requests {
			id++
			sent[id] = method + " at the end of " + text[max(0, len(text)-40):]
			send(id, method, params{
				"textDocument": document, "uri": uri, "position": end, "range": textRange{End: end}, "newName": "%renamed",
				"context": params{"includeDeclaration": true}, "pipeline": "builtin.module(canonicalize)",
			})
		}
	}
	in.WriteString(ending)
	var out bytes.Buffer
	if err := lsp.Serve(context.Background(), config, &in, &out); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	for message := range bytes.SplitSeq(out.Bytes(), []byte("Content-Length: ")) {
		_, body, _ := bytes.Cut(message, []byte("\r\n\r\n"))
		var answer struct {
			ID     int
			Method string
			Params struct{ Message string }
			Error  struct{ Message string }
		}
		if len(body) == 0 {
			continue
		}
		if err := json.Unmarshal(body, &answer); err != nil {
			t.Fatal(err)
		}
		if answer.Method == "window/showMessage" || strings.Contains(answer.Error.Message, "internal error") {
			t.Errorf("%s: %s: %s%s", name, sent[answer.ID], answer.Params.Message, answer.Error.Message)
		}
		delete(sent, answer.ID)
	}
	for _, request := range sent {
		t.Errorf("%s: no answer to %s", name, request)
	}
}
