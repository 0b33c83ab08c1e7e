package scf

import (
	"optc/ir"
	"optc/sim"
)

func parallel() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "scf.parallel",
		New:     []string{"lowerBound", "upperBound", "step", "initVals", "results=initVals"},
		Summary: "loop nest whose iterations may run in any order",
		Description: `Runs the body for every point of the iteration space. Results come from the
reductions that scf.reduce describes.`,
		Implements: []ir.Implementation{sim.Moves("initVals")},
		Operands: []ir.ValueDef{
			{Name: "lowerBound", Type: ir.IndexConstraint, Kind: ir.Variadic},
			{Name: "upperBound", Type: ir.IndexConstraint, Kind: ir.Variadic},
			{Name: "step", Type: ir.IndexConstraint, Kind: ir.Variadic},
			{Name: "initVals", Type: ir.AnyType, Kind: ir.Variadic},
		},
		Results:    []ir.ValueDef{{Name: "results", Type: ir.AnyType, Kind: ir.Variadic}},
		Regions:    []ir.RegionDef{{Name: "region", SingleBlock: true}},
		Traits:     ir.AttrSizedOperandSegments | ir.RecursiveMemoryEffects | ir.SingleBlock | ir.ImplicitTerminator | ir.AutomaticAllocationScope,
		Interfaces: ir.Interfaces{Terminator: ReduceOp{}, Loop: parallelLoop, RegionBranch: parallelBranch},
		Form:       "`(` %i, … `)` `=` `(` $lowerBound `)` `to` `(` $upperBound `)` `step` `(` $step `)` (`init` `(` $initVals `)`)? (`->` type($results))? $region attr-dict",
		Parse:      parseParallel,
		Print:      printParallel,
		Verify:     verifyParallel,
		Patterns:   parallelPatterns,
		Examples: []string{`func.func @f(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}`},
	}
}

var parallelLoop = &ir.Loop{Bodies: func(op *ir.Operation) []*ir.Region { return []*ir.Region{op.Region(0)} }}

// parallelBranch: control passes from the parent to the body or past the loop, and from
// the body to the body again or out of the loop; no values are passed on.
var parallelBranch = &ir.RegionBranch{
	Successors: func(op *ir.Operation, from *ir.Region) []ir.RegionSuccessor {
		return []ir.RegionSuccessor{{Region: op.Region(0)}, {}}
	},
	EntryOperands: noOperands,
	ExitOperands:  noOperands,
}

func noOperands(*ir.Operation, ir.RegionSuccessor) (lo, hi int) { return 0, 0 }

func parseParallel(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	_, start, _ := st.Loc.Source()
	args := p.Arguments("()", false)
	p.Expect("=")
	list := func() []ir.Unresolved {
		pos := p.Pos()
		us := p.Operands("()")
		if p.Ok() && len(us) != len(args) {
			p.ErrorAt(pos, "expected %d operands", len(args))
		}
		p.ResolveEach(st, c.Index(), us)
		return us
	}
	lower := list()
	p.Keyword("to")
	upper := list()
	p.Keyword("step")
	step := list()
	var inits []ir.Unresolved
	if p.AcceptKeyword("init") {
		inits = p.Operands("()")
	}
	st.ResultTypes = p.OptionalArrowTypes()
	for i := range args {
		args[i].Type = c.Index()
	}
	body := p.Region(args, false)
	st.Regions = append(st.Regions, body)
	if p.Ok() {
		ir.EnsureTerminator(p.Builder(), body, ReduceOp{}, st.Loc)
	}
	p.AttrDict(st)
	p.ResolveAll(st, inits, st.ResultTypes, start)
	st.SetSegments(c, len(lower), len(upper), len(step), len(inits))
}

func printParallel(p *ir.Printer, op *ir.Operation) {
	parallel := ir.Cast[ParallelOp](op)
	p.Str(" (").Operands(op.Body().Args()).Str(") = (").Operands(parallel.LowerBound()).
		Str(") to (").Operands(parallel.UpperBound()).
		Str(") step (").Operands(parallel.Step()).Str(")")
	if inits := parallel.InitVals(); len(inits) > 0 {
		p.Str(" init (").Operands(inits).Str(")")
	}
	p.OptionalArrowTypes(op.ResultTypes())
	p.Str(" ").Region(op.Region(0), false, true)
	p.AttrDict(op, "operandSegmentSizes")
}

