package optmain

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"optc/internal/base/flags"
	"optc/ir"
	"optc/lower"
)

// importCommand is `optc import`.
func importCommand() *Command {
	return &Command{
		Name:  "import",
		Title: "read what sources in C or C++ declare",
		Usage: "[--target name] [-I folder] [-D macro] [--declarations] [-o file] <files>",
		Run:   runs(runImport),
		flags: func(t *tool) []*flags.Flag { return new(importOptions).flags(t) },
		docs: func(k *lower.Family) string {
			if k.Import == nil {
				return ""
			}
			return k.Import.Doc
		},
		Help: "A declaration that cannot be read gets a message and does not stop the others; the exit code tells that there were some.",
	}
}

// importOptions are the options of `optc import`.
type importOptions struct {
	target, out, dep            string
	folders, defines, undefined []string
	declarations                bool
}

func (o *importOptions) flags(t *tool) []*flags.Flag {
	return []*flags.Flag{
		flags.Text("target", "name", &o.target, "architecture to read for: "+someTargets(t.Programs)+", …; the default is "+importTargets(t.Programs)).Offers(t.targetNames),
		flags.List("I", "folder", &o.folders, "where to look for included files, besides the folder of a file"),
		flags.List("D", "macro", &o.defines, "macro to define, NAME or NAME=value"),
		flags.List("U", "macro", &o.undefined, "macro of the target that is not defined, such as __IPU__"),
		flags.Switch("declarations", &o.declarations, "read only declarations, and translate no code"),
		flags.Text("o", "file", &o.out, "where to put the module; standard output without it"),
		depfileFlag(&o.dep),
		t.inputFlag(),
	}
}

// importTargets names the targets that files are read for.
func importTargets(families []*lower.Family) string {
	var names []string
	for _, k := range families {
		if k.Import != nil {
			names = append(names, k.Import.Target)
		}
	}
	return strings.Join(names, ", ")
}

// runImport is `optc import`.
func runImport(t *tool, args []string) int {
	o := importOptions{out: "-"}
	files, code := t.arguments("import", args, o.flags(t))
	switch {
	case code >= 0:
		return code
	case len(files) == 0:
		return t.misused("import", "expected a source, but got none")
	case o.dep != "" && o.out == "-":
		return t.fail(errDepfile)
	}
	i := slices.IndexFunc(t.Programs, func(k *lower.Family) bool {
		return k.Import != nil && slices.Contains(k.Import.Extensions, path.Ext(files[0]))
	})
	if i < 0 {
		return t.fail(fmt.Errorf("expected a source that ends in one of %s, but got '%s'", strings.Join(extensions(t.Programs), ", "), files[0]))
	}
	how := t.Programs[i].Import
	if o.target == "" {
		o.target = how.Target
	}
	c := t.newContext()
	var module *ir.Operation
	err := t.do("reading declarations", func(ctx context.Context, _ *work) (err error) {
		module, err = how.Read(ctx, c, lower.ImportOptions{
			Files: files, Folders: o.folders, Defines: o.defines, Undefined: o.undefined, Declarations: o.declarations, Target: o.target,
			Open: t.files.Source,
		}, t.stderr)
		return err
	})
	bad := t.failed(err)
	if module == nil || t.failed(ir.VerifyContext(t.ctx, module, t.stderr, 0)) {
		return 1
	}
	out, finish, err := t.files.Create(o.out)
	if err != nil {
		return t.fail(err)
	}
	out.Write(ir.Print(module, ir.PrintOptions{KeepNames: true}))
	if err := errors.Join(finish(true), t.files.WriteDepfile(o.dep, o.out)); err != nil {
		return t.fail(err)
	}
	if bad {
		return 1
	}
	return 0
}

// extensions are the extensions of the sources that can be read.
func extensions(families []*lower.Family) (list []string) {
	for _, k := range families {
		if k.Import != nil {
			list = append(list, k.Import.Extensions...)
		}
	}
	return list
}
