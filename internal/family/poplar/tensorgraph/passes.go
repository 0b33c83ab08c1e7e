package tensorgraph

import (
	"slices"

	"optc/dialect/linalg"
	"optc/dialect/poplar"
	"optc/internal/base/identifiers"
	"optc/internal/family/nests"
	"optc/ir"
	"optc/passes"
)

// PlanOptions are the options of Plan.
type PlanOptions struct {
	Explain bool `opt:"explain" help:"report for each operation in a remark what its plan costs"`
	Costs   bool `opt:"costs" help:"give each operation what its plan costs as the attribute poplar.cost"`
	Others  int  `opt:"others" help:"list at most that many other plans in the attribute poplar.others, the cheapest first"`
}

// Plan is poplar-plan-tensors.
var Plan = &passes.Pass{
	Name:  "poplar-plan-tensors",
	Title: "Choose how functions on tensors are divided among tiles",
	Doc: `Gives every structured operation of a function on tensors the attribute poplar.parts: the number of parts of each
loop. Each block, a part of every loop, is computed on another tile; the results of the parts of a reduction are combined in a second step.
Of all plans whose blocks fit, the pass chooses the plan with the fewest estimated cycles of computation and exchange. A function of elements is divided in parts of at least 128 bytes, unless there are
few. An attribute that is there is checked, and stays.

    %0 = linalg.matmul ins(%x, %w : …) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
    →
    %0 = linalg.matmul {poplar.parts = array<i64: 16, 16, 1>} ins(%x, %w : …) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>`,
	Options: PlanOptions{},
	Anchor:  []ir.OpKind{ir.ModuleOp{}},
	Run: func(c *passes.Context) (changed bool, err error) {
		return onPrograms(c, func(f *ir.Operation, p planner) *ir.Diagnostic {
			m := &planning{planner: p, rw: c.Rewriter(nil), options: *passes.OptionsOf[PlanOptions](c)}
			if m.options.Explain {
				m.explain = c.Report
			}
			return nests.Build(f, m)
		})
	},
}

// Convert is poplar-convert-tensors.
var Convert = &passes.Pass{
	Name:  "poplar-convert-tensors",
	Title: "Make graphs of functions on tensors",
	Doc: `Replaces a function on tensors by a graph. An argument is an array of the host of its name, and the results are the
arrays "result0", "result1", and so on. A structured operation becomes a compute set with a vertex for every block of
its plan, and the class of the vertices has the region of the operation as its code. Slices, transpositions,
concatenations and the like become views.

    func.func @f(%x: tensor<64xf32>, …) -> tensor<64xf32> {
      %0 = linalg.exp {poplar.parts = array<i64: 16>} ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
      return %0 : tensor<64xf32>
    }
    →
    poplar.vertex @"f::exp" multi {
      poplar.field @in0 : !poplar.in<vec<f32, ONE_PTR, align 4>>
      poplar.field @out0 : !poplar.out<vec<f32, ONE_PTR, align 4>>
      …
    }
    poplar.graph @f {
      %x = poplar.variable "x.tiles" : !poplar.tensor<64xf32>
      %exp = poplar.variable "exp" : !poplar.tensor<64xf32>
      …
      poplar.compute_set @exp {
        poplar.for %i = 0 to 16 {
          %v = poplar.add_vertex @"f::exp" on %i
          …`,
	Anchor:   []ir.OpKind{ir.ModuleOp{}},
	Dialects: []string{"arith", "memref", "poplar", "scf"},
	Needs:    []passes.Condition{{Text: "operations have plans"}},
	Run: func(c *passes.Context) (changed bool, err error) {
		return onPrograms(c, func(f *ir.Operation, p planner) *ir.Diagnostic {
			return convert(c, f, p)
		})
	},
}

// onPrograms calls do for the functions of a module that become programs for tiles.
func onPrograms(c *passes.Context, do func(f *ir.Operation, p planner) *ir.Diagnostic) (changed bool, err error) {
	target, ok := poplar.TargetFor(c.Op)
	if !ok || len(passes.OpsIn(c.Op, poplar.GraphOp{})) > 0 {
		return false, nil
	}
	for _, f := range nests.Programs(c.Op) {
		changed = true
		if d := do(f, planner{target}); d != nil {
			c.Report(d)
		}
	}
	return changed, nil
}

// planning is a machine that writes plans into the text.
type planning struct {
	planner
	rw      *ir.Rewriter
	explain func(*ir.Diagnostic) // or nil
	options PlanOptions
}

// Argument is nests.Machine.
func (p *planning) Argument(arg *ir.Value, _ string) (*value, *ir.Diagnostic) {
	v, d := newValue(arg.ParentBlock().ParentOp(), arg.Type())
	if d == nil {
		v.free = true
	}
	return v, d
}

// Constant is nests.Machine.
func (p *planning) Constant(op *ir.Operation, a ir.ElementsAttr) (*value, *ir.Diagnostic) {
	v, d := newValue(op, op.Result(0).Type())
	if d == nil {
		v.setConstant(a)
	}
	return v, d
}

