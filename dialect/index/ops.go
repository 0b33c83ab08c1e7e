package index

import (
	"strconv"

	"optc/dialect/internal/word"
	"optc/ir"
	"optc/ir/integers"
	"optc/num"
)

// binary is an operation of two indices.
type binary struct {
	kind                 ir.OpKind
	goName               string // see ir.OpDef
	summary, description string
	// f computes the result; ok is false where it is not defined.
	f func(a, b num.Int) (r num.Int, ok bool)
	// checked is set if bits of the operands above the 32nd reach the bits of the result below.
	checked bool
	traits  ir.Traits
	// neutral is the right operand, 0 or 1, that leaves the left one unchanged; none if nil.
	neutral *int64
	joins   bool // (x op c0) op c1 becomes x op (c0 op c1)
	applies integers.Function
}

func total(f func(a, b num.Int) num.Int) func(a, b num.Int) (num.Int, bool) {
	return func(a, b num.Int) (num.Int, bool) { return f(a, b), true }
}

var zero, one = int64(0), int64(1)

// binaries lists the operations of two indices.
var binaries = [...]binary{
	{kind: AddOp{}, summary: "sum", description: "The sum of two indices, modulo 2^N.", f: total(num.Int.Add), traits: ir.Pure | ir.Commutative, neutral: &zero, joins: true, applies: integers.Add},
	{kind: SubOp{}, summary: "difference", description: "The difference of two indices, modulo 2^N.", f: total(num.Int.Sub), traits: ir.Pure, neutral: &zero, applies: integers.Sub},
	{kind: MulOp{}, summary: "product", description: "The product of two indices, modulo 2^N.", f: total(num.Int.Mul), traits: ir.Pure | ir.Commutative, neutral: &one, joins: true, applies: integers.Mul},
	{kind: DivSOp{}, goName: "DivS", summary: "signed quotient", description: "The quotient, rounded towards zero.", f: num.Int.DivSigned, checked: true, traits: ir.NoMemoryEffect, applies: integers.DivS},
	{kind: DivUOp{}, goName: "DivU", summary: "unsigned quotient", description: "The quotient of unsigned indices, rounded down.", f: num.Int.DivUnsigned, checked: true, traits: ir.NoMemoryEffect, applies: integers.DivU},
	{kind: CeilDivSOp{}, goName: "CeilDivS", summary: "signed quotient, rounded up", description: "The quotient, rounded up.", f: num.Int.CeilDivSigned, checked: true, traits: ir.NoMemoryEffect, applies: integers.CeilDivS},
	{kind: CeilDivUOp{}, goName: "CeilDivU", summary: "unsigned quotient, rounded up", description: "The quotient of unsigned indices, rounded up.", f: num.Int.CeilDivUnsigned, checked: true, traits: ir.NoMemoryEffect, applies: integers.CeilDivU},
	{kind: FloorDivSOp{}, goName: "FloorDivS", summary: "signed quotient, rounded down", description: "The quotient, rounded down.", f: num.Int.FloorDivSigned, checked: true, traits: ir.NoMemoryEffect, applies: integers.FloorDivS},
	{kind: RemSOp{}, goName: "RemS", summary: "signed remainder", description: "The remainder of the quotient that is rounded towards zero.", f: num.Int.RemSigned, checked: true, traits: ir.NoMemoryEffect, applies: integers.RemS},
	{kind: RemUOp{}, goName: "RemU", summary: "unsigned remainder", description: "The remainder of unsigned indices.", f: num.Int.RemUnsigned, checked: true, traits: ir.NoMemoryEffect, applies: integers.RemU},
	{kind: MaxSOp{}, goName: "MaxS", summary: "signed maximum", description: "The larger of two indices.", f: total(num.Int.MaxSigned), checked: true, traits: ir.Pure | ir.Commutative, joins: true, applies: integers.MaxS},
	{kind: MaxUOp{}, goName: "MaxU", summary: "unsigned maximum", description: "The larger of two unsigned indices.", f: total(num.Int.MaxUnsigned), checked: true, traits: ir.Pure | ir.Commutative, joins: true, applies: integers.MaxU},
	{kind: MinSOp{}, goName: "MinS", summary: "signed minimum", description: "The smaller of two indices.", f: total(num.Int.MinSigned), checked: true, traits: ir.Pure | ir.Commutative, joins: true, applies: integers.MinS},
	{kind: MinUOp{}, goName: "MinU", summary: "unsigned minimum", description: "The smaller of two unsigned indices.", f: total(num.Int.MinUnsigned), checked: true, traits: ir.Pure | ir.Commutative, joins: true, applies: integers.MinU},
	{kind: ShlOp{}, summary: "shift to the left", description: "The left operand, shifted by the right one; poison if that is not below the width.", f: num.Int.Shl, traits: ir.Pure, applies: integers.Shl},
	{kind: ShrSOp{}, goName: "ShrS", summary: "signed shift to the right", description: "As index.shru, filled with the sign.", f: num.Int.ShrSigned, checked: true, traits: ir.Pure, applies: integers.ShrS},
	{kind: ShrUOp{}, goName: "ShrU", summary: "unsigned shift to the right", description: "The left operand, shifted by the right one; poison if that is not below the width.", f: num.Int.ShrUnsigned, checked: true, traits: ir.Pure, applies: integers.ShrU},
	{kind: AndOp{}, summary: "bitwise and", description: "The bits that are set in both.", f: total(num.Int.And), traits: ir.Pure | ir.Commutative, joins: true, applies: integers.And},
	{kind: OrOp{}, summary: "bitwise or", description: "The bits that are set in either.", f: total(num.Int.Or), traits: ir.Pure | ir.Commutative, joins: true, applies: integers.Or},
	{kind: XOrOp{}, goName: "XOr", summary: "bitwise exclusive or", description: "The bits that are set in one of the two.", f: total(num.Int.Xor), traits: ir.Pure | ir.Commutative, joins: true, applies: integers.Xor},
}

