package conformance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"optc/diag"
	fn "optc/dialect/func"
	"optc/ir"
	"optc/parser"
	"optc/passes"
	"optc/passes/standard"
	tensorpasses "optc/passes/tensors"
	"optc/registry"
	"optc/sim"
	"optc/validate"
)

// Pipeline is a pipeline; functions are executed before and after it.
type Pipeline struct {
	Text string
	// Refuses reports that some modules are errors: operations of other dialects that
	// remain around control flow cannot hold several blocks, and some operations have no
	// form on buffers.
	Refuses bool
}

// Pipelines are all passes that are neither specific to a family of hardware nor a report, each
// alone, and the usual passes in sequence.
func Pipelines() []Pipeline {
	list := []Pipeline{
		{Text: "canonicalize,cse,canonicalize"}, {Text: "sccp,canonicalize,symbol-dce"}, {Text: "inline,loop-invariant-code-motion,cse"},
		{Text: "lower-affine,convert-scf-to-cf", Refuses: true},
		{Text: "convert-vector-to-scf{full-unroll=true target-rank=0 lower-tensors=true}"},
	}
	var upstream []string
	for _, d := range upstreamDialects() {
		upstream = append(upstream, d.Name)
	}
	for _, p := range registry.Passes().Passes {
		switch {
		case slices.ContainsFunc(p.Dialects, func(d string) bool { return !slices.Contains(upstream, d) }): // it creates operations of other dialects
		case p == standard.SCFToCF || slices.ContainsFunc(families, func(f string) bool { return strings.HasPrefix(p.Name, f) }):
		case slices.Contains(p.Anchor, ir.OpKind(fn.FuncOp{})):
			list = append(list, Pipeline{Text: "func.func(" + p.Name + options[p.Name] + ")"})
		default:
			list = append(list, Pipeline{Text: p.Name + options[p.Name], Refuses: p == tensorpasses.OneShotBufferize || p == tensorpasses.EliminateEmptyTensors})
		}
	}
	return list
}

// families are the prefixes of passes that do nothing to the compared dialects.
var families = []string{"gpu-", "okk-", "poplar-", "vectorext-", "print-"}

// options are options for passes that do little without them.
var options = map[string]string{
	"pad-tensors": "{multiples=4,4,4,4}", "split-tensors": "{parts=2}", "unroll-vectors": "{native-shape=2}", "inline": "{default-pipeline=}",
	"one-shot-bufferize": "{allow-unknown-ops=true allow-return-allocs-from-loops=true}",
}

// Trial is a module whose functions are executed, on the arguments of its seed.
type Trial struct {
	Name string
	Text string
	Seed uint64

	functions []validate.Function
	want      []*validate.Observation // nil if the behaviour is undefined
	Unknown   string                  // the operation that the simulator does not know, if any
	Undefined string                  // why some function has no defined behaviour, if any
}

// NewTrial executes the functions of a module, which must be valid.
func NewTrial(name, text string, seed uint64) (*Trial, error) {
	m := load(text)
	if m == nil {
		return nil, fmt.Errorf("the module is rejected")
	}
	t := &Trial{Name: name, Text: text, Seed: seed, functions: validate.Functions(m.op)}
	for _, f := range t.functions {
		o, err := call(f, seed)
		switch {
		case err != nil && isUnknown(err):
			t.Unknown = err.Error()
		case err != nil:
			t.Undefined = err.Error()
		}
		t.want = append(t.want, o)
	}
	return t, nil
}

// Ran returns the number of functions whose behaviour is defined.
func (t *Trial) Ran() (n int) {
	for _, o := range t.want {
		if o != nil {
			n++
		}
	}
	return n
}

// After runs a pipeline and executes the functions again. It returns the module after the
// pipeline, or "" if the pipeline refuses the module, and the difference, or "".
func (t *Trial) After(pipeline Pipeline) (text, wrong string) {
	m := load(t.Text)
	p, err := registry.Passes().Parse("builtin.module(" + pipeline.Text + ")")
	if err == nil {
		manager := passes.NewManager(m.ctx)
		manager.Threads = 1
		err = manager.Run(context.Background(), p, m.op)
	}
	switch {
	case err != nil && pipeline.Refuses:
		return "", ""
	case err != nil:
		return "", fmt.Sprintf("%s: %v", pipeline.Text, err)
	}
	text = string(ir.Print(m.op, ir.PrintOptions{}))
	now := map[string]validate.Function{}
	for _, f := range validate.Functions(m.op) {
		now[f.Path] = f
	}
	for i, f := range t.functions {
		if t.want[i] == nil {
			continue
		}
		after, ok := now[f.Path]
		if !ok {
			return text, fmt.Sprintf("%s: @%s is removed", pipeline.Text, f.Path)
		}
		got, err := call(after, t.Seed)
		switch {
		case err != nil && isUnknown(err): // it was not reached before
			t.Unknown = err.Error()
		case err != nil:
			return text, fmt.Sprintf("%s: @%s: %v", pipeline.Text, f.Path, err)
		default:
			if d := got.Differs(t.want[i]); d != "" {
				return text, fmt.Sprintf("%s: @%s: %s", pipeline.Text, f.Path, d)
			}
		}
	}
	return text, ""
}

// isUnknown reports whether an operation has no meaning for the simulator.
func isUnknown(err error) bool {
	var e *diag.Error
	return errors.As(err, &e) && e.Code == "no-meaning"
}

type module struct {
	ctx *ir.Context
	op  *ir.Operation
}

func load(text string) *module {
	c := ir.NewContext(upstreamDialects()...)
	var ds ir.Diagnostics
	m, err := parser.Parse(context.Background(), c, &ir.Source{Name: "input.mlir", Text: text}, &ds, parser.Threads(1))
	if err != nil || ir.Verify(m, &ds) != nil {
		return nil
	}
	return &module{c, m}
}

// call runs a function on the arguments of a seed.
func call(f validate.Function, seed uint64) (*validate.Observation, error) {
	args, _, err := arguments(f, seed)
	if err != nil {
		return nil, err
	}
	return f.Run(context.Background(), args)
}

// arguments returns the arguments for a seed. If an argument has the same memory as an earlier one,
// same has the earlier argument's number for it; otherwise its own number.
func arguments(f validate.Function, seed uint64) (args []sim.Value, same []int, err error) {
	r := validate.NewRandom(seed)
	r.AnyIndex = true
	if args, err = r.Arguments(f); err != nil {
		return nil, nil, err
	}
	last := map[ir.Type]int{}
	for i, a := range f.Op.Body().Args() {
		same = append(same, i)
		if args[i].MemRef() == nil {
			continue
		}
		if k, ok := last[a.Type()]; ok && r.IntN(2) == 0 {
			args[i], same[i] = args[k], k
		}
		last[a.Type()] = same[i]
	}
	return args, same, nil
}