// Move is nests.Machine.
func (p *planning) Move(op *ir.Operation, m *nests.Move, sources []*value) (*value, *ir.Diagnostic) {
	return p.moved(op, m, sources)
}

// Nest is nests.Machine.
func (p *planning) Nest(n *nests.Nest, operands []*value) ([]*value, *ir.Diagnostic) {
	parts := ir.ReadInts(n.Op.Attr(PartsName))
	if n.Op.Attr(PartsName) == nil {
		if parts, _ = p.choose(n, operands, nil); parts == nil {
			return nil, p.tooLarge(n, operands)
		}
		p.rw.Modify(n.Op, func() { n.Op.SetAttr(PartsName, p.rw.Context().DenseI64Array(parts)) })
	}
	if d := p.checkPlan(n, parts); d != nil {
		return nil, d
	}
	if p.explain != nil {
		p.explain(p.explained(n, operands, parts))
	}
	if p.options.Others > 0 {
		var others []ir.Attribute
		for _, r := range p.cheapest(n, operands, parts, p.options.Others) {
			others = append(others, p.rw.Context().DenseI64Array(r.parts))
		}
		p.rw.Modify(n.Op, func() { n.Op.SetAttr(OthersName, p.rw.Context().Array(others)) })
	}
	if p.options.Costs {
		cost := p.described(n, operands, parts).Attr(p.rw.Context())
		p.rw.Modify(n.Op, func() { n.Op.SetAttr(CostName, cost) })
	}
	return p.assign(n, operands, parts, func(*nests.Operand, *value) {})
}

// Result is nests.Machine.
func (p *planning) Result(*ir.Operation, string, *value) *ir.Diagnostic { return nil }

// assign finds where a plan puts the results of a nest, and the free tensors whose parts its blocks use. The function place is called for each of them.
func (p *planner) assign(n *nests.Nest, operands []*value, parts []int64, place func(o *nests.Operand, v *value)) (outputs []*value, d *ir.Diagnostic) {
	grains := grainsOf(n)
	for i := range n.Operands {
		o := &n.Operands[i]
		if v := operands[i]; v != nil && v.isFree() && o.Read {
			switch d, covers := divided(o, n, parts, grains); covers {
			case exact:
				v.settle()
				v.division = &d
				place(o, v)
			case shared:
				v.settle()
				place(o, v)
			}
		}
	}
	for _, o := range n.Outputs() {
		v, d := newValue(n.Op, o.Value.Type())
		if d != nil {
			return nil, d
		}
		division, _ := divided(&o, n, parts, grains)
		v.division = &division
		place(&o, v)
		outputs = append(outputs, v)
	}
	return outputs, nil
}

// splitReductions replaces operations whose plan divides a reduction by two operations, and reports whether
// there were any.
func splitReductions(c *passes.Context, rw *ir.Rewriter) (found bool) {
	for f := range c.Op.Body().Ops() {
		if !nests.IsFunction(f) {
			continue
		}
		for _, op := range slices.Collect(f.Body().Ops()) {
			parts := ir.ReadInts(op.Attr(PartsName))
			if parts == nil || !linalg.Structured.Has(op) {
				continue
			}
			n, d := nests.Read(op)
			if d != nil || len(parts) != len(n.Loops) {
				continue // Build reports it
			}
			reduced, blocks := make([]int64, len(parts)), []int64(nil)
			of := slices.Clone(parts)
			for l, k := range parts {
				if reduced[l] = 1; n.Loops[l].Reduction && k > 1 {
					reduced[l], of[l] = k, 1
					blocks = append(blocks, k)
				}
			}
			if blocks != nil {
				found = true
				partial, _ := n.Split(rw, reduced)
				rw.Modify(partial, func() { partial.SetAttr(PartsName, c.IR.DenseI64Array(append(blocks, of...))) })
			}
		}
	}
	return found
}

// convert replaces a function by a graph.
func convert(c *passes.Context, f *ir.Operation, p planner) *ir.Diagnostic {
	rw := c.Rewriter(nil)
	for splitReductions(c, rw) {
		// The new operations get plans, so that results may be combined in several steps.
		if d := nests.Build(f, &planning{planner: p, rw: rw}); d != nil {
			return d
		}
	}
	rw.Before(f).Loc = f.Loc()
	hidden := poplar.NewGraph(rw, ir.SymbolName(f))
	hidden.SetHiddenVariables(true)
	graph := hidden.Operation()
	rw.AtEnd(graph.Body())
	program := poplar.NewProgram(rw)
	rw.Before(program.Operation())
	none := func(string) bool { return false }
	g := &grapher{
		planner: p, Builder: rw.Builder, function: oneWord(identifiers.New(none).Pick(ir.SymbolName(f))), graph: graph, program: program.Operation().Body(),
		variables: identifiers.New(none), sets: identifiers.New(none), classes: identifiers.New(none),
	}
	if d := nests.Build(f, g); d != nil {
		rw.Erase(graph)
		return d
	}
	g.finish()
	nests.EraseFunctions(rw, c.Op)
	return nil
}
