package scf

import (
	"slices"

	"optc/ir"
)

// Operand groups of scf.parallel.
const (
	parallelLower = iota
	parallelUpper
	parallelStep
	parallelInits
)

var parallel = &ir.OpDef{
	Name:    Parallel,
	Summary: "loop nest whose iterations may run in any order",
	Description: `Runs the body for every point of the iteration space. Results come from the
reductions that scf.reduce describes.`,
	Operands: []ir.ValueDef{
		{Name: "lowerBound", Type: ir.IndexConstraint, Kind: ir.Variadic},
		{Name: "upperBound", Type: ir.IndexConstraint, Kind: ir.Variadic},
		{Name: "step", Type: ir.IndexConstraint, Kind: ir.Variadic},
		{Name: "initVals", Type: ir.AnyType, Kind: ir.Variadic},
	},
	Results:    []ir.ValueDef{{Name: "results", Type: ir.AnyType, Kind: ir.Variadic}},
	Regions:    []ir.RegionDef{{Name: "region", SingleBlock: true}},
	Traits:     ir.AttrSizedOperandSegments | ir.RecursiveMemoryEffects | ir.SingleBlock | ir.ImplicitTerminator | ir.AutomaticAllocationScope,
	Interfaces: ir.Interfaces{Terminator: Reduce, Loop: &ir.Loop{Bodies: func(op *ir.Operation) []*ir.Region { return []*ir.Region{op.Region(0)} }}},
	Parse:      parseParallel,
	Print:      printParallel,
	Verify:     verifyParallel,
	VerifyRegions: func(op *ir.Operation) *ir.Diagnostic {
		r := op.Body().Back()
		if !r.Is(Reduce) {
			return op.Errorf("expects region to terminate with 'scf.reduce'")
		}
		if r.NumOperands() != op.NumResults() {
			return op.Errorf("expects number of results: %d to be the same as number of reductions: %d", op.NumResults(), r.NumOperands())
		}
		if inits := op.OperandGroup(parallelInits); len(inits) != op.NumResults() {
			return op.Errorf("expects number of results: %d to be the same as number of initial values: %d", op.NumResults(), len(inits))
		}
		for i, t := range r.OperandTypes() {
			if want := op.Result(i).Type(); t != want {
				return op.Errorf("expects type of %dth reduction operand: '%s' to be the same as the result type: '%s'", i, t, want)
			}
		}
		return nil
	},
}

func parseParallel(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	args := p.Arguments("()", false)
	p.Expect("=")
	lower := p.Operands("()")
	p.Keyword("to")
	upper := p.Operands("()")
	p.Keyword("step")
	step := p.Operands("()")
	var inits []ir.Unresolved
	pos := p.Pos()
	if p.AcceptKeyword("init") {
		inits = p.Operands("()")
	}
	st.ResultTypes = p.OptionalArrowTypes()
	if !p.Ok() {
		return
	}
	for _, list := range [][]ir.Unresolved{lower, upper, step} {
		if len(list) != len(args) {
			p.ErrorAt(pos, "expected %d operands", len(args))
			return
		}
		p.Resolve(st, c.Index(), list...)
	}
	p.ResolveAll(st, inits, st.ResultTypes, pos)
	for i := range args {
		args[i].Type = c.Index()
	}
	body := p.Region(args, false)
	st.Regions = append(st.Regions, body)
	if p.Ok() {
		ir.EnsureTerminator(p.Builder(), body, Reduce, st.Loc)
	}
	p.AttrDict(st)
	st.SetSegments(c, len(lower), len(upper), len(step), len(inits))
}

func printParallel(p *ir.Printer, op *ir.Operation) {
	p.Str(" (").Operands(op.Body().Args()).Str(") = (").Operands(op.OperandGroup(parallelLower)).
		Str(") to (").Operands(op.OperandGroup(parallelUpper)).
		Str(") step (").Operands(op.OperandGroup(parallelStep)).Str(")")
	if inits := op.OperandGroup(parallelInits); len(inits) > 0 {
		p.Str(" init (").Operands(inits).Str(")")
	}
	p.OptionalArrowTypes(op.ResultTypes())
	p.Str(" ").Region(op.Region(0), false, op.NumResults() > 0)
	p.AttrDict(op, "operandSegmentSizes")
}

