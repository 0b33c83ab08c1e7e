package optmain

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"optc/diag"
	"optc/internal/npy"
	"optc/ir"
	"optc/lower"
	"optc/num"
	"optc/sim"
)

// runOptions are the options of `optc run`.
type runOptions struct {
	source                  sourceFlags
	inputs, outputs, prints []string
	stats                   bool
	call                    string
	args                    []string
	limits                  limits
	profile                 string // "", "table", "json" or "picture"
	profileSVG              string
	unverified              bool
}

func (o *runOptions) flags(t *tool) []*flag {
	return append(append(o.source.flags(t),
		listFlag("input", "name=file.npy", &o.inputs, "fill a variable before the run"),
		listFlag("output", "name=file.npy", &o.outputs, "write a variable after the run"),
		listFlag("print", "name", &o.prints, "print variables after the run, or all; without --print, --output and --stats their names, shapes and types are listed"),
		textFlag("call", "function", &o.call, "call a function of the file instead of running its program"),
		repeatedFlag("arg", "value", &o.args, "argument of the called function: a number, a file.npy, or dense<…>, with its type behind it where the function leaves the shape open"),
		o.profileFlag(),
		textFlag("profile-svg", "file", &o.profileSVG, "draw what the run cost as SVG: the cycles of each tile, the instructions of each worker, the exchange"),
		switchFlag("unverified", &o.unverified, "run a folder that was edited, as its program.mlir says"),
		switchFlag("stats", &o.stats, "count executed operations and memory accesses"),
		o.limits.timeFlag(),
	), o.limits.flags(sim.DefaultMaxSteps, sim.DefaultMaxMemory)...)
}

// runRun is `optc run`: it runs a built program, or builds a file and runs that.
func runRun(e *Env, args []string) int {
	t := e.tool()
	defer t.stderr.flush()
	var o runOptions
	files, code := t.arguments("run", args, o.flags(t))
	switch {
	case code >= 0:
		return code
	case len(files) != 1:
		return t.usageError("run")
	}
	return t.guarded(func() int { return t.run(files[0], &o) })
}

// run runs a built program, or builds a file and runs that.
func (t *tool) run(file string, o *runOptions) int {
	ctx, stop := o.limits.context(t.ctx)
	defer stop()
	t.ctx = ctx
	options := lower.Options{Limits: o.limits.values(), Threads: o.source.maxThreads()}
	if o.call != "" {
		return t.callFunction(file, o, options)
	}
	options.Profile = o.profile != "" || o.profileSVG != ""
	dev, ok := t.device(file, o, options)
	if !ok {
		return 1
	}
	if slices.Contains(o.prints, "all") {
		o.prints = nil
		for _, v := range dev.Variables() {
			o.prints = append(o.prints, v.Name)
		}
	}
	// Names are checked before the run, which may take long.
	for _, spec := range slices.Concat(o.prints, o.outputs) {
		name, _, _ := strings.Cut(spec, "=")
		if _, err := lower.FindVariable(dev.Variables(), name); err != nil {
			return t.fail(err)
		}
	}
	if !t.execute(dev, o.inputs) || t.mapped.changed() != nil { // which guarded tells
		return 1
	}
	for _, name := range o.prints {
		text, err := printVariable(dev, name)
		if err != nil {
			return t.fail(err)
		}
		fmt.Fprintln(t.stdout, text)
	}
	for _, out := range o.outputs {
		if err := t.save(dev, out); err != nil {
			return t.fail(err)
		}
	}
	if o.stats {
		printCounters(t.stdout, dev.Counters())
	}
	if options.Profile {
		if err := t.writeProfile(dev, o); err != nil {
			return t.fail(err)
		}
	}
	if len(o.prints)+len(o.outputs) == 0 && !o.stats && !options.Profile {
		listVariables(t.stdout, dev.Variables())
	}
	return 0
}

// execute fills variables, as --input says, and runs a program. Problems are reported.
func (t *tool) execute(dev lower.Machine, inputs []string) (ok bool) {
	for _, in := range inputs {
		if err := t.fill(dev, in); err != nil {
			t.fail(err)
			return false
		}
	}
	err := dev.Run(t.ctx)
	var at *sim.RuntimeError
	switch {
	case err == nil:
		return true
	case errors.As(err, &at):
		d := at.Diagnostic()
		if w := where(err, at); w != "" {
			d.Note(at.Op.Loc(), "in %s", w)
		}
		if diag.CodeOf(at.Err) == "uninitialized" {
			for _, name := range missing(dev, inputs) {
				d.Note(at.Op.Loc(), "'%s' was given no values; --input %s=file.npy gives them", name, name)
			}
		}
		t.stderr.Report(d)
	default:
		t.fail(err)
	}
	return false
}

// missing returns the names of the inputs of a program that have no values.
func missing(dev lower.Machine, inputs []string) (names []string) {
	for _, v := range dev.Variables() {
		given := slices.ContainsFunc(inputs, func(in string) bool { return strings.HasPrefix(in, v.Name+"=") })
		if v.Input && !v.Initial && !given {
			names = append(names, v.Name)
		}
	}
	return names
}

