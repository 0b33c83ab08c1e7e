package optmain

import (
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"

	"optc/diag"
	"optc/ir"
	"optc/lower"
	"optc/parser"
)

// Including returns a reader of the files that a file includes. Their names are relative to
// the folder of the file. Sources of other tools of the families are imported. around are
// the files that include the file, the outermost first.
func Including(families []*lower.Family, open func(name string) ([]byte, error), from string, around ...string) parser.ReadFile {
	around = append(slices.Clip(around), filepath.Clean(from))
	return func(ctx context.Context, c *ir.Context, file string) (*ir.Operation, error) {
		name := filepath.FromSlash(file)
		if !filepath.IsAbs(name) {
			name = filepath.Join(filepath.Dir(from), name)
		}
		if slices.Contains(around, filepath.Clean(name)) {
			return nil, fmt.Errorf("it includes this file")
		}
		for _, k := range families {
			if k.Import != nil && slices.Contains(k.Import.Extensions, path.Ext(file)) {
				return k.Import.Read(ctx, c, lower.ImportOptions{Files: []string{name}, Target: k.Import.Target, Open: open}, nil)
			}
		}
		text, err := open(name)
		if err != nil {
			return nil, fmt.Errorf("%s", diag.SystemMessage(err))
		}
		src := &ir.Source{Name: name, Text: string(text)}
		module, err := parser.Parse(ctx, c, src, nil, parser.Including(Including(families, open, name, around...)))
		if err != nil {
			return nil, err
		}
		return module, nil
	}
}