func verifyParallel(op *ir.Operation) *ir.Diagnostic {
	steps := op.OperandGroup(parallelStep)
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
	return nil
}

var reduce = &ir.OpDef{
	Name:        Reduce,
	Summary:     "reductions of a parallel loop",
	Description: "Ends the body of scf.parallel; each region combines two partial results of one operand.",
	Operands:    []ir.ValueDef{{Name: "operands", Type: ir.AnyType, Kind: ir.Variadic}},
	Regions:     []ir.RegionDef{{Name: "reductions", SingleBlock: true, Variadic: true}},
	Traits:      ir.Terminator | ir.RecursiveMemoryEffects,
	Constraints: []ir.Constraint{ir.HasParent{Parallel}},
	Parse: func(p ir.OpParser, st *ir.OpState) {
		if p.Accept("(") {
			pos := p.Pos()
			operands := p.Operands("")
			p.Expect(":")
			p.ResolveAll(st, operands, p.Types(), pos)
			p.Expect(")")
		}
		for p.Ok() && p.Peek("{") && len(st.Regions) < len(st.Operands) {
			st.Regions = append(st.Regions, p.Region(nil, false))
		}
		p.AttrDict(st)
	},
	Print: func(p *ir.Printer, op *ir.Operation) {
		if op.NumOperands() > 0 {
			p.Str("(").Operands(op.Operands()).Str(" : ").TypesOf(op.Operands()).Str(")")
		}
		for r := range op.Regions() {
			p.Str(" ").Region(r, true, true)
		}
		p.AttrDict(op)
	},
	VerifyRegions: func(op *ir.Operation) *ir.Diagnostic {
		if op.NumRegions() != op.NumOperands() {
			return op.Errorf("expects number of reduction regions: %d to be the same as number of reduction operands: %d", op.NumRegions(), op.NumOperands())
		}
		for i := range op.NumRegions() {
			t, b := op.Operand(i).Type(), op.Region(i).Front()
			if len(b.ArgTypes()) != 2 || b.ArgTypes()[0] != t || b.ArgTypes()[1] != t {
				return op.Errorf("expects two block arguments with the reduction type in the %d-th reduction region", i)
			}
			if !b.Back().Is(ReduceReturn) {
				return op.Errorf("reduction bodies must be terminated with an 'scf.reduce.return' op")
			}
		}
		return nil
	},
}

var reduceReturn = &ir.OpDef{
	Name:        ReduceReturn,
	Summary:     "result of one reduction",
	Description: "Ends a reduction region with the combined value.",
	Operands:    []ir.ValueDef{{Name: "result", Type: ir.AnyType}},
	Traits:      ir.Pure | ir.Terminator,
	Constraints: []ir.Constraint{ir.HasParent{Reduce}},
	Assembly:    "$result attr-dict `:` type($result)",
	Verify: func(op *ir.Operation) *ir.Diagnostic {
		if b := op.Block(); b.NumArgs() > 0 && op.Operand(0).Type() != b.Arg(0).Type() {
			return op.Errorf("must have type '%s' (the type of the reduction inputs)", b.Arg(0).Type())
		}
		return nil
	},
}

// Operand groups of scf.forall.
const (
	forallLower = iota
	forallUpper
	forallStep
	forallOuts
)

