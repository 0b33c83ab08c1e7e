package optmain

import (
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"optc/ir"
	"optc/lower"
)

// importOptions are the options of `optc import`.
type importOptions struct {
	target, out, dep string
	folders, defines []string
}

func (o *importOptions) flags(t *tool) []*flag {
	return []*flag{
		textFlag("target", "name", &o.target, "architecture to read for: "+someTargets(t.Programs)+", …; the default is "+importTargets(t.Programs)).offers(targetNames),
		listFlag("I", "folder", &o.folders, "where to look for included files, besides the folder of a file"),
		listFlag("D", "macro", &o.defines, "macro to define, NAME or NAME=value"),
		textFlag("o", "file", &o.out, "where to put the module; standard output without it"),
		depfileFlag(&o.dep),
	}
}

// importTargets names the targets that files are read for.
func importTargets(kinds []*lower.Kind) string {
	var names []string
	for _, k := range kinds {
		if k.Import != nil {
			names = append(names, k.Import.Target)
		}
	}
	return strings.Join(names, ", ")
}

// runImport is `optc import`.
func runImport(e *Env, args []string) int {
	t := e.tool()
	defer t.stderr.flush()
	o := importOptions{out: "-"}
	files, code := t.arguments("import", args, o.flags(t))
	switch {
	case code >= 0:
		return code
	case len(files) == 0:
		return t.usageError("import")
	case o.dep != "" && o.out == "-":
		return t.fail(errDepfile)
	}
	i := slices.IndexFunc(t.Programs, func(k *lower.Kind) bool {
		return k.Import != nil && slices.Contains(k.Import.Extensions, path.Ext(files[0]))
	})
	if i < 0 {
		return t.fail(fmt.Errorf("no sources are known by the name of '%s'; known: %s", files[0], strings.Join(extensions(t.Programs), ", ")))
	}
	how := t.Programs[i].Import
	if o.target == "" {
		o.target = how.Target
	}
	c := ir.NewContext(t.Dialects...)
	module, err := how.Read(t.ctx, c, lower.ImportOptions{
		Files: files, Folders: o.folders, Defines: o.defines, Target: o.target,
		Open: func(name string) ([]byte, error) {
			data, err := os.ReadFile(t.path(name))
			if err == nil {
				t.inputs = append(t.inputs, name)
			}
			return data, err
		},
	}, t.stderr)
	bad := t.failed(err)
	if module == nil || t.failed(ir.VerifyContext(t.ctx, module, t.stderr, 0)) {
		return 1
	}
	out, finish, err := t.output(o.out)
	if err != nil {
		return t.fail(err)
	}
	out.Write(ir.Print(module, ir.PrintOptions{}))
	if err := errors.Join(finish(true), t.writeDepfile(o.dep, o.out)); err != nil {
		return t.fail(err)
	}
	if bad {
		return 1
	}
	return 0
}

// extensions are those of the sources that can be read.
func extensions(kinds []*lower.Kind) (list []string) {
	for _, k := range kinds {
		if k.Import != nil {
			list = append(list, k.Import.Extensions...)
		}
	}
	return list
}
