package scf

import (
	"slices"

	"optc/ir"
)

// This file holds the accessors and builders of the operations; see ir.Kind.

// Positions of the operand groups that interfaces give ranges of.
const (
	forInits   = 3
	forallOuts = 3
)

// Names of the attributes that parsers and printers mention too.
const (
	unsignedCmp      = "unsignedCmp"
	noInline         = "no_inline"
	switchCases      = "cases"
	staticLowerBound = "staticLowerBound"
	staticUpperBound = "staticUpperBound"
	staticStep       = "staticStep"
	mapping          = "mapping"
)

// The operations.
var (
	Condition     = conditionKind{"scf.condition"}
	ExecuteRegion = executeRegionKind{"scf.execute_region"}
	For           = forKind{"scf.for"}
	Forall        = forallKind{"scf.forall"}
	If            = ifKind{"scf.if"}
	InParallel    = inParallelKind{"scf.forall.in_parallel"}
	IndexSwitch   = indexSwitchKind{"scf.index_switch"}
	Parallel      = parallelKind{"scf.parallel"}
	Reduce        = reduceKind{"scf.reduce"}
	ReduceReturn  = reduceReturnKind{"scf.reduce.return"}
	While         = whileKind{"scf.while"}
	Yield         = yieldKind{"scf.yield"}
)

func typesOf(vs []*ir.Value) []ir.Type {
	ts := make([]ir.Type, len(vs))
	for i, v := range vs {
		ts[i] = v.Type()
	}
	return ts
}

type conditionKind struct{ ir.OldKind }

