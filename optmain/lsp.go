package optmain

import (
	"optc/internal/tool/lsp"
	"optc/ir"
	"strings"
)

// lspCommand is `optc lsp`.
func lspCommand() *Command {
	return &Command{
		Name:   "lsp",
		Title:  "serve an editor by the language server protocol, over standard input and output",
		serves: true,
		Run:    runs(runLSP),
		Help:   "docs/editor.md says how to set up editors.",
	}
}

// runLSP is `optc lsp`.
func runLSP(t *tool, args []string) int {
	files, code := t.arguments("lsp", args, nil)
	switch {
	case code >= 0:
		return code
	case len(files) > 0:
		return t.misused("lsp", "expected no file, but got "+strings.Join(files, ", "))
	}
	c := lsp.Config{
		Name:     t.Name,
		Context:  func() *ir.Context { return t.newContext() },
		Passes:   t.Passes,
		Help:     t.topic,
		Included: Included(t.Programs, t.files.Source),
	}
	if err := lsp.Serve(t.ctx, c, t.stdin, t.stdout); err != nil {
		return t.fail(err)
	}
	return 0
}
