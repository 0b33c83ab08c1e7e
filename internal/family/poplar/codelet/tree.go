package codelet

import (
	"context"

	"optc/dialect/poplar/target"
	"optc/ir"
)

// Tree returns the content of a file and of the files that it includes, as a compiler for a target
// sees them, by name. Headers that cannot be found are left out.
func Tree(ctx context.Context, t target.Target, file string, open func(name string) ([]byte, error)) (map[string][]byte, error) {
	files := map[string][]byte{}
	var problems ir.Diagnostics
	im := &importer{ctx: ctx, target: t, problems: &problems, src: Source{Open: func(name string) ([]byte, error) {
		data, err := open(name)
		if err == nil {
			files[name] = data
		}
		return data, err
	}}}
	if err := im.file(file); err != nil {
		return nil, err
	}
	return files, problems.Err()
}
