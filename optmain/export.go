package optmain

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"optc/lower"
)

// runExport is `optc export`.
func runExport(e *Env, args []string) int {
	t := e.tool()
	defer t.stderr.flush()
	var o exportOptions
	files, code := t.arguments("export", args, o.flags(t))
	switch {
	case code >= 0:
		return code
	case len(files) != 1:
		return t.usageError("export")
	case o.dep != "" && o.out == "":
		return t.fail(errDepfile)
	}
	p, ok := t.load(files[0], &sourceFlags{target: o.target})
	if !ok {
		return 1
	}
	kind, err := lower.Of(t.Programs, p.module)
	if t.failed(err) {
		return 1
	}
	if kind.Export == nil {
		return t.fail(fmt.Errorf("'%s' holds %s operations, which have no form in other languages", files[0], kind.Name))
	}
	if !p.run(cmp.Or(o.pipeline, kind.Export.Pipeline), &sourceFlags{watching: *defaultOptions()}) {
		return 1
	}
	texts, err := kind.Export.Write(p.module, t.stderr)
	if t.failed(err) {
		return 1
	}
	if code := t.writeSources(o.out, texts); code != 0 {
		return code
	}
	var written []string
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		written = append(written, filepath.Join(o.out, name))
	}
	if err := t.writeDepfile(o.dep, written...); err != nil {
		return t.fail(err)
	}
	return 0
}

// exportOptions are the options of `optc export`.
type exportOptions struct{ target, pipeline, out, dep string }

func (o *exportOptions) flags(t *tool) []*flag {
	return []*flag{
		textFlag("target", "name", &o.target, "architecture to write for: "+someTargets(t.Programs)+", …; replaces the target in the file").offers(targetNames),
		textFlag("pass-pipeline", "pipeline", &o.pipeline, "passes to run before; the default is "+exportPipelines(t.Programs)),
		textFlag("o", "folder", &o.out, "where to put the files; standard output without it"),
		depfileFlag(&o.dep),
	}
}

// exportPipelines names the passes for each kind.
func exportPipelines(kinds []*lower.Kind) string {
	var list []string
	for _, k := range kinds {
		if k.Export != nil {
			list = append(list, "'"+k.Export.Pipeline+"'")
		}
	}
	return strings.Join(list, ", ")
}

// writeSources writes texts into a folder, or one behind the other with their names
// to standard output.
func (t *tool) writeSources(folder string, texts map[string][]byte) int {
	names := slices.Sorted(maps.Keys(texts))
	if folder == "" {
		for _, name := range names {
			fmt.Fprintf(t.stdout, "// %s\n%s", name, texts[name])
		}
		return 0
	}
	if err := os.MkdirAll(t.path(folder), 0o777); err != nil {
		return t.fail(unwritable(folder, err))
	}
	for _, name := range names {
		if err := t.writeFile(filepath.Join(folder, name), texts[name]); err != nil {
			return t.fail(err)
		}
	}
	return 0
}
