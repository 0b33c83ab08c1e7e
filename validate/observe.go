package validate

import (
	"context"
	"fmt"
	"strings"

	fn "optc/dialect/func"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

// Limits of an execution: the steps of each thread of a function, and the steps of a
// graph. They are lower than the limits of a run, because every pass needs several
// executions.
const (
	DefaultMaxSteps  = 1 << 20
	DefaultMaxMemory = 1 << 30 // bytes
)

func limitsOf(l sim.Limits) sim.Limits {
	if l.MaxSteps == 0 {
		l.MaxSteps = DefaultMaxSteps
	}
	if l.MaxMemory == 0 {
		l.MaxMemory = DefaultMaxMemory
	}
	return l
}

// Function is a function with a body, together with how it is executed.
type Function struct {
	Op     *ir.Operation
	Module *ir.Operation    // module in which symbols are looked up
	Path   string           // path of the symbol in the module: kernels::sum
	tables *ir.SymbolTables // tables of the module, shared by all of its functions

	Block    [3]int64  // numbers of threads in x, y and z that execute it together; 0 counts as 1
	Subgroup int64     // number of threads of a subgroup; 0 counts as 64
	Table    sim.Table // meanings of operations that replace the dialects' own; or nil
	AnyZero  bool      // see sim.Machine
	Symbols  sim.Symbols
	Exact    bool // see sim.Machine

	sim.Limits // limits of an execution; the defaults are this package's
}

// Functions lists the functions of a module that have a body, in the order of the
// text.
func Functions(module *ir.Operation) (list []Function) {
	tables := ir.NewSymbolTables()
	ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
		if ir.Is[fn.FuncOp](op) && hasBody(op) {
			list = append(list, functionOf(op, module, tables))
		}
		return ir.Advance
	})
	return list
}

func hasBody(f *ir.Operation) bool { return f.NumRegions() > 0 && !f.Region(0).Empty() }

// functionOf describes a function that has a body.
func functionOf(op, module *ir.Operation, tables *ir.SymbolTables) Function {
	path := ir.SymbolName(op)
	for at := op.Parent(); at != nil && at != module; at = at.Parent() {
		path = ir.SymbolName(at) + "::" + path
	}
	return Function{Op: op, Module: module, Path: path, tables: tables}
}

// Value is a value that a function returns or leaves in memory.
type Value struct {
	Type  ir.Type
	Value sim.Value
}

// Observation is the visible outcome of an execution.
type Observation struct {
	Memory  []Value   // the contents of memory arguments after the execution
	Results [][]Value // results by flat thread id
	Printed string    // the text that a single thread prints

	steps int64 // steps of a single thread
}

// Run executes the function, until it returns or ctx ends. It changes the memory of the
// arguments.
func (f Function) Run(ctx context.Context, args []sim.Value) (*Observation, error) {
	var results [][]sim.Value
	o := &Observation{}
	if max(f.Block[0], f.Block[1], f.Block[2]) <= 1 {
		machine := sim.New(f.Module, f.Table)
		if f.tables != nil {
			machine.Tables = f.tables
		}
		var printed strings.Builder
		machine.Limits, machine.AnyZero, machine.Symbols, machine.Exact, machine.Out = limitsOf(f.Limits), f.AnyZero, f.Symbols, f.Exact, &printed
		values, err := machine.Call(ctx, f.Path, args...)
		if err != nil {
			return nil, err
		}
		o.Printed, o.steps = printed.String(), machine.Steps()
		results = append(results, values)
	} else {
		g := sim.Group{Module: f.Module, Table: f.Table, BlockDim: f.Block, SubgroupSize: f.Subgroup, Limits: limitsOf(f.Limits), AnyZero: f.AnyZero, Symbols: f.Symbols, Exact: f.Exact, Tables: f.tables}
		var err error
		if results, err = g.Run(ctx, f.Path, func(sim.Thread) []sim.Value { return args }); err != nil {
			return nil, err
		}
	}
	o.Results = make([][]Value, len(results))
	for i, a := range f.Op.Body().Args() {
		if args[i].MemRef() != nil {
			o.Memory = append(o.Memory, Value{a.Type(), args[i]})
		}
	}
	for thread, values := range results {
		for i, v := range values {
			o.Results[thread] = append(o.Results[thread], Value{fn.TypeOf(f.Op).Results[i], v})
		}
	}
	return o, nil
}

