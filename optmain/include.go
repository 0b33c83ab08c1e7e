package optmain

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"optc/diag"
	"optc/ir"
	"optc/lower"
	"optc/parser"
)

// Included returns a reader of included files. Sources of other tools of the families are
// imported.
func Included(families []*lower.Family, open func(name string) ([]byte, error)) parser.ReadFile {
	return func(ctx context.Context, c *ir.Context, name string) (*ir.Operation, error) {
		for _, k := range families {
			if k.Import != nil && slices.Contains(k.Import.Extensions, filepath.Ext(name)) {
				return k.Import.Read(ctx, c, lower.ImportOptions{Files: []string{name}, Target: k.Import.Target, Open: open}, nil)
			}
		}
		text, err := open(name)
		switch {
		case errors.Is(err, fs.ErrInvalid):
			return nil, err
		case err != nil:
			return nil, fmt.Errorf("%s", diag.SystemMessage(err))
		}
		module, err := parser.Parse(ctx, c, &ir.Source{Name: name, Text: string(text)}, nil)
		if err != nil {
			return nil, err
		}
		return module, nil
	}
}
