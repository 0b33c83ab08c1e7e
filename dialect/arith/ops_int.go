package arith

import (
	"optc/ir"
	"optc/ir/ranges"
	"optc/num"
)

func addI() *ir.OpDef {
	return intOverflowing(&ir.OpDef{
		Kind: "arith.addi", GoName: "AddI", Summary: "integer addition",
		Implements: []ir.Implementation{inferBinary[AddIOp](ranges.Interval.Add), linearSum(1, 1)},
		Fold:       foldAddI,
		Patterns:   addIPatterns(),
		Traits:     ir.Commutative,
		Description: `The sum, modulo 2^N for integers of N bits. nsw and nuw promise that the
mathematical sum fits.`,
		Examples: []string{`func.func @f(%a: i32, %v: vector<4xindex>) {
  %0 = arith.addi %a, %a overflow<nsw, nuw> : i32
  %1 = arith.addi %v, %v : vector<4xindex>
  return
}`},
	})
}

func subI() *ir.OpDef {
	return intOverflowing(&ir.OpDef{
		Kind: "arith.subi", GoName: "SubI", Summary: "integer subtraction",
		Implements:  []ir.Implementation{inferBinary[SubIOp](ranges.Interval.Sub), linearSum(1, -1)},
		Fold:        foldSubI,
		Patterns:    subIPatterns(),
		Description: `The difference, modulo 2^N.`,
	})
}

func mulI() *ir.OpDef {
	return intOverflowing(&ir.OpDef{
		Kind: "arith.muli", GoName: "MulI", Summary: "integer multiplication",
		Implements:  []ir.Implementation{inferBinary[MulIOp](ranges.Interval.Mul), linearProduct},
		Fold:        foldMulI,
		Patterns:    mulIPatterns(),
		Traits:      ir.Commutative,
		Description: `The product, modulo 2^N.`,
		ResultNames: nameVScale,
	})
}

func divUI() *ir.OpDef {
	return intExact(&ir.OpDef{
		Kind: "arith.divui", GoName: "DivUI", Summary: "unsigned integer division",
		Implements: []ir.Implementation{inferBinary[DivUIOp](ranges.Interval.Div), uniformQuotient},
		Fold:       foldDivision(NUW, num.Int.DivUnsigned),
		Description: `The quotient of unsigned integers, rounded towards zero. Division by zero, of
any element, is undefined. exact promises that there is no remainder.`,
		Speculatable: unsignedDivision,
		Examples: []string{`func.func @f(%a: i32) {
  %0 = arith.divui %a, %a exact : i32
  return
}`},
	})
}

func divSI() *ir.OpDef {
	return intExact(&ir.OpDef{
		Kind: "arith.divsi", GoName: "DivSI", Summary: "signed integer division",
		Implements: []ir.Implementation{inferBinary[DivSIOp](ranges.Interval.Div), uniformQuotient},
		Fold:       foldDivision(NSW, num.Int.DivSigned),
		Description: `The quotient of signed integers, rounded towards zero. Division by zero, or a
quotient that does not fit, is undefined.`,
		Speculatable: signedDivision,
	})
}

func ceilDivUI() *ir.OpDef {
	return intBinary(&ir.OpDef{
		Kind: "arith.ceildivui", GoName: "CeilDivUI", Summary: "unsigned integer division, rounded up",
		Fold:         foldDivision(0, num.Int.CeilDivUnsigned),
		Description:  `The quotient of unsigned integers, rounded up. Division by zero is undefined.`,
		Speculatable: unsignedDivision,
	})
}

func ceilDivSI() *ir.OpDef {
	return intBinary(&ir.OpDef{
		Kind: "arith.ceildivsi", GoName: "CeilDivSI", Summary: "signed integer division, rounded up",
		Fold: foldDivision(0, ceilDivSigned),
		Description: `The quotient of signed integers, rounded towards positive infinity. Division by
zero, or a quotient that does not fit, is undefined.`,
		Speculatable: signedDivision,
	})
}

func floorDivSI() *ir.OpDef {
	return intBinary(&ir.OpDef{
		Kind: "arith.floordivsi", GoName: "FloorDivSI", Summary: "signed integer division, rounded down",
		Implements:   []ir.Implementation{uniformQuotient},
		Fold:         foldFloorDivSI,
		Traits:       ir.Pure,
		Description:  `The quotient of signed integers, rounded towards negative infinity.`,
		Speculatable: signedDivision,
	})
}

func remUI() *ir.OpDef {
	return intBinary(&ir.OpDef{
		Kind: "arith.remui", GoName: "RemUI", Summary: "unsigned remainder",
		Implements:   []ir.Implementation{inferBinary[RemUIOp](ranges.Interval.Rem), simplifyRem[RemUIOp](), uniformRemainder},
		Fold:         foldRemainder(num.Int.RemUnsigned),
		Traits:       ir.Pure,
		Description:  `The remainder of divui.`,
		Speculatable: unsignedDivision,
	})
}

