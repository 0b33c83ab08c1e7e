package optmain

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"optc/diag"
	"optc/internal/base/flags"
	"optc/lower"
)

// exportCommand is `optc export`.
func exportCommand() *Command {
	return &Command{
		Name:  "export",
		Title: "write what a file declares in C, C++ or for an assembler",
		Usage: "[--target name] [-o folder] <file>  |  --probe name [-o folder]",
		Run:   runs(runExport),
		flags: func(t *tool) []*flags.Flag { return new(exportOptions).flags(t) },
		docs: func(k *lower.Family) string {
			if k.Export == nil {
				return ""
			}
			doc := k.Export.Doc
			for _, l := range k.Export.Languages {
				doc += " With --language " + l.Name + ": " + l.Doc
			}
			return doc
		},
	}
}

// runExport is `optc export`.
func runExport(t *tool, args []string) int {
	var o exportOptions
	files, code := t.arguments("export", args, o.flags(t))
	switch {
	case code >= 0:
		return code
	case o.probe != "" && len(files) == 0:
		return t.writeProbe(&o)
	case o.probe != "":
		return t.fail(fmt.Errorf("flag '--probe' writes a program that measures a card and takes no file, but got '%s'", files[0]))
	case len(files) != 1:
		return t.fileError("export", files)
	case o.dep != "" && o.out == "":
		return t.fail(errDepfile)
	}
	p, ok := t.load(files[0], &o.source)
	if !ok {
		return 1
	}
	family, err := lower.Of(t.Programs, p.module)
	if err != nil {
		t.failed(t.withoutProgram(err, p.module))
		return 1
	}
	if family.Export == nil {
		return t.fail(fmt.Errorf("'%s' holds %s operations, which have no form in other languages", files[0], family.Name))
	}
	language, err := family.Export.Writer(o.language)
	if err != nil {
		return t.fail(err)
	}
	pipeline := o.source.pipeline
	if pipeline == "" {
		if pipeline, err = o.source.withSettings(family, language.Pipeline, files[0]); err != nil {
			return t.fail(err)
		}
	}
	if !p.run(pipeline, &o.source) {
		return 1
	}
	done := t.show("exporting")
	texts, err := language.Write(p.module, t.files.Source, t.stderr)
	done()
	if t.failed(err) {
		return 1
	}
	if err := t.writeSources(o.out, texts); err != nil {
		return t.fail(err)
	}
	var written []string
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		written = append(written, filepath.Join(o.out, name))
	}
	if err := t.files.WriteDepfile(o.dep, written...); err != nil {
		return t.fail(err)
	}
	return 0
}

// writeProbe writes the program that measures a card with a target's chip.
func (t *tool) writeProbe(o *exportOptions) int {
	var names []string
	for _, k := range t.Programs {
		if k.Export == nil || k.Export.Probe == nil {
			continue
		}
		list := lower.TargetNames(k.Targets())
		if slices.Contains(list, o.probe) {
			texts, err := k.Export.Probe(o.probe)
			if err == nil {
				err = t.writeSources(o.out, texts)
			}
			if err != nil {
				return t.fail(err)
			}
			return 0
		}
		names = append(names, list...)
	}
	return t.fail(diag.Errorf("target-unknown", "no program measures '%s'%s", o.probe, diag.DidYouMean(o.probe, names)).Note("targets with such a program: %s", strings.Join(names, ", ")))
}

// exportOptions are the options of `optc export`.
type exportOptions struct {
	source                    sourceFlags
	out, dep, language, probe string
}

func (o *exportOptions) flags(t *tool) []*flags.Flag {
	o.source.watching = newWatching()
	list := []*flags.Flag{
		flags.Text("target", "name", &o.source.target, "architecture to write for: "+someTargets(t.Programs)+", …; replaces the target in the file").Offers(t.targetNames),
		flags.Text("pass-pipeline", "pipeline", &o.source.pipeline, "passes to run before; the default is "+exportPipelines(t.Programs)),
		flags.Text("o", "folder", &o.out, "where to put the files; standard output without it"),
		flags.Text("language", "name", &o.language, "another language than the usual one: "+strings.Join(languages(t.Programs), ", ")),
		flags.Text("probe", "name", &o.probe, "write a program that measures a card with this chip, such as sm_90, and prints the figures for gpu.chip").Offers(t.targetNames),
		depfileFlag(&o.dep),
		diagnosticsFlag(&t.stderr.Format),
	}
	exports := slices.DeleteFunc(slices.Clone(t.Programs), func(k *lower.Family) bool {
		return k.Export == nil || !strings.Contains(k.Export.Pipeline, "("+k.Options+")") && !strings.Contains(k.Export.Pipeline, "("+k.Options+"{")
	})
	return append(list, o.source.settingFlags(t, exports)...)
}

// languages lists the languages of families in addition to the built-in ones.
func languages(families []*lower.Family) (names []string) {
	for _, k := range families {
		if k.Export == nil {
			continue
		}
		for _, l := range k.Export.Languages {
			if !slices.Contains(names, l.Name) {
				names = append(names, l.Name)
			}
		}
	}
	return names
}

// exportPipelines names the passes for each family.
func exportPipelines(families []*lower.Family) string {
	var list []string
	for _, k := range families {
		if k.Export != nil {
			list = append(list, "'"+k.Export.Pipeline+"'")
		}
	}
	return strings.Join(list, ", ")
}

// writeSources writes texts into a folder, or to standard output one after the other with
// their names.
func (t *tool) writeSources(folder string, texts map[string][]byte) error {
	if folder != "" {
		return t.files.WriteFolder(folder, texts)
	}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		fmt.Fprintf(t.stdout, "// %s\n%s", name, texts[name])
	}
	return nil
}
