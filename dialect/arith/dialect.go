package arith

import (
	"optc/dialect/ub"
	"optc/ir"
)

// Names of the operations.
const (
	AddF          ir.Kind = "arith.addf"
	AddI          ir.Kind = "arith.addi"
	AddUIExtended ir.Kind = "arith.addui_extended"
	AndI          ir.Kind = "arith.andi"
	Bitcast       ir.Kind = "arith.bitcast"
	CeilDivSI     ir.Kind = "arith.ceildivsi"
	CeilDivUI     ir.Kind = "arith.ceildivui"
	CmpF          ir.Kind = "arith.cmpf"
	CmpI          ir.Kind = "arith.cmpi"
	Constant      ir.Kind = "arith.constant"
	DivF          ir.Kind = "arith.divf"
	DivSI         ir.Kind = "arith.divsi"
	DivUI         ir.Kind = "arith.divui"
	ExtF          ir.Kind = "arith.extf"
	ExtSI         ir.Kind = "arith.extsi"
	ExtUI         ir.Kind = "arith.extui"
	FPToSI        ir.Kind = "arith.fptosi"
	FPToUI        ir.Kind = "arith.fptoui"
	FloorDivSI    ir.Kind = "arith.floordivsi"
	IndexCast     ir.Kind = "arith.index_cast"
	IndexCastUI   ir.Kind = "arith.index_castui"
	MaxNumF       ir.Kind = "arith.maxnumf"
	MaxSI         ir.Kind = "arith.maxsi"
	MaxUI         ir.Kind = "arith.maxui"
	MaximumF      ir.Kind = "arith.maximumf"
	MinNumF       ir.Kind = "arith.minnumf"
	MinSI         ir.Kind = "arith.minsi"
	MinUI         ir.Kind = "arith.minui"
	MinimumF      ir.Kind = "arith.minimumf"
	MulF          ir.Kind = "arith.mulf"
	MulI          ir.Kind = "arith.muli"
	MulSIExtended ir.Kind = "arith.mulsi_extended"
	MulUIExtended ir.Kind = "arith.mului_extended"
	NegF          ir.Kind = "arith.negf"
	OrI           ir.Kind = "arith.ori"
	RemF          ir.Kind = "arith.remf"
	RemSI         ir.Kind = "arith.remsi"
	RemUI         ir.Kind = "arith.remui"
	SIToFP        ir.Kind = "arith.sitofp"
	ScalingExtF   ir.Kind = "arith.scaling_extf"
	ScalingTruncF ir.Kind = "arith.scaling_truncf"
	Select        ir.Kind = "arith.select"
	ShLI          ir.Kind = "arith.shli"
	ShRSI         ir.Kind = "arith.shrsi"
	ShRUI         ir.Kind = "arith.shrui"
	SubF          ir.Kind = "arith.subf"
	SubI          ir.Kind = "arith.subi"
	TruncF        ir.Kind = "arith.truncf"
	TruncI        ir.Kind = "arith.trunci"
	UIToFP        ir.Kind = "arith.uitofp"
	XOrI          ir.Kind = "arith.xori"
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
			Attrs: []*ir.AttrDef{fastMathDef, overflowDef},
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
