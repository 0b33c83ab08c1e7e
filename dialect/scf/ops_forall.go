package scf

import (
	"slices"

	"optc/dialect/internal/view"
	"optc/dialect/tensor"
	"optc/ir"
	"optc/sim"
)

// Lists of the iteration space of scf.forall.
var (
	forallLowers = view.List{Attr: staticLowerBound, Group: 0, Word: "lower bound"}
	forallUppers = view.List{Attr: staticUpperBound, Group: 1, Word: "upper bound"}
	forallSteps  = view.List{Attr: staticStep, Group: 2, Word: "step"}
)

func forall() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "scf.forall",
		Summary: "loop nest over a pool of threads, with shared outputs",
		Description: `Runs the body for every point of a normalized or explicit iteration space. Tensor
results start as shared_outs and are written in scf.forall.in_parallel. mapping
specifies which hardware dimensions the loop's dimensions are mapped to.`,
		Operands: []ir.ValueDef{
			{Name: "dynamicLowerBound", Type: ir.IndexConstraint, Kind: ir.Variadic},
			{Name: "dynamicUpperBound", Type: ir.IndexConstraint, Kind: ir.Variadic},
			{Name: "dynamicStep", Type: ir.IndexConstraint, Kind: ir.Variadic},
			{Name: "outputs", Type: ir.AnyRankedTensor, Kind: ir.Variadic},
		},
		Results: []ir.ValueDef{{Name: "results", Type: ir.AnyType, Kind: ir.Variadic}},
		Attrs: []ir.PropDef{
			{Name: staticLowerBound, Type: ir.DenseI64ArrayAttr},
			{Name: staticUpperBound, Type: ir.DenseI64ArrayAttr},
			{Name: staticStep, Type: ir.DenseI64ArrayAttr},
			{Name: mapping, Type: deviceMapping, Optional: true},
		},
		Regions: []ir.RegionDef{{Name: "region", SingleBlock: true}},
		Traits:  ir.AttrSizedOperandSegments | ir.RecursiveMemoryEffects | ir.SingleBlock | ir.ImplicitTerminator | ir.AutomaticAllocationScope,
		Interfaces: ir.Interfaces{Terminator: InParallelOp{}, Loop: parallelLoop, RegionBranch: forallBranch,
			DestStyle: &ir.DestStyle{Inits: func(op *ir.Operation) (lo, hi int) { return op.OperandRange(forallOuts) }}},
		Form: "`(` %i, … `)` (`in` bounds | `=` bounds `to` bounds `step` bounds) (`shared_outs` `(` %out `=` $outputs, … `)` `->` `(` type($results) `)`)? $region attr-dict\n" +
			"bounds ::= `(` (value | number), … `)`",
		Implements: []ir.Implementation{sim.Moves("outputs"), uniformForall},
		Parse:      parseForall,
		Print:      printForall,
		Verify:     verifyForall,
		Patterns:   forallPatterns,
		Examples: []string{`func.func @f(%t: tensor<8xf32>, %s: tensor<1xf32>, %n: index) -> tensor<8xf32> {
  %r = scf.forall (%i) = (0) to (%n) step (2) shared_outs(%o = %t) -> (tensor<8xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}`},
	}
}

var deviceMapping = &ir.AttrConstraint{Summary: "Device Mapping array attribute", Go: ir.GoArray, Stores: ir.ArrayConstraint.Check, Check: ir.IsArrayOf(func(a ir.Attribute) bool {
	switch a := a.(type) {
	case DeviceMapping:
		return a.IsDeviceMapping()
	case DeviceMask:
		return true
	}
	return false
})}

// DeviceMapping is an attribute that may specify the hardware dimension that a loop's
// dimension is mapped to (DeviceMappingAttrInterface upstream).
type DeviceMapping interface{ IsDeviceMapping() bool }

