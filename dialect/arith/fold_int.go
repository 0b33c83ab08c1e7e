package arith

import (
	"optc/dialect/ub"
	"optc/ir"
	"optc/num"
)

// foldInts computes an operation of two constant integers.
func foldInts(op *ir.Operation, operands []ir.Attribute, f func(x, y num.Int) (num.Int, bool)) ir.FoldResult {
	return ir.FoldToAttr(ZipConstants(Ints, Ints, operands, op.Result(0).Type(), f))
}

// totalFunction turns a function that is defined for all operands into a partial
// function.
func totalFunction[T, R any](f func(T, T) R) func(T, T) (R, bool) {
	return func(x, y T) (R, bool) { return f(x, y), true }
}

// otherOperand returns the operand of def that is not v, if def is of the given kind and
// v is one of its operands.
func otherOperand(def *ir.Operation, kind ir.OpKind, v *ir.Value) *ir.Value {
	if !kind.Kind().Is(def) {
		return nil
	}
	for i := range 2 {
		if def.Operand(i) == v {
			return def.Operand(1 - i)
		}
	}
	return nil
}

func foldAddI(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	add := ir.Cast[AddIOp](op)
	lhs, rhs := add.Lhs(), add.Rhs()
	// x + 0 → x
	if isZero(operands[1]) {
		return ir.FoldToValue(lhs)
	}
	// (a - b) + b → a, b + (a - b) → a
	if sub := ir.DefiningOp[SubIOp](lhs); sub.Ok() && sub.Rhs() == rhs {
		return ir.FoldToValue(sub.Lhs())
	}
	if sub := ir.DefiningOp[SubIOp](rhs); sub.Ok() && sub.Rhs() == lhs {
		return ir.FoldToValue(sub.Lhs())
	}
	return foldInts(op, operands, totalFunction(num.Int.Add))
}

func foldSubI(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	sub := ir.Cast[SubIOp](op)
	lhs, rhs := sub.Lhs(), sub.Rhs()
	// x - x → 0
	if lhs == rhs {
		if f := toZero(op); f.Ok() {
			return f
		}
	}
	// x - 0 → x
	if isZero(operands[1]) {
		return ir.FoldToValue(lhs)
	}
	// (a + b) - b → a, (a + b) - a → b
	if v := otherOperand(lhs.DefiningOp(), AddIOp{}, rhs); v != nil {
		return ir.FoldToValue(v)
	}
	return foldInts(op, operands, totalFunction(num.Int.Sub))
}

func foldMulI(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	mul := ir.Cast[MulIOp](op)
	switch {
	case isZero(operands[1]): // x * 0 → 0
		return ir.FoldToValue(mul.Rhs())
	case isOne(operands[1]): // x * 1 → x
		return ir.FoldToValue(mul.Lhs())
	}
	return foldInts(op, operands, totalFunction(num.Int.Mul))
}

// foldDivision folds a division: x / 1 → x, (a * b) / b → a if the flags of the product
// exclude overflow, and constants.
func foldDivision(noWrap Overflow, divide func(x, y num.Int) (num.Int, bool)) func(*ir.Operation, []ir.Attribute) ir.FoldResult {
	return func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
		if isOne(operands[1]) {
			return ir.FoldToValue(lhs(op))
		}
		if mul := lhs(op).DefiningOp(); ir.Is[MulIOp](mul) && OverflowFlags(mul)&noWrap != 0 {
			if v := otherOperand(mul, MulIOp{}, rhs(op)); v != nil {
				return ir.FoldToValue(v)
			}
		}
		return foldInts(op, operands, divide)
	}
}

// ceilDivSigned has no result where upstream's computation by negation overflows: where
// an operand is the smallest integer, unless the quotient is 0.
func ceilDivSigned(x, y num.Int) (num.Int, bool) {
	if !x.IsZero() && (x.IsMinSigned() || y.IsMinSigned()) {
		return num.Int{}, false
	}
	return x.CeilDivSigned(y)
}

