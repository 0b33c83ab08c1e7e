package optmain

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"optc/internal/base/flags"
	"optc/ir"
	"optc/lower"
	"optc/optmain/internal/values"
	"optc/sim"
)

// runCommand is `optc run`.
func runCommand() *Command {
	return &Command{
		Name:  "run",
		Title: "run a built program, or a file, on a simulated device",
		Usage: "[--input name=file.npy] [--print name] <folder or file>",
		Run:   runs(runRun),
		flags: func(t *tool) []*flags.Flag { return new(runOptions).flags(t) },
		docs:  func(k *lower.Family) string { return k.Doc },
		Help:  "Reads of what nothing wrote, accesses out of bounds and behaviour that depends on poison are errors at the operation.",
	}
}

// runOptions are the options of `optc run`.
type runOptions struct {
	source     sourceFlags
	results    resultOptions
	inputs     []string
	shapes     []string
	call       callOptions
	stats      bool
	limits     limits
	profile    profileOptions
	unverified bool
	domains    string // severity for numbers outside of the domain of a function
}

func (o *runOptions) flags(t *tool) []*flags.Flag {
	return slices.Concat(o.source.flags(t), []*flags.Flag{
		flags.List("input", "name=file", &o.inputs, "fill a variable before the run from a file .npy, .npz or .safetensors; file:array names an array in it, and random stands for random numbers"),
		flags.List("shape", "name=extents", &o.shapes, "set the extents of a variable, such as 4x8, that the program leaves open and no file gives"),
		flags.Switch("unverified", &o.unverified, "run a folder that was edited, as its program.mlir says"),
		flags.Choice("out-of-domain", &o.domains, "severity of a number for which a chip computes something else than a function; with a warning the exact result is used; the default is error", "error", "warning"),
		flags.Switch("stats", &o.stats, "count executed operations and memory accesses"),
	}, o.profile.flags(), []*flags.Flag{o.limits.timeFlag()}, o.call.flags(), o.results.flags(), o.limits.flags(sim.DefaultMaxSteps, sim.DefaultMaxMemory))
}

// runRun is `optc run`: it runs a built program, or builds a file and runs that.
func runRun(t *tool, args []string) int {
	var o runOptions
	files, code := t.arguments("run", args, o.flags(t))
	switch {
	case code >= 0:
		return code
	case len(files) != 1:
		return t.fileError("run", files)
	}
	return t.guarded(func() int { return t.run(files[0], &o) })
}

// run runs a built program, or builds a file and runs that.
func (t *tool) run(file string, o *runOptions) int {
	ctx, stop := o.limits.context(t.ctx)
	defer stop()
	t.ctx = ctx
	if o.call.function != "" {
		o.results.placeExpected()
	}
	options := lower.Options{Limits: o.limits.values(), Threads: o.source.maxThreads()}
	if err := cmp.Or(o.check(), o.profile.load(t)); err != nil {
		return t.fail(err)
	}
	if o.call.all {
		return t.callAll(file, &o.source, options.Limits)
	}
	if o.call.function != "" {
		return t.callFunction(file, &o.source, &o.call, &o.results, &o.profile, options.Limits)
	}
	options.Profile = o.profile.any()
	if o.domains == "warning" {
		options.Outside = t.warnOnce()
	}
	dev, ok := t.device(file, o, options)
	if !ok {
		return 1
	}
	for _, spec := range o.shapes {
		if err := values.SetShape(dev, spec); err != nil {
			return t.fail(err)
		}
	}
	var all []string
	for _, v := range dev.Variables() {
		all = append(all, v.Name)
	}
	o.results.expandAll(all)
	for _, name := range o.results.names() { // before the run, which may take long
		if _, err := lower.FindVariable(dev.Variables(), name); err != nil {
			return t.fail(err)
		}
	}
	if estimator, ok := dev.(lower.Estimator); ok && options.Profile && len(o.inputs) == 0 && !o.results.any() && !o.stats {
		if err := estimator.Estimate(ctx); err != nil {
			return t.fail(err)
		}
	} else if !t.execute(dev, o.inputs, o.call.seed) || t.files.Changed() != nil { // guarded reports it
		return 1
	}
	if err := t.deliver(&o.results, func(name string) (*values.Array, error) { return values.OfVariable(dev, name) }); err != nil {
		return t.fail(err)
	}
	if o.stats {
		printCounters(t.stdout, dev.Counters())
	}
	if options.Profile {
		if err := o.profile.writeOf(t, dev); err != nil {
			return t.fail(err)
		}
	}
	if !o.results.any() && !o.stats && !options.Profile {
		listVariables(t.stdout, dev.Variables())
	}
	return 0
}