// mixedList reads (%a, 4, %b) and returns the dynamic operands, and the static values
// with Dynamic in place of each operand.
func mixedList(p ir.OpParser) (operands []ir.Unresolved, static []int64) {
	static = []int64{}
	p.ListIn("()", " in dynamic index list", func() {
		if u, ok := p.OptionalOperand(); ok {
			operands = append(operands, u)
			static = append(static, ir.Dynamic)
			return
		}
		static = append(static, p.Integer())
	})
	return operands, static
}

func printMixed(p *ir.Printer, ms []ir.Mixed) {
	p.Str("(")
	for i, m := range ms {
		if i > 0 {
			p.Str(", ")
		}
		p.Mixed(m)
	}
	p.Str(")")
}

// forallBranch: control enters the body, and leaves the loop from the body.
var forallBranch = &ir.RegionBranch{
	Successors: func(op *ir.Operation, from *ir.Region) []ir.RegionSuccessor {
		if from == nil {
			return []ir.RegionSuccessor{{Region: op.Region(0)}}
		}
		return []ir.RegionSuccessor{{}}
	},
	EntryOperands: noOperands,
	ExitOperands:  noOperands,
}

func parseForall(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	args := p.Arguments("()", false)
	var lower, upper, step []ir.Unresolved
	var lo, hi, by []int64
	if p.AcceptKeyword("in") {
		upper, hi = mixedList(p)
		lo, by = make([]int64, len(args)), slices.Repeat([]int64{1}, len(args))
	} else {
		p.Expect("=")
		lower, lo = mixedList(p)
		p.Keyword("to")
		upper, hi = mixedList(p)
		p.Keyword("step")
		step, by = mixedList(p)
	}
	p.ResolveEach(st, c.Index(), slices.Concat(lower, upper, step))
	var outs []ir.Unresolved
	var shared []ir.Argument
	pos := p.Pos()
	if p.AcceptKeyword("shared_outs") {
		shared, outs = p.Assignments()
		st.ResultTypes = p.OptionalArrowTypes()
		p.ResolveAll(st, outs, st.ResultTypes, pos)
	}
	if !p.Ok() {
		return
	}
	for i := range args {
		args[i].Type = c.Index()
	}
	for i, t := range st.ResultTypes {
		shared[i].Type = t
	}
	body := p.Region(append(args, shared...), false)
	st.Regions = append(st.Regions, body)
	if p.Ok() {
		ensureInParallel(p, body, st.Loc)
	}
	p.AttrDict(st)
	st.SetProp(staticLowerBound, c.DenseI64Array(lo))
	st.SetProp(staticUpperBound, c.DenseI64Array(hi))
	st.SetProp(staticStep, c.DenseI64Array(by))
	st.SetSegments(c, len(lower), len(upper), len(step), len(outs))
}

// ensureInParallel adds the terminator of scf.forall with its empty block.
func ensureInParallel(p ir.OpParser, r *ir.Region, loc ir.Location) {
	if r.Empty() {
		r.Append(&ir.Block{})
	}
	if last := r.Back().Back(); last != nil && last.Has(ir.Terminator) {
		return
	}
	inner := &ir.Region{}
	inner.Append(&ir.Block{})
	b := p.Builder()
	at := b.Save()
	defer b.Restore(at)
	b.AtEnd(r.Back()).Create(&ir.OpState{Def: p.Context().MustOpDef(InParallelOp{}), Loc: loc, Regions: []*ir.Region{inner}})
}

// allAre reports whether every entry is the constant want.
func allAre(ms []ir.Mixed, want int64) bool {
	return !slices.ContainsFunc(ms, func(m ir.Mixed) bool {
		v, ok := m.Constant()
		return !ok || v != want
	})
}

func printForall(p *ir.Printer, op *ir.Operation) {
	lowers, uppers, steps := forallLowers.Of(op), forallUppers.Of(op), forallSteps.Of(op)
	rank := len(lowers)
	args := op.Body().Args()
	p.Str(" (").Operands(args[:rank]).Str(")")
	if allAre(lowers, 0) && allAre(steps, 1) {
		p.Str(" in ")
		printMixed(p, uppers)
	} else {
		p.Str(" = ")
		printMixed(p, lowers)
		p.Str(" to ")
		printMixed(p, uppers)
		p.Str(" step ")
		printMixed(p, steps)
	}
	outs := ir.Cast[ForallOp](op).Outputs()
	printAssignments(p, " shared_outs", args[rank:], outs)
	if len(outs) > 0 {
		p.Str(" -> (").Types(op.ResultTypes()).Str(")")
	}
	p.Str(" ").Region(op.Region(0), false, op.NumResults() > 0)
	p.AttrDict(op, "operandSegmentSizes", staticLowerBound, staticUpperBound, staticStep)
}