var forall = &ir.OpDef{
	Name:    Forall,
	Summary: "loop nest over a pool of threads, with shared outputs",
	Description: `Runs the body for every point of a normalized or explicit iteration space. Tensor
results start as shared_outs and are written in scf.forall.in_parallel.`,
	Operands: []ir.ValueDef{
		{Name: "dynamicLowerBound", Type: ir.IndexConstraint, Kind: ir.Variadic},
		{Name: "dynamicUpperBound", Type: ir.IndexConstraint, Kind: ir.Variadic},
		{Name: "dynamicStep", Type: ir.IndexConstraint, Kind: ir.Variadic},
		{Name: "outputs", Type: ir.AnyRankedTensor, Kind: ir.Variadic},
	},
	Results: []ir.ValueDef{{Name: "results", Type: ir.AnyType, Kind: ir.Variadic}},
	Attrs: []ir.AttrDef{
		{Name: "staticLowerBound", Type: ir.DenseI64ArrayAttr},
		{Name: "staticUpperBound", Type: ir.DenseI64ArrayAttr},
		{Name: "staticStep", Type: ir.DenseI64ArrayAttr},
		{Name: "mapping", Type: ir.ArrayConstraint, Optional: true},
	},
	Regions:    []ir.RegionDef{{Name: "region", SingleBlock: true}},
	Traits:     ir.AttrSizedOperandSegments | ir.RecursiveMemoryEffects | ir.SingleBlock | ir.ImplicitTerminator | ir.AutomaticAllocationScope,
	Interfaces: ir.Interfaces{Terminator: InParallel, Loop: &ir.Loop{Bodies: func(op *ir.Operation) []*ir.Region { return []*ir.Region{op.Region(0)} }}},
	Parse:      parseForall,
	Print:      printForall,
	Verify:     verifyForall,
}

// mixedList reads (%a, 4, %b): the dynamic operands and the static values with
// Dynamic in the places of operands.
func mixedList(p ir.OpParser) (operands []ir.Unresolved, static []int64) {
	p.List("()", func() {
		if u, ok := p.OptionalOperand(); ok {
			operands = append(operands, u)
			static = append(static, ir.Dynamic)
			return
		}
		static = append(static, p.Integer())
	})
	return operands, static
}

func printMixed(p *ir.Printer, dynamic []*ir.Value, static []int64) {
	p.Str("(")
	for i, v := range static {
		if i > 0 {
			p.Str(", ")
		}
		if v == ir.Dynamic {
			p.Operand(dynamic[0])
			dynamic = dynamic[1:]
		} else {
			p.Int(v)
		}
	}
	p.Str(")")
}

func parseForall(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	args := p.Arguments("()", false)
	var lower, upper, step []ir.Unresolved
	var lo, hi, by []int64
	if p.Accept("=") {
		lower, lo = mixedList(p)
		p.Keyword("to")
		upper, hi = mixedList(p)
		p.Keyword("step")
		step, by = mixedList(p)
	} else {
		p.Keyword("in")
		upper, hi = mixedList(p)
		lo, by = make([]int64, len(hi)), slices.Repeat([]int64{1}, len(hi))
	}
	var outs []ir.Unresolved
	pos := p.Pos()
	if p.AcceptKeyword("shared_outs") {
		var shared []ir.Argument
		shared, outs = assignments(p)
		args = append(args, shared...)
		st.ResultTypes = p.ArrowTypes()
	}
	if !p.Ok() {
		return
	}
	if len(args)-len(outs) != len(hi) {
		p.ErrorAt(pos, "expected %d induction variables", len(hi))
		return
	}
	if len(outs) != len(st.ResultTypes) {
		p.ErrorAt(pos, "mismatch between out operands and types")
		return
	}
	p.Resolve(st, c.Index(), slices.Concat(lower, upper, step)...)
	p.ResolveAll(st, outs, st.ResultTypes, pos)
	for i := range args {
		args[i].Type = c.Index()
		if k := i - len(hi); k >= 0 {
			args[i].Type = st.ResultTypes[k]
		}
	}
	body := p.Region(args, false)
	st.Regions = append(st.Regions, body)
	if p.Ok() {
		ensureInParallel(p, body, st.Loc)
	}
	p.AttrDict(st)
	st.SetProp("staticLowerBound", c.DenseI64Array(lo))
	st.SetProp("staticUpperBound", c.DenseI64Array(hi))
	st.SetProp("staticStep", c.DenseI64Array(by))
	st.SetSegments(c, len(lower), len(upper), len(step), len(outs))
}