func (b *binary) def() *ir.OpDef {
	d := &ir.OpDef{
		Kind: b.kind.Kind(), GoName: b.goName, Summary: b.summary, Description: b.description,
		Operands: []ir.ValueDef{{Name: "lhs", Type: ir.IndexConstraint}, {Name: "rhs", Type: ir.IndexConstraint}},
		Results:  []ir.ValueDef{{Name: "result", Type: ir.IndexConstraint}},
		Traits:   b.traits,
		Assembly: "$lhs `,` $rhs attr-dict",
		Fold:     b.fold, Implements: []ir.Implementation{integers.Applied.By(b.applies)},
	}
	if b.joins {
		d.Patterns = []*ir.Pattern{{Name: string(b.kind.Kind()[len("index."):]) + "-constants", Root: b.kind, Rewrite: b.join}}
	}
	return d
}

func ops() []*ir.OpDef {
	list := []*ir.OpDef{constant(), boolConstant(), sizeOf(), cmp()}
	for i := range binaries {
		list = append(list, binaries[i].def())
	}
	return append(list,
		cast(CastSOp{}, "CastS", "signed cast", "Truncates, or extends with the sign.", num.Int.SignExtend, integers.CastS),
		cast(CastUOp{}, "CastU", "unsigned cast", "Truncates, or extends with zeros.", num.Int.ZeroExtend, integers.CastU))
}

func constant() *ir.OpDef {
	return &ir.OpDef{
		Kind: "index.constant", Summary: "constant", Description: "A constant index.",
		Results:  []ir.ValueDef{{Name: "result", Type: ir.IndexConstraint}},
		Attrs:    []ir.PropDef{{Name: "value", Type: ir.IndexAttr}},
		Traits:   ir.ConstantLike | ir.Pure,
		Assembly: "attr-dict $value",
		ResultNames: func(op *ir.Operation, set func(*ir.Value, string)) {
			if v, ok := ir.IntOf(op.Attr("value")); ok {
				set(op.Result(0), "idx"+strconv.FormatInt(v.Int64(), 10))
			}
		},
		Examples: []string{"func.func @f() -> index {\n  %0 = index.constant 42\n  return %0 : index\n}"},
	}
}