// warnOnce returns a function that reports errors of a run as warnings, one for each operation.
func (t *tool) warnOnce() func(op *ir.Operation, err error) {
	warned := map[*ir.Operation]bool{}
	return func(op *ir.Operation, err error) {
		if warned[op] {
			return
		}
		warned[op] = true
		d := (&sim.RuntimeError{Op: op, Err: err}).Diagnostic()
		d.Severity = ir.Warning
		t.stderr.Report(d)
	}
}

// check refuses flags that have no effect.
func (o *runOptions) check() error {
	refused := func(given bool, flag, why string) error {
		if given {
			return fmt.Errorf("flag '--%s' %s", flag, why)
		}
		return nil
	}
	if o.call.all {
		const why = "has no effect with '--all', which calls functions without arguments"
		return cmp.Or(refused(o.call.function != "", "call", why), refused(len(o.call.args) > 0, "arg", why), refused(o.call.seed != nil, "seed", why),
			refused(len(o.inputs) > 0, "input", why), refused(len(o.shapes) > 0, "shape", why), refused(o.results.any(), "print", why), refused(o.stats, "stats", why), refused(o.profile.any(), "profile", why))
	}
	if o.call.function == "" {
		return cmp.Or(o.results.check(),
			refused(len(o.call.args) > 0, "arg", "needs '--call'; --input fills a variable of a program"),
			refused(o.call.seed != nil && !slices.ContainsFunc(o.inputs, func(in string) bool { return strings.HasSuffix(in, "=random") }), "seed", "needs a random value: '--call', or '--input name=random'"))
	}
	const program = "is for programs, not for a function that is called"
	return cmp.Or(o.results.check(),
		refused(len(o.inputs) > 0, "input", program+"; --arg gives an argument"),
		refused(len(o.shapes) > 0, "shape", program+"; --arg gives an argument"),
		refused(o.stats, "stats", program), refused(o.unverified, "unverified", program))
}

// listVariables writes a line per variable: name, shape and type.
func listVariables(w io.Writer, list []*lower.HostVariable) {
	for _, v := range list {
		text := v.Name + " : " + v.ShapeText()
		if v.Constant {
			text += " constant"
		}
		fmt.Fprintln(w, text)
	}
}

// printCounters writes a line per counter.
func printCounters(w io.Writer, list []lower.Counter) {
	width := 0
	for _, c := range list {
		width = max(width, len(c.Name))
	}
	for _, c := range list {
		fmt.Fprintf(w, "%-*s %d\n", width, c.Name, c.Value)
	}
}

// device loads a built program, or builds a file.
func (t *tool) device(name string, r *runOptions, o lower.Options) (lower.Machine, bool) {
	s := &r.source
	var built *lower.Program
	var err error
	if t.files.IsFolder(name) {
		if flag := s.forFiles(); flag != "" {
			t.fail(fmt.Errorf("flag '--%s' is for files; '%s' is built already", flag, name))
			return nil, false
		}
		built, err = t.loadProgram(name, r.unverified)
	} else {
		p, ok := t.compile(name, s)
		if !ok {
			return nil, false
		}
		built, err = p.build()
	}
	if t.failed(err) {
		return nil, false
	}
	dev, err := built.Device(o)
	return dev, !t.failed(err)
}