func remSI() *ir.OpDef {
	return intBinary(&ir.OpDef{
		Kind: "arith.remsi", GoName: "RemSI", Summary: "signed remainder",
		Implements:   []ir.Implementation{inferBinary[RemSIOp](ranges.Interval.Rem), simplifyRem[RemSIOp](), uniformRemainder},
		Fold:         foldRemainder(num.Int.RemSigned),
		Traits:       ir.Pure,
		Description:  `The remainder of divsi; it has the sign of the dividend.`,
		Speculatable: signedDivision,
	})
}

func andI() *ir.OpDef {
	return intBinary(&ir.OpDef{
		Kind: "arith.andi", GoName: "AndI", Summary: "bitwise and",
		Implements:  []ir.Implementation{inferBinary[AndIOp](commonBits)},
		Fold:        foldAndI,
		Patterns:    bitPatterns(AndIOp{}),
		Traits:      ir.Pure | ir.Commutative | ir.Idempotent,
		Description: `The bits that are set in both operands.`,
	})
}

func orI() *ir.OpDef {
	return intBinary(&ir.OpDef{
		Kind: "arith.ori", GoName: "OrI", Summary: "bitwise or",
		Implements:  []ir.Implementation{inferBinary[OrIOp](eitherBits)},
		Fold:        foldOrI,
		Patterns:    bitPatterns(OrIOp{}),
		Traits:      ir.Pure | ir.Commutative | ir.Idempotent,
		Description: `The bits that are set in one operand or both.`,
	})
}

func xorI() *ir.OpDef {
	return intBinary(&ir.OpDef{
		Kind: "arith.xori", GoName: "XOrI", Summary: "bitwise exclusive or",
		Implements:  []ir.Implementation{inferBinary[XOrIOp](unequalBits)},
		Fold:        foldXOrI,
		Patterns:    xorIPatterns(),
		Traits:      ir.Pure | ir.Commutative,
		Description: `The bits that are set in exactly one operand.`,
	})
}

func shlI() *ir.OpDef {
	return intOverflowing(&ir.OpDef{
		Kind: "arith.shli", GoName: "ShLI", Summary: "shift left",
		Fold: foldShift(num.Int.Shl, farZero),
		Description: `Shifts to the left by an unsigned amount and fills with zeros. An amount that is
not less than the width gives poison.`,
	})
}

func shrUI() *ir.OpDef {
	return intExact(&ir.OpDef{
		Kind: "arith.shrui", GoName: "ShRUI", Summary: "logical shift right",
		Implements: []ir.Implementation{uniformShift},
		Fold:       foldShift(num.Int.ShrUnsigned, farZero),
		Traits:     ir.Pure,
		Description: `Shifts to the right by an unsigned amount and fills with zeros. An amount that
is not less than the width gives poison.`,
	})
}

func shrSI() *ir.OpDef {
	return intExact(&ir.OpDef{
		Kind: "arith.shrsi", GoName: "ShRSI", Summary: "arithmetic shift right",
		Fold:   foldShift(num.Int.ShrSigned, farSign),
		Traits: ir.Pure,
		Description: `Shifts to the right by an unsigned amount and fills with the sign bit. An amount
that is not less than the width gives poison.`,
	})
}

func maxSI() *ir.OpDef {
	return intBinary(&ir.OpDef{Kind: "arith.maxsi", GoName: "MaxSI", Summary: "signed maximum",
		Implements:  []ir.Implementation{inferBinary[MaxSIOp](maxOfSigned), simplifyMinMax[MaxSIOp](false)},
		Fold:        foldExtreme(num.Int.IsMaxSigned, num.Int.IsMinSigned, num.Int.MaxSigned),
		Traits:      ir.Pure | ir.Commutative,
		Description: `The greater of two signed integers.`})
}

func maxUI() *ir.OpDef {
	return intBinary(&ir.OpDef{Kind: "arith.maxui", GoName: "MaxUI", Summary: "unsigned maximum",
		Implements:  []ir.Implementation{inferBinary[MaxUIOp](maxOfUnsigned)},
		Fold:        foldExtreme(num.Int.IsAllOnes, num.Int.IsZero, num.Int.MaxUnsigned),
		Traits:      ir.Pure | ir.Commutative,
		Description: `The greater of two unsigned integers.`})
}

func minSI() *ir.OpDef {
	return intBinary(&ir.OpDef{Kind: "arith.minsi", GoName: "MinSI", Summary: "signed minimum",
		Implements:  []ir.Implementation{inferBinary[MinSIOp](minOfSigned), simplifyMinMax[MinSIOp](true)},
		Fold:        foldExtreme(num.Int.IsMinSigned, num.Int.IsMaxSigned, num.Int.MinSigned),
		Traits:      ir.Pure | ir.Commutative,
		Description: `The smaller of two signed integers.`})
}

func minUI() *ir.OpDef {
	return intBinary(&ir.OpDef{Kind: "arith.minui", GoName: "MinUI", Summary: "unsigned minimum",
		Implements:  []ir.Implementation{inferBinary[MinUIOp](minOfUnsigned)},
		Fold:        foldExtreme(num.Int.IsZero, num.Int.IsAllOnes, num.Int.MinUnsigned),
		Traits:      ir.Pure | ir.Commutative,
		Description: `The smaller of two unsigned integers.`})
}

