package arith

import "optc/ir"

// CmpIPredicate is the relation that arith.cmpi tests.
type CmpIPredicate int64

// The relations of integers; s… read the operands as signed, u… as unsigned.
const (
	EQ CmpIPredicate = iota
	NE
	SLT
	SLE
	SGT
	SGE
	ULT
	ULE
	UGT
	UGE
)

// CmpFPredicate is the relation that arith.cmpf tests. Ordered relations are
// false when an operand is NaN, unordered ones (U…) true. The values are bit sets:
// 1 for equal, 2 for greater, 4 for less, 8 for unordered.
type CmpFPredicate int64

// The relations of floats.
const (
	AlwaysFalse CmpFPredicate = iota
	OEQ
	OGT
	OGE
	OLT
	OLE
	ONE
	ORD
	UEQ
	UGTF
	UGEF
	ULTF
	ULEF
	UNE
	UNO
	AlwaysTrue
)

// Rounding modes of arith.truncf, the values of attribute roundingmode.
const (
	ToNearestEven = iota
	Downward
	Upward
	TowardZero
	ToNearestAway
)

var (
	cmpIConstraint = ir.IntEnum("allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9", 64,
		[]string{"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"}, nil)
	cmpFConstraint = ir.IntEnum("allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15", 64,
		[]string{"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"}, nil)
	roundingConstraint = ir.IntEnum("Floating point rounding mode", 32,
		[]string{"to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away"}, nil)
)

// CmpIPredicateOf returns the relation that an arith.cmpi tests.
func CmpIPredicateOf(op *ir.Operation) CmpIPredicate {
	return CmpIPredicate(ir.IntOr(op.Attr(predicate), 0))
}

// CmpFPredicateOf returns the relation that an arith.cmpf tests.
func CmpFPredicateOf(op *ir.Operation) CmpFPredicate {
	return CmpFPredicate(ir.IntOr(op.Attr(predicate), 0))
}

// CmpIAttr returns the attribute predicate of arith.cmpi.
func CmpIAttr(c *ir.Context, p CmpIPredicate) ir.NamedAttr {
	return ir.NamedAttr{Name: predicate, Value: c.I64Attr(int64(p))}
}

// CmpFAttr returns the attribute predicate of arith.cmpf.
func CmpFAttr(c *ir.Context, p CmpFPredicate) ir.NamedAttr {
	return ir.NamedAttr{Name: predicate, Value: c.I64Attr(int64(p))}
}