func (conditionKind) Condition(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (conditionKind) Args(op *ir.Operation) []*ir.Value    { return op.OperandGroup(1) }

// ArgOf returns the number of the argument that a use in scf.condition is; ok is false if
// the use is the condition itself.
func (conditionKind) ArgOf(u *ir.OpOperand) (i int, ok bool) { return u.Index() - 1, u.Index() > 0 }

// ArgMutable returns the use of an argument.
func (conditionKind) ArgMutable(op *ir.Operation, i int) *ir.OpOperand { return op.OpOperand(1 + i) }

// Build continues or leaves scf.while with args.
func (k conditionKind) Build(b ir.OpBuilder, condition *ir.Value, args []*ir.Value) *ir.Operation {
	return k.Create(b, &ir.OpState{Operands: append([]*ir.Value{condition}, args...), ResultTypes: []ir.Type{}})
}

type executeRegionKind struct{ ir.OldKind }

func (executeRegionKind) NoInline(op *ir.Operation) bool     { return op.Attr(noInline) != nil }
func (executeRegionKind) Region(op *ir.Operation) *ir.Region { return op.Region(0) }

type forKind struct{ ir.OldKind }

func (forKind) LowerBound(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (forKind) UpperBound(op *ir.Operation) *ir.Value { return op.Operand(1) }
func (forKind) Step(op *ir.Operation) *ir.Value       { return op.Operand(2) }
func (forKind) InitArgs(op *ir.Operation) []*ir.Value { return op.OperandGroup(forInits) }
func (forKind) UnsignedCmp(op *ir.Operation) bool     { return op.Attr(unsignedCmp) != nil }
func (forKind) Region(op *ir.Operation) *ir.Region    { return op.Region(0) }

// InitArgMutable returns the use that is the initial value of loop-carried value i.
func (forKind) InitArgMutable(op *ir.Operation, i int) *ir.OpOperand {
	return op.OpOperand(forInits + i)
}

// InitOf returns the number of the loop-carried value whose initial value is a use in
// scf.for; ok is false for uses as bounds or step.
func (forKind) InitOf(u *ir.OpOperand) (i int, ok bool) {
	i = u.Index() - forInits
	return i, i >= 0
}

// Build builds a loop that carries values. Its region is empty.
func (k forKind) Build(b ir.OpBuilder, lower, upper, step *ir.Value, inits []*ir.Value) *ir.Operation {
	return k.Create(b, &ir.OpState{Operands: append([]*ir.Value{lower, upper, step}, inits...), ResultTypes: typesOf(inits)})
}

type forallKind struct{ ir.OldKind }

func (forallKind) Outputs(op *ir.Operation) []*ir.Value { return op.OperandGroup(forallOuts) }
func (forallKind) Region(op *ir.Operation) *ir.Region   { return op.Region(0) }

// ForallBounds returns the lower bounds, upper bounds and steps of scf.forall.
func ForallBounds(op *ir.Operation) [3][]ir.Mixed {
	return [...][]ir.Mixed{forallLowers.Of(op), forallUppers.Of(op), forallSteps.Of(op)}
}

// Mapping returns the hardware dimensions to which the loop's dimensions are mapped, or
// nil.
func (forallKind) Mapping(op *ir.Operation) []ir.Attribute {
	if a := ir.Get[*ir.ArrayAttr](op, mapping); a != nil {
		return a.Elems
	}
	return nil
}

type ifKind struct{ ir.OldKind }

func (ifKind) Condition(op *ir.Operation) *ir.Value            { return op.Operand(0) }
func (ifKind) ConditionMutable(op *ir.Operation) *ir.OpOperand { return op.OpOperand(0) }
func (ifKind) ThenRegion(op *ir.Operation) *ir.Region          { return op.Region(0) }
func (ifKind) ElseRegion(op *ir.Operation) *ir.Region          { return op.Region(1) }

// Build builds a conditional with results. Its regions are empty.
func (k ifKind) Build(b ir.OpBuilder, condition *ir.Value, results ...ir.Type) *ir.Operation {
	return k.Create(b, &ir.OpState{Operands: []*ir.Value{condition}, ResultTypes: append([]ir.Type{}, results...)})
}

type inParallelKind struct{ ir.OldKind }

func (inParallelKind) Region(op *ir.Operation) *ir.Region { return op.Region(0) }

type indexSwitchKind struct{ ir.OldKind }

func (indexSwitchKind) Arg(op *ir.Operation) *ir.Value            { return op.Operand(0) }
func (indexSwitchKind) DefaultRegion(op *ir.Operation) *ir.Region { return op.Region(0) }

// Cases returns the values of the cases; region 1 + i is the region of case i.
func (indexSwitchKind) Cases(op *ir.Operation) []int64 {
	cases, _ := ir.Int64s(op.Attr(switchCases))
	return cases
}

type parallelKind struct{ ir.OldKind }

func (parallelKind) LowerBound(op *ir.Operation) []*ir.Value { return op.OperandGroup(0) }
func (parallelKind) UpperBound(op *ir.Operation) []*ir.Value { return op.OperandGroup(1) }
func (parallelKind) Step(op *ir.Operation) []*ir.Value       { return op.OperandGroup(2) }
func (parallelKind) InitVals(op *ir.Operation) []*ir.Value   { return op.OperandGroup(3) }
func (parallelKind) Region(op *ir.Operation) *ir.Region      { return op.Region(0) }

// Build builds a loop nest with a result for each of inits. Its region is empty.
func (k parallelKind) Build(b ir.OpBuilder, lower, upper, step, inits []*ir.Value) *ir.Operation {
	st := &ir.OpState{Def: b.Context().MustOpDef(k), Operands: slices.Concat(lower, upper, step, inits), ResultTypes: typesOf(inits)}
	st.SetSegments(b.Context(), len(lower), len(upper), len(step), len(inits))
	return k.Create(b, st)
}

type reduceKind struct{ ir.OldKind }

func (reduceKind) Operands(op *ir.Operation) []*ir.Value { return op.OperandGroup(0) }

// Build ends the body of a parallel loop. It has an empty region for each operand.
func (reduceKind) Build(b ir.OpBuilder, operands []*ir.Value) *ir.Operation {
	return NewReduce(b, operands).Operation()
}

type reduceReturnKind struct{ ir.OldKind }

func (reduceReturnKind) Result(op *ir.Operation) *ir.Value { return op.Operand(0) }

// Build ends a reduction with the combined value.
func (k reduceReturnKind) Build(b ir.OpBuilder, v *ir.Value) *ir.Operation {
	return k.Create(b, &ir.OpState{Operands: []*ir.Value{v}, ResultTypes: []ir.Type{}})
}

type whileKind struct{ ir.OldKind }

func (whileKind) Inits(op *ir.Operation) []*ir.Value { return op.OperandGroup(0) }
func (whileKind) Before(op *ir.Operation) *ir.Region { return op.Region(0) }
func (whileKind) After(op *ir.Operation) *ir.Region  { return op.Region(1) }

type yieldKind struct{ ir.OldKind }

func (yieldKind) Results(op *ir.Operation) []*ir.Value { return op.OperandGroup(0) }

// Build ends a region with values.
func (k yieldKind) Build(b ir.OpBuilder, values ...*ir.Value) *ir.Operation {
	return k.Create(b, &ir.OpState{Operands: values, ResultTypes: []ir.Type{}})
}
