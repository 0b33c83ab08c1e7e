package optmain

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/scalar"
	"optc/internal/npy"
	"optc/ir"
	"optc/lower"
	"optc/lower/poplar/image"
	"optc/lower/poplar/run"
	"optc/parser"
	"optc/sim"
)

// runOptions are the options of `optc run`.
type runOptions struct {
	source                  sourceFlags
	inputs, outputs, prints []string
	stats                   bool
}

func (o *runOptions) flags() []*flag {
	return append(o.source.flags(),
		listFlag("input", "name=file.npy", &o.inputs, "fill a variable before the run"),
		listFlag("output", "name=file.npy", &o.outputs, "write a variable after the run"),
		listFlag("print", "name", &o.prints, "print variables after the run"),
		switchFlag("stats", &o.stats, "count executed operations, memory accesses and element clashes"),
	)
}

// runRun is `optc run`: it runs a built program, or builds a file and runs that.
func runRun(e *Env, args []string) int {
	t := e.tool()
	defer t.stderr.flush()
	var o runOptions
	files, code := t.arguments("run", args, o.flags())
	switch {
	case code >= 0:
		return code
	case len(files) != 1:
		return t.usageError("run")
	}
	dev, ok := t.device(files[0], &o.source)
	if !ok {
		return 1
	}
	// Names are checked before the run, which may take long.
	for _, spec := range slices.Concat(o.prints, o.outputs) {
		name, _, _ := strings.Cut(spec, "=")
		if _, err := findVariable(dev, name); err != nil {
			return t.fail(err)
		}
	}
	for _, in := range o.inputs {
		if err := t.fill(dev, in); err != nil {
			return t.fail(err)
		}
	}
	if err := dev.Run(t.ctx); err != nil {
		var at *sim.RuntimeError
		if errors.As(err, &at) {
			t.stderr.Report(at.Diagnostic().Note(at.Op.Loc(), "in %s", where(err, at)))
			return 1
		}
		return t.fail(err)
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
		n := dev.Stats()
		fmt.Fprintf(t.stdout, "runs of vertices %d\noperations       %d\nloads            %d\nstores           %d\nelement clashes  %d\nbytes moved      %d\n",
			n.Vertices, n.Ops, n.Loads, n.Stores, n.Clashes, n.Moved)
	}
	return 0
}

// where is what an error says about where the failing operation ran.
func where(err error, at *sim.RuntimeError) string {
	return strings.TrimSuffix(strings.TrimSuffix(err.Error(), at.Error()), ": ")
}

// device loads a built program, or builds a file.
func (t *tool) device(name string, s *sourceFlags) (*run.Device, bool) {
	var module *ir.Operation
	var prog *lower.Program
	var err error
	if t.isFolder(name) {
		for flag, text := range map[string]string{"--target": s.target, "--pass-pipeline": s.pipeline} {
			if text != "" {
				t.fail(fmt.Errorf("flag '%s' is for files; '%s' is built already", flag, name))
				return nil, false
			}
		}
		module, prog, err = t.loadProgram(name)
	} else {
		p, ok := t.compile(name, s)
		if !ok {
			return nil, false
		}
		var d *ir.Diagnostic
		if prog, d = lower.Images(p.module); d != nil {
			err = d
		}
		module = p.module
	}
	if err == nil {
		var dev *run.Device
		if dev, err = prog.Device(module); err == nil {
			return dev, true
		}
	}
	t.failed(err)
	return nil, false
}

// loadProgram reads a built program from a folder.
func (t *tool) loadProgram(name string) (*ir.Operation, *lower.Program, error) {
	dir := os.DirFS(t.path(name))
	manifest, text, err := lower.ReadDir(dir)
	if err != nil {
		return nil, nil, fmt.Errorf("'%s': %w", name, err)
	}
	ctx := ir.NewContext(t.Dialects...)
	src := &ir.Source{Name: filepath.Join(name, lower.ProgramFile), Text: text}
	module, err := parser.Parse(t.ctx, ctx, src, t.stderr)
	if err == nil {
		err = ir.VerifyContext(t.ctx, module, t.stderr, 0)
	}
	if err != nil {
		return nil, nil, err
	}
	prog, err := lower.Load(dir, manifest, module)
	if diag.CodeOf(err) != "" {
		err = fmt.Errorf("'%s': %w", name, err)
	}
	return module, prog, err
}

// npyTypes maps scalars to NumPy's descriptors.
var npyTypes = map[string]string{
	"i1": "b1", "i8": "i1", "si8": "i1", "ui8": "u1", "si16": "i2", "ui16": "u2", "si32": "i4", "ui32": "u4",
	"si64": "i8", "ui64": "u8", "f16": "f2", "f32": "f4", "long": "i4", "ulong": "u4", "quarter": "u1",
}

func findVariable(dev *run.Device, name string) (*image.VariableRecord, error) {
	var names []string
	for i := range dev.Manifest.Variables {
		v := &dev.Manifest.Variables[i]
		if v.Name == name {
			return v, nil
		}
		names = append(names, v.Name)
	}
	return nil, diag.Errorf("unknown-variable", "there is no variable '%s'%s", name, diag.DidYouMean(name, names))
}

// fill handles --input name=file.npy.
func (t *tool) fill(dev *run.Device, spec string) error {
	name, file, ok := strings.Cut(spec, "=")
	if !ok {
		return fmt.Errorf("--input expects name=file.npy, but got '%s'", spec)
	}
	v, err := findVariable(dev, name)
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
	if want := npyTypes[v.Type]; a.Type != want {
		return fmt.Errorf("'%s': expected elements of NumPy type %s for variable '%s' of %s, but got %s", file, want, name, v.Type, a.Type)
	}
	if !slices.Equal(a.Shape, v.Shape) {
		return fmt.Errorf("'%s': expected shape %v for variable '%s', but got %v", file, v.Shape, name, a.Shape)
	}
	return dev.Write(name, a.Data)
}

// save handles --output name=file.npy.
func (t *tool) save(dev *run.Device, spec string) error {
	name, file, ok := strings.Cut(spec, "=")
	if !ok {
		return fmt.Errorf("--output expects name=file.npy, but got '%s'", spec)
	}
	v, err := findVariable(dev, name)
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
	return t.temps.writeWhole(t.path(file), (&npy.Array{Type: npyTypes[v.Type], Shape: v.Shape, Data: data}).Bytes())
}

// printVariable renders a variable as nested lists; elements that were never
// written are "undef".
func printVariable(dev *run.Device, name string) (string, error) {
	v, err := findVariable(dev, name)
	if err != nil {
		return "", err
	}
	data, written, err := dev.Read(name)
	if err != nil {
		return "", err
	}
	e, err := scalar.Parse(v.Type)
	if err != nil {
		return "", err
	}
	return name + " = " + sim.FormatArray(v.Shape, poplar.ValueType(ir.NewContext(), e), data, written), nil
}
