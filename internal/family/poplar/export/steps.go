package export

import (
	"fmt"

	"optc/dialect/poplar"
	"optc/internal/base/identifiers"
	"optc/internal/family/gpu/cpp"
	"optc/ir"
)

// stepForms are the forms of programs (Poplar C++ API, Program.hpp).
var stepForms = []form{
	of(func(g *graphWriter, op poplar.ProgramOp) {
		g.Blank()
		g.list(g.steps, op.Body())
	}),
	of(func(g *graphWriter, op poplar.GraphFunctionOp) {
		g.Blank()
		body := g.inner(op.SymName()+"_steps", op.Body())
		g.Line("const Function %s = graph.addFunction(%s);", g.named("function", op.SymName()), body)
	}),
	of(func(g *graphWriter, op poplar.SequenceOp) { g.Block(op.Body().Front()) }),
	of(func(g *graphWriter, op poplar.ExecuteOp) {
		set := g.named("set", op.Set())
		if g.indexed[op.Set()] {
			set = fmt.Sprintf("%s.at({%s})", set, join(g.numbers(op.Operation(), op.Suffix())))
		}
		g.step("Execute(%s)", set)
	}),
	of(func(g *graphWriter, op poplar.CopyOp) {
		from, to := g.Value(op.Source()), g.Value(op.Destination())
		if op.Source().Type() != op.Destination().Type() {
			from, to = g.seen(op.Source(), false), g.seen(op.Destination(), false)
		}
		g.step("Copy(%s, %s)", from, to)
	}),
	of(func(g *graphWriter, op poplar.CopyToIPUOp) {
		g.tensor(op.Clone(), fmt.Sprintf("poputil::copyToIpu(graph, %s, %s, %d, %s)", g.Value(op.Source()), g.steps, op.IPU(), cloned(op.Name(), op.Method())))
	}),
	of(func(g *graphWriter, op poplar.RepeatOp) {
		g.step("Repeat(%d, %s)", op.Count(), g.inner("repeated", op.Body()))
	}),
	of(func(g *graphWriter, op poplar.RepeatWhileOp) {
		before := g.inner("before", op.Before())
		g.step("RepeatWhileTrue(%s, %s, %s)", before, g.predicate(op.Operation(), op.Predicate()), g.inner("repeated", op.Body()))
	}),
	of(func(g *graphWriter, op poplar.IfOp) {
		then := g.inner("then", op.Then())
		g.step("If(%s, %s, %s)", g.predicate(op.Operation(), op.Predicate()), then, g.inner("otherwise", op.Otherwise()))
	}),
	of(func(g *graphWriter, op poplar.CallOp) { g.step("Call(%s)", g.named("function", op.Callee())) }),
	of(func(g *graphWriter, op poplar.CopyFromHostOp) {
		x := g.Value(op.Tensor())
		g.step("Copy(host.from(graph, %s, %s), %s)", g.name(op.Operation(), op.Name(), op.Suffix()), x, x)
	}),
	of(func(g *graphWriter, op poplar.CopyToHostOp) {
		x := g.Value(op.Tensor())
		g.step("Copy(%s, host.to(graph, %s, %s))", x, g.name(op.Operation(), op.Name(), op.Suffix()), x)
	}),
}

// step adds a step to the list that is written.
func (g *graphWriter) step(format string, args ...any) {
	g.Line("%s.add(program::%s);", g.steps, fmt.Sprintf(format, args...))
}

// list declares a list of steps and fills it.
func (g *graphWriter) list(name string, body *ir.Region) {
	outer := g.steps
	g.steps = name
	g.Line("program::Sequence %s;", name)
	if !body.Empty() {
		g.Block(body.Front())
	}
	g.steps = outer
}

// inner writes the list of steps that another step contains, and returns its name.
func (g *graphWriter) inner(word string, body *ir.Region) string {
	name := g.Name(word)
	g.list(name, body)
	return name
}

// predicate returns the tensor of the element that a step depends on.
func (g *graphWriter) predicate(op *ir.Operation, v *ir.Value) string {
	if v == nil {
		g.Refuse(op, "the graph is lowered")
		return "0"
	}
	return g.seen(v, true)
}

// reserved reports the names in graph.hpp that no value gets.
var reserved = identifiers.Words(`graph host uses steps build poplar poputil program concat elements at indexed indicesOf setAll Graph Host Indices Mapping Tensor Interval
	ComputeSet VertexRef ArrayRef Function DataStream TensorCloneMethod BOOL CHAR SIGNED_CHAR UNSIGNED_CHAR QUARTER SHORT UNSIGNED_SHORT HALF INT UNSIGNED_INT
	LONG UNSIGNED_LONG FLOAT LONGLONG UNSIGNED_LONGLONG architecture ipus tilesPerIPU add sub mul larger smaller floor_div ceil_div floor_mod p std
	alignas alignof and asm catch class const_cast constexpr delete dynamic_cast explicit export friend mutable namespace new noexcept not nullptr operator or
	private protected public reinterpret_cast static_assert static_cast template this throw try typeid typename using virtual xor NAN INFINITY`)

// construction returns the function that makes the graph and its program.
func construction(op *ir.Operation, classes []string) (text string, problems []*ir.Diagnostic) {
	g := &graphWriter{graph: op, symbols: ir.NewSymbolTables(), names: map[string]string{}, mappings: map[*ir.Value]string{}, sets: map[*ir.Operation]string{},
		indexed: map[string]bool{}, lists: map[listKey]string{}, ends: map[*ir.Operation][]string{}, steps: "steps"}
	forms := map[ir.Kind]cpp.Form{}
	for _, list := range [][]form{graphForms, viewForms, stepForms} {
		for _, f := range list {
			forms[f.kind] = func(_ *cpp.Writer, op *ir.Operation) { f.write(g, op) }
		}
	}
	ir.Walk(op, func(o *ir.Operation) ir.WalkResult {
		if set := ir.As[poplar.ComputeSetOp](o); set.Ok() && inLoop(o) {
			g.indexed[set.SymName()] = true
		}
		return ir.Advance
	})
	g.Writer = cpp.NewWriter(op, poplar.Codes+"export-form", reserved, forms)
	for _, file := range classes {
		g.Line("graph.addCodelets(%q);", file)
	}
	g.Blank()
	g.Block(op.Body())
	return g.Text(), g.Problems()
}

// inLoop reports whether an operation of a graph is in a loop or a condition.
func inLoop(op *ir.Operation) bool { return !ir.Is[poplar.GraphOp](op.Parent()) }
