package optmain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"optc/internal/base/flags"
	"optc/internal/tool/explore"
	"optc/ir"
	"optc/lower"
	"optc/optmain/internal/files"
	"optc/optmain/internal/heap"
)

// buildCommand is `optc build`.
func buildCommand() *Command {
	return &Command{
		Name:  "build",
		Title: "compile a program to images of memory",
		Usage: "--target <name> -o <folder> <file>",
		Run:   runs(runBuild),
		flags: func(t *tool) []*flags.Flag { return new(buildOptions).flags(t) },
		Help: "The folder gets a binary image per unit of memory, such as a tile, the manifest images.json, the memory map memory_map.txt and the compiled module " +
			"program.mlir. It appears whole or not at all, and replaces a program that was built there before.",
	}
}

// buildOptions are the options of `optc build`.
type buildOptions struct {
	source sourceFlags
	files  lower.FileOptions
	out    string
	report string
	memory bool
	dep    string
}

func (o *buildOptions) flags(t *tool) []*flags.Flag {
	o.files.Print.KeepNames = true
	return append(o.source.flags(t),
		flags.Text("o", "folder", &o.out, "where to put the program"),
		flags.Switch("text", &o.files.Text, "write the images as text too, images.txt"),
		flags.Switch("keep-names", &o.files.Print.KeepNames, "keep the names that values have in the file in "+lower.ProgramFile+"; on by default"),
		flags.Switch("elf", &o.files.ELF, "write the images as ELF objects too, one per unit of memory, with a symbol for every allocation"),
		flags.Switch("full", &o.files.Full, "images cover whole units of memory"),
		flags.Switch("memory", &o.memory, "print what memory each variable and class of vertices takes, and how full tiles are; the memory map has it too"),
		flags.Text("report", "file", &o.report, "write a page of what was done, as explore does"),
		depfileFlag(&o.dep),
	)
}

// forgetNames removes the names of values, except for block arguments.
func forgetNames(module *ir.Operation) {
	ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
		for _, v := range op.Results() {
			v.SetNameHint("")
		}
		return ir.Advance
	})
}

// runBuild is `optc build`.
func runBuild(t *tool, args []string) int {
	var o buildOptions
	files, code := t.arguments("build", args, o.flags(t))
	switch {
	case code >= 0:
		return code
	case len(files) != 1:
		return t.fileError("build", files)
	case o.out == "":
		return t.fail(errors.New("'-o <folder>' is missing, which says where to put the program"))
	}
	if t.ownsProcess {
		heap.Spare(spareMemory)
	}
	return t.guarded(func() int { return t.build(files[0], &o) })
}

// spareMemory is the memory in bytes for the forms of a program that passes replace one
// after the other. It saves a seventh of the time of a large build.
const spareMemory = 160 << 20

// build builds a program as a folder.
func (t *tool) build(file string, o *buildOptions) int {
	out := o.out
	// The check comes before the work, because its answer does not depend on it.
	path, err := t.files.Output(out)
	if err == nil {
		err = t.do("looking at the files in '"+out+"'", func(context.Context, *work) error {
			return files.Unwritable(out, lower.CheckDir(path))
		})
	}
	if err != nil {
		return t.fail(err)
	}
	if o.report != "" {
		o.source.recorder = new(explore.Recorder)
	}
	p, ok := t.compile(file, &o.source)
	if !ok {
		return 1
	}
	if !o.files.Print.KeepNames {
		forgetNames(p.module) // the memory map has them too
	}
	built, err := p.build()
	if t.failed(err) {
		return 1
	}
	if t.files.Changed() != nil {
		return 1 // guarded reports it
	}
	if o.report != "" {
		if err := t.writePage(o.report, (*explore.Page).HTML, p.page(built, o.source.recorder)); err != nil {
			return t.fail(err)
		}
	}
	defer t.show("writing '" + out + "'")()
	content, err := built.Files(p.module, o.files)
	if err == nil {
		content[lower.ManifestFile] = unchanged{content[lower.ManifestFile], t.files}
		err = files.Unwritable(out, lower.WriteDir(path, content, o.source.maxThreads()))
	}
	if err == nil && o.memory {
		err = lower.WriteUsage(t.stdout, built)
	}
	switch {
	case t.files.Changed() != nil:
		return 1
	case err != nil:
		return t.fail(err)
	}
	if err := t.files.WriteDepfile(o.dep, strings.TrimSuffix(out, "/")+"/"+lower.ManifestFile); err != nil {
		return t.fail(err)
	}
	var written uint64
	var used []string
	for _, m := range built.Memories {
		units := built.UnitsOf(m)
		if len(units) > 0 {
			used = append(used, m.Unit.Count(len(units)))
		}
		for _, u := range units {
			written += u.Chunks.Written()
		}
	}
	memory := ", no memory written"
	if len(used) > 0 {
		memory = fmt.Sprintf(" in %s, %d bytes of memory written", strings.Join(used, " and "), written)
	}
	fmt.Fprintf(t.stdout, "%s: %s, %s%s; %s shows the memory\n",
		out, built.Target, built.Called.Count(built.Parts), memory, strings.TrimSuffix(out, "/")+"/"+lower.MemoryMapFile)
	return 0
}

// unchanged is a file that must not be written if a mapped input has changed after other files were
// written from it.
type unchanged struct {
	io.WriterTo
	inputs *files.Set
}

func (u unchanged) WriteTo(w io.Writer) (int64, error) {
	if err := u.inputs.Changed(); err != nil {
		return 0, err
	}
	return u.WriterTo.WriteTo(w)
}
