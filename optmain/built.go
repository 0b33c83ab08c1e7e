package optmain

import (
	"context"
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
	var folder *lower.Folder
	err := t.do(reading(filepath.Join(name, lower.ManifestFile)), func(context.Context, *work) (err error) {
		if folder, err = lower.Open(os.DirFS(t.files.Path(name)), unverified); err != nil {
			err = fmt.Errorf("'%s': %w", name, err)
		}
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	src := &ir.Source{Name: filepath.Join(name, lower.ProgramFile), Text: folder.Module}
	var module *ir.Operation
	err = t.do(reading(src.Name), func(ctx context.Context, w *work) error {
		module, err = parser.Parse(ctx, t.newContext(), src, t.stderr, parser.Passed(w.read(len(src.Text))))
		if err != nil {
			return err
		}
		return ir.VerifyContext(ctx, module, t.stderr, 0)
	})
	return folder, module, err
}

// loading describes the work that makes a program of the images in a folder.
func loading(folder string) string { return "loading the program in '" + folder + "'" }

// loadProgram reads a built program from a folder.
func (t *tool) loadProgram(name string, unverified bool) (*lower.Program, error) {
	folder, module, err := t.openFolder(name, unverified)
	if err != nil {
		return nil, err
	}
	var built *lower.Program
	err = t.do(loading(name), func(ctx context.Context, _ *work) error {
		built, err = folder.Program(ctx, t.Programs, module)
		return err
	})
	if diag.CodeOf(err) != "" {
		err = fmt.Errorf("'%s': %w", name, err)
	}
	return built, err
}
