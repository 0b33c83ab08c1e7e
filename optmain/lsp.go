package optmain

import (
	"optc/internal/lsp"
	"optc/ir"
)

// runLSP is `optc lsp`.
func runLSP(e *Env, args []string) int {
	t := e.tool()
	defer t.stderr.flush()
	files, code := t.arguments("lsp", args, nil)
	switch {
	case code >= 0:
		return code
	case len(files) > 0:
		return t.usageError("lsp")
	}
	c := lsp.Config{
		Name:    t.Name,
		Context: func() *ir.Context { return ir.NewContext(t.Dialects...) },
		Passes:  t.Passes,
		Help:    t.topic,
	}
	if err := lsp.Serve(t.ctx, c, t.stdin, t.stdout); err != nil {
		return t.fail(err)
	}
	return 0
}
