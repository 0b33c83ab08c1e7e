package arith

import (
	"optc/dialect/ub"
	"optc/ir"
)

// Names of the operations.
const (
	AddF          = "arith.addf"
	AddI          = "arith.addi"
	AddUIExtended = "arith.addui_extended"
	AndI          = "arith.andi"
	Bitcast       = "arith.bitcast"
	CeilDivSI     = "arith.ceildivsi"
	CeilDivUI     = "arith.ceildivui"
	CmpF          = "arith.cmpf"
	CmpI          = "arith.cmpi"
	Constant      = "arith.constant"
	DivF          = "arith.divf"
	DivSI         = "arith.divsi"
	DivUI         = "arith.divui"
	ExtF          = "arith.extf"
	ExtSI         = "arith.extsi"
	ExtUI         = "arith.extui"
	FPToSI        = "arith.fptosi"
	FPToUI        = "arith.fptoui"
	FloorDivSI    = "arith.floordivsi"
	IndexCast     = "arith.index_cast"
	IndexCastUI   = "arith.index_castui"
	MaxNumF       = "arith.maxnumf"
	MaxSI         = "arith.maxsi"
	MaxUI         = "arith.maxui"
	MaximumF      = "arith.maximumf"
	MinNumF       = "arith.minnumf"
	MinSI         = "arith.minsi"
	MinUI         = "arith.minui"
	MinimumF      = "arith.minimumf"
	MulF          = "arith.mulf"
	MulI          = "arith.muli"
	MulSIExtended = "arith.mulsi_extended"
	MulUIExtended = "arith.mului_extended"
	NegF          = "arith.negf"
	OrI           = "arith.ori"
	RemF          = "arith.remf"
	RemSI         = "arith.remsi"
	RemUI         = "arith.remui"
	SIToFP        = "arith.sitofp"
	ScalingExtF   = "arith.scaling_extf"
	ScalingTruncF = "arith.scaling_truncf"
	Select        = "arith.select"
	ShLI          = "arith.shli"
	ShRSI         = "arith.shrsi"
	ShRUI         = "arith.shrui"
	SubF          = "arith.subf"
	SubI          = "arith.subi"
	TruncF        = "arith.truncf"
	TruncI        = "arith.trunci"
	UIToFP        = "arith.uitofp"
	XOrI          = "arith.xori"
)

// Dialect is the arith dialect.
var Dialect = &ir.Dialect{
	Name:    "arith",
	Summary: "integer and floating point arithmetic",
	Description: `Unary, binary and ternary arithmetic, bit operations, shifts, comparisons and
casts of integers, index and floats, and of vectors and tensors of these, element
by element. An operation whose operand is poison has the result poison.`,
	Define: func() ir.Definitions {
		return ir.Definitions{
			Ops: []*ir.OpDef{
				constant(), selectOp(),
				addI(), subI(), mulI(), divUI(), divSI(), ceilDivUI(), ceilDivSI(), floorDivSI(), remUI(), remSI(),
				addUIExtended(), mulSIExtended(), mulUIExtended(),
				andI(), orI(), xorI(), shlI(), shrUI(), shrSI(),
				maxSI(), maxUI(), minSI(), minUI(),
				negF(), addF(), subF(), mulF(), divF(), remF(), maximumF(), maxNumF(), minimumF(), minNumF(),
				extUI(), extSI(), truncI(), extF(), truncF(), scalingExtF(), scalingTruncF(),
				uiToFP(), siToFP(), fpToUI(), fpToSI(), indexCast(), indexCastUI(), bitcast(),
				cmpI(), cmpF(),
			},
			Attrs: []*ir.AttrKind{fastMathKind, overflowKind},
		}
	},
	Materialize: Materialize,
}

// Materialize builds arith.constant for integers, floats and dense constants of
// their own type, ub.poison for poison, and returns nil for anything else.
func Materialize(b *ir.Builder, value ir.Attribute, t ir.Type, loc ir.Location) *ir.Operation {
	if ub.IsPoison(value) {
		return ub.Materialize(b, value, t, loc)
	}
	typed, ok := value.(ir.TypedAttr)
	if !ok || typed.Type() != t || !isConstantValue(value) {
		return nil
	}
	if i, isInt := ir.ElementOrSelf(t).(*ir.IntegerType); isInt && i.Signedness != ir.Signless {
		return nil
	}
	return b.Create(&ir.OpState{
		Def: b.Context().MustOpDef(Constant), Loc: loc, Props: []ir.Attribute{value}, ResultTypes: []ir.Type{t},
	})
}

func isConstantValue(a ir.Attribute) bool {
	switch a.(type) {
	case *ir.IntegerAttr, *ir.FloatAttr, ir.ElementsAttr:
		return true
	}
	return false
}

// NewConstant builds arith.constant at the insertion point and returns its value.
func NewConstant(b *ir.Builder, value ir.TypedAttr) *ir.Value {
	return b.Value(Constant, nil, []ir.Type{value.Type()}, ir.NamedAttr{Name: "value", Value: value})
}

// NewIndex builds the constant v of type index.
func NewIndex(b *ir.Builder, v int64) *ir.Value { return NewConstant(b, b.Context().IndexAttr(v)) }