// ensureInParallel adds the terminator of scf.forall with its empty block.
func ensureInParallel(p ir.OpParser, r *ir.Region, loc ir.Location) {
	if r.Empty() {
		r.Append(&ir.Block{})
	}
	if r.Back().Terminator() != nil {
		return
	}
	inner := &ir.Region{}
	inner.Append(&ir.Block{})
	b := p.Builder()
	b.AtEnd(r.Back()).Create(&ir.OpState{Def: p.Context().MustOpDef(InParallel), Loc: loc, Regions: []*ir.Region{inner}})
}

func printForall(p *ir.Printer, op *ir.Operation) {
	lo, _ := ir.Int64s(op.Attr("staticLowerBound"))
	hi, _ := ir.Int64s(op.Attr("staticUpperBound"))
	by, _ := ir.Int64s(op.Attr("staticStep"))
	args := op.Body().Args()
	p.Str(" (").Operands(args[:len(hi)]).Str(")")
	normalized := !slices.ContainsFunc(lo, func(v int64) bool { return v != 0 }) &&
		!slices.ContainsFunc(by, func(v int64) bool { return v != 1 })
	if normalized {
		p.Str(" in ")
		printMixed(p, op.OperandGroup(forallUpper), hi)
	} else {
		p.Str(" = ")
		printMixed(p, op.OperandGroup(forallLower), lo)
		p.Str(" to ")
		printMixed(p, op.OperandGroup(forallUpper), hi)
		p.Str(" step ")
		printMixed(p, op.OperandGroup(forallStep), by)
	}
	outs := op.OperandGroup(forallOuts)
	printAssignments(p, " shared_outs", args[len(hi):], outs)
	if len(outs) > 0 {
		p.Str(" -> (").TypesOf(outs).Str(")")
	}
	p.Str(" ").Region(op.Region(0), false, op.NumResults() > 0)
	p.AttrDict(op, "operandSegmentSizes", "staticLowerBound", "staticUpperBound", "staticStep")
}

func verifyForall(op *ir.Operation) *ir.Diagnostic {
	outs := op.OperandGroup(forallOuts)
	if op.NumResults() != len(outs) {
		return op.Errorf("produces %d results, but has only %d outputs", op.NumResults(), len(outs))
	}
	hi, _ := ir.Int64s(op.Attr("staticUpperBound"))
	args := op.Body().Args()
	if len(args) != len(hi)+len(outs) {
		return op.Errorf("region expects %d arguments", len(hi)+len(outs))
	}
	for i := range hi {
		if _, ok := args[i].Type().(*ir.IndexType); !ok {
			return op.Errorf("expects %d-th block argument to be an index", i)
		}
	}
	for i, o := range outs {
		if a := args[len(hi)+i].Type(); a != o.Type() {
			return op.Errorf("type mismatch between %d-th output and corresponding block argument", i).
				Note(op.Loc(), "output has type '%s', argument has type '%s'", o.Type(), a)
		}
	}
	if m, ok := op.Attr("mapping").(*ir.ArrayAttr); ok && len(m.Elems) != 0 && len(m.Elems) != len(hi) {
		return op.Errorf("mapping attribute size must match op rank")
	}
	return nil
}

var inParallel = &ir.OpDef{
	Name:        InParallel,
	Summary:     "what the threads of a forall write",
	Description: "Ends the body of scf.forall; holds the operations that write into the shared outputs.",
	Regions:     []ir.RegionDef{{Name: "region", SingleBlock: true}},
	Traits:      ir.Pure | ir.Terminator | ir.SingleBlock | ir.NoTerminator | ir.GraphRegion,
	Constraints: []ir.Constraint{ir.HasParent{Forall}},
	Parse: func(p ir.OpParser, st *ir.OpState) {
		r := p.Region(nil, false)
		if p.Ok() && r.Empty() {
			r.Append(&ir.Block{})
		}
		st.Regions = append(st.Regions, r)
		p.AttrDict(st)
	},
	Print: func(p *ir.Printer, op *ir.Operation) {
		p.Str(" ").Region(op.Region(0), false, false)
		p.AttrDict(op)
	},
}
