package optmain

import (
	"fmt"
	"os"
	"path/filepath"

	"optc/diag"
	"optc/ir"
	"optc/lower"
	"optc/parser"
)

// openFolder reads the module of a built program.
func (t *tool) openFolder(name string, unverified bool) (*lower.Folder, *ir.Operation, error) {
	folder, err := lower.Open(os.DirFS(t.files.Path(name)), unverified)
	if err != nil {
		return nil, nil, fmt.Errorf("'%s': %w", name, err)
	}
	src := &ir.Source{Name: filepath.Join(name, lower.ProgramFile), Text: folder.Module}
	module, err := parser.Parse(t.ctx, t.newContext(), src, t.stderr)
	if err == nil {
		err = ir.VerifyContext(t.ctx, module, t.stderr, 0)
	}
	return folder, module, err
}

// loadProgram reads a built program from a folder.
func (t *tool) loadProgram(name string, unverified bool) (*lower.Program, error) {
	folder, module, err := t.openFolder(name, unverified)
	if err != nil {
		return nil, err
	}
	built, err := folder.Program(t.ctx, t.Programs, module)
	if diag.CodeOf(err) != "" {
		err = fmt.Errorf("'%s': %w", name, err)
	}
	return built, err
}
