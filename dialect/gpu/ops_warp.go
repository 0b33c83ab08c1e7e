package gpu

import "optc/ir"

func warpExecute() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "gpu.warp_execute_on_lane_0",
		Summary: "code that only lane 0 runs",
		Description: `The region works on whole vectors; args and results are the parts that belong to
the lanes: at least one dimension of the vector inside is divided by the number of
lanes.`,
		Operands:   []ir.ValueDef{indexOperand("laneid"), {Name: "args", Type: ir.AnyType, Kind: ir.Variadic}},
		Results:    []ir.ValueDef{{Name: "results", Type: ir.AnyType, Kind: ir.Variadic}},
		Attrs:      []ir.PropDef{{Name: warpSize, Type: ir.I64Attr, Doc: "lanes of a subgroup"}},
		Regions:    []ir.RegionDef{{Name: "warpRegion", SingleBlock: true}},
		Traits:     ir.SingleBlock | ir.ImplicitTerminator | ir.RecursiveMemoryEffects,
		Form:       "`(` $laneid `)` `[` $warp_size `]` (`args` `(` $args `:` type($args) `)`)? (`->` type($results))? $warpRegion attr-dict",
		Parse:      parseWarp,
		Print:      printWarp,
		Verify:     verifyWarp,
		Interfaces: ir.Interfaces{Terminator: YieldOp{}, RegionBranch: warpBranch},
		Implements: []ir.Implementation{meetsSubgroup, uniformWarp},
		Examples: []string{`func.func @f(%lane: index, %part: vector<1xf32>) -> vector<1xf32> {
  %r = gpu.warp_execute_on_lane_0(%lane)[32] args(%part : vector<1xf32>) -> (vector<1xf32>) {
  ^bb0(%whole: vector<32xf32>):
    %s = arith.addf %whole, %whole : vector<32xf32>
    gpu.yield %s : vector<32xf32>
  }
  return %r : vector<1xf32>
}`},
	}
}

var warpBranch = &ir.RegionBranch{
	Successors: func(op *ir.Operation, from *ir.Region) []ir.RegionSuccessor {
		if from == nil {
			return []ir.RegionSuccessor{{Region: ir.Cast[WarpExecuteOnLane0Op](op).WarpRegion()}}
		}
		return []ir.RegionSuccessor{{Inputs: op.ResultList()}}
	},
	EntryOperands: func(*ir.Operation, ir.RegionSuccessor) (lo, hi int) { return 0, 0 },
	Compatible:    func(op *ir.Operation, from, to ir.Type) bool { return verifyDistributed(op, from, to) == nil },
}

func parseWarp(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	p.Expect("(")
	lane := p.Operand()
	p.Expect(")")
	p.Expect("[")
	size := p.Integer()
	p.Expect("]")
	st.SetProp(warpSize, c.Int(c.Integer(64), size))
	p.Resolve(st, c.Index(), lane)
	if p.AcceptKeyword("args") {
		p.Expect("(")
		pos := p.Pos()
		args := p.Operands("")
		p.Expect(":")
		types := p.Types()
		p.Expect(")")
		p.ResolveAll(st, args, types, pos)
	}
	st.ResultTypes = p.OptionalArrowTypes()
	body := p.Region(nil, false)
	if p.Ok() {
		ir.EnsureTerminator(p.Builder(), body, YieldOp{}, st.Loc)
	}
	st.Regions = append(st.Regions, body)
	p.AttrDict(st)
}

func printWarp(p *ir.Printer, op *ir.Operation) {
	warpExecuteOnLane0 := ir.Cast[WarpExecuteOnLane0Op](op)
	p.Str("(").Operand(warpExecuteOnLane0.LaneID()).Str(")[").Int(warpExecuteOnLane0.WarpSize()).Str("]")
	if args := warpExecuteOnLane0.Args(); len(args) > 0 {
		p.Str(" args(").Operands(args).Str(" : ").TypesOf(args).Str(")")
	}
	if op.NumResults() > 0 {
		p.Str(" -> (").Types(op.ResultTypes()).Str(")")
	}
	p.Str(" ").Region(warpExecuteOnLane0.WarpRegion(), true, op.NumResults() > 0)
	p.AttrDict(op, warpSize)
}

func verifyWarp(op *ir.Operation) *ir.Diagnostic {
	args, inside, yielded := ir.Cast[WarpExecuteOnLane0Op](op).Args(), op.Body().Args(), op.Body().Back().OperandList()
	if len(args) != len(inside) {
		return op.Errorf("expected same number op arguments and block arguments.")
	}
	if len(yielded) != op.NumResults() {
		return op.Errorf("expected same number of yield operands and return values.")
	}
	for i, a := range args {
		if d := verifyDistributed(op, inside[i].Type(), a.Type()); d != nil {
			return d
		}
	}
	for i := range op.NumResults() {
		if d := verifyDistributed(op, yielded[i].Type(), op.Result(i).Type()); d != nil {
			return d
		}
	}
	return nil
}

// verifyDistributed checks that a type outside is the part of the type inside that
// belongs to a lane.
func verifyDistributed(op *ir.Operation, whole, part ir.Type) *ir.Diagnostic {
	if whole == part {
		return nil
	}
	w, ok1 := whole.(*ir.VectorType)
	p, ok2 := part.(*ir.VectorType)
	if !ok1 || !ok2 {
		return op.Errorf("expected vector type for distributed operands.")
	}
	if len(w.Dims) != len(p.Dims) || w.Elem != p.Elem {
		return op.Errorf("expected distributed vectors to have same rank and element type.")
	}
	scale := int64(1)
	for i := range w.Dims {
		if w.Dims[i]%p.Dims[i] != 0 {
			return op.Errorf("expected expanded vector dimension #%d (%d) to be a multipler of the distributed vector dimension (%d)", i, w.Dims[i], p.Dims[i])
		}
		scale *= w.Dims[i] / p.Dims[i]
	}
	if size := ir.Cast[WarpExecuteOnLane0Op](op).WarpSize(); scale != size {
		return op.Errorf("incompatible distribution dimensions from '%s' to '%s' with warp size = %d", whole, part, size)
	}
	return nil
}