// foldRemainder folds a remainder: x % 1 → 0, and constants.
func foldRemainder(rem func(x, y num.Int) (num.Int, bool)) func(*ir.Operation, []ir.Attribute) ir.FoldResult {
	return func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
		if isOne(operands[1]) {
			return toZero(op)
		}
		return foldInts(op, operands, rem)
	}
}

// isNotOf reports whether v is the complement of x: xori x, -1.
func isNotOf(v, x *ir.Value) bool {
	def := ir.DefiningOp[XOrIOp](v)
	if !def.Ok() || def.Lhs() != x {
		return false
	}
	c, ok := ir.ConstantInt(def.Rhs())
	return ok && c.IsAllOnes()
}

func foldAndI(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	andI := ir.Cast[AndIOp](op)
	lhs, rhs := andI.Lhs(), andI.Rhs()
	if c, ok := ir.IntOf(operands[1]); ok {
		switch {
		case c.IsZero(): // x & 0 → 0
			return ir.FoldToValue(rhs)
		case c.IsAllOnes(): // x & -1 → x
			return ir.FoldToValue(lhs)
		}
	}
	// x & ~x → 0
	if isNotOf(rhs, lhs) || isNotOf(lhs, rhs) {
		return toZero(op)
	}
	// a & (a & b) → a & b
	for i := range 2 {
		inner := op.Operand(i).DefiningOp()
		if otherOperand(inner, AndIOp{}, op.Operand(1-i)) != nil {
			return ir.FoldToValue(inner.Result(0))
		}
	}
	return foldInts(op, operands, totalFunction(num.Int.And))
}

func foldOrI(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	orI := ir.Cast[OrIOp](op)
	lhs, rhs := orI.Lhs(), orI.Rhs()
	if c, ok := ir.IntOf(operands[1]); ok {
		switch {
		case c.IsZero(): // x | 0 → x
			return ir.FoldToValue(lhs)
		case c.IsAllOnes(): // x | -1 → -1
			return ir.FoldToAttr(operands[1])
		}
	}
	// x | ~x → -1
	switch {
	case isNotOf(rhs, lhs):
		return ir.FoldToValue(ir.Cast[XOrIOp](rhs.DefiningOp()).Rhs())
	case isNotOf(lhs, rhs):
		return ir.FoldToValue(ir.Cast[XOrIOp](lhs.DefiningOp()).Rhs())
	}
	return foldInts(op, operands, totalFunction(num.Int.Or))
}

func foldXOrI(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	xOrI := ir.Cast[XOrIOp](op)
	lhs, rhs := xOrI.Lhs(), xOrI.Rhs()
	// x ^ 0 → x
	if isZero(operands[1]) {
		return ir.FoldToValue(lhs)
	}
	// x ^ x → 0
	if lhs == rhs {
		return toZero(op)
	}
	// (x ^ a) ^ a → x and its mirror images
	if v := otherOperand(lhs.DefiningOp(), XOrIOp{}, rhs); v != nil {
		return ir.FoldToValue(v)
	}
	if v := otherOperand(rhs.DefiningOp(), XOrIOp{}, lhs); v != nil {
		return ir.FoldToValue(v)
	}
	return foldInts(op, operands, totalFunction(num.Int.Xor))
}

// foldLoosely folds an operation that is not defined for all integers. An element without
// a result is poison. The fold uses a substitute for such an element; as upstream, only
// the last element decides whether anything is folded.
func foldLoosely(op *ir.Operation, operands []ir.Attribute, f func(x, y num.Int) (num.Int, bool), instead func(x num.Int) num.Int) ir.FoldResult {
	defined := false
	folded := foldInts(op, operands, func(x, y num.Int) (num.Int, bool) {
		var v num.Int
		if v, defined = f(x, y); !defined {
			v = instead(x)
		}
		return v, true
	})
	if !defined {
		return ir.FoldResult{}
	}
	return folded
}

// foldShift folds a shift by 0 and shifts of constants. far is the result for a shift
// amount that is too large.
func foldShift(shift func(x, by num.Int) (num.Int, bool), far func(x num.Int) num.Int) func(*ir.Operation, []ir.Attribute) ir.FoldResult {
	return func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
		if isZero(operands[1]) {
			return ir.FoldToValue(lhs(op))
		}
		return foldLoosely(op, operands, shift, far)
	}
}