func verifyParallel(op *ir.Operation) *ir.Diagnostic {
	steps := ir.Cast[ParallelOp](op).Step()
	if len(steps) == 0 {
		return op.Errorf("needs at least one tuple element for lowerBound, upperBound and step")
	}
	for _, s := range steps {
		if v, ok := ir.ConstantValue(s).(*ir.IntegerAttr); ok && v.Int64() <= 0 {
			return op.Errorf("constant step operand must be positive")
		}
	}
	args := op.Body().Args()
	if len(args) != len(steps) {
		return op.Errorf("expects the same number of induction variables: %d as bound and step values: %d", len(args), len(steps))
	}
	for _, a := range args {
		if a.Type() != op.Body().Arg(0).Type().Context().Index() {
			return op.Errorf("expects arguments for the induction variable to be of index type")
		}
	}
	return verifyReduction(op)
}

// verifyReduction compares the results with the reductions of the terminator.
func verifyReduction(op *ir.Operation) *ir.Diagnostic {
	r := op.Body().Back()
	if !ir.Is[ReduceOp](r) {
		d := op.Errorf("expects body to terminate with 'scf.reduce'")
		if r != nil {
			d.Note(r.Loc(), "terminator here")
		}
		return d
	}
	results, inits := op.NumResults(), len(ir.Cast[ParallelOp](op).InitVals())
	if n := r.NumRegions(); results != n {
		return op.Errorf("expects number of results: %d to be the same as number of reductions: %d", results, n)
	}
	if results != inits {
		return op.Errorf("expects number of results: %d to be the same as number of initial values: %d", results, inits)
	}
	if r.NumOperands() != inits {
		return nil // scf.reduce reports it
	}
	for i, t := range r.OperandTypes() {
		if want := op.Result(i).Type(); t != want {
			return r.Errorf("expects type of %d-th reduction operand: '%s' to be the same as the %d-th result type: '%s'", i, t, i, want)
		}
	}
	return nil
}

func reduce() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "scf.reduce",
		New:         ir.ByHand,
		Summary:     "reductions of a parallel loop",
		Description: "Ends the body of scf.parallel; each region combines two partial results of one operand.",
		Implements:  []ir.Implementation{sim.Moves()},
		Operands:    []ir.ValueDef{{Name: "operands", Type: ir.AnyType, Kind: ir.Variadic}},
		Regions:     []ir.RegionDef{{Name: "reductions", SingleBlock: true, Variadic: true}},
		Traits:      ir.Terminator | ir.RecursiveMemoryEffects,
		Constraints: []ir.Constraint{ir.HasParent{ParallelOp{}}},
		Assembly:    "(`(` $operands^ `:` type($operands) `)`)? $reductions attr-dict",
		VerifyRegions: func(op *ir.Operation) *ir.Diagnostic {
			if op.NumRegions() != op.NumOperands() {
				return op.Errorf("expects number of reduction regions: %d to be the same as number of reduction operands: %d", op.NumRegions(), op.NumOperands())
			}
			for i := range op.NumRegions() {
				t, b := op.Operand(i).Type(), op.Region(i).Front()
				if b.Empty() {
					return op.Errorf("%d-th reduction has an empty body", i)
				}
				if a := b.ArgTypes(); len(a) != 2 || a[0] != t || a[1] != t {
					return op.Errorf("expected two block arguments with type '%s' in the %d-th reduction region", t, i)
				}
				if !ir.Is[ReduceReturnOp](b.Back()) {
					return op.Errorf("reduction bodies must be terminated with an 'scf.reduce.return' op")
				}
			}
			return nil
		},
	}
}

func reduceReturn() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "scf.reduce.return",
		Summary:     "result of one reduction",
		Description: "Ends a reduction region with the combined value.",
		Implements:  []ir.Implementation{sim.Moves()},
		Operands:    []ir.ValueDef{{Name: "result", Type: ir.AnyType}},
		Traits:      ir.Pure | ir.Terminator,
		Constraints: []ir.Constraint{ir.HasParent{ReduceOp{}}},
		Assembly:    "$result attr-dict `:` type($result)",
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			if b := op.Block(); b.NumArgs() > 0 && ir.Cast[ReduceReturnOp](op).Result().Type() != b.Arg(0).Type() {
				return op.Errorf("must have type '%s' (the type of the reduction inputs)", b.Arg(0).Type())
			}
			return nil
		},
	}
}