func verifyForall(op *ir.Operation) *ir.Diagnostic {
	outs, rank := ir.Cast[ForallOp](op).Outputs(), len(forallLowers.Static(op))
	if op.NumResults() != len(outs) {
		return op.Errorf("produces %d results, but has only %d outputs", op.NumResults(), len(outs))
	}
	args := op.Body().Args()
	if len(args) != rank+len(outs) {
		return op.Errorf("region expects %d arguments", rank)
	}
	for i := range rank {
		if !ir.IndexConstraint.Check(args[i].Type()) {
			return op.Errorf("expects %d-th block argument to be an index", i)
		}
	}
	for i, o := range outs {
		if args[rank+i].Type() != o.Type() {
			return op.Errorf("type mismatch between %d-th output and corresponding block argument", i)
		}
	}
	if d := verifyMapping(op, rank); d != nil {
		return d
	}
	for _, l := range []view.List{forallLowers, forallUppers, forallSteps} {
		if d := l.Verify(op, rank); d != nil {
			return d
		}
	}
	return nil
}

// DeviceMask is an attribute that selects processors instead of mapping a dimension.
type DeviceMask interface{ IsDeviceMask() }

// verifyMapping checks that either all dimensions are mapped or none, and that there is
// at most one mask.
func verifyMapping(op *ir.Operation, rank int) *ir.Diagnostic {
	m, masks := ir.Cast[ForallOp](op).Mapping(), 0
	for _, a := range m {
		if _, ok := a.(DeviceMask); ok {
			masks++
		}
	}
	if len(m) != 0 && len(m)-masks != rank {
		return op.Errorf("mapping attribute size must match op rank")
	}
	if masks > 1 {
		return op.Errorf(`"mapping" supports at most one device masking attribute`)
	}
	return nil
}

func inParallel() *ir.OpDef {
	return &ir.OpDef{
		Kind: "scf.forall.in_parallel", GoName: "InParallel",
		Interfaces:  ir.Interfaces{InParallel: true},
		Summary:     "the writes of the threads of a forall",
		Description: "Ends the body of scf.forall; holds the operations that write into the shared outputs.",
		Regions:     []ir.RegionDef{{Name: "region", SingleBlock: true}},
		Traits:      ir.Pure | ir.Terminator | ir.SingleBlock | ir.NoTerminator | ir.GraphRegion,
		Constraints: []ir.Constraint{ir.HasParent{ForallOp{}}},
		Examples: []string{`func.func @f(%t: tensor<4x8xf32>, %row: tensor<1x8xf32>) -> tensor<4x8xf32> {
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4x8xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %row into %o[%i, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<4x8xf32>
    }
  }
  return %r : tensor<4x8xf32>
}`},
		Form: "$region attr-dict",
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
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			args := op.Parent().Body().Args()
			outs := args[min(len(args), len(forallLowers.Static(op.Parent()))):]
			for o := range op.Body().Ops() {
				if !ir.Is[tensor.ParallelInsertSliceOp](o) {
					return op.Errorf("expected only ParallelCombiningOpInterface ops")
				}
				if dest := o.Operand(1); !slices.Contains(outs, dest) {
					return o.Errorf("may only insert into an output block argument")
				}
			}
			return nil
		},
	}
}

// ForallBounds returns the lower bounds, upper bounds and steps of scf.forall.
func ForallBounds(op *ir.Operation) [3][]ir.Mixed {
	return [...][]ir.Mixed{forallLowers.Of(op), forallUppers.Of(op), forallSteps.Of(op)}
}
