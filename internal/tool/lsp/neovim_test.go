package lsp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/bytecode"
	"optc/dialect/all"
	"optc/internal/tool/lsp"
	"optc/ir"
	"optc/parser"
)

// serverVariable makes the test program a server, for a client that starts it.
const serverVariable = "LSP_TEST_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(serverVariable) == "" {
		os.Exit(m.Run())
	}
	if err := lsp.Serve(context.Background(), config, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// neovimScript edits a file and writes the state that the editor shows. It uses the
// functions of Neovim 0.7.
const neovimScript = `
local client = vim.lsp.start_client({ name = 'optc', cmd = { vim.env.SERVER }, root_dir = vim.fn.getcwd() })
vim.cmd('edit x.mlir')
vim.lsp.buf_attach_client(0, client)
local result = {}
local function settle(n)
  vim.wait(10000, function() return #vim.diagnostic.get(0) == n end, 10)
end
local function request(method, line, character, more)
  local p = { textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = line, character = character } }
  for k, v in pairs(more or {}) do p[k] = v end
  local answers = vim.lsp.buf_request_sync(0, method, p, 10000)
  return answers[client].result
end
settle(1)
result.diagnostic = vim.diagnostic.get(0)[1].message
local actions = request('textDocument/codeAction', 0, 0, {
  range = { start = { line = 0, character = 0 }, ['end'] = { line = 9, character = 0 } }, context = { diagnostics = {} } })
vim.lsp.util.apply_workspace_edit(actions[1].edit, 'utf-16')
settle(0)
result.diagnostics_behind_the_fix = #vim.diagnostic.get(0)
result.hover = request('textDocument/hover', 1, 12).contents.value
result.definition = request('textDocument/definition', 2, 10)[1].range.start
result.references = #request('textDocument/references', 2, 10, { context = { includeDeclaration = true } })
result.highlights = #request('textDocument/documentHighlight', 2, 10)
result.symbols = request('textDocument/documentSymbol', 0, 0)[1].name
result.completion = #request('textDocument/completion', 2, 4).items > 0
result.folds = #request('textDocument/foldingRange', 0, 0)
local whole = { range = { start = { line = 0, character = 0 }, ['end'] = { line = 9, character = 0 } } }
result.hint = request('textDocument/inlayHint', 0, 0, whole)[1].label
result.tokens = #request('textDocument/semanticTokens/full', 0, 0).data
result.tokens_of_a_range = #request('textDocument/semanticTokens/range', 0, 0, whole).data
result.bytecode = request('mlir/convertToBytecode', 0, 0, { uri = vim.uri_from_bufnr(0) }).output:sub(1, 5)
result.from_bytecode = request('mlir/convertFromBytecode', 0, 0, { uri = vim.uri_from_fname(vim.fn.getcwd() .. '/x.mlirbc') }).output
result.pipeline = request('optc/runPipeline', 0, 0, { pipeline = 'builtin.module(func.func(canonicalize))' }).output
result.placeholder = request('textDocument/prepareRename', 0, 14).placeholder
local edit = request('textDocument/rename', 0, 14, { newName = 'renamed' })
vim.lsp.util.apply_workspace_edit(edit, 'utf-16')
local edits = request('textDocument/formatting', 0, 0, { options = { tabSize = 2, insertSpaces = true } })
vim.lsp.util.apply_text_edits(edits, 0, 'utf-16')
result.text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
-- Fix after fix, until nothing is wrong.
local first = { textDocument = { uri = vim.uri_from_bufnr(0) } }
vim.cmd('edit! y.mlir')
vim.lsp.buf_attach_client(0, client)
result.hover_in_the_background = request('textDocument/hover', 1, 12, first) ~= nil
vim.cmd('bdelete! x.mlir')
result.hover_behind_the_close = request('textDocument/hover', 1, 12, first) ~= nil
result.fixes = {}
local last = ''
for _ = 1, 5 do
  vim.wait(10000, function()
    local list = vim.diagnostic.get(0)
    return last ~= '' and #list == 0 or #list == 1 and list[1].message ~= last
  end, 10)
  local list = vim.diagnostic.get(0)
  if #list == 0 then break end
  last = list[1].message
  local action = request('textDocument/codeAction', 0, 0, {
    range = { start = { line = 0, character = 0 }, ['end'] = { line = 9, character = 0 } }, context = { diagnostics = {} } })[1]
  table.insert(result.fixes, action.title)
  vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
end
result.fixed = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
local file = io.open('result.json', 'w')
file:write(vim.json.encode(result))
file:close()
vim.cmd('qall!')
`

// TestNeovim drives the server from a real editor.
func TestNeovim(t *testing.T) {
	t.Parallel()
	nvim, err := exec.LookPath("nvim")
	if err != nil {
		t.Skip("Neovim is not installed")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	text := "func.func @f(%a: i32) -> i32 {\n    %sum = arith.addi %aa, %a : i32\n  return %sum : i32\n}\n"
	c := all.Context()
	module, err := parser.Parse(t.Context(), c, &ir.Source{Name: "g.mlir", Text: "func.func private @g()\n"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	binary, err := bytecode.Write(c, module, bytecode.WriteOptions{Version: bytecode.MaxVersion})
	if err != nil {
		t.Fatal(err)
	}
	broken := "func.func @f(%c: i1) attributes {l = #rows} {\n  cf.br ^bb1\n^bb1:\n}\n"
	neighbour := "// Layouts.\n#rows = affine_map<(d0, d1) -> (d1, d0)>\n"
	for name, content := range map[string]string{"x.mlir": text, "y.mlir": broken, "z.mlir": neighbour, "x.mlirbc": string(binary), "script.lua": neovimScript} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(nvim, "--headless", "-n", "-u", "NONE", "-i", "NONE", "-c", "luafile script.lua", "-c", "cquit")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), serverVariable+"=1", "SERVER="+self, "HOME="+dir, "XDG_STATE_HOME="+dir, "XDG_CACHE_HOME="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	data, err := os.ReadFile(filepath.Join(dir, "result.json"))
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"diagnostic":                 "use of undeclared SSA value name",
		"diagnostics_behind_the_fix": 0.0,
		"hover":                      "```text\nhelp of arith.addi\n```",
		"hover_in_the_background":    true,
		"hover_behind_the_close":     false,
		"definition":                 map[string]any{"line": 1.0, "character": 4.0},
		"references":                 2.0,
		"highlights":                 2.0,
		"folds":                      1.0,
		"hint":                       ": i32",
		"tokens":                     65.0,
		"tokens_of_a_range":          65.0,
		"bytecode":                   "TUzvU",
		"from_bytecode":              "module {\n  func.func private @g()\n}\n",
		"pipeline":                   "module {\n  func.func @f(%a: i32) -> i32 {\n    %sum = arith.addi %a, %a : i32\n    return %sum : i32\n  }\n}\n",
		"placeholder":                "a",
		"symbols":                    "f",
		"completion":                 true,
		"fixes":                      []any{"insert '#rows = affine_map<(d0, d1) -> (d1, d0)>'", "insert 'func.return'"},
		"fixed":                      "#rows = affine_map<(d0, d1) -> (d1, d0)>\nfunc.func @f(%c: i1) attributes {l = #rows} {\n  cf.br ^bb1\n^bb1:\n  func.return\n}",
		"text":                       "func.func @f(%renamed: i32) -> i32 {\n  %sum = arith.addi %renamed, %renamed : i32\n  return %sum : i32\n}",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