func addUIExtended() *ir.OpDef {
	return &ir.OpDef{
		Kind: "arith.addui_extended", GoName: "AddUIExtended",
		New: ir.ByHand, Summary: "unsigned addition with carry",
		Fold:        foldAddUIExtended,
		Patterns:    []*ir.Pattern{withoutHigh(AddUIExtendedOp{}, AddIOp{})},
		Description: `The sum modulo 2^N, and whether it overflowed.`,
		Implements:  []ir.Implementation{loweredSum},
		Operands:    []ir.ValueDef{{Name: "lhs", Type: ir.SignlessIntegerLike}, {Name: "rhs", Type: ir.SignlessIntegerLike}},
		Results:     []ir.ValueDef{{Name: "sum", Type: ir.SignlessIntegerLike}, {Name: "overflow", Type: ir.BoolLike}},
		Traits:      ir.Pure | ir.Commutative | ir.Elementwise,
		Constraints: []ir.Constraint{ir.AllTypesMatch{"lhs", "rhs", "sum"}},
		Assembly:    "$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)",
		Examples: []string{`func.func @f(%a: i32) -> (i32, i1) {
  %sum, %overflow = arith.addui_extended %a, %a : i32, i1
  return %sum, %overflow : i32, i1
}`},
	}
}

func mulSIExtended() *ir.OpDef {
	return extended(&ir.OpDef{
		Kind: "arith.mulsi_extended", GoName: "MulSIExtended", Summary: "signed multiplication to twice the width",
		Fold: foldMulExtended(num.Int.MulSignedExtended),
		Patterns: []*ir.Pattern{
			withoutHigh(MulSIExtendedOp{}, MulIOp{}),
			{Name: "multiply-extended-by-one", Root: MulSIExtendedOp{}, Rewrite: multiplyExtendedByOne},
		},
		Description: `The low and the high half of the product of signed integers.`,
		Implements:  []ir.Implementation{loweredProduct},
	}, "low", "high")
}

func mulUIExtended() *ir.OpDef {
	return extended(&ir.OpDef{
		Kind: "arith.mului_extended", GoName: "MulUIExtended", Summary: "unsigned multiplication to twice the width",
		Fold:        foldMulExtended(num.Int.MulUnsignedExtended),
		Patterns:    []*ir.Pattern{withoutHigh(MulUIExtendedOp{}, MulIOp{})},
		Description: `The low and the high half of the product of unsigned integers.`,
		Implements:  []ir.Implementation{loweredProduct},
		Examples: []string{`func.func @f(%a: i32) -> (i32, i32) {
  %low, %high = arith.mului_extended %a, %a : i32
  return %low, %high : i32, i32
}`},
	}, "low", "high")
}

func cmpI() *ir.OpDef {
	return comparison(&ir.OpDef{
		Kind: "arith.cmpi", GoName: "CmpI",
		Implements: []ir.Implementation{inferCmpI},
		New:        []string{"predicate", "lhs", "rhs"}, Summary: "integer comparison",
		Fold:     foldCmpI,
		Patterns: cmpIPatterns(),
		Description: `Tests whether two integers are in a relation: eq, ne, or one of lt,
le, gt, ge with the prefix s (signed) or u (unsigned).`,
		Examples: []string{`func.func @f(%a: i32) -> i1 {
  %0 = arith.cmpi slt, %a, %a : i32
  return %0 : i1
}`},
	}, ir.SignlessIntegerLike, cmpIConstraint, "")
}

// nameVScale proposes the name c4_vscale for the product of the constant 4 and a value
// named vscale.
func nameVScale(op *ir.Operation, set func(*ir.Value, string)) {
	if _, index := op.Result(0).Type().(*ir.IndexType); !index {
		return
	}
	for i := range 2 {
		v, ok := ir.ConstantInt(op.Operand(i))
		if ok && proposedName(op.Operand(1-i)) == vscale {
			set(ir.Cast[MulIOp](op).Result(), "c"+v.String()+"_"+vscale)
			return
		}
	}
}

// vscale is the name that the definition of the factor of scalable dimensions proposes
// for its result.
const vscale = "vscale"

// proposedName returns the name that the definition of a value proposes for it, or "".
func proposedName(v *ir.Value) (name string) {
	op := v.DefiningOp()
	if op == nil || op.Def().ResultNames == nil {
		return ""
	}
	op.Def().ResultNames(op, func(of *ir.Value, n string) {
		if of == v {
			name = n
		}
	})
	return name
}

// unsignedDivision declares a division by a constant other than zero safe to execute
// speculatively.
func unsignedDivision(op *ir.Operation) ir.Speculatability {
	if d, ok := ir.ConstantInt(rhs(op)); ok && !d.IsZero() {
		return ir.Speculatable
	}
	return ir.NotSpeculatable
}

// signedDivision also excludes the divisor -1, because the smallest integer divided by it
// overflows.
func signedDivision(op *ir.Operation) ir.Speculatability {
	if d, ok := ir.ConstantInt(rhs(op)); ok && !d.IsZero() && !d.IsAllOnes() {
		return ir.Speculatable
	}
	return ir.NotSpeculatable
}
