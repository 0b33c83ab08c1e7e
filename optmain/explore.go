package optmain

import (
	"fmt"
	"path/filepath"
	"strings"

	"optc/internal/base/flags"
	"optc/internal/tool/explore"
	"optc/lower"
	"optc/optmain/internal/values"
)

// exploreCommand is `optc explore`.
func exploreCommand() *Command {
	return &Command{
		Name:  "explore",
		Title: "make a page that shows what a compilation does",
		Usage: "[--target name] [--run] [-o page.html] <file>",
		Run:   runs(runExplore),
		flags: func(t *tool) []*flags.Flag { return new(exploreOptions).flags(t) },
		Help: "The page shows the source beside the result, each line with what it became, every pass with what it changes and how long it takes, the layouts, " +
			"the memory of the program byte by byte, and with --run what a run costs. It is one file that needs no network. A file without a program is " +
			"shown as it is, unless --pass-pipeline says what to do with it. docs/explorer.md says how to read it, and how to compile in a browser.",
	}
}

// exploreOptions are the options of `optc explore`.
type exploreOptions struct {
	source sourceFlags
	out    string
	json   bool
	run    bool
	inputs []string
	seed   *int
	before string // a file with an earlier profile, or ""
}

func (o *exploreOptions) flags(t *tool) []*flags.Flag {
	return append(o.source.flags(t),
		flags.Text("o", "file", &o.out, "where to put the page, - for standard output; the default is the name of the file with .html"),
		flags.Switch("run", &o.run, "run the program too, and show what it cost"),
		flags.List("input", "name=file.npy", &o.inputs, "fill a variable before the run; name=random takes random numbers"),
		flags.Number("seed", &o.seed, 0, "choice of the random inputs; the default is 0"),
		flags.Text("profile-before", "file.json", &o.before, "with --run, compare what the run cost with an earlier run, whose profile optc run --profile-json wrote"),
		flags.Switch("json", &o.json, "write the data of the page as JSON instead of HTML"),
	)
}

// runExplore is `optc explore`: it compiles a file and makes a page about the
// compilation.
func runExplore(t *tool, args []string) int {
	var o exploreOptions
	files, code := t.arguments("explore", args, o.flags(t))
	switch {
	case code >= 0:
		return code
	case len(files) != 1:
		return t.fileError("explore", files)
	}
	form, ending := (*explore.Page).HTML, ".html"
	if o.json {
		form, ending = (*explore.Page).JSON, ".json"
	}
	if o.out == "" {
		name := filepath.Base(files[0])
		o.out = strings.TrimSuffix(name, filepath.Ext(name)) + ending
	}
	o.source.recorder, o.source.pageOnly, o.source.anyFile = new(explore.Recorder), o.out == "-", true
	return t.guarded(func() int { return t.explore(files[0], &o, form) })
}

// explore compiles a file and writes a page about the compilation.
func (t *tool) explore(file string, o *exploreOptions, form func(*explore.Page) ([]byte, error)) int {
	var before *lower.Record
	if o.before != "" {
		record, err := t.readRecord(o.before)
		if t.failed(err) {
			return 1
		}
		before = &record
	}
	p, ok := t.compile(file, &o.source)
	if !ok {
		return 1
	}
	// A file without a whole program has no memory to show.
	var built *lower.Program
	if family, op, err := lower.Only(t.Programs, p.module); err == nil && family.Stage(t.ctx, op) == lower.Complete {
		if built, err = t.buildProgram(family, op); t.failed(err) {
			return 1
		}
	}
	defer t.show("making the page")()
	page := p.page(built, o.source.recorder)
	ran := true
	if o.run || o.inputs != nil || before != nil {
		if built == nil {
			return t.fail(fmt.Errorf("flag '--run' is for files whose program the passes lower completely"))
		}
		page.Run, ran = t.runForPage(built, o, before) // a page without a run shows how the program is made
	}
	if t.files.Changed() != nil {
		return 1 // told by guarded
	}
	if err := t.writePage(o.out, form, page); err != nil {
		return t.fail(err)
	}
	switch {
	case o.out == "-":
	case len(page.Steps) == 0:
		fmt.Fprintf(t.stdout, "%s: no passes; --pass-pipeline says which to run\n", o.out)
	default:
		fmt.Fprintf(t.stdout, "%s: %s\n", o.out, lower.Noun{One: "pass", Many: "passes"}.Count(len(page.Steps)))
	}
	if !ran {
		return 1
	}
	return 0
}

// runForPage runs a program and returns a description of the run. Problems are reported.
// The cost is compared with an earlier run if that is not nil.
func (t *tool) runForPage(built *lower.Program, o *exploreOptions, before *lower.Record) (run *explore.Execution, ok bool) {
	dev, err := built.Device(lower.Options{Profile: true})
	if t.failed(err) || !t.execute(dev, o.inputs, o.seed) {
		return nil, false
	}
	run = &explore.Execution{}
	for _, c := range dev.Counters() {
		run.Counters = append(run.Counters, explore.Counter{Name: c.Name, Value: c.Value})
	}
	for _, v := range dev.Variables() {
		a, err := values.OfVariable(dev, v.Name)
		if t.failed(err) {
			return nil, false
		}
		run.Values = append(run.Values, a.Describe())
	}
	if profiler, ok := dev.(lower.Profiler); ok {
		run.AddReport(profiler.Report(), before)
	}
	return run, true
}