func boolConstant() *ir.OpDef {
	return &ir.OpDef{
		Kind: "index.bool.constant", GoName: "BoolConstant", Summary: "constant truth value", Description: "The folded result of a comparison.",
		Results:  []ir.ValueDef{{Name: "result", Type: ir.BoolConstraint}},
		Attrs:    []ir.PropDef{{Name: "value", Type: ir.BoolAttr}},
		Traits:   ir.ConstantLike | ir.Pure,
		Assembly: "attr-dict $value",
		ResultNames: func(op *ir.Operation, set func(*ir.Value, string)) {
			if v, ok := ir.IntOf(op.Attr("value")); ok {
				set(op.Result(0), map[bool]string{false: "true", true: "false"}[v.IsZero()])
			}
		},
		Examples: []string{"func.func @f() -> i1 {\n  %0 = index.bool.constant true\n  return %0 : i1\n}"},
	}
}

func sizeOf() *ir.OpDef {
	return &ir.OpDef{
		Kind: "index.sizeof", GoName: "SizeOf", Summary: "width of an index", Description: "The number of bits of an index on the target: 64 where it is executed here.",
		Results: []ir.ValueDef{{Name: "result", Type: ir.IndexConstraint}},
		Traits:  ir.Pure, Assembly: "attr-dict",
		Examples: []string{"func.func @f() -> index {\n  %0 = index.sizeof\n  return %0 : index\n}"},
	}
}

func cmp() *ir.OpDef {
	return &ir.OpDef{
		Kind: "index.cmp", New: []string{"pred", "lhs", "rhs"}, Summary: "comparison",
		Description: "Tests whether two indices are in a relation: eq, ne, or one of lt, le, gt, ge with the prefix s (signed) or u (unsigned).",
		Operands:    []ir.ValueDef{{Name: "lhs", Type: ir.IndexConstraint}, {Name: "rhs", Type: ir.IndexConstraint}},
		Results:     []ir.ValueDef{{Name: "result", Type: ir.BoolConstraint}},
		Attrs:       []ir.PropDef{{Name: "pred", Type: predicates.Constraint().In(ir.GoAs(word.Read[Predicate], makePredicate))}},
		Traits:      ir.Pure,
		Assembly:    "`` $pred `(` $lhs `,` $rhs `)` attr-dict",
		Fold:        foldCmp,
		Patterns:    []*ir.Pattern{{Name: "cmp-of-difference", Root: CmpOp{}, Rewrite: compareOperands}},
		Examples:    []string{"func.func @f(%a: index, %b: index) -> i1 {\n  %0 = index.cmp slt(%a, %b)\n  return %0 : i1\n}"},
	}
}

func makePredicate(c *ir.Context, p Predicate) ir.Attribute { return predicates.Of(c, int(p)) }

var indexOrInteger = ir.AnyOf(&ir.TypeConstraint{Summary: "integer", Check: ir.IsType[*ir.IntegerType]}, ir.IndexConstraint)

func cast(kind ir.OpKind, goName, summary, description string, extend func(v num.Int, width int) num.Int, f integers.Function) *ir.OpDef {
	return &ir.OpDef{
		Kind: kind.Kind(), GoName: goName, New: []string{"output", "input"}, Summary: summary, Description: description,
		Operands: []ir.ValueDef{{Name: "input", Type: indexOrInteger}},
		Results:  []ir.ValueDef{{Name: "output", Type: indexOrInteger}},
		Traits:   ir.Pure, Assembly: "$input attr-dict `:` type($input) `to` type($output)",
		Verify: verifyCast, Fold: foldCast(extend), Implements: []ir.Implementation{integers.Applied.By(f)},
	}
}

// verifyCast requires an index on one side (CastSOp::areCastCompatible).
func verifyCast(op *ir.Operation) *ir.Diagnostic {
	from, to := op.Operand(0).Type(), op.Result(0).Type()
	if ir.IsType[*ir.IndexType](from) == ir.IsType[*ir.IndexType](to) {
		return op.Errorf("operand type '%s' and result type '%s' are cast incompatible", from, to)
	}
	return nil
}