// foldFloorDivSI: x / 1 → x, poison, and constants.
func foldFloorDivSI(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	switch {
	case isOne(operands[1]):
		return ir.FoldToValue(ir.Cast[FloorDivSIOp](op).Lhs())
	case ub.IsPoison(operands[0]):
		return ir.FoldToAttr(operands[0])
	case ub.IsPoison(operands[1]):
		return ir.FoldToAttr(operands[1])
	}
	return foldLoosely(op, operands, num.Int.FloorDivSigned, func(x num.Int) num.Int { return x })
}

func farZero(x num.Int) num.Int { return num.IntFromUint64(x.Width(), 0) }

func farSign(x num.Int) num.Int {
	if x.IsNegative() {
		return num.MaxUnsigned(x.Width())
	}
	return farZero(x)
}

// foldExtreme folds a minimum or maximum: of equal operands, of constants, and with one of two
// special constants. If an operand satisfies absorbs, the result is that constant; if it satisfies
// neutral, the result is the other operand.
func foldExtreme(absorbs, neutral func(num.Int) bool, f func(x, y num.Int) num.Int) func(*ir.Operation, []ir.Attribute) ir.FoldResult {
	return func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
		if lhs(op) == rhs(op) {
			return ir.FoldToValue(rhs(op))
		}
		if c, ok := ir.IntOf(operands[1]); ok {
			switch {
			case absorbs(c):
				return ir.FoldToValue(rhs(op))
			case neutral(c):
				return ir.FoldToValue(lhs(op))
			}
		}
		return foldInts(op, operands, totalFunction(f))
	}
}

// foldAddUIExtended computes the sum and the carry.
func foldAddUIExtended(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	overflow := op.Result(1).Type()
	// x + 0 → x, false. As upstream, this is for an operand defined by a constant, not
	// for a value that an analysis found to be constant.
	addUIExtended := ir.Cast[AddUIExtendedOp](op)
	if isZero(ir.ConstantValue(addUIExtended.Rhs())) {
		no := Zero(overflow)
		if no == nil {
			return ir.FoldResult{}
		}
		return ir.FoldResult{Results: []ir.FoldedValue{{Value: addUIExtended.Lhs()}, {Attr: no}}}
	}
	return foldTwo(op, operands,
		func(x, y num.Int) (num.Int, bool) { return x.Add(y), true },
		func(x, y num.Int) (num.Int, bool) { return num.IntFromBool(x.Add(y).CmpUnsigned(x) < 0), true })
}

// foldTwo computes both results of an operation of two constant integers.
func foldTwo(op *ir.Operation, operands []ir.Attribute, first, second func(x, y num.Int) (num.Int, bool)) ir.FoldResult {
	a := ZipConstants(Ints, Ints, operands, op.Result(0).Type(), first)
	b := ZipConstants(Ints, Ints, operands, op.Result(1).Type(), second)
	if a == nil || b == nil {
		return ir.FoldResult{}
	}
	return ir.FoldResult{Results: []ir.FoldedValue{{Attr: a}, {Attr: b}}}
}

func foldMulExtended(product func(x, y num.Int) (low, high num.Int)) func(*ir.Operation, []ir.Attribute) ir.FoldResult {
	return func(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
		// x * 0 → 0, 0
		if isZero(operands[1]) {
			return ir.FoldResult{Results: []ir.FoldedValue{{Attr: operands[1]}, {Attr: operands[1]}}}
		}
		// x * 1 → x, 0 if unsigned
		if mul := ir.As[MulUIExtendedOp](op); mul.Ok() && isOne(operands[1]) {
			if zero := Zero(mul.Lhs().Type()); zero != nil {
				return ir.FoldResult{Results: []ir.FoldedValue{{Value: mul.Lhs()}, {Attr: zero}}}
			}
		}
		return foldTwo(op, operands,
			func(x, y num.Int) (num.Int, bool) { low, _ := product(x, y); return low, true },
			func(x, y num.Int) (num.Int, bool) { _, high := product(x, y); return high, true })
	}
}