func (o *runOptions) profileFlag() *flag {
	return optionalChoiceFlag("profile", &o.profile,
		"tell what the run cost, by compute set, class of vertices and tile, with estimated cycles", "table", "json", "picture")
}

// writeProfile writes what a run cost in the forms that are asked for.
func (t *tool) writeProfile(dev lower.Machine, o *runOptions) error {
	profiler, ok := dev.(lower.Profiler)
	if !ok {
		return fmt.Errorf("flag '--profile' is for programs whose device counts what a run costs")
	}
	p := profiler.Profile()
	switch o.profile {
	case "table":
		if err := p.Write(t.stdout); err != nil {
			return err
		}
	case "picture":
		fmt.Fprint(t.stdout, p.Draw().Text())
	case "json":
		text, err := json.MarshalIndent(p, "", " ")
		if err != nil {
			return err
		}
		if _, err := t.stdout.Write(append(text, '\n')); err != nil {
			return err
		}
	}
	if o.profileSVG == "" {
		return nil
	}
	return t.writeFile(o.profileSVG, []byte(p.Draw().SVG()))
}

// listVariables writes a line per variable: name, shape and type.
func listVariables(w io.Writer, list []*lower.Variable) {
	for _, v := range list {
		text := v.Name + " : "
		for _, n := range v.Shape {
			text += fmt.Sprint(n, "x")
		}
		text += v.Type
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

// where is what an error says about where the failing operation ran.
func where(err error, at *sim.RuntimeError) string {
	return strings.TrimSuffix(strings.TrimSuffix(err.Error(), at.Error()), ": ")
}

// device loads a built program, or builds a file.
func (t *tool) device(name string, r *runOptions, o lower.Options) (lower.Machine, bool) {
	s := &r.source
	var built *lower.Program
	var err error
	if t.isFolder(name) {
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

// loadProgram reads a built program from a folder.
func (t *tool) loadProgram(name string, unverified bool) (*lower.Program, error) {
	folder, module, err := t.openFolder(name, unverified)
	if err != nil {
		return nil, err
	}
	built, err := folder.Program(t.ctx, t.Programs, module)
	if diag.CodeOf(err) != "" {
		err = fmt.Errorf("'%s': %w", name, err)
	}
	return built, err
}

// npyType returns NumPy's descriptor of numbers of a type.
func npyType(t ir.Type) string {
	letter := "i"
	switch t := t.(type) {
	case *ir.IntegerType:
		switch {
		case t.Width == 1:
			letter = "b"
		case t.Signedness == ir.Unsigned:
			letter = "u"
		}
	case *ir.FloatType:
		letter = "f"
		if t.Kind != num.F16 && t.Kind != num.F32 && t.Kind != num.F64 {
			letter = "u" // bits of a float that NumPy does not have
		}
	}
	return fmt.Sprint(letter, sim.ElementBytes(t))
}

// fill handles --input name=file.npy.
func (t *tool) fill(dev lower.Machine, spec string) error {
	name, file, ok := strings.Cut(spec, "=")
	if !ok {
		return fmt.Errorf("--input expects name=file.npy, but got '%s'", spec)
	}
	v, err := lower.FindVariable(dev.Variables(), name)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(t.path(file))
	if err != nil {
		return fmt.Errorf("cannot read '%s': %s", file, plainError(err))
	}
	a, err := npy.Parse(data)
	if err != nil {
		return fmt.Errorf("'%s': %w", file, err)
	}
	if want := npyType(v.Elem); a.Type != want {
		return fmt.Errorf("'%s': expected elements of NumPy type %s for variable '%s' of %s, but got %s", file, want, name, v.Type, a.Type)
	}
	if !slices.Equal(a.Shape, v.Shape) {
		return fmt.Errorf("'%s': expected shape %v for variable '%s', but got %v", file, v.Shape, name, a.Shape)
	}
	return dev.Write(name, a.Data)
}

// save handles --output name=file.npy.
func (t *tool) save(dev lower.Machine, spec string) error {
	name, file, ok := strings.Cut(spec, "=")
	if !ok {
		return fmt.Errorf("--output expects name=file.npy, but got '%s'", spec)
	}
	v, err := lower.FindVariable(dev.Variables(), name)
	if err != nil {
		return err
	}
	data, written, err := dev.Read(name)
	if err != nil {
		return err
	}
	if k := slices.Index(written, false); k >= 0 {
		return fmt.Errorf("element %d of variable '%s' was never written", k, name)
	}
	return t.writeFile(file, (&npy.Array{Type: npyType(v.Elem), Shape: v.Shape, Data: data}).Bytes())
}

// printVariable renders a variable as its name and nested lists.
func printVariable(dev lower.Machine, name string) (string, error) {
	v, err := lower.FindVariable(dev.Variables(), name)
	if err != nil {
		return "", err
	}
	data, written, err := dev.Read(v.Name)
	if err != nil {
		return "", err
	}
	return name + " = " + sim.FormatArray(v.Shape, v.Elem, data, written), nil
}