// Differs describes the first difference from the wanted observation, or returns "". Every thread
// of a workgroup must return the results of a single thread. If the numbers of threads differ in
// another way, results are not compared.
func (o *Observation) Differs(want *Observation) string {
	if d := Differs(want.Memory, o.Memory); d != "" {
		return d
	}
	if len(want.Results) != 1 && len(want.Results) != len(o.Results) {
		return ""
	}
	if len(o.Results) == 1 && anyNaN.Replace(o.Printed) != anyNaN.Replace(want.Printed) {
		return fmt.Sprintf("expected the output %q, but got %q", want.Printed, o.Printed)
	}
	for thread, values := range o.Results {
		if d := Differs(want.Results[thread%len(want.Results)], values); d != "" {
			if thread > 0 {
				d = fmt.Sprintf("in thread %d: %s", thread, d)
			}
			return d
		}
	}
	return ""
}

// anyNaN removes the sign of printed NaNs.
var anyNaN = strings.NewReplacer("-nan", "nan")

// Differs describes the first value that may not replace the wanted value, or returns "". Values
// are compared bit for bit, but
//   - anything may replace poison or an element that was never written;
//   - any NaN may replace a NaN, because operations leave its sign and payload
//     open (LangRef, "Behavior of Floating-Point NaN values").
func Differs(want, got []Value) string {
	if len(want) != len(got) {
		return fmt.Sprintf("expected %d values, but got %d", len(want), len(got))
	}
	for i, w := range want {
		if !refines(w.Type, w.Value, got[i].Value) {
			return fmt.Sprintf("expected %s of type '%s', but got %s", sim.Format(w.Type, w.Value), w.Type, sim.Format(w.Type, got[i].Value))
		}
	}
	return ""
}

// refines reports whether a value of type t may replace the wanted value.
func refines(t ir.Type, want, got sim.Value) bool {
	if want.IsPoison() {
		return true
	}
	w, g := elements(want), elements(got)
	if w == nil {
		return g == nil && !got.IsPoison() && sameNumber(t, want, got)
	}
	if g != nil && g.Len() != w.Len() {
		return false
	}
	for i := range w.Len() {
		if !w.IsUndef(i) && (g == nil || g.IsUndef(i) || !sameNumber(w.Elem, w.At(i), g.At(i))) {
			return false
		}
	}
	return true
}

// elements returns the elements of a vector, tensor or memref, or nil.
func elements(v sim.Value) *sim.Vector {
	if m := v.MemRef(); m != nil {
		return m.Elements()
	}
	return v.Vector()
}

func sameNumber(t ir.Type, a, b sim.Value) bool {
	if f, ok := t.(*ir.FloatType); ok && a.Bits != b.Bits {
		return num.FloatFromBits(f.Kind, 0, a.Bits).IsNaN() && num.FloatFromBits(f.Kind, 0, b.Bits).IsNaN()
	}
	if c, ok := t.(*ir.ComplexType); ok {
		x, y := a.AsInt(t).AppendBytes(nil), b.AsInt(t).AppendBytes(nil)
		half := len(x) / 2
		return sameNumber(c.Elem, packed(x[:half]), packed(y[:half])) && sameNumber(c.Elem, packed(x[half:]), packed(y[half:]))
	}
	return sim.EqualNumbers(a, b)
}

// packed returns the number of packed little-endian bytes, at most 8.
func packed(raw []byte) sim.Value { return sim.Int(sim.RawBits(raw)) }
